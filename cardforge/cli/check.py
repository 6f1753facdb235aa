"""`cardforge check`: may I play this, and what must I change?"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from cardforge.cli.show import colour, exit_code


class CheckFormat(StrEnum):
    """How the report is written."""

    TEXT = "text"
    JSON = "json"


def check(
    files: Annotated[list[str], typer.Argument(help="Deck, scenario or build files.")],
    packs: Annotated[
        list[str] | None, typer.Option(metavar="DIR", help="A folder with more packs; can be repeated.")
    ] = None,
    campaign: Annotated[str, typer.Option(metavar="FILE", help="The campaign that scenarios are part of.")] = "",
    summary: Annotated[bool, typer.Option("--summary", help="Show only the overview, not the rules.")] = False,
    strict: Annotated[bool, typer.Option("--strict", help="Let warnings fail too.")] = False,
    format: Annotated[CheckFormat, typer.Option(help="How the report is written.")] = CheckFormat.TEXT,
) -> None:
    """Judge decks and scenarios: every rule, the numbers it compared, and what to change."""
    from cardforge.pipeline import check_files
    from cardforge.report import judgement_json, judgement_text

    judgements, outcome = check_files(files, packs or [], campaign)
    if format is CheckFormat.JSON:
        print(judgement_json(judgements))
    else:
        for line in judgement_text(judgements, outcome.sources, colour(), summary):
            print(line)
    raise typer.Exit(exit_code(outcome.problems, strict))
