"""Words for values and for what a schema expects, in messages."""

from __future__ import annotations

from typing import Any

TYPES = {
    "integer": "a whole number",
    "number": "a number",
    "string": "text",
    "boolean": "`true` or `false`",
    "array": "a list",
    "object": "a mapping of keys and values",
    "null": "empty",
}


def short(text: str, most: int = 60) -> str:
    """A text on one line, cut if it is long."""
    text = " ".join(text.split())
    return text if len(text) <= most else text[: most - 1] + "…"


def shown_value(value: Any) -> str:
    """A value as its author knows it."""
    if value is None:
        return "empty"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'"{short(value)}"'
    if isinstance(value, list):
        return "a list"
    if isinstance(value, dict):
        return "a mapping"
    return str(value)
