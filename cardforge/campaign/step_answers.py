"""Prove what a file of steps says: about itself, about a log, and about a state.

A stranger's file can give back anything. What is not of the right shape is a ScriptError, with the words cut to a
length that people read.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from cardforge.check.rule_answers import MAX_WORDS, summary_of
from cardforge.scripting.script import ScriptError

MOST_VALUES = 2_000  # that one field offers
_Made = TypeVar("_Made")


@dataclass(frozen=True)
class StepField:
    """A value that a step needs, and what is possible now."""

    name: str
    title: str
    many: bool
    optional: bool
    file: str  # the kind of document whose content it is; nothing for a word
    after: str  # the field that has to be chosen first
    values: tuple[tuple[str, str], ...]  # ids with words about them


@dataclass(frozen=True)
class Step:
    """Something that can happen."""

    name: str
    title: str
    fields: tuple[StepField, ...]

    @property
    def possible(self) -> bool:
        """Whether there is a value for every field that can be looked at now."""
        return all(field.values or field.optional or field.after or field.file for field in self.fields)


@dataclass(frozen=True)
class Description:
    """What a campaign of a game is made of."""

    first: str
    head: tuple[StepField, ...]
    steps: dict[str, Step]


@dataclass(frozen=True)
class StepRefusal:
    """A step that is not possible, and why."""

    at: int  # its place in the log; -1 is the head
    reason: str
    hint: str


@dataclass(frozen=True)
class Replay:
    """What a log leads to."""

    told: tuple[tuple[str, ...], ...]  # what came of each step
    judged: tuple[tuple[int, tuple[dict[str, Any], ...]], ...]  # what has to be legal from which step on
    refused: StepRefusal | None
    state: dict[str, Any]


@dataclass(frozen=True)
class Scenario:
    """Something to play, and why it can or cannot be."""

    id: str
    name: str
    status: str  # open, locked or finished
    why: tuple[str, ...]


@dataclass(frozen=True)
class View:
    """What people see of a state."""

    scenarios: tuple[Scenario, ...]
    shows: tuple[dict[str, Any], ...]  # tables and bars
    tells: str
    sheet: dict[str, Any]


def _proven(path: str, make: Callable[[], _Made]) -> _Made:
    try:
        return make()
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise ScriptError("it gave back something else than steps, states and words", path) from error


def description_of(given: Any, path: str) -> Description:
    """What a file of steps says about itself."""
    return _proven(
        path,
        lambda: Description(
            _words(given["first"]),
            _fields(given["head"]),
            {step.name: step for step in map(_step, given["steps"])},
        ),
    )


def steps_of(given: Any, path: str) -> tuple[Step, ...]:
    """The steps that a state allows."""
    return _proven(path, lambda: tuple(map(_step, given)))


def replay_of(given: Any, path: str) -> Replay:
    """What a log leads to."""

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
    """What people see of a state."""

    def make() -> View:
        scenarios = [
            Scenario(_words(each["id"]), _words(each["name"]), _words(each["status"]), tuple(map(_words, each["why"])))
            for each in given["scenarios"]
        ]
        shows = tuple(summary_of(given["shows"], path))
        return View(tuple(scenarios), shows, _words(given["tells"]), dict(given["sheet"]))

    return _proven(path, make)


def _step(given: dict[str, Any]) -> Step:
    return Step(_words(given["name"]), _words(given["title"]), _fields(given["fields"]))


def _fields(given: list[dict[str, Any]]) -> tuple[StepField, ...]:
    return tuple(
        StepField(
            _words(each["name"]),
            _words(each["title"]),
            bool(each["many"]),
            bool(each["optional"]),
            _words(each["file"]),
            _words(each["after"]),
            tuple((_words(id), _words(words)) for id, words in each["values"][:MOST_VALUES]),
        )
        for each in given
    )


def _words(given: Any) -> str:
    return str(given)[:MAX_WORDS]
