"""Replay a log: every step in its order, each judged, to the state at its end.

Takes a proven log and the game it belongs to; gives a Played, or the problem of the first step that cannot be. State
is never stored, so it cannot disagree with its history; what a step brought is written beside it (`then`), and a
replay that brings something else is told.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any, TypeVar

from cardforge.campaign.step_answers import (
    Description,
    Replay,
    Step,
    StepRefusal,
    View,
    description_of,
    replay_of,
    steps_of,
    view_of,
)
from cardforge.campaign.steps import AnswersCalls, RemoteStepFile, StepFile, world_text
from cardforge.core.errors import ProblemsError, UsageError
from cardforge.core.problems import Pointer, Problem, Severity
from cardforge.link.collection import Entry
from cardforge.load.document import Document
from cardforge.load.game import Game
from cardforge.load.source import problem_at
from cardforge.scripting.script import ScriptError

_Answer = TypeVar("_Answer")
STEPS, THEN = "steps", "then"
Judge = Callable[[Mapping[str, Any]], Iterable[Problem]]  # what is wrong with a document, by the game's rules


@dataclass(frozen=True)
class Played:
    """Where a log has led, and what came of each step."""

    state: dict[str, Any]
    told: tuple[tuple[str, ...], ...]


class Campaign:
    """The campaigns of one game. Close it when done: a stranger's steps have a process."""

    def __init__(self, game: Game, entries: Iterable[Entry], judge: Judge) -> None:
        if game.steps is None:
            hint = f"add schemas/{game.system}/steps.star"
            raise UsageError(f"{game.document.data['name']} has no campaigns", hint)
        self._judge = judge
        self._legal: dict[str, Problem | None] = {}  # what was judged, by its text
        path, text, world = game.steps.path, game.steps.text, world_text(game, entries)
        make: Callable[[str, str, str], AnswersCalls] = StepFile if game.is_builtin else RemoteStepFile
        try:
            with ExitStack() as closing:
                self._file = make(path, text, world)
                closing.callback(self._file.close)
                self.description: Description = description_of(self._file.call("cardforge_describe"), path)
                closing.pop_all()
        except ScriptError as error:
            message = f"the steps of this game cannot be used: {error.message}"
            raise ProblemsError([problem_at(error.path, "CF701", message, "", error.line, error.column)]) from None

    def close(self) -> None:
        """End the process, if there is one."""
        self._file.close()

    def play(self, log: Document) -> Played | Problem:
        """The state at the end of a log; the first step that cannot be is a problem at its place."""
        steps = log.data[STEPS]
        replay = self._replay(log.data)
        wrong = self._illegal(replay) or replay.refused
        told = len(replay.told) if wrong is None else max(wrong.at, 0)
        for at in range(told):
            written = steps[at].get(THEN)
            if written is not None and list(replay.told[at]) != written:
                return self._changed(log, at, replay.told[at])
        if wrong is None:
            return Played(replay.state, replay.told)
        pointer: Pointer = (STEPS, wrong.at) if wrong.at >= 0 else ()
        name = f"{steps[wrong.at]['step']}: " if wrong.at >= 0 else ""
        hint = "; ".join(part for part in (wrong.hint, self._there(log.data, wrong.at)) if part)
        return Problem("CF702", Severity.ERROR, log.locate(pointer), f"{name}{wrong.reason}", hint)

    def refusal(self, data: Mapping[str, Any]) -> StepRefusal | None:
        """Why the last step of a log cannot be taken, in the words of the game."""
        replay = self._replay(data)
        return self._illegal(replay) or replay.refused

    def told(self, data: Mapping[str, Any]) -> tuple[str, ...]:
        """What came of the last step of a log."""
        return self._replay(data).told[-1]

    def view(self, state: Mapping[str, Any]) -> View:
        """What people see of a state."""
        return self._ask(view_of, "cardforge_view", state)

    def choices(self, state: Mapping[str, Any], step: str = "", given: Mapping[str, Any] | None = None) -> list[Step]:
        """The steps that a state allows, or one of them with some of its values chosen."""
        asked = {"state": dict(state), "step": step, "given": dict(given or {})}
        return list(self._ask(steps_of, "cardforge_choices", asked))

    def _replay(self, data: Mapping[str, Any]) -> Replay:
        head = {key: value for key, value in data.items() if key != STEPS}
        return self._ask(replay_of, "cardforge_replay", {"head": head, STEPS: data[STEPS]})

    def _illegal(self, replay: Replay) -> StepRefusal | None:
        """The first step after which something is not legal any more."""
        for at, documents in replay.judged:
            for document in documents:
                text = json.dumps(document, sort_keys=True)
                if text not in self._legal:
                    errors = (each for each in self._judge(document) if each.severity is Severity.ERROR)
                    self._legal[text] = next(errors, None)
                if found := self._legal[text]:
                    kind = document.get("kind", "document")
                    return StepRefusal(at, f"the {kind} would not be legal ({found.code}): {found.message}", found.hint)
        return None

    def _there(self, data: Mapping[str, Any], at: int) -> str:
        """What the state was before a step, in a line."""
        if at < 1:
            return ""
        before = self._replay({**data, STEPS: data[STEPS][:at]})
        return f"before this step: {self.view(before.state).tells}"

    def _changed(self, log: Document, at: int, told: tuple[str, ...]) -> Problem:
        written = log.data[STEPS][at][THEN]
        message = (
            f"{log.data[STEPS][at]['step']}: written was `{', '.join(written)}`, and now it comes to "
            f"`{', '.join(told)}`: it, a step above it, or a pack was changed"
        )
        hint = "put it back as it was, or take out this `then` to go on with what it comes to now"
        return Problem("CF704", Severity.ERROR, log.locate((STEPS, at, THEN), key=True), message, hint)

    def _ask(self, proven: Callable[[Any, str], _Answer], function: str, given: Mapping[str, Any]) -> _Answer:
        try:
            return proven(self._file.call(function, json.dumps(given)), self._file.path)
        except ScriptError as error:
            message = f"the steps of this game failed: {error.message}"
            raise ProblemsError([problem_at(error.path, "CF703", message, "", error.line, error.column)]) from None
