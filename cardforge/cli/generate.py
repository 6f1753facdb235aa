"""`cardforge generate`: make cards from a seed."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from cardforge.cli.show import ProgressBar, say, show_outcome
from cardforge.core.errors import UsageError


class CommandWithKinds(TyperCommand):
    """A command whose `--help` ends with the kinds of each game; they are looked up only then."""

    def format_help(self, *arguments: Any, **named: Any) -> None:
        """Write the help."""
        from cardforge.app.recipe_kinds import recipe_kinds

        games = recipe_kinds().items()
        self.epilog = "\n\n".join(["KIND is one of:", *(f"{game}: {', '.join(kinds)}" for game, kinds in games)])
        super().format_help(*arguments, **named)


COMMAND_CLASS = CommandWithKinds


def generate(
    kind: Annotated[str, typer.Argument(help="What to generate: a kind that the game has a recipe for.")],
    seed: Annotated[str | None, typer.Option(metavar="TEXT", help="Any word or number; random if left out.")] = None,
    game: Annotated[str, typer.Option(help="The game, if several have such a recipe.")] = "",
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="Set an option of the recipe, such as power=6."),
    ] = None,
    count: Annotated[int, typer.Option(min=1, metavar="N", help="How many to generate, from the seeds S/1, S/2 …")] = 1,
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="PATH", help="The file, or a folder for several files.")
    ] = "",
    render: Annotated[
        bool, typer.Option("--render", help="Also write sheets to print; of many, a PDF for each.")
    ] = False,
    report: Annotated[bool, typer.Option("--report", help="Show what the points were used for.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Overwrite existing files.")] = False,
    scheduler: Annotated[str, typer.Option(metavar="ADDRESS", help="A Dask cluster to share the work.")] = "",
) -> None:
    """Generate a pack, a deck, a scenario or a whole setting from a seed; the same seed always gives the same cards."""
    from cardforge.app.generate import GenerateRequest
    from cardforge.app.generate import generate as run

    request = GenerateRequest(kind, seed, game, _given(settings or []), count, output, render, report, force, scheduler)
    with ProgressBar() as progress:
        outcome = run(request, progress.show)
    for bill in outcome.bills:
        say(f"{bill.id} (seed `{bill.seed}`)")
        for what, points in [*bill.rows, ("points in total", sum(points for _, points in bill.rows))]:
            say(f"{points:>6}  {what}")
    say(outcome.line)
    if outcome.sheets:
        show_outcome(outcome.sheets)


def _given(settings: list[str]) -> dict[str, str]:
    """Parse `--set NAME=VALUE` options; values stay as typed."""
    given: dict[str, str] = {}
    for each in settings:
        name, equals, value = each.partition("=")
        if not equals or not name:
            raise UsageError(f"`--set {each[:60]}` has no value", "write --set NAME=VALUE")
        if name in given:
            raise UsageError(f"`{name}` is set twice", "keep only one")
        given[name] = value
    return given
