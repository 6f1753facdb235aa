"""Validate what a rule file returns: about itself, and about a document.

An untrusted rule can return anything. A wrong shape raises a ScriptError; long texts are cut to a readable length.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, TypedDict

from cardforge.core.json_data import JsonObject
from cardforge.scripting.script import ScriptError

MAX_WORDS = 600  # characters per message
MAX_FAULTS = 100  # per rule and document; also rows and parts of a summary
MAX_PLACE = 10_000  # characters of a pointer into a document, which has at most 40 levels
MAX_TEXT = 20_000  # characters of a title, a reason or an example
MAX_CELLS = 40  # per row of a summary
MAX_FACTS = 200_000  # characters of the facts under one name, as JSON


@dataclass(frozen=True)
class Rule:
    """A rule as it declares itself."""

    code: str
    name: str
    on: tuple[str, ...]
    title: str
    why: str
    wrong: str
    right: str
    kinds: tuple[str, ...]
    severity: str
    judges: tuple[str, ...]

    def concerns(self, subject: str, kind: str) -> bool:
        """Whether the rule runs over documents of this kind."""
        return subject in self.on and (not self.kinds or kind in self.kinds)


class Answer(TypedDict):
    """The result of running a rule file."""

    results: list[JsonObject]
    summary: list[JsonObject]


_LISTS = ("on", "kinds", "judges")


def described_in(description: Any, path: str) -> tuple[list[Rule], list[str]]:
    """Return the rules of a file, and the subjects it has summaries for."""
    try:
        rules = [_rule(rule, path) for rule in description["rules"]]
        summaries = description["summaries"]
        _require(_words(summaries), "a summary's `on` is not a word or a list of words", path)
    except (KeyError, TypeError, AttributeError) as error:
        raise ScriptError("it does not describe its rules; do not redefine names of the prelude", path) from error
    return rules, list(summaries)


def _rule(given: JsonObject, path: str) -> Rule:
    fields: JsonObject = {}
    for key, value in given.items():
        if key in _LISTS:
            _require(_words(value), f"`{key}` of rule {given['code']!s:.20} is not a word or a list of words", path)
            fields[key] = tuple(value)
        else:
            _require(isinstance(value, str), f"`{key}` of rule {given['code']!s:.20} is not text", path)
            fields[key] = value[:MAX_TEXT]
    return Rule(**fields)


def proven_answer(answer: Any, codes: Iterable[str], path: str) -> Answer:
    """Validate an answer, and cut it to a readable length."""
    known = set(codes)
    try:
        _require(len(answer["results"]) <= len(known), "it returned more results than it has rules", path)
        results = [_result(result, known, path) for result in answer["results"]]
        summary = [
            _facts(part, path) if "facts" in part else _part(part, path) for part in answer["summary"][:MAX_FAULTS]
        ]
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise ScriptError("it returned something other than comparisons and summaries", path) from error
    return {"results": results, "summary": summary}


def summary_of(parts: Any, path: str) -> list[JsonObject]:
    """Validate tables and bar charts."""
    return [_part(part, path) for part in parts[:MAX_FAULTS]]


def _result(result: JsonObject, known: set[str], path: str) -> JsonObject:
    _require(result["code"] in known, "it returned a result for a rule that it does not have", path)
    faults = [_fault(fault, path) for fault in result["faults"][:MAX_FAULTS]]
    more = len(result["faults"]) - len(faults)
    if more > 0:
        faults.append({**faults[-1], "message": f"and {more:,} more of this kind", "hint": ""})
    says = [str(words)[:MAX_WORDS] for words in result["says"][:MAX_FAULTS]]
    return {"code": result["code"], "status": str(result["status"])[:MAX_WORDS], "says": says, "faults": faults}


def _fault(fault: JsonObject, path: str) -> JsonObject:
    _require(isinstance(fault["at"], str) and len(fault["at"]) <= MAX_PLACE, "a fault has no location", path)
    _require(fault["severity"] in ("error", "warning", "note"), "a fault has an unknown severity", path)
    return {
        "at": fault["at"],
        "at_name": bool(fault["at_name"]),
        "severity": fault["severity"],
        "message": str(fault["message"])[:MAX_WORDS],
        "hint": str(fault["hint"])[:MAX_WORDS],
    }


def _part(part: JsonObject, path: str) -> JsonObject:
    title = str(part["title"])[:MAX_WORDS]
    if "bars" not in part:
        rows = part["rows"][:MAX_FAULTS]
        return {"title": title, "rows": [[str(cell)[:MAX_WORDS] for cell in row[:MAX_CELLS]] for row in rows]}
    bars = [[str(word)[:MAX_WORDS], number] for word, number in part["bars"][:MAX_FAULTS]]
    numbers = [number for _, number in bars]
    fine = all(isinstance(n, (int, float)) and not isinstance(n, bool) and math.isfinite(n) and n >= 0 for n in numbers)
    _require(fine, "a bar of a summary is not a number of at least 0", path)
    return {"title": title, "bars": bars}


def _facts(part: JsonObject, path: str) -> JsonObject:
    size = len(json.dumps(part["facts"]))
    _require(size <= MAX_FACTS, f"facts of a summary have {size:,} characters, more than {MAX_FACTS:,}", path)
    return {"title": str(part["title"])[:MAX_WORDS], "facts": part["facts"]}


def _words(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(word, str) for word in value)


def _require(holds: bool, message: str, path: str) -> None:
    if not holds:
        raise ScriptError(message, path)
