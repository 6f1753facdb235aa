"""The step file of a game: Starlark, loaded once and called for logs and states.

Takes the file, the game and its collection; returns decoded JSON. Answers are validated in `step_answers.py`; the
steps of a game that did not come with cardforge run in a sandbox, with the same interface.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Protocol

from cardforge.check.rule_file import PRELUDE, common_script
from cardforge.link.collection import Entry
from cardforge.load.game import Common, Game
from cardforge.scripting.sandbox import RemoteObject, Sandbox

_WORDS = Path(__file__).parent / "campaign.star"
_NOTHING = Common()


class AnswersCalls(Protocol):
    """A step file, in this process or in a sandbox."""

    path: str

    def call(self, function: str, *texts: str) -> Any: ...

    def close(self) -> None: ...


class StepFile:
    """A game's steps, ready to be called."""

    def __init__(self, path: str, text: str, world: str, common: Common = _NOTHING) -> None:
        self.path = path
        prelude = PRELUDE.read_text("utf-8") + _WORDS.read_text("utf-8")
        self._script = common_script(path, text, prelude, (world, "game = open_world(given)"), common)

    def call(self, function: str, *texts: str) -> Any:
        """Call a function of the prelude."""
        return self._script.call(function, *texts)

    def close(self) -> None:
        """Do nothing: there is no process to end."""


class RemoteStepFile:
    """A file of steps that runs in a sandbox; the same interface as StepFile. Close it when done."""

    def __init__(self, path: str, text: str, world: str, common: Common = _NOTHING) -> None:
        self.path = path
        self._sandbox = Sandbox("step")
        self._file = RemoteObject(self._sandbox, f"{__name__}:{StepFile.__name__}", path, text, world, common)

    def call(self, function: str, *texts: str) -> Any:
        """What a function of the prelude gives back."""
        return self._file.call(self.path, "call", function, *texts)

    def close(self) -> None:
        """End the process."""
        self._sandbox.close()


def world_text(game: Game, entries: Iterable[Entry]) -> str:
    """Encode the game and every valid document with an id, as steps see them."""
    world: dict[str, dict[str, Any]] = {}
    for entry in entries:
        if entry.proven and entry.id:
            world.setdefault(entry.kind, {}).setdefault(entry.id, entry.document.data)
    return json.dumps({"game": game.data, "world": world})
