"""Check what an art recipe returns, place it on the card, and convert it for sending between processes.

Takes the data of a recipe; gives shapes in mm. All sizes are limited here, because a recipe may be untrusted: later
work grows with its output, and PDF readers crash on clips that are nested too deeply.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from cardforge.core.limits import ART_CLIPS, ART_DRAWINGS, ART_OUTLINE, ART_STEPS
from cardforge.layout.boxes import Box
from cardforge.layout.display import Clipped, Gradient, Item, PathStep, Shape

_NUMBERS = {"M": 2, "L": 2, "C": 6, "Z": 0}
_FAR = 2_000.0  # mm

# What reading a malformed drawing can raise.
UNUSABLE = (TypeError, ValueError, KeyError, IndexError, AttributeError, OverflowError)


def placed_items(given: Any, box: Box) -> tuple[Item, ...]:
    """Place the drawings that a recipe returned in a box; raises one of UNUSABLE for anything else."""
    return _Placing(box).items(given)


class _Placing:
    """Reads and counts the drawings of one picture."""

    def __init__(self, box: Box) -> None:
        self._box = box
        self._drawings = self._steps = 0

    def items(self, given: Any, deep: int = 0) -> tuple[Item, ...]:
        if not isinstance(given, list):
            raise TypeError("not a list of drawings")
        self._drawings += len(given)
        if self._drawings > ART_DRAWINGS.most:
            raise ValueError(f"more than {ART_DRAWINGS.most} drawings; {ART_DRAWINGS.variable} allows more")
        return tuple([self._item(each, deep) for each in given])

    def _item(self, given: dict[str, Any], deep: int) -> Item:
        if "clip" in given:
            if deep >= ART_CLIPS.most:
                raise ValueError(f"clips nested more than {ART_CLIPS.most} deep; {ART_CLIPS.variable} allows more")
            return Clipped(self._path(given["clip"]), self.items(given["items"], deep + 1))
        fill = given.get("fill", "")
        return Shape(
            self._path(given["path"]),
            self._gradient(fill) if isinstance(fill, dict) else _colour(fill),
            _colour(given.get("stroke", "")),
            round(float(given.get("width", 0)), 3),
            True,
            min(max(round(float(given.get("opacity", 1)), 2), 0.0), 1.0),
        )

    def _path(self, steps: list[list[Any]]) -> tuple[PathStep, ...]:
        if len(steps) > ART_OUTLINE.most:
            limit = f"at most {ART_OUTLINE.most} are allowed; {ART_OUTLINE.variable} allows more"
            raise ValueError(f"an outline of {len(steps)} points, {limit}")
        self._count(steps)
        x, y = self._box.x, self._box.y
        found: list[PathStep] = []
        for letter, *numbers in steps:
            if len(numbers) != _NUMBERS[letter]:
                raise ValueError(f"a step {letter} with {len(numbers)} numbers")
            placed = [round(float(each) + (y if at % 2 else x), 3) for at, each in enumerate(numbers)]
            if not all(abs(each) < _FAR for each in placed):
                raise ValueError("a point far outside the card")
            found.append((letter, tuple(placed)))
        return tuple(found)

    def _gradient(self, given: dict[str, Any]) -> Gradient:
        kind = "linear" if "linear" in given else "radial"
        numbers = [float(each) for each in given[kind]]
        x, y = self._box.x, self._box.y
        places = [
            round(each + (y if at % 2 else x), 3) if at < 2 or kind == "linear" else each
            for at, each in enumerate(numbers)
        ]
        self._count(given["stops"])
        stops = tuple((round(min(max(float(at), 0.0), 1.0), 3), _colour(colour)) for at, colour in given["stops"])
        if len(stops) < 2 or list(stops) != sorted(stops, key=lambda stop: stop[0]):
            raise ValueError("a gradient needs two or more stops in order")
        return Gradient(kind, tuple(places), stops)

    def _count(self, steps: Sequence[Any]) -> None:
        self._steps += len(steps)
        if self._steps > ART_STEPS.most:
            raise ValueError(f"more than {ART_STEPS.most} points in one picture; {ART_STEPS.variable} allows more")


def _colour(text: Any) -> str:
    if text == "" or (isinstance(text, str) and len(text) == 7 and text[0] == "#" and int(text[1:], 16) >= 0):
        return str(text)
    raise ValueError(f"{text!r:.60} is not a colour such as #1a2b3c")


def steps_in(items: Iterable[Item]) -> int:
    """The number of steps in the outlines of a picture; its memory use grows with it."""
    steps = 0
    for item in items:
        if isinstance(item, Clipped):
            steps += len(item.outline) + steps_in(item.items)
        elif isinstance(item, Shape):
            steps += len(item.path)
    return steps


def as_data(items: Iterable[Item]) -> list[Any]:
    """Convert drawings to JSON data."""
    data: list[Any] = []
    for item in items:
        if isinstance(item, Clipped):
            data.append((item.outline, as_data(item.items)))
        elif isinstance(item, Shape):
            data.append((item.path, item.fill, item.stroke, item.stroke_width, item.opacity))
    return data


def from_data(data: Iterable[Any]) -> tuple[Item, ...]:
    """Convert JSON data back to the same drawings."""
    items: list[Item] = []
    for path, *more in data:
        steps = tuple([(letter, tuple(numbers)) for letter, numbers in path])
        if len(more) == 1:
            items.append(Clipped(steps, from_data(more[0])))
        else:
            fill, stroke, width, opacity = more
            items.append(
                Shape(steps, fill if isinstance(fill, str) else _same_gradient(*fill), stroke, width, True, opacity)
            )
    return tuple(items)


def _same_gradient(kind: str, place: list[float], stops: list[tuple[float, str]]) -> Gradient:
    return Gradient(kind, tuple(place), tuple([(at, colour) for at, colour in stops]))
