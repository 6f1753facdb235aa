"""Place elements: absolutely, below or to the right of another, or filling the rest.

Arithmetic only, in mm from the top left of the card.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from cardforge.core.units import Mm
from cardforge.load.document import Fields

LENGTHS = ("x", "y", "width", "height")  # of an element; each may be a field of the card
TOUCH = 0.3  # mm; a smaller overlap of two text boxes is invisible


class Box(NamedTuple):
    """A rectangle on the card."""

    x: Mm
    y: Mm
    width: Mm
    height: Mm

    @property
    def right(self) -> Mm:
        return self.x + self.width

    @property
    def bottom(self) -> Mm:
        return self.y + self.height

    def overlap(self, other: Box) -> Mm:
        """How far two boxes overlap vertically; 0 if they only touch."""
        across = min(self.right, other.right) - max(self.x, other.x)
        down = min(self.bottom, other.bottom) - max(self.y, other.y)
        return down if across > TOUCH and down > TOUCH else 0.0

    def turned(self, about: tuple[Mm, Mm]) -> Box:
        """The box after a half turn about a point."""
        return Box(2 * about[0] - self.right, 2 * about[1] - self.bottom, self.width, self.height)

    def within(self, other: Box, margin: Mm) -> Mm:
        """How far this box extends beyond another that is inset by a margin; 0 if it does not."""
        return max(
            other.x + margin - self.x,
            other.y + margin - self.y,
            self.right - other.right + margin,
            self.bottom - other.bottom + margin,
            0.0,
        )


class Place:
    """The position an element asks for; the box is cached per parent box and repeat."""

    def __init__(self, given: Fields) -> None:
        self._given = given
        self._x, self._y, self._gap = (float(given.get(key, 0)) for key in ("x", "y", "gap"))
        step = given.get("step", {})
        down = step.get("y", 0)
        self._step_x, self._step_y = float(step.get("x", 0)), 0.0 if down == "fit" else float(down)
        self._per_row = int(step.get("per-row", 0))
        self._relative = "below" in given or "right-of" in given
        self._made: dict[tuple[Box, int], Box] = {}

    def box(self, inside: Box, margin: Mm, boxes: Mapping[str, Box], turn: int) -> Box:
        """The box of an element inside its card or group.

        `margin` is the distance that `rest` keeps from the right and bottom, `turn` the number of the repeat, from 0.
        """
        if self._relative:
            return self._box(inside, margin, boxes, turn)
        key = (inside, turn)
        found = self._made.get(key)
        if found is None:
            found = self._made[key] = self._box(inside, margin, boxes, turn)
        return found

    def lost(self, boxes: Mapping[str, Box]) -> list[str]:
        """The keys that refer to an element that does not exist."""
        return [key for key in ("below", "right-of") if key in self._given and self._given[key] not in boxes]

    def _box(self, inside: Box, margin: Mm, boxes: Mapping[str, Box], turn: int) -> Box:
        given = self._given
        x, y = inside.x + self._x, inside.y + self._y
        below, beside = boxes.get(given.get("below", "")), boxes.get(given.get("right-of", ""))
        if below:
            y = below.bottom + self._gap
            x = below.x if "x" not in given else x
        if beside:
            x = beside.right + self._gap
            y = beside.y if "y" not in given and not below else y
        column, row = (turn % self._per_row, turn // self._per_row) if self._per_row else (turn, turn)
        x, y = x + column * self._step_x, y + row * self._step_y
        width, height = given.get("width", "rest"), given.get("height", "rest")
        return Box(
            x,
            y,
            inside.right - margin - x if width == "rest" else float(width),
            inside.bottom - margin - y if height in ("rest", "fit") else float(height),
        )
