"""The size of a face that is made of squares or hexes: it follows from its outline."""

from __future__ import annotations

from math import sqrt
from typing import Any

from cardforge.core.units import Mm


def size_of(outline: dict[str, Any]) -> dict[str, Mm]:
    """Width and height; empty if the outline leaves them to the face."""
    cell = float(outline.get("cell", 0))
    if "cells" in outline:
        return {"width": max(map(len, outline["cells"])) * cell, "height": len(outline["cells"]) * cell}
    if "hexes" in outline:
        rings = outline["hexes"]
        return {"width": (2 * rings + 1) * cell, "height": (3 * rings + 2) * cell / sqrt(3)}
    return {}
