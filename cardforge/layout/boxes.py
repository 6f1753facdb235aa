"""Where elements stand: absolute, below or beside another, or filling the rest.

Arithmetic only, in mm from the top left of the card.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cardforge.units import Mm

TOUCH = 0.3  # mm that two text boxes may overlap without anybody seeing it


@dataclass(frozen=True)
class Box:
    """A place on the card."""

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
        """How deep two boxes lie in each other, 0 when they only touch."""
        across = min(self.right, other.right) - max(self.x, other.x)
        down = min(self.bottom, other.bottom) - max(self.y, other.y)
        return down if across > TOUCH and down > TOUCH else 0.0


def box_of(
    given: Mapping[str, Any], inside: Box, margin: Mm, boxes: Mapping[str, Box], turn: int
) -> tuple[Box, list[str]]:
    """The box of an element, and the keys that name an element which is not there.

    `inside` is the card or group it stands in, `margin` how far from its right and bottom `rest` ends,
    `turn` the number of the repeat, from 0.
    """
    gap = float(given.get("gap", 0))
    step = given.get("step", {})
    x = inside.x + float(given.get("x", 0)) + turn * float(step.get("x", 0))
    y = inside.y + float(given.get("y", 0)) + turn * float(step.get("y", 0))
    lost = []
    for key in ("below", "right-of"):
        if key not in given:
            continue
        other = boxes.get(given[key])
        if other is None:
            lost.append(key)
        elif key == "below":
            y = other.bottom + gap
            x = other.x if "x" not in given else x
        else:
            x = other.right + gap
            y = other.y if "y" not in given else y
    width, height = given.get("width", "rest"), given.get("height", "rest")
    right, bottom = inside.right - margin, inside.bottom - margin
    box = Box(
        x,
        y,
        right - x if width == "rest" else float(width),
        bottom - y if height in ("rest", "fit") else float(height),
    )
    return box, lost
