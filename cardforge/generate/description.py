"""What a recipe says about itself, and whether options are what it takes.

Takes what a recipe declares and what somebody typed; gives options that a recipe can count on.
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
    """One thing that somebody may choose."""

    name: str
    choices: tuple[str, ...]
    low: int | None
    high: int | None
    text: bool
    default: Any
    longest: int  # characters of a free text

    @property
    def takes(self) -> str:
        """What may be given, in words."""
        if self.choices:
            return listed(self.choices, most=40)
        return "a text" if self.text else f"a whole number from {self.low} to {self.high}"

    def value(self, typed: Any) -> Any:
        """A value as the recipe gets it; one that it does not take stops the command."""
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
    """What a recipe says about itself."""

    kind: str
    version: int
    options: tuple[Option, ...]

    def proven(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Options as somebody gave them, proven and in the recipe's order; None is none."""
        known = {option.name: option for option in self.options}
        for name in given:
            if name not in known:
                hint = did_you_mean(name, known) or (f"options: {listed(known, most=40)}" if known else "it has none")
                raise UsageError(f"a {self.kind} has no option `{name[:60]}`", hint)
        return {name: option.value(given[name]) for name, option in known.items() if given.get(name) is not None}

    def with_defaults(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Every option with its value, default or None."""
        return {option.name: given.get(option.name, option.default) for option in self.options}


def described(given: Any, kind: str, path: str) -> Recipe:
    """A recipe from what its file declares."""
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
        raise ScriptError(f"`RECIPE` is for `{named}`, the file is called {kind}.star", path)
    if not isinstance(version, int) or version < 1:
        raise ScriptError(f"the version `{version}` is not a number from 1 on", path)
    for option in options:
        ways = bool(option.choices) + option.text + isinstance(option.low, int) * isinstance(option.high, int)
        if ways != 1:
            raise ScriptError(f"the option `{option.name}` needs `choices`, `low` and `high`, or `text = True`", path)
    return Recipe(kind, version, options)


def _is_plain(typed: str, longest: int) -> bool:
    """Whether a text can stand in a sentence; one in braces would be taken for a place to fill."""
    return 0 < len(typed.strip()) <= longest and typed.isprintable() and not set("{}") & set(typed)


def _whole(typed: Any) -> int | None:
    if isinstance(typed, bool):
        return None
    try:
        return int(typed) if not isinstance(typed, float) else None
    except (TypeError, ValueError):
        return None
