"""The report of `check`: a summary of the deck, every rule with its numbers, and a one-line verdict."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from cardforge import __version__
from cardforge.check.judgement import Judgement
from cardforge.check.rulebook import NOT_APPLICABLE, NOT_JUDGED, ON_A_MISTAKE, Verdict
from cardforge.core.json_data import JsonObject
from cardforge.core.phrases import counted
from cardforge.core.printable import as_json, clean
from cardforge.core.problems import Problem, Severity
from cardforge.load.source import Source
from cardforge.report.formats import as_data
from cardforge.report.terminal import paint, text_report

_BAR = "█"
_MARKS = {
    "pass": ("pass", "32"),
    "error": ("FAIL", "31;1"),
    "warning": ("warn", "33;1"),
    "note": ("note", "36"),
    NOT_APPLICABLE: ("  – ", "2"),
    NOT_JUDGED: ("  ? ", "33"),
}
# What a line of its own for each rule would not make clearer, for one rule and for several.
_COUNTED = {
    NOT_APPLICABLE: ("does not apply", "do not apply"),
    NOT_JUDGED: (
        "depends on a value that does not match the schema",
        "depend on a value that does not match the schema",
    ),
}


def glance(judged: Judgement, colour: bool) -> Iterator[str]:
    """The tables and bars with which the game summarizes a file."""
    yield from parts_text(judged.summary, colour)


def parts_text(parts: Iterable[JsonObject], colour: bool) -> Iterator[str]:
    """Tables and bars, each after a blank line."""
    for part in parts:
        yield ""
        yield paint(clean(part["title"]), "1", colour)
        if "bars" in part:
            yield from _bars(part["bars"])
        else:
            yield from _table(part["rows"])


def _table(rows: list[list[str]]) -> Iterator[str]:
    widths = [max(len(row[at]) for row in rows if at < len(row)) for at in range(max(map(len, rows), default=0))]
    for row in rows:
        yield clean("  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=False))).rstrip()


def _bars(rows: list[list[Any]]) -> Iterator[str]:
    most = max((number for _, number in rows), default=1) or 1
    width = max((len(word) for word, _ in rows), default=0)
    for word, number in rows:
        yield clean(f"  {word.ljust(width)}  {_BAR * max(1, round(30 * number / most))} {number}")


def _is_counted(verdict: Verdict) -> bool:
    """Whether a rule has no line of its own: another reason not to judge it, such as a broken pack, is one to read."""
    return verdict.status == NOT_APPLICABLE or list(verdict.says) == [ON_A_MISTAKE]


def rule_lines(judged: Judgement, sources: dict[str, Source], colour: bool, all_rules: bool) -> Iterator[str]:
    """Every rule with its mark and numbers; under a failed one, its problems and hints.

    Rules that do not apply, or that another mistake keeps from judging, are only counted, unless `all_rules` is set.
    """
    shown: set[Problem] = set()
    listed = [verdict for verdict in judged.verdicts if all_rules or not _is_counted(verdict)]
    for verdict in listed:
        mark, style = _MARKS[_status(verdict)]
        numbers = "; ".join(verdict.says) or verdict.rule.title
        yield f"  {paint(mark, style, colour)}  {verdict.rule.code}  {clean(numbers)}"
        if verdict.problems:
            yield from (f"        {line}" for line in text_report(verdict.problems, sources, colour))
            shown.update(verdict.problems)
    for status, (one, several) in _COUNTED.items():
        if unlisted := sum(verdict.status == status for verdict in judged.verdicts if verdict not in listed):
            verb, them = (one, "it") if unlisted == 1 else (several, "them")
            yield paint(f"  {counted(unlisted, 'rule')} {verb}; --all-rules lists {them}", "2", colour)
    others = [problem for problem in judged.problems if problem not in shown]
    if others:
        yield ""
        yield from (f"  {line}" if line else "" for line in text_report(others, sources, colour))


def _status(verdict: Verdict) -> str:
    if verdict.status != "fail":
        return "note" if verdict.status == "pass" and verdict.rule.severity == "note" else verdict.status
    worst = min((problem.severity for problem in verdict.problems), key=list(Severity).index)
    return worst.value


def verdict_line(judged: Judgement) -> str:
    """One line that answers: may I play this?"""
    warnings = sum(problem.severity is Severity.WARNING for problem in judged.problems)
    name = clean(judged.name or judged.path)
    unsure = sum(verdict.status == NOT_JUDGED for verdict in judged.verdicts)
    tail = f" {counted(unsure, 'rule')} could not be checked." if unsure else ""
    if judged.mistakes:
        return f"{name}: not legal, {counted(judged.mistakes, 'error')} to fix.{tail}"
    if judged.legal is None:
        return f"{name}: not judged, {counted(judged.rules_not_run, 'rule')} could not run."
    if not warnings and all(verdict.status == NOT_APPLICABLE for verdict in judged.verdicts):
        return f"{name}: no rule applies to it."
    passed = sum(verdict.status == "pass" for verdict in judged.verdicts)
    praise = f", {counted(passed, 'rule')} passed" if passed else ""
    advice = f", with {counted(warnings, 'warning')} to consider" if warnings else ""
    return f"{name}: legal{praise}{advice}.{tail}"


def judgement_text(
    judged: Judgement, sources: dict[str, Source], colour: bool, only_summary: bool = False, all_rules: bool = False
) -> Iterator[str]:
    """The report on one file as text."""
    yield paint(clean(f"{judged.name} ({judged.path})" if judged.name else judged.path), "1;4", colour)
    yield from glance(judged, colour)
    if only_summary:
        return
    yield ""
    yield from rule_lines(judged, sources, colour, all_rules)
    yield ""
    yield paint(verdict_line(judged), {True: "32;1", False: "31;1", None: "33;1"}[judged.legal], colour)


def judgement_json(judged: Iterable[Judgement], problems: Iterable[Problem]) -> Iterator[str]:
    """The reports as one JSON document, streamed file by file; then the problems that belong to none of the files."""
    yield f'{{\n"cardforge": {json.dumps(__version__)},\n"files": ['
    for number, each in enumerate(judged):
        yield (",\n" if number else "") + as_json(judgement_data(each))
    yield f'],\n"problems": {as_json([as_data(problem) for problem in problems])}\n}}'


def judgement_data(judged: Judgement) -> JsonObject:
    """The report on one file as data for JSON."""
    return {
        "path": judged.path,
        "name": judged.name,
        "kind": judged.kind,
        "legal": judged.legal,
        "verdict": verdict_line(judged),
        "lost": list(judged.lost),
        "rules": [
            {
                "code": verdict.rule.code,
                "title": verdict.rule.title,
                "status": verdict.status,
                "severity": verdict.rule.severity,
                "says": list(verdict.says),
                "problems": [as_data(problem) for problem in verdict.problems],
            }
            for verdict in judged.verdicts
        ],
        "problems": [as_data(problem) for problem in judged.problems],
        "summary": list(judged.summary),
    }
