"""Write a document as YAML in the style of the built-in packs.

Takes data and comments for the top; returns text that every YAML parser reads back the same. Keys keep their order,
mappings and lists of single words go on one line, long texts are folded, a blank line separates cards.
Quoting is decided by fixed character ranges, because Python's own Unicode tables change between versions.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

WIDTH = 120  # columns
_DEEP = 2  # spaces
_LONGEST_KEY = 1_000  # characters before its colon; with 1,024, YAML parsers want a question mark before it
# Words that some YAML parsers do not read as text.
_NOT_TEXT = frozenset(("null", "true", "false", "yes", "no", "on", "off", "y", "n"))
_ESCAPED = re.compile("[\x7f-\xa0\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")
# Starts with a letter, because no YAML syntax does.
_PLAIN = re.compile("[A-Za-z\u00c0-\u2027\u202a-\ud7ff\ue000-\ufdff\U00010000-\U0010ffff][^\x00-\x1f\x7f-\xa0\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]*")  # fmt: skip  # noqa: E501
_FLOW_MARKS = re.compile(r"[\[\]{},]")  # syntax only inside brackets
_UNFOLDED = re.compile("  |^ | $|[\x00-\x1f\x7f-\xa0\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")


def yaml_text(document: Mapping[str, Any], comments: Iterable[str] = ()) -> str:
    """Return the text of a whole file."""
    lines = [f"# {comment}" for comment in comments]
    for key, value in document.items():
        _entry(_key("", key), value, 0, lines, spaced=True)
    return "\n".join(lines) + "\n"


def yaml_item(item: Mapping[str, Any]) -> list[str]:
    """Return the lines of one list item, starting with its dash, not indented."""
    lines: list[str] = []
    for key, value in item.items():
        _entry(_key(" " * _DEEP, key), value, _DEEP, lines)
    return [f"- {lines[0][_DEEP:]}", *lines[1:]]


def _key(margin: str, key: object) -> str:
    text = _scalar(key)
    return f"{margin}{text}:" if len(text) <= _LONGEST_KEY else f"{margin}? {text}\n{margin}:"


def _entry(start: str, value: Any, indent: int, lines: list[str], spaced: bool = False) -> None:
    """Append a value after its key or dash, on as many lines as it needs."""
    if isinstance(value, str):
        _text(start, value, indent, lines)
        return
    row = "" if _is_large(value) else _flow(value)
    if row and (len(start) + 1 + len(row) <= WIDTH or not value or not isinstance(value, (dict, list))):
        lines.append(f"{start} {row}")
        return
    lines.append(start)
    margin = " " * (indent + _DEEP)
    if isinstance(value, dict):
        for key, each in value.items():
            _entry(_key(margin, key), each, indent + _DEEP, lines)
        return
    for at, each in enumerate(value):
        if isinstance(each, dict) and each:
            if at and spaced:
                lines.append("")
            first = len(lines)
            for key, inner in each.items():
                _entry(_key(f"{margin}  ", key), inner, indent + 2 * _DEEP, lines)
            lines[first] = f"{margin}- {lines[first][indent + 2 * _DEEP :]}"
        elif isinstance(each, str):
            _text(f"{margin}-", each, indent + _DEEP, lines)
        else:
            lines.append(f"{margin}- {_flow(each)}")


def _text(start: str, value: str, indent: int, lines: list[str]) -> None:
    """Append a text after its key: on the same line, or folded below it."""
    line = f"{start} {_scalar(value)}"
    if len(line) <= WIDTH or _UNFOLDED.search(value):
        lines.append(line)
        return
    lines.append(f"{start} >-")
    margin = " " * (indent + _DEEP)
    row = ""
    for word in value.split(" "):
        if row and len(margin) + len(row) + 1 + len(word) > WIDTH:
            lines.append(margin + row)
            row = ""
        row = f"{row} {word}" if row else word
    lines.append(margin + row)


def _is_large(value: Any) -> bool:
    """Whether a value needs several lines: a list of mappings, or a mapping with sentences."""
    if isinstance(value, list):
        return any(isinstance(each, dict) for each in value)
    return isinstance(value, dict) and any(
        " " in each if isinstance(each, str) else _is_large(each) for each in value.values()
    )


def _flow(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join([f"{_flow_key(key)}: {_flow(each)}" for key, each in value.items()]) + "}"
    if isinstance(value, list):
        return "[" + ", ".join([_flow(each) for each in value]) + "]"
    return _scalar(value, in_flow=True)


def _flow_key(key: object) -> str:
    text = _scalar(key, in_flow=True)
    return text if len(text) <= _LONGEST_KEY else f"? {text} "


def _scalar(value: Any, in_flow: bool = False) -> str:
    if not isinstance(value, str):
        if isinstance(value, float):
            return json.dumps(value, allow_nan=False)
        return json.dumps(value) if isinstance(value, bool) or value is None else str(int(value))
    if (
        _PLAIN.fullmatch(value)
        and ": " not in value
        and " #" not in value
        and value[-1] not in ": "
        and (len(value) > 5 or value.lower() not in _NOT_TEXT)
        and not (in_flow and _FLOW_MARKS.search(value))
    ):
        return value
    quoted = json.dumps(value, ensure_ascii=False)
    return _ESCAPED.sub(lambda found: f"\\u{ord(found.group()):04x}", quoted)
