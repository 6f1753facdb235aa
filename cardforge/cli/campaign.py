"""`cardforge campaign`: record what happened between games, and show what can happen next."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from cardforge.cli.show import Format, colour, say, say_text, show_outcome, stopped_as
from cardforge.core.errors import UsageError

app = typer.Typer(help="Run a campaign: record steps, see what is open, print the log.", no_args_is_help=True)
_File = Annotated[str, typer.Argument(metavar="FILE", help="The campaign file.")]


class StatusFormat(StrEnum):
    """Output formats of `campaign status`."""

    TEXT = "text"
    JSON = "json"


@app.command("new", context_settings={"allow_extra_args": True, "ignore_unknown_options": True})
def new(
    context: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE", help="The campaign file to create.")],
    deck: Annotated[str, typer.Option(metavar="DECK", help="The starting deck: a file, or its name.")] = "",
    name: Annotated[str, typer.Option(metavar="TEXT", help="The name of the campaign.")] = "",
    game: Annotated[str, typer.Option(help="The game, if several have campaigns.")] = "",
) -> None:
    """Start a campaign. A game may need more options of its own; leave one out to see its possible values."""
    from cardforge.app.campaign import new_campaign

    options = _options(context.args) | ({"deck": deck} if deck else {})
    title = new_campaign(file, name, game, options)
    say(f"{title} created in {file}; `cardforge campaign step {file}` lists the possible steps")


@app.command("status")
def status(
    file: _File,
    format: Annotated[StatusFormat, typer.Option(help="Output format.")] = StatusFormat.TEXT,
) -> None:
    """Show the current state, computed by replaying every step."""
    from cardforge.app.campaign import open_campaign
    from cardforge.report.campaign_report import campaign_json, campaign_text

    with stopped_as(Format(format)), open_campaign(file) as opened:
        if format is StatusFormat.JSON:
            say_text(campaign_json(opened.head, opened.steps, opened.played.state, opened.view))
        else:
            for line in campaign_text(opened.name, file, len(opened.steps), opened.view, colour()):
                say(line)


@app.command("step")
def step(
    file: _File,
    name: Annotated[str, typer.Argument(metavar="STEP", help="What happened; leave it out to list all steps.")] = "",
    values: Annotated[
        list[str] | None, typer.Argument(metavar="VALUE…", help="Values of the step; leave them out to list them.")
    ] = None,
    note: Annotated[str, typer.Option(metavar="TEXT", help="A note to keep with the step.")] = "",
) -> None:
    """Take a step and add it to the file; an impossible step is refused, with the possible ones listed."""
    from cardforge.app.campaign import open_campaign
    from cardforge.report.campaign_report import choices_text

    with open_campaign(file) as opened:
        steps = opened.choices(name)
        if not name or (not values and steps[0].fields):
            for line in choices_text(steps, bool(name), colour()):
                say(line)
            return
        words = values or []
        results = opened.take(name, words, note)
        say(f"{' '.join([name, *words])}: {', '.join(results)}")


@app.command("undo")
def undo(file: _File) -> None:
    """Undo the last step; the file is again exactly as it was before."""
    from cardforge.app.campaign import open_campaign
    from cardforge.report.campaign_report import step_text

    with open_campaign(file) as opened:
        last = opened.undo()
        say(f"undone: {step_text(last)}")


@app.command("scenarios")
def scenarios(file: _File) -> None:
    """List open, locked and finished scenarios, and why they are locked."""
    from cardforge.app.campaign import open_campaign
    from cardforge.report.campaign_report import scenarios_text

    with open_campaign(file) as opened:
        for line in scenarios_text(opened.view, colour()):
            say(line)


@app.command("sheet")
def sheet(
    file: _File,
    output: Annotated[str, typer.Option("--output", "-o", metavar="PDF", help="The PDF to write.")] = "output/log.pdf",
) -> None:
    """Write the campaign log as a PDF, filled in with the current state."""
    from cardforge.app.campaign import print_log

    show_outcome(print_log(file, Path(output)))


def _options(words: list[str]) -> dict[str, str]:
    """Parse the game's own options, which typer does not know: `--name value` and `--name=value`."""
    options: dict[str, str] = {}
    rest = list(words)
    while rest:
        word = rest.pop(0)
        name, equals, value = word.removeprefix("--").partition("=")
        if not word.startswith("--") or not name:
            raise UsageError(f"`{word[:60]}` is not an option", "write --NAME VALUE")
        if not equals and not rest:
            raise UsageError(f"{word[:60]} needs a value", f"write {word[:60]} VALUE")
        if name in options:
            raise UsageError(f"--{name} is given twice", "keep only one")
        options[name] = value if equals else rest.pop(0)
    return options
