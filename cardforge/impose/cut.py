"""What a face says about its cut, as an outline: a card with round corners unless it says otherwise."""

from __future__ import annotations

from math import isclose, sqrt

from cardforge.core.units import CORNER, Mm
from cardforge.impose.outline import Outline, circle, hexagon, polygon, rectangle, ring
from cardforge.layout.path import svg_path
from cardforge.layout.template import Template

_CHORDS = 48  # straight cuts for a curve: closer than a blade follows
_ROUND: Mm = 0.1  # by how much a circle or hexagon may be off before its box is another shape


def outline_of(template: Template) -> Outline:
    """The outline of a face."""
    given, width, height = template.outline, template.width, template.height
    shape = given.get("shape", "rectangle")
    if "path" in given:
        return polygon(_points(given["path"], width, height))
    if shape == "hexagon":
        return _hexagon(width, height)
    if shape in ("circle", "ring") and not isclose(width, height, abs_tol=_ROUND):
        return polygon(_points("M0 50 C0 -16.7 100 -16.7 100 50 C100 116.7 0 116.7 0 50 Z", width, height))
    if shape == "circle":
        return circle(width)
    if shape == "ring":
        return ring(width, float(given.get("hole", width / 3)))
    return rectangle(width, height, float(given.get("corner", CORNER)))


def _hexagon(width: Mm, height: Mm) -> Outline:
    """A regular one where the box allows it; it stands on a corner where it is higher than wide."""
    pointy = height > width
    flats, corners = min(width, height), max(width, height)
    if isclose(corners, flats * 2 / sqrt(3), abs_tol=_ROUND):
        return hexagon(across_flats=flats, pointy=pointy)
    tall = ((50, 0), (100, 25), (100, 75), (50, 100), (0, 75), (0, 25))
    points = tall if pointy else [(y, 100 - x) for x, y in tall]
    return polygon([(x * width / 100, y * height / 100) for x, y in points])


def _points(path: str, width: Mm, height: Mm) -> list[tuple[Mm, Mm]]:
    """The corners of a path over the face's box, from 0 to 100 on both sides; curves as many short lines."""
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
