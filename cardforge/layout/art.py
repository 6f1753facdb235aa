"""Pictures that a game draws itself: a Starlark recipe over a small drawing vocabulary (`art.star`).

Takes a card and a box; gives shapes. The same card gives the same picture on every machine: chance is a hash of the
seed and a key, and every number is rounded to a thousandth of a millimetre. The recipes of a game that did not come
with cardforge run in a sandbox, and give the same shapes there.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from cardforge.layout.art_items import UNUSABLE, as_data, from_data, placed_items, steps_in
from cardforge.layout.boxes import Box
from cardforge.layout.display import Item
from cardforge.load.source import Source
from cardforge.scripting.sandbox import RemoteObject, Sandbox
from cardforge.scripting.script import Script, ScriptError

_PRELUDE = Path(__file__).parent / "art.star"
_CLOSING = """
def cardforge_art(card, canvas):
    set_seed(json.decode(canvas)["seed"])
    return json.encode(art(json.decode(card), struct(**json.decode(canvas))))
"""
_KEPT = 40  # pictures of a recipe, each of 100 KB; a card drawn anew because its face was saved has the same one
_KEPT_STEPS = 120_000  # of all of them, some 35 MB: a stranger's pictures can be much larger


class ArtRecipe:
    """One recipe, ready to draw: in this process, or in the sandbox where one is given."""

    def __init__(self, source: Source, shared: Source | None = None, sandbox: Sandbox | None = None) -> None:
        self.path = source.path
        self.text = (shared.text if shared else "") + source.text  # what it draws by
        self._drawn: dict[tuple[str, str, Box], tuple[Item, ...]] = {}
        self._kept_steps = 0
        before = (shared.path, shared.text) if shared else ("", "")
        self._script: ArtScript | RemoteArtScript = (
            RemoteArtScript(sandbox, source.path, source.text, before)
            if sandbox
            else ArtScript(source.path, source.text, before)
        )

    def draw(self, card: Mapping[str, Any], box: Box, palette: Mapping[str, str], seed: str) -> tuple[Item, ...]:
        """The picture of a card in a box; a recipe that fails is a ScriptError."""
        canvas = {"width": box.width, "height": box.height, "palette": dict(palette), "seed": seed}
        wanted = (json.dumps(card, default=str), json.dumps(canvas), box)
        if wanted not in self._drawn:
            self._drawn[wanted] = self._script.draw(*wanted)
            self._kept_steps += steps_in(self._drawn[wanted])
            while len(self._drawn) > _KEPT or self._kept_steps > _KEPT_STEPS:
                self._kept_steps -= steps_in(self._drawn.pop(next(iter(self._drawn))))
        return self._drawn[wanted]

    def close(self) -> None:
        """End the process of the sandbox, if there is one; the next picture would start another."""
        self._script.close()


class ArtScript:
    """The Starlark file of a recipe."""

    def __init__(self, path: str, text: str, shared: tuple[str, str]) -> None:
        self.path = path
        self._seed = ""
        host: dict[str, Callable[..., Any]] = {
            "noise": self._noise,
            "set_seed": self._set_seed,
            "sin": _sin,
            "cos": _cos,
            "mix": mix,
        }
        self._script = Script(path, text, _PRELUDE.read_text("utf-8"), host, closing=_CLOSING, shared=shared)

    def draw(self, card: str, canvas: str, box: Box) -> tuple[Item, ...]:
        """The picture of a card; both are JSON texts."""
        given = self._script.call("cardforge_art", card, canvas)
        try:
            return placed_items(given, box)
        except UNUSABLE as error:
            raise ScriptError(f"it gave back something that cannot be drawn ({error})", self.path) from None

    def draw_as_data(self, card: str, canvas: str, box: list[float]) -> list[Any]:
        """The same for another process."""
        return as_data(self.draw(card, canvas, Box(*box)))

    def close(self) -> None:
        """There is no process to end."""

    def _set_seed(self, seed: str) -> None:
        self._seed = seed

    def _noise(self, key: Any) -> int:
        """A number below 2**32 that depends on nothing but the seed and the key."""
        text = f"{self._seed}\n{key!r}"
        return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=4).digest(), "big")


class RemoteArtScript:
    """A file that runs in a sandbox; the same interface as ArtScript."""

    def __init__(self, sandbox: Sandbox, path: str, text: str, shared: tuple[str, str]) -> None:
        self.path = path
        self._sandbox = sandbox
        self._file = RemoteObject(sandbox, f"{__name__}:{ArtScript.__name__}", path, text, shared)
        self._hopeless: dict[str, Any] | None = None  # the error after which it is not asked again
        self._file.open(path)

    def draw(self, card: str, canvas: str, box: Box) -> tuple[Item, ...]:
        """The picture of a card; a file that was too slow or too large once is not asked again."""
        if self._hopeless:
            raise ScriptError(**self._hopeless)
        try:
            return from_data(self._file.call(self.path, "draw_as_data", card, canvas, box))
        except ScriptError as error:
            self._hopeless = error.as_data() if error.hopeless else None
            raise

    def close(self) -> None:
        """End the process."""
        self._sandbox.close()


def _sin(degrees: float) -> float:
    return round(math.sin(math.radians(degrees)), 9)


def _cos(degrees: float) -> float:
    return round(math.cos(math.radians(degrees)), 9)


def mix(one: str, other: str, share: float) -> str:
    """A colour between two, nearer to the other the larger the share."""
    channels = (
        round(int(one[at : at + 2], 16) * (1 - share) + int(other[at : at + 2], 16) * share) for at in (1, 3, 5)
    )
    return "#" + "".join(f"{min(max(channel, 0), 255):02x}" for channel in channels)
