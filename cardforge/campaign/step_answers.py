"""Validate what a step file returns: about itself, about a log, and about a state.

An untrusted file can return anything. A wrong shape raises a ScriptError; long texts are cut to a readable length.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from cardforge.check.rule_answers import MAX_WORDS, summary_of
from cardforge.core.json_data import JsonObject
from cardforge.scripting.script import ScriptError

MOST_VALUES = 2_000  # offered per field
_Made = TypeVar("_Made")


@dataclass(frozen=True)
class StepField:
    """A field of a step, and its possible values now."""

    name: str
    title: str
    many: bool
    optional: bool
    file: str  # the kind of document whose content is the value; empty for a word
    after: str  # the field that must be chosen first
    values: tuple[tuple[str, str], ...]  # ids with their descriptions
    number: bool  # the value is a whole number from 1


@dataclass(frozen=True)
class Step:
    """A step that a game declares."""

    name: str
    title: str
    fields: tuple[StepField, ...]

    @property
    def possible(self) -> bool:
        """Whether every field that can be chosen now has a possible value."""
        return all(field.values or field.optional or field.after or field.file or field.number for field in self.fields)


@dataclass(frozen=True)
class Description:
    """What a step file declares."""

    first: str
    head: tuple[StepField, ...]
    steps: dict[str, Step]


@dataclass(frozen=True)
class StepRefusal:
    """A step that is not possible, and why."""

    at: int  # its index in the log; -1 is the head
    reason: str
    hint: str


@dataclass(frozen=True)
class Replay:
    """The result of replaying a log."""

    results: tuple[tuple[str, ...], ...]  # the result of each step
    judged: tuple[tuple[int, tuple[JsonObject, ...]], ...]  # documents that must be legal, by step
    refused: StepRefusal | None
    state: JsonObject


@dataclass(frozen=True)
class Scenario:
    """Something to play, and why it is open or not."""

    id: str
    name: str
    status: str  # open, locked or finished
    why: tuple[str, ...]


@dataclass(frozen=True)
class View:
    """A state as it is shown to people."""

    scenarios: tuple[Scenario, ...]
    shows: tuple[JsonObject, ...]  # tables and bars
    tells: str
    sheet: JsonObject


def _proven(path: str, make: Callable[[], _Made]) -> _Made:
    try:
        return make()
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise ScriptError("it returned something other than steps, states and words", path) from error


def description_of(given: Any, path: str) -> Description:
    """Read what a step file declares."""
    return _proven(
        path,
        lambda: Description(
            _words(given["first"]),
            _fields(given["head"]),
            {step.name: step for step in map(_step, given["steps"])},
        ),
    )


def steps_of(given: Any, path: str) -> tuple[Step, ...]:
    """Read the steps that a state allows."""
    return _proven(path, lambda: tuple(map(_step, given)))


def replay_of(given: Any, path: str) -> Replay:
    """Read the result of replaying a log."""

    def make() -> Replay:
        refused = given["refused"]
        return Replay(
            tuple(tuple(map(_words, told)) for told in given["told"]),
            tuple((int(at), tuple(dict(each) for each in documents)) for at, documents in given["judged"]),
            StepRefusal(int(refused["at"]), _words(refused["reason"]), _words(refused["hint"])) if refused else None,
            dict(given["state"]),
        )

    return _proven(path, make)


def view_of(given: Any, path: str) -> View:
    """Read a state as it is shown to people."""

    def make() -> View:
        scenarios = [
            Scenario(_words(each["id"]), _words(each["name"]), _words(each["status"]), tuple(map(_words, each["why"])))
            for each in given["scenarios"]
        ]
        shows = tuple(summary_of(given["shows"], path))
        return View(tuple(scenarios), shows, _words(given["tells"]), dict(given["sheet"]))

    return _proven(path, make)


def _step(given: JsonObject) -> Step:
    return Step(_words(given["name"]), _words(given["title"]), _fields(given["fields"]))


def _fields(given: list[JsonObject]) -> tuple[StepField, ...]:
    return tuple(
        StepField(
            _words(each["name"]),
            _words(each["title"]),
            bool(each["many"]),
            bool(each["optional"]),
            _words(each["file"]),
            _words(each["after"]),
            tuple((_words(id), _words(words)) for id, words in each["values"][:MOST_VALUES]),
            bool(each["number"]),
        )
        for each in given
    )


def _words(given: Any) -> str:
    return str(given)[:MAX_WORDS]
