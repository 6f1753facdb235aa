"""`cardforge check`: is this deck, scenario or box legal, and what has to change?"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from cardforge.cli.show import colour, exit_code, say, say_text
from cardforge.core.errors import Exit, ProblemsError
from cardforge.core.problems import Problem

if TYPE_CHECKING:
    from cardforge.app.check import Judgement


class CheckFormat(StrEnum):
    """Output formats of `check`."""

    TEXT = "text"
    JSON = "json"


def check(
    files: Annotated[list[str], typer.Argument(help="Deck, scenario or build files.")],
    packs: Annotated[
        list[str] | None, typer.Option(metavar="DIR", help="Another folder of packs; can be repeated.")
    ] = None,
    campaign: Annotated[str, typer.Option(metavar="FILE", help="The campaign that the scenarios belong to.")] = "",
    summary: Annotated[bool, typer.Option("--summary", help="Show the overview only, without the rules.")] = False,
    all_rules: Annotated[bool, typer.Option("--all-rules", help="List the rules that do not apply too.")] = False,
    strict: Annotated[bool, typer.Option("--strict", help="Fail on warnings too.")] = False,
    format: Annotated[CheckFormat, typer.Option(help="Output format.")] = CheckFormat.TEXT,
) -> None:
    """Check decks, scenarios and builds against every rule: the numbers compared, and what to change."""
    from cardforge.app.check import Checking
    from cardforge.report.check_report import judgement_text
    from cardforge.report.terminal import text_report

    with _stopped_as(format):
        checking = Checking(files, packs or [], campaign)
    stopped: list[Problem] = []  # by these the command ends before all files are judged
    codes = [Exit.CLEAN]

    def judged() -> Iterator[Judgement]:
        try:
            for judgement in checking.judgements():
                codes.append(exit_code(judgement.problems, strict))
                yield judgement
        except ProblemsError as error:
            stopped.extend(error.problems)

    def problems() -> Iterator[Problem]:
        yield from checking.problems
        yield from stopped

    if format is CheckFormat.JSON:
        _say_json(judged(), problems())
    else:
        for number, judgement in enumerate(judged()):
            if number:
                say()
            for line in judgement_text(judgement, checking.sources, colour(), summary, all_rules):
                say(line)
        for line in text_report([*problems()], checking.sources, colour(sys.stderr)):
            say(line, to_errors=True)
    raise typer.Exit(max(*codes, exit_code(problems(), strict)))


@contextlib.contextmanager
def _stopped_as(format: CheckFormat) -> Iterator[None]:
    """Show the problems that stop the command before the first file in the format of its report."""
    try:
        yield
    except ProblemsError as error:
        if format is CheckFormat.TEXT:
            raise
        _say_json((), error.problems)
        raise typer.Exit(error.exit) from error


def _say_json(judgements: Iterable[Judgement], problems: Iterable[Problem]) -> None:
    from cardforge.report.check_report import judgement_json

    for piece in judgement_json(judgements, problems):
        say_text(piece)
