"""Upside down, as an operator: what follows is turned half round a point of the face."""

from __future__ import annotations

from cardforge.core.units import PT_PER_MM, Mm
from cardforge.layout.display import Point


def half_turn(about: Point | None, top: Mm) -> str:
    """The operator, with a space before it, or nothing; PDF counts from the bottom left."""
    if about is None:
        return ""
    x, y = about
    return f" -1 0 0 -1 {2 * x * PT_PER_MM:.3f} {2 * (top - y) * PT_PER_MM:.3f} cm"
