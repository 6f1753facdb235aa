"""Pictures that a game draws itself: a Starlark recipe over a small drawing vocabulary (`art.star`).

Takes a card and a box; gives shapes. The same card gives the same picture on every machine: chance is a hash of the
seed and a key, and every number is rounded to a thousandth of a millimetre.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from cardforge.layout.boxes import Box
from cardforge.layout.display import Clipped, Gradient, Item, PathStep, Shape
from cardforge.load.source import Source
from cardforge.scripting.script import Script, ScriptError

_PRELUDE = Path(__file__).parent / "art.star"
_CLOSING = """
def cardforge_art(card, canvas):
    set_seed(json.decode(canvas)["seed"])
    return json.encode(art(json.decode(card), struct(**json.decode(canvas))))
"""
_POINTS = {"M": 2, "L": 2, "C": 6, "Z": 0}
MOST = 20_000  # drawings of one picture
_FAR = 2_000.0  # mm
_KEPT = 40  # pictures of a recipe, each of 100 KB; a card drawn anew because its face was saved has the same one


class ArtRecipe:
    """One recipe, ready to draw."""

    def __init__(self, source: Source, shared: Source | None = None) -> None:
        self._seed = ""
        self._drawn: dict[tuple[str, str, Box], tuple[Item, ...]] = {}
        host: dict[str, Callable[..., Any]] = {
            "noise": self._noise,
            "set_seed": self._set_seed,
            "sin": _sin,
            "cos": _cos,
            "mix": mix,
        }
        self.path = source.path
        self.text = (shared.text if shared else "") + source.text  # what it draws by
        before = (shared.path, shared.text) if shared else ("", "")
        self._script = Script(
            source.path, source.text, _PRELUDE.read_text("utf-8"), host, closing=_CLOSING, shared=before
        )

    def draw(self, card: Mapping[str, Any], box: Box, palette: Mapping[str, str], seed: str) -> tuple[Item, ...]:
        """The picture of a card in a box; a recipe that fails is a ScriptError."""
        canvas = {"width": box.width, "height": box.height, "palette": dict(palette), "seed": seed}
        wanted = (json.dumps(card, default=str), json.dumps(canvas), box)
        if wanted not in self._drawn:
            self._drawn[wanted] = self._new(*wanted)
            while len(self._drawn) > _KEPT:
                del self._drawn[next(iter(self._drawn))]
        return self._drawn[wanted]

    def _new(self, card: str, canvas: str, box: Box) -> tuple[Item, ...]:
        given = self._script.call("cardforge_art", card, canvas)
        try:
            return _items(given, box)
        except (TypeError, ValueError, KeyError, IndexError, AttributeError) as error:
            raise ScriptError(f"it gave back something that cannot be drawn ({error})", self.path) from None

    def _set_seed(self, seed: str) -> None:
        self._seed = seed

    def _noise(self, key: Any) -> int:
        """A number below 2**32 that depends on nothing but the seed and the key."""
        text = f"{self._seed}\n{key!r}"
        return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=4).digest(), "big")


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


def _items(given: Any, box: Box) -> tuple[Item, ...]:
    if not isinstance(given, list) or len(given) > MOST:
        raise ValueError("no list of drawings")
    return tuple(_item(each, box) for each in given)


def _item(given: dict[str, Any], box: Box) -> Item:
    if "clip" in given:
        return Clipped(_path(given["clip"], box), _items(given["items"], box))
    fill = given.get("fill", "")
    return Shape(
        _path(given["path"], box),
        _gradient(fill, box) if isinstance(fill, dict) else _colour(fill),
        _colour(given.get("stroke", "")),
        round(float(given.get("width", 0)), 3),
        True,
        min(max(round(float(given.get("opacity", 1)), 2), 0.0), 1.0),
    )


def _path(steps: list[list[Any]], box: Box) -> tuple[PathStep, ...]:
    found: list[PathStep] = []
    for letter, *numbers in steps:
        if len(numbers) != _POINTS[letter]:
            raise ValueError(f"a step {letter} with {len(numbers)} numbers")
        placed = [round(float(each) + (box.y if at % 2 else box.x), 3) for at, each in enumerate(numbers)]
        if not all(abs(each) < _FAR for each in placed):
            raise ValueError("a point far off the card")
        found.append((letter, tuple(placed)))
    return tuple(found)


def _gradient(given: dict[str, Any], box: Box) -> Gradient:
    kind = "linear" if "linear" in given else "radial"
    numbers = [float(each) for each in given[kind]]
    places = [round(each + (box.y if at % 2 else box.x), 3) if at < 2 or kind == "linear" else each
              for at, each in enumerate(numbers)]  # fmt: skip
    stops = tuple((round(min(max(float(at), 0.0), 1.0), 3), _colour(colour)) for at, colour in given["stops"])
    if len(stops) < 2 or list(stops) != sorted(stops, key=lambda stop: stop[0]):
        raise ValueError("a gradient needs two or more stops in order")
    return Gradient(kind, tuple(places), stops)


def _colour(text: Any) -> str:
    if text == "" or (isinstance(text, str) and len(text) == 7 and text[0] == "#" and int(text[1:], 16) >= 0):
        return str(text)
    raise ValueError(f"{text!r} is no colour such as #1a2b3c")
