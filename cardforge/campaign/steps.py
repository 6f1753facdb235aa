"""The steps of a game: one Starlark file, read once and asked about logs and states.

Takes the file, the game and its collection; gives JSON back as data. What a stranger's file says is proven in
`answer.py`, and strangers' files run in a process of their own (`worker.py`).
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Protocol

from cardforge.check.host import HOST_FUNCTIONS
from cardforge.check.rule_file import PRELUDE
from cardforge.link.collection import Entry
from cardforge.load.game import Game
from cardforge.scripting.script import Script

_WORDS = Path(__file__).parent / "campaign.star"


class AnswersCalls(Protocol):
    """A file of steps, in this process or in a worker."""

    path: str

    def call(self, function: str, *texts: str) -> Any: ...

    def close(self) -> None: ...


class StepFile:
    """A game's steps, ready to be called."""

    def __init__(self, path: str, text: str, world: str) -> None:
        self.path = path
        prelude = PRELUDE.read_text("utf-8") + _WORDS.read_text("utf-8")
        self._script = Script(path, text, prelude, HOST_FUNCTIONS, (world, "game = open_world(given)"))

    def call(self, function: str, *texts: str) -> Any:
        """What a function of the prelude gives back."""
        return self._script.call(function, *texts)

    def close(self) -> None:
        """There is no process to end."""


def world_text(game: Game, entries: Iterable[Entry]) -> str:
    """The game and every document that has an id, as steps see them."""
    world: dict[str, dict[str, Any]] = {}
    for entry in entries:
        if entry.proven and entry.id:
            world.setdefault(entry.kind, {}).setdefault(entry.id, entry.document.data)
    return json.dumps({"game": game.document.data, "world": world})
