"""Format problems for programs: JSON, SARIF 2.1.0 and GitHub workflow commands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from urllib.parse import quote

from cardforge import __version__
from cardforge.core.json_data import JsonObject
from cardforge.core.printable import as_json, clean_lines
from cardforge.core.problems import Location, Problem, Severity

_SARIF_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "note"}
_GITHUB_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}


def json_report(problems: Iterable[Problem], numbers: dict[str, int]) -> str:
    """One JSON document with all problems and the totals of the run."""
    return as_json(
        {
            "cardforge": __version__,
            **numbers,
            "problems": [as_data(problem) for problem in problems],
        }
    )


def as_data(problem: Problem) -> JsonObject:
    """A problem as data for JSON reports."""
    return {
        "code": problem.code,
        "severity": problem.severity.value,
        "path": problem.where.path,
        "line": problem.where.line,
        "column": problem.where.column,
        "message": problem.message,
        "hint": problem.hint,
        **({"page": problem.where.page} if problem.where.page else {}),
        **({"cell": problem.where.cell} if problem.where.cell else {}),
    }


def sarif_report(problems: list[Problem], titles: dict[str, str]) -> str:
    """One SARIF log; `titles` maps codes to their titles."""
    codes = sorted({problem.code for problem in problems})
    return as_json(
        {
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
            "version": "2.1.0",
            "runs": [
                {
                    "tool": {
                        "driver": {
                            "name": "cardforge",
                            "version": __version__,
                            "rules": [
                                {"id": code, "shortDescription": {"text": titles.get(code, code)}} for code in codes
                            ],
                        }
                    },
                    "columnKind": "unicodeCodePoints",
                    "results": [_sarif_result(problem, codes) for problem in problems],
                }
            ],
        }
    )


def _sarif_result(problem: Problem, codes: list[str]) -> JsonObject:
    place: JsonObject = {"artifactLocation": {"uri": quote(problem.where.path, errors="surrogateescape")}}
    if problem.where.is_text:
        column = {} if problem.where.cell else {"startColumn": max(1, problem.where.column)}
        place["region"] = {"startLine": problem.where.line, **column}
    part = _part(problem.where)
    logical = {"logicalLocations": [{"name": part}]} if part else {}
    text = f"{problem.message}. {problem.hint[:1].upper()}{problem.hint[1:]}" if problem.hint else problem.message
    return {
        "ruleId": problem.code,
        "ruleIndex": codes.index(problem.code),
        "level": _SARIF_LEVELS[problem.severity],
        "message": {"text": text},
        "locations": [{"physicalLocation": place} | logical],
    }


def _part(where: Location) -> str:
    """The part of a file that has no lines: a page or a cell."""
    return where.cell or (f"page {where.page}" if where.page else "")


def github_report(problems: Iterable[Problem]) -> Iterator[str]:
    """One GitHub annotation per problem."""
    for problem in problems:
        place = [f"file={_escaped(problem.where.path)}"]
        if problem.where.is_text:
            place += [f"line={problem.where.line}"]
            place += [] if problem.where.cell else [f"col={problem.where.column}"]
        text = f"{problem.message} ({problem.hint})" if problem.hint else problem.message
        part = _part(problem.where)
        text = f"{part}: {text}" if part else text
        yield f"::{_GITHUB_LEVELS[problem.severity]} {','.join(place)},title={problem.code}::{_data(text)}"


def _data(text: str) -> str:
    text = clean_lines(text)
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _escaped(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
