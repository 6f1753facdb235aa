"""Draw pictures with a game's own Starlark recipes, which use a small drawing vocabulary (`art.star`).

Takes a card and a box; gives shapes. The same card gives the same picture on every machine: random numbers are hashes
of the seed and a key, and every number is rounded to a thousandth of a millimetre. Recipes of games that did not come
with cardforge run in a sandbox, with the same result.
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
_KEPT = 40  # cached pictures per recipe, 100 KB each: editing a face redraws its cards with the same pictures
_KEPT_STEPS = 120_000  # in all cached pictures, about 35 MB: untrusted recipes can draw much larger ones


class ArtRecipe:
    """One recipe, ready to draw: in this process, or in the sandbox where one is given."""

    def __init__(self, source: Source, shared: Source | None = None, sandbox: Sandbox | None = None) -> None:
        self.path = source.path
        self.text = (shared.text if shared else "") + source.text  # its whole source
        self._drawn: dict[tuple[str, str, Box], tuple[Item, ...]] = {}
        self._kept_steps = 0
        before = (shared.path, shared.text) if shared else ("", "")
        self._script: ArtScript | RemoteArtScript = (
            RemoteArtScript(sandbox, source.path, source.text, before)
            if sandbox
            else ArtScript(source.path, source.text, before)
        )

    def draw(self, card: Mapping[str, Any], box: Box, palette: Mapping[str, str], seed: str) -> tuple[Item, ...]:
        """Draw the picture of a card in a box; raises a ScriptError if the recipe fails."""
        canvas = {"width": box.width, "height": box.height, "palette": dict(palette), "seed": seed}
        wanted = (json.dumps(card, default=str), json.dumps(canvas), box)
        if wanted not in self._drawn:
            self._drawn[wanted] = self._script.draw(*wanted)
            self._kept_steps += steps_in(self._drawn[wanted])
            while len(self._drawn) > _KEPT or self._kept_steps > _KEPT_STEPS:
                self._kept_steps -= steps_in(self._drawn.pop(next(iter(self._drawn))))
        return self._drawn[wanted]

    def close(self) -> None:
        """End the sandbox process, if there is one; the next picture starts another."""
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
        """Draw the picture of a card; `card` and `canvas` are JSON texts."""
        given = self._script.call("cardforge_art", card, canvas)
        try:
            return placed_items(given, box)
        except UNUSABLE as error:
            raise ScriptError(f"it returned something that cannot be drawn ({error})", self.path) from None

    def draw_as_data(self, card: str, canvas: str, box: list[float]) -> list[Any]:
        """Draw for another process: the items as JSON data."""
        return as_data(self.draw(card, canvas, Box(*box)))

    def close(self) -> None:
        """Do nothing: there is no process to end."""

    def _set_seed(self, seed: str) -> None:
        self._seed = seed

    def _noise(self, key: Any) -> int:
        """A number below 2**32 that depends only on the seed and the key."""
        text = f"{self._seed}\n{key!r}"
        return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=4).digest(), "big")


class RemoteArtScript:
    """A recipe that runs in a sandbox; same interface as ArtScript."""

    def __init__(self, sandbox: Sandbox, path: str, text: str, shared: tuple[str, str]) -> None:
        self.path = path
        self._sandbox = sandbox
        self._file = RemoteObject(sandbox, f"{__name__}:{ArtScript.__name__}", path, text, shared)
        self._hopeless: dict[str, Any] | None = None  # the error after which it is not run again
        self._file.open(path)

    def draw(self, card: str, canvas: str, box: Box) -> tuple[Item, ...]:
        """Draw the picture of a card; a recipe that was once too slow or too large is not run again."""
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
    """Mix two colours: a share of 0 gives `one`, 1 gives `other`."""
    channels = (
        round(int(one[at : at + 2], 16) * (1 - share) + int(other[at : at + 2], 16) * share) for at in (1, 3, 5)
    )
    return "#" + "".join(f"{min(max(channel, 0), 255):02x}" for channel in channels)
