"""`cardforge sheet`: cards out to a workbook, and back."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cardforge.cli.show import colour, say
from cardforge.core.errors import Exit

app = typer.Typer(help="Edit cards in a spreadsheet program: export, import, pull.", no_args_is_help=True)


@app.command()
def export(
    targets: Annotated[list[str], typer.Argument(help="The cards of a kind, as game:kind, or all of a game.")],
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="FILE", help="The workbook to write.")
    ] = "output/cards.xlsx",
) -> None:
    """Write cards to a workbook, one tab for each kind, with lists to choose from and notes on the heads."""
    from cardforge.app.sheet import export_sheet

    for line in export_sheet(targets, Path(output)):
        say(line)


@app.command("import")
def import_(
    file: Annotated[str, typer.Argument(help="An exported workbook, edited and saved as .xlsx or .ods.")],
    yes: Annotated[bool, typer.Option("--yes", help="Write the changes instead of only showing them.")] = False,
    delete: Annotated[bool, typer.Option("--delete", help="Delete cards that are missing in the workbook.")] = False,
    game: Annotated[str, typer.Option(help="The game, if the workbook does not say it.")] = "",
) -> None:
    """Show what an edited workbook changes in the packs of this project and, with --yes, change them."""
    from cardforge.app.sheet import import_sheet
    from cardforge.report.terminal import text_report

    outcome = import_sheet(file, yes, delete, game)
    for line in (*text_report(outcome.problems, {}, colour()), *outcome.lines):
        say(line)
    if outcome.problems:
        say(to_errors=True)
        say("nothing was changed", to_errors=True)
        raise typer.Exit(Exit.PROBLEMS)


@app.command()
def pull(
    file: Annotated[str, typer.Argument(help="The CSV file to fetch into.")],
    address: Annotated[str, typer.Argument(help="Its web address; kept in FILE.from for the next time.")] = "",
    yes: Annotated[bool, typer.Option("--yes", help="Replace the file even if it was edited here.")] = False,
) -> None:
    """Fetch a spreadsheet that is published as CSV, and show what changed; the only command that uses a network."""
    from cardforge.app.sheet_pull import pull_sheet

    for line in pull_sheet(file, address, yes):
        say(line)
