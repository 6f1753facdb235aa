"""Replay a log: take and check every step in order, up to the state at its end.

Takes a validated log and its game; returns a Played, or the problem of the first step that is not possible. The state
is never stored, so it cannot contradict its history; the result of each step is stored with it (`then`), and a
replay with a different result is a problem.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
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
from cardforge.load.document import Document, Fields
from cardforge.load.game import Common, Game
from cardforge.load.source import problem_at
from cardforge.scripting.script import ScriptError

_Answer = TypeVar("_Answer")
STEPS, THEN = "steps", "then"
Judge = Callable[[Fields], Iterable[Problem]]  # checks a document against the game's rules


@dataclass(frozen=True)
class Played:
    """The state at the end of a log, and the result of each step."""

    state: dict[str, Any]
    results: tuple[tuple[str, ...], ...]


class Campaign:
    """The campaigns of one game. Close it when done: untrusted steps run in their own process."""

    def __init__(self, game: Game, entries: Iterable[Entry], judge: Judge) -> None:
        if game.steps is None:
            hint = f"add schemas/{game.system}/steps.star"
            raise UsageError(f"{game.document.data['name']} has no campaigns", hint)
        self._judge = judge
        self._legal: dict[str, Problem | None] = {}  # cached verdicts by document text
        path, text, world = game.steps.path, game.steps.text, world_text(game, entries)
        make: Callable[[str, str, str, Common], AnswersCalls] = StepFile if game.is_builtin else RemoteStepFile
        try:
            with ExitStack() as closing:
                self._file = make(path, text, world, game.common)
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
        """Replay a log; return its end, or the problem of the first step that is not possible."""
        steps = log.data[STEPS]
        replay = self._replay(log.data)
        wrong = self._illegal(replay) or replay.refused
        count = len(replay.results) if wrong is None else max(wrong.at, 0)
        for at in range(count):
            written = steps[at].get(THEN)
            if written is not None and list(replay.results[at]) != written:
                return self._changed(log, at, replay.results[at])
        if wrong is None:
            return Played(replay.state, replay.results)
        pointer: Pointer = (STEPS, wrong.at) if wrong.at >= 0 else ()
        name = f"{steps[wrong.at]['step']}: " if wrong.at >= 0 else ""
        hint = "; ".join(part for part in (wrong.hint, self._there(log.data, wrong.at)) if part)
        return Problem("CF702", Severity.ERROR, log.locate(pointer), f"{name}{wrong.reason}", hint)

    def refusal(self, data: Fields) -> StepRefusal | None:
        """Return why the steps of a log are not possible, in the game's own words, or None."""
        replay = self._replay(data)
        return self._illegal(replay) or replay.refused

    def last_result(self, data: Fields) -> tuple[str, ...]:
        """Return the result of the last step of a log."""
        return self._replay(data).results[-1]

    def view(self, state: Fields) -> View:
        """Return a state as it is shown to people."""
        return self._ask(view_of, "cardforge_view", state)

    def choices(self, state: Fields, step: str = "", given: Fields | None = None) -> list[Step]:
        """List the steps that a state allows, or one of them with some values already chosen."""
        asked = {"state": dict(state), "step": step, "given": dict(given or {})}
        return list(self._ask(steps_of, "cardforge_choices", asked))

    def _replay(self, data: Fields) -> Replay:
        head = {key: value for key, value in data.items() if key != STEPS}
        return self._ask(replay_of, "cardforge_replay", {"head": head, STEPS: data[STEPS]})

    def _illegal(self, replay: Replay) -> StepRefusal | None:
        """Return the first step after which a document is no longer legal."""
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

    def _there(self, data: Fields, at: int) -> str:
        """Describe the state before a step in one line."""
        if at < 1:
            return ""
        before = self._replay({**data, STEPS: data[STEPS][:at]})
        return f"before this step: {self.view(before.state).tells}"

    def _changed(self, log: Document, at: int, results: tuple[str, ...]) -> Problem:
        written = log.data[STEPS][at][THEN]
        message = (
            f"{log.data[STEPS][at]['step']}: the result was `{', '.join(written)}`, but is now "
            f"`{', '.join(results)}`: this step, one above it, or a pack has changed"
        )
        hint = "undo the change, or remove this `then` to continue with the new result"
        return Problem("CF704", Severity.ERROR, log.locate((STEPS, at, THEN), key=True), message, hint)

    def _ask(self, proven: Callable[[Any, str], _Answer], function: str, given: Fields) -> _Answer:
        try:
            return proven(self._file.call(function, json.dumps(given)), self._file.path)
        except ScriptError as error:
            message = f"the steps of this game failed: {error.message}"
            raise ProblemsError([problem_at(error.path, "CF703", message, "", error.line, error.column)]) from None
