"""Format problems for a terminal: position, code, message, the source line with a caret, the hint.

Text from files is cleaned first, so that it cannot contain styles of its own.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator

from cardforge.core.phrases import counted
from cardforge.core.printable import clean
from cardforge.core.problems import Location, Problem, Severity
from cardforge.load.source import Source
from cardforge.report.repeats import Repeated, repeated

_COLOURS = {Severity.ERROR: "31;1", Severity.WARNING: "33;1", Severity.NOTE: "36;1"}
_WIDTH = 100  # characters; a longer source line is cut around the position
_WORD = re.compile(r"[\w.'/-]+|.")


def text_report(
    problems: Iterable[Problem], sources: dict[str, Source], colour: bool, every: bool = True
) -> Iterator[str]:
    """The lines of the report, with a blank line between files; without `every`, problems that repeat are one."""
    path = None
    for problem, others in map(Repeated, problems) if every else repeated(problems):
        if path not in (None, problem.where.path):
            yield ""
        path = problem.where.path
        severity = paint(f"{problem.severity} {problem.code}", _COLOURS[problem.severity], colour)
        yield f"{paint(clean(str(problem.where)), '1', colour)}: {severity}: {clean(problem.message)}"
        if path in sources and problem.where.line and not problem.where.cell:
            yield from _excerpt(sources[path], problem.where, colour)
        if problem.hint:
            yield f"    {paint('hint:', '32', colour)} {clean(problem.hint)}"
        if others:
            yield f"    {clean(others)}"


def _excerpt(source: Source, where: Location, colour: bool) -> Iterator[str]:
    line = source.lines[where.line - 1] if where.line <= len(source.lines) else ""
    if not line.strip():
        return
    at = min(where.column - 1, len(line))
    start = max(0, at - _WIDTH // 2) if len(line) > _WIDTH else 0
    shown = clean(line[start : start + _WIDTH])
    if start:
        shown = "…" + shown[1:]
    if start + _WIDTH < len(line):
        shown = shown[:-1] + "…"
    before = shown[: at - start]
    word = _WORD.match(shown, at - start)
    length = _columns(word.group()) if word else 1
    number = f"{where.line:>6} │ "
    yield paint(number, "2", colour) + shown
    yield paint(" " * 6 + " │ ", "2", colour) + " " * _columns(before) + paint("^" * max(1, length), "31", colour)


def _columns(text: str) -> int:
    """The width of a text in terminal columns."""
    return sum(
        0 if unicodedata.combining(character) else 2 if unicodedata.east_asian_width(character) in "WF" else 1
        for character in text
    )


def paint(text: str, style: str, colour: bool) -> str:
    """Text with an ANSI style, if colour is on."""
    return f"\x1b[{style}m{text}\x1b[0m" if colour else text


def summary(problems: list[Problem], files: int, cards: int, passed: int, faces: int = 0, pages: int = 0) -> str:
    """The summary line of a run; for PDFs it counts pages instead of cards."""
    seen = f"{counted(files, 'file')}, {counted(pages, 'page') if pages else counted(cards, 'card')}"
    seen += f", {counted(faces, 'face')}" if faces else ""
    if not problems:
        return f"{seen}: no problems." + (f" {counted(passed, 'rule check')} passed." if passed else "")
    tally = [
        counted(number, severity.value)
        for severity in Severity
        if (number := sum(problem.severity is severity for problem in problems))
    ]
    broken = len({problem.where.path for problem in problems})
    return f"{seen}: {' and '.join(tally)} in {counted(broken, 'file')}."
