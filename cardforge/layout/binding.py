"""Put a card's fields into a template's text, and ask whether an element is drawn.

    {name}   {stats.hull}   {cost|free}   {stats.hull:+}   {{ a brace

Braces right behind a bracket are a colour of the markup, `[words]{accent}`, and left to it.
A field that the card does not have is a problem, unless the template gives words for that case after a bar.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_FIELD = re.compile(
    r"\{\{|\}\}|(?<!\])\{(?P<path>[a-zA-Z_][\w.-]*)(?::(?P<format>[+]|title|upper))?(?:\|(?P<default>[^{}]*))?\}"
)
MISSING = object()


class UnknownFieldError(Exception):
    """A template names a field that the card does not have."""

    def __init__(self, path: str) -> None:
        super().__init__(path)
        self.path = path


def field(data: Mapping[str, Any], path: str) -> Any:
    """The value at a dotted path, or MISSING."""
    value: Any = data
    for step in path.split("."):
        if isinstance(value, Mapping) and step in value:
            value = value[step]
        elif isinstance(value, list) and step.isdigit() and int(step) < len(value):
            value = value[int(step)]
        else:
            return MISSING
    return value


def bound(text: str, data: Mapping[str, Any]) -> str:
    """A template's text with its fields filled in."""

    def put(found: re.Match[str]) -> str:
        if not found["path"]:
            return found.group()[0]
        value = field(data, found["path"])
        if value is MISSING or value is None:
            if found["default"] is None:
                raise UnknownFieldError(found["path"])
            return found["default"]
        return _formatted(value, found["format"] or "")

    return _FIELD.sub(put, text)


def _formatted(value: Any, format: str) -> str:
    if format == "+" and isinstance(value, (int, float)):
        return f"{value:+}"
    if isinstance(value, bool):
        text = "yes" if value else "no"
    elif isinstance(value, list):
        text = ", ".join(_formatted(each, "") for each in value)
    elif isinstance(value, Mapping):
        text = ", ".join(f"{key} {_formatted(each, '')}" for key, each in value.items())
    else:
        text = str(value)
    return text.upper() if format == "upper" else text.title() if format == "title" else text


def holds(condition: Any, data: Mapping[str, Any]) -> bool:
    """Whether a `when` is true of a card."""
    if isinstance(condition, str):
        return field(data, condition) not in (MISSING, None, False, "", 0)
    return all(
        field(data, path) in wanted if isinstance(wanted, list) else field(data, path) == wanted
        for path, wanted in condition.items()
    )
