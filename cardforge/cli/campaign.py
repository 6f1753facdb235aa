"""`cardforge campaign`: what happened between games, and what can happen next."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from cardforge.cli.show import colour, show_outcome
from cardforge.core.errors import UsageError

app = typer.Typer(help="Keep a campaign: what happened, what is open, and what to print.", no_args_is_help=True)
_File = Annotated[str, typer.Argument(metavar="FILE", help="The campaign file.")]


class StatusFormat(StrEnum):
    """How the state is written."""

    TEXT = "text"
    JSON = "json"


@app.command("new", context_settings={"allow_extra_args": True, "ignore_unknown_options": True})
def new(
    context: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE", help="The campaign file to make.")],
    deck: Annotated[str, typer.Option(metavar="DECK", help="The deck that sets out: a file, or its name.")] = "",
    name: Annotated[str, typer.Option(metavar="TEXT", help="What the campaign is called.")] = "",
    game: Annotated[str, typer.Option(help="The game, where several have campaigns.")] = "",
) -> None:
    """Begin a campaign. What else a game asks for is an option too; leave it out to see what is possible."""
    from cardforge.app.campaign import new_campaign

    options = _options(context.args) | ({"deck": deck} if deck else {})
    made = new_campaign(file, name, game, options)
    print(f"{made} begins in {file}; `cardforge campaign step {file}` shows what can happen")


@app.command("status")
def status(
    file: _File,
    format: Annotated[StatusFormat, typer.Option(help="How the state is written.")] = StatusFormat.TEXT,
) -> None:
    """Show the state: worked out from every step, never stored."""
    from cardforge.app.campaign import open_campaign
    from cardforge.report import campaign_json, campaign_text

    with open_campaign(file) as opened:
        if format is StatusFormat.JSON:
            print(campaign_json(opened.head, opened.steps, opened.played.state, opened.view))
        else:
            for line in campaign_text(opened.name, file, len(opened.steps), opened.view, colour()):
                print(line)


@app.command("step")
def step(
    file: _File,
    name: Annotated[str, typer.Argument(metavar="STEP", help="What happened; leave it out to see all.")] = "",
    values: Annotated[
        list[str] | None, typer.Argument(metavar="VALUE…", help="Its values; leave them out to see all.")
    ] = None,
    note: Annotated[str, typer.Option(metavar="TEXT", help="What you want to remember about it.")] = "",
) -> None:
    """Take a step and write it down; one that is not possible is refused, and says what is."""
    from cardforge.app.campaign import open_campaign
    from cardforge.report import choices_text

    with open_campaign(file) as opened:
        steps = opened.choices(name)
        if not name or (not values and steps[0].fields):
            for line in choices_text(steps, bool(name), colour()):
                print(line)
            return
        words = values or []
        told = opened.take(name, words, note)
        print(f"{' '.join([name, *words])}: {', '.join(told)}")


@app.command("undo")
def undo(file: _File) -> None:
    """Take the last step back; the file is again what it was before."""
    from cardforge.app.campaign import open_campaign
    from cardforge.report import step_text

    with open_campaign(file) as opened:
        last = opened.undo()
        print(f"taken back: {step_text(last)}")


@app.command("scenarios")
def scenarios(file: _File) -> None:
    """Show what is open, what is locked and why, and what is finished."""
    from cardforge.app.campaign import open_campaign
    from cardforge.report import scenarios_text

    with open_campaign(file) as opened:
        for line in scenarios_text(opened.view, colour()):
            print(line)


@app.command("sheet")
def sheet(
    file: _File,
    output: Annotated[str, typer.Option("--output", "-o", metavar="PDF", help="The PDF file.")] = "output/log.pdf",
) -> None:
    """Print the campaign log, filled with the state."""
    from cardforge.app.campaign import print_log

    show_outcome(print_log(file, Path(output)))


def _options(words: list[str]) -> dict[str, str]:
    """`--name value` and `--name=value` that this command does not know itself, because they are the game's."""
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
            raise UsageError(f"--{name} is given twice", "keep one of the two")
        options[name] = value if equals else rest.pop(0)
    return options
