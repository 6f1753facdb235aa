"""Turn the text of a file into a stream of parser events.

libyaml parses YAML. JSON is checked by the standard library, because libyaml refuses
tabs and surrogate pairs that JSON allows; its tokens then become the same events,
so that limits, duplicate keys and positions are implemented once for both.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import Any

import yaml
from yaml._yaml import CParser
from yaml.events import (
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)

from cardforge.load.refusal import Refusal
from cardforge.load.source import LINE_BREAK, Source
from cardforge.load.yaml_wording import points_at_start, reworded

ParserEvent = Any
"""An event of PyYAML; its stubs put the attributes on subclasses, which a fast loop does not narrow to."""

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\]]|[^\s{}\[\],:"]+')
_PLAIN, _QUOTED = (True, False), (False, True)


def events_of(source: Source) -> Iterator[ParserEvent]:
    """Iterate over the events of a file; this may raise a Refusal or a PyYAML error."""
    if source.is_json:
        return _json_events(source.text)
    # A plain iterator: wrapping it in a generator would cost a fifth of the total read time.
    return iter(CParser(source.text).get_event, None)


def refusal_of(error: yaml.YAMLError, text: str) -> Refusal:
    """Translate a PyYAML error into plain words, with its position."""
    if isinstance(error, yaml.MarkedYAMLError):
        problem = error.problem or ""
        mark = error.context_mark if points_at_start(problem) else error.problem_mark
        mark = mark or error.problem_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        message, hint = reworded(problem, error.context or "")
        return Refusal("CF004", message, hint, line, column)
    # The only other kind is ReaderError: a character that YAML does not allow.
    line, column = _place_of_control(text)
    return Refusal("CF004", "YAML does not allow this control character", "delete it", line, column)


_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")


def _place_of_control(text: str) -> tuple[int, int]:
    # The error's position is in bytes, so search for the character instead.
    found = _CONTROL.search(text)
    lines = LINE_BREAK.split(text[: found.start() if found else 0])
    return len(lines), len(lines[-1]) + 1


_ONE_VALUE = "a file holds one value: put several into a list, `[` before them, `]` after them, commas between"


def _json_events(text: str) -> Iterator[ParserEvent]:
    try:
        json.loads(text, parse_constant=_not_finite)
    except json.JSONDecodeError as error:
        lines = LINE_BREAK.split(text[: error.pos])
        message = f"this is not JSON: {error.msg[0].lower()}{error.msg[1:]}"
        is_next = error.msg == "Extra data" and text[error.pos : error.pos + 1] in ("{", "[")
        hint = _ONE_VALUE if is_next else "check this line and the one before it"
        raise Refusal("CF004", message, hint, len(lines), len(lines[-1]) + 1) from None
    except RecursionError:
        raise Refusal("CF005", "lists and mappings are nested too deeply", _FLATTEN) from None
    except ValueError as error:  # a number with thousands of digits
        if "digits" not in str(error):
            raise
        digits = re.search(r"\d{1000}", text)
        lines = LINE_BREAK.split(text[: digits.start() if digits else 0])
        message = "this number has thousands of digits"
        raise Refusal("CF005", message, "use a smaller number", len(lines), len(lines[-1]) + 1) from None
    starts = [0, *(found.end() for found in LINE_BREAK.finditer(text))]
    make: dict[str, Any] = {"{": MappingStartEvent, "[": SequenceStartEvent}
    ends: dict[str, Any] = {"}": MappingEndEvent, "]": SequenceEndEvent}
    for token in _TOKEN.finditer(text):
        word, at = token.group(), token.start()
        line = bisect_right(starts, at) - 1
        mark = yaml.Mark("", at, line, at - starts[line], None, 0)
        if word in make:
            yield make[word](None, None, True, mark, mark)
        elif word in ends:
            yield ends[word](mark, mark)
        elif word[0] == '"':
            yield ScalarEvent(None, None, _QUOTED, json.loads(word, strict=False), mark, mark, style='"')
        else:
            yield ScalarEvent(None, None, _PLAIN, word, mark, mark)


def _not_finite(word: str) -> None:
    raise Refusal("CF005", f"JSON does not allow {word} as a number", "use a finite number, or quote the word")


_FLATTEN = "cards are lists of small mappings; deeper nesting is not needed"
