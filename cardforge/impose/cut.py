"""Turn a face's `outline` setting into the line it is cut along; by default a card with round corners."""

from __future__ import annotations

from math import isclose, sqrt

from cardforge.core.errors import UsageError
from cardforge.core.units import CORNER, Mm
from cardforge.impose.joined_outline import cells, hexes
from cardforge.impose.outline import Outline, circle, hexagon, polygon, rectangle, ring
from cardforge.layout.template import Template
from cardforge.load.document import Fields

_CHORDS = 48  # straight cuts per curve: finer than a blade can follow
_ROUND: Mm = 0.1  # tolerance for a box that counts as a true circle or regular hexagon


def outline_of(template: Template) -> Outline:
    """The cut outline of a face."""
    given, width, height = template.outline, template.width, template.height
    if "path" in given:
        return polygon(_points(given["path"], width, height))
    if "cells" in given:
        return cells(squares_of(given["cells"]), float(given["cell"]))
    if "hexes" in given:
        return hexes(given["hexes"], float(given["cell"]))
    return _simple(given, width, height)


def _simple(given: Fields, width: Mm, height: Mm) -> Outline:
    shape = given.get("shape", "rectangle")
    if shape == "hexagon":
        return hexagon_in(width, height)
    if shape in ("circle", "ring") and not isclose(width, height, abs_tol=_ROUND):
        return polygon(_points("M0 50 C0 -16.7 100 -16.7 100 50 C100 116.7 0 116.7 0 50 Z", width, height))
    if shape == "circle":
        return circle(width)
    if shape == "ring":
        return ring(width, float(given.get("hole", width / 3)))
    return rectangle(width, height, float(given.get("corner", CORNER)))


def squares_of(rows: list[str]) -> list[tuple[int, int]]:
    """The columns and rows of the cells that are marked with #."""
    if len({len(row) for row in rows}) > 1:
        raise UsageError("the rows of its cells differ in length", "fill the shorter rows with dots")
    if not all(any(row[at] == "#" for row in rows) for at in (0, -1)) or "#" not in rows[0] or "#" not in rows[-1]:
        raise UsageError("a row or a column at the edge of its cells is empty", "leave it out: it would shift the face")
    return [(x, y) for y, row in enumerate(rows) for x, letter in enumerate(row) if letter == "#"]


def hexagon_in(width: Mm, height: Mm) -> Outline:
    """A hexagon, regular if the box allows it; it has a corner at its top if it is taller than wide."""
    pointy = height > width
    flats, corners = min(width, height), max(width, height)
    if isclose(corners, flats * 2 / sqrt(3), abs_tol=_ROUND):
        return hexagon(across_flats=flats, pointy=pointy)
    tall = ((50, 0), (100, 25), (100, 75), (50, 100), (0, 75), (0, 25))
    points = tall if pointy else [(y, 100 - x) for x, y in tall]
    return polygon([(x * width / 100, y * height / 100) for x, y in points])


def _points(path: str, width: Mm, height: Mm) -> list[tuple[Mm, Mm]]:
    """The corners of a path given in a 100 by 100 box, stretched to the face; curves become short lines."""
    from cardforge.layout.path import svg_path  # rarely needed

    points: list[tuple[Mm, Mm]] = []
    for letter, numbers in svg_path(path, 0.0, 0.0, width / 100, height / 100):
        if letter == "C":
            x0, y0 = points[-1]
            x1, y1, x2, y2, x3, y3 = numbers
            for at in range(1, _CHORDS + 1):
                t, s = at / _CHORDS, 1 - at / _CHORDS
                weights = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
                points.append(
                    (
                        sum(w * x for w, x in zip(weights, (x0, x1, x2, x3), strict=True)),
                        sum(w * y for w, y in zip(weights, (y0, y1, y2, y3), strict=True)),
                    )
                )
        elif numbers:
            points.append((numbers[0], numbers[1]))
    return points[:-1] if len(points) > 1 and points[0] == points[-1] else points
