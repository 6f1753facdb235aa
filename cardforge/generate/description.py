"""Read what a recipe declares, and validate the options for it.

Takes a recipe's declaration and the options the user typed; returns options that the recipe can rely on.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cardforge.core.errors import UsageError
from cardforge.core.phrases import listed
from cardforge.core.suggestions import did_you_mean
from cardforge.scripting.script import ScriptError


@dataclass(frozen=True)
class Option:
    """One option of a recipe."""

    name: str
    choices: tuple[str, ...]
    low: int | None
    high: int | None
    text: bool
    default: Any
    longest: int  # characters of free text

    @property
    def takes(self) -> str:
        """The allowed values, for a message."""
        if self.choices:
            return listed(self.choices, most=40)
        return "text" if self.text else f"a whole number from {self.low} to {self.high}"

    def value(self, typed: Any) -> Any:
        """Convert a typed value for the recipe; raise a UsageError if it is not allowed."""
        if self.choices and typed in self.choices:
            return typed
        if self.text and isinstance(typed, str) and _is_plain(typed, self.longest):
            return " ".join(typed.split())
        if self.low is not None and self.high is not None:
            number = _whole(typed)
            if number is not None and self.low <= number <= self.high:
                return number
        hint = did_you_mean(str(typed), self.choices)
        how = f" of at most {self.longest} characters on one line, without braces" if self.text else ""
        raise UsageError(f"`{self.name}` cannot be `{str(typed)[:60]}`; it takes {self.takes}{how}", hint)


@dataclass(frozen=True)
class Recipe:
    """A recipe as it declares itself."""

    kind: str
    version: int
    options: tuple[Option, ...]

    def proven(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Validate options and put them in the recipe's order; options that are None are dropped."""
        known = {option.name: option for option in self.options}
        for name in given:
            if name not in known:
                hint = did_you_mean(name, known) or (f"options: {listed(known, most=40)}" if known else "it has none")
                raise UsageError(f"a {self.kind} has no option `{name[:60]}`", hint)
        return {name: option.value(given[name]) for name, option in known.items() if given.get(name) is not None}

    def with_defaults(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return every option with its value, default or None."""
        return {option.name: given.get(option.name, option.default) for option in self.options}


def described(given: Any, kind: str, path: str) -> Recipe:
    """Build a Recipe from its file's declaration."""
    try:
        options = tuple(
            Option(
                str(each["name"]),
                tuple(str(choice) for choice in each["choices"]),
                each["low"],
                each["high"],
                bool(each["text"]),
                each["default"],
                int(each["longest"]),
            )
            for each in given["options"]
        )
        named, version = given["kind"], given["version"]
    except (KeyError, TypeError, ValueError) as error:
        raise ScriptError("`RECIPE` is not a struct of kind, version and options", path) from error
    if named != kind:
        raise ScriptError(f"`RECIPE` is for `{named}`, but the file is named {kind}.star", path)
    if not isinstance(version, int) or version < 1:
        raise ScriptError(f"the version `{version}` is not a whole number of at least 1", path)
    for option in options:
        ways = bool(option.choices) + option.text + isinstance(option.low, int) * isinstance(option.high, int)
        if ways != 1:
            raise ScriptError(f"the option `{option.name}` needs `choices`, `low` and `high`, or `text = True`", path)
    return Recipe(kind, version, options)


def _is_plain(typed: str, longest: int) -> bool:
    """Whether a text can be used in a sentence; braces would be read as placeholders."""
    return 0 < len(typed.strip()) <= longest and typed.isprintable() and not set("{}") & set(typed)


def _whole(typed: Any) -> int | None:
    if isinstance(typed, bool):
        return None
    try:
        return int(typed) if not isinstance(typed, float) else None
    except (TypeError, ValueError):
        return None
