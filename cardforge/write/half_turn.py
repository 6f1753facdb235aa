"""The operator that turns what follows upside down about a point of the face."""

from __future__ import annotations

from cardforge.core.units import PT_PER_MM, Mm
from cardforge.layout.display import Point


def half_turn(about: Point | None, top: Mm) -> str:
    """The `cm` operator with a leading space, or "" without a point. PDF has its origin at the bottom left."""
    if about is None:
        return ""
    x, y = about
    return f" -1 0 0 -1 {2 * x * PT_PER_MM:.3f} {2 * (top - y) * PT_PER_MM:.3f} cm"
