"""`cardforge generate`: cards from a seed."""

from __future__ import annotations

from typing import Annotated

import typer

from cardforge.cli.show import ProgressBar, show_outcome
from cardforge.core.errors import UsageError


def generate(
    kind: Annotated[str, typer.Argument(help="What to make: a kind that the game has a recipe for.")],
    seed: Annotated[
        str | None, typer.Option(metavar="TEXT", help="Any word or number; one is drawn if left out.")
    ] = None,
    game: Annotated[str, typer.Option(help="The game, where several have such a recipe.")] = "",
    settings: Annotated[
        list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="Choose something, such as power=6.")
    ] = None,
    count: Annotated[int, typer.Option(min=1, metavar="N", help="Make so many, from the seeds S/1, S/2 …")] = 1,
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="PATH", help="The file, or the folder of several.")
    ] = "",
    render: Annotated[bool, typer.Option("--render", help="Make sheets to print too.")] = False,
    report: Annotated[bool, typer.Option("--report", help="Show what was bought for how many points.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace files that are there.")] = False,
    scheduler: Annotated[str, typer.Option(metavar="ADDRESS", help="A Dask cluster that shares the work.")] = "",
) -> None:
    """Make a pack, a deck or a scenario from a seed: the same cards for ever."""
    from cardforge.app.generate import GenerateRequest
    from cardforge.app.generate import generate as make

    request = GenerateRequest(kind, seed, game, _given(settings or []), count, output, render, report, force, scheduler)
    with ProgressBar() as progress:
        outcome = make(request, progress.show)
    for bill in outcome.bills:
        print(f"{bill.id} (seed `{bill.seed}`)")
        for what, points in [*bill.rows, ("points in all", sum(points for _, points in bill.rows))]:
            print(f"{points:>6}  {what}")
    print(outcome.line)
    if outcome.sheets:
        show_outcome(outcome.sheets)


def _given(settings: list[str]) -> dict[str, str]:
    """Options as they were typed."""
    given: dict[str, str] = {}
    for each in settings:
        name, equals, value = each.partition("=")
        if not equals or not name:
            raise UsageError(f"`--set {each[:60]}` is no choice", "write --set NAME=VALUE")
        if name in given:
            raise UsageError(f"`{name}` is set twice", "keep one of the two")
        given[name] = value
    return given
