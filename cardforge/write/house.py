"""Write a document as YAML the way the packs that come with cardforge are written.

Takes data and the comments that stand above it; gives text that every reader of YAML reads back the same. Keys keep
their order, small mappings and lists of words stand on one line, long texts are folded, cards have a line between.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

WIDTH = 120  # columns
_SHORT = 24  # characters; a longer text reads better on a line of its own
_DEEP = 2  # spaces
# Words that some reader of YAML takes for something else than a text.
_NOT_TEXT = frozenset(("null", "true", "false", "yes", "no", "on", "off", "y", "n"))
_PLAIN = re.compile(r"[^\W\d_][^\x00-\x1f\x7f-\xa0\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]*")
_MARKS = re.compile(r": |:$| #|[\[\]{},]| $|  ")
_ESCAPED = re.compile("[\x7f-\xa0\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")


def house_text(document: Mapping[str, Any], comments: Iterable[str] = ()) -> str:
    """A whole file."""
    lines = [f"# {comment}" for comment in comments]
    for key, value in document.items():
        lines += _entry(key, value, 0, spaced=True)
    return "\n".join(lines) + "\n"


def _entry(key: str, value: Any, indent: int, spaced: bool = False) -> Iterator[str]:
    """A key and its value, on as many lines as they need."""
    start = " " * indent + _scalar(key) + ":"
    if isinstance(value, str):
        yield from _text(start, value, indent)
        return
    line = _on_one_line(value) if not _holds_mappings(value) else ""
    if line and len(start) + 1 + len(line) <= WIDTH:
        yield f"{start} {line}"
    elif isinstance(value, Mapping):
        yield start
        for inner, each in value.items():
            yield from _entry(inner, each, indent + _DEEP)
    else:
        yield start
        for at, each in enumerate(value):
            if at and spaced and isinstance(each, Mapping):
                yield ""
            yield from _item(each, indent + _DEEP)


def _item(value: Any, indent: int) -> Iterator[str]:
    """One of a list."""
    dash = " " * indent + "-"
    if isinstance(value, Mapping) and value:
        lines = [line for key, each in value.items() for line in _entry(key, each, indent + _DEEP)]
        yield dash + " " + lines[0].lstrip()
        yield from lines[1:]
    elif isinstance(value, str):
        yield from _text(dash, value, indent)
    else:
        yield f"{dash} {_flow(value)}"


def _text(start: str, value: str, indent: int) -> Iterator[str]:
    """A text behind its key: on the same line, or folded below it."""
    line = f"{start} {_scalar(value)}"
    if len(line) <= WIDTH or not _can_be_folded(value):
        yield line
        return
    yield f"{start} >-"
    margin = " " * (indent + _DEEP)
    row = margin
    for word in value.split(" "):
        if row != margin and len(row) + 1 + len(word) > WIDTH:
            yield row
            row = margin
        row += word if row == margin else f" {word}"
    yield row


def _can_be_folded(value: str) -> bool:
    """Whether single spaces are the only places where lines can end, and nothing needs to be escaped."""
    return value == " ".join(value.split()) and not _ESCAPED.search(value) and value.isprintable()


def _holds_mappings(value: Any) -> bool:
    return isinstance(value, list) and any(isinstance(each, Mapping) for each in value)


def _on_one_line(value: Any) -> str:
    """A value as one short line, or nothing where a text in it deserves its own."""
    if isinstance(value, Mapping) and any(isinstance(each, str) and len(each) > _SHORT for each in value.values()):
        return ""
    return _flow(value)


def _flow(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_scalar(key)}: {_flow(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_flow, value)) + "]"
    return _scalar(value, in_flow=True)


def _scalar(value: Any, in_flow: bool = False) -> str:
    if not isinstance(value, str):
        return json.dumps(value)
    marks = _MARKS.search(value)
    # Brackets and commas mean something only between brackets.
    plain = marks is None or (not in_flow and marks.group() in "[]{}," and not _BLOCK_MARKS.search(value))
    if plain and value.casefold() not in _NOT_TEXT and _PLAIN.fullmatch(value):
        return value
    quoted = json.dumps(value, ensure_ascii=False)
    return _ESCAPED.sub(lambda found: f"\\u{ord(found.group()):04x}", quoted)


_BLOCK_MARKS = re.compile(r": |:$| #| $|  ")
