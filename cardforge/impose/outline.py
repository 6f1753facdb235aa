"""The outline a piece is cut to: a rectangle, a circle, a ring, a hexagon or any path.

An outline is closed loops of lines and arcs in mm from the top left of its box, y downwards, so that every writer can
convert them to its own format. Angles are degrees clockwise from the right, as seen on paper.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import cos, hypot, isfinite, radians, sin, sqrt
from typing import NamedTuple

from cardforge.core.errors import UsageError
from cardforge.core.units import Mm

SMALLEST: Mm = 1.0
_CLOSED = 1e-6  # mm; maximum gap between the end of one segment and the start of the next


class StraightCut(NamedTuple):
    """A straight cut."""

    x1: Mm
    y1: Mm
    x2: Mm
    y2: Mm


class RoundCut(NamedTuple):
    """An arc about a centre, clockwise if the sweep is positive; 360 degrees make a circle."""

    x: Mm
    y: Mm
    radius: Mm
    start: float
    sweep: float

    def at(self, angle: float) -> tuple[Mm, Mm]:
        return self.x + self.radius * cos(radians(angle)), self.y + self.radius * sin(radians(angle))


Segment = StraightCut | RoundCut
Loop = tuple[Segment, ...]


class Outline(NamedTuple):
    """A shape in its box. `hexagon` shapes are placed in staggered rows, all others in a grid."""

    kind: str  # rectangle, circle, ring, hexagon-pointy, hexagon-flat or path
    width: Mm
    height: Mm
    loops: tuple[Loop, ...]
    radius: Mm = 0.0  # of a rectangle's corners

    @property
    def is_staggered(self) -> bool:
        return self.kind.startswith("hexagon")


def rectangle(width: Mm, height: Mm, radius: Mm = 0.0) -> Outline:
    """A card, with round corners if a radius is given."""
    _refuse_impossible(width, height, radius)
    r = min(radius, width / 2, height / 2)
    sides = (
        StraightCut(r, 0, width - r, 0),
        StraightCut(width, r, width, height - r),
        StraightCut(width - r, height, r, height),
        StraightCut(0, height - r, 0, r),
    )
    if not r:
        return Outline("rectangle", width, height, (sides,))
    corners = (
        RoundCut(width - r, r, r, 270, 90),
        RoundCut(width - r, height - r, r, 0, 90),
        RoundCut(r, height - r, r, 90, 90),
        RoundCut(r, r, r, 180, 90),
    )
    walk = [
        each
        for pair in zip(sides, corners, strict=True)
        for each in pair
        if isinstance(each, RoundCut) or _length(each)
    ]
    return Outline("rectangle", width, height, (tuple(walk),), r)


def circle(diameter: Mm) -> Outline:
    """A round token."""
    _refuse_impossible(diameter, diameter)
    return Outline("circle", diameter, diameter, (_round(diameter, diameter),))


def ring(outer: Mm, inner: Mm) -> Outline:
    """A round token with a round hole; both are diameters."""
    _refuse_impossible(outer, inner)
    if inner >= outer:
        raise UsageError(f"a ring of {outer:g} mm cannot have a hole of {inner:g} mm", "make the hole smaller")
    return Outline("ring", outer, outer, (_round(outer, outer), _round(outer, inner)))


def hexagon(*, across_flats: Mm = 0.0, across_corners: Mm = 0.0, pointy: bool = True) -> Outline:
    """A regular hexagon, sized across flats or corners, with a corner or a flat side at its top."""
    flats = across_flats or across_corners * sqrt(3) / 2
    _refuse_impossible(flats, flats)
    corners = flats * 2 / sqrt(3)
    high, low = corners / 4, corners * 3 / 4
    tall = [(flats / 2, 0.0), (flats, high), (flats, low), (flats / 2, corners), (0.0, low), (0.0, high)]
    if pointy:
        return Outline("hexagon-pointy", flats, corners, (_closed(tall),))
    return Outline("hexagon-flat", corners, flats, (_closed([(y, flats - x) for x, y in tall]),))


def polygon(points: Sequence[tuple[Mm, Mm]]) -> Outline:
    """Straight cuts from point to point, and back to the first."""
    return path([_closed(points)])


def path(loops: Iterable[Iterable[Segment]]) -> Outline:
    """Any closed loops of lines and arcs, moved so that their box starts at 0, 0."""
    walks = [tuple(loop) for loop in loops]
    _refuse_open(walks)
    points = [point for walk in walks for segment in walk for point in _extremes(segment)]
    left, top = (min(point[axis] for point in points) for axis in (0, 1))
    right, bottom = (max(point[axis] for point in points) for axis in (0, 1))
    _refuse_impossible(right - left, bottom - top)
    moved = tuple(tuple(_moved(segment, -left, -top) for segment in walk) for walk in walks)
    return Outline("path", right - left, bottom - top, moved)


@lru_cache(maxsize=256)
def turned(outline: Outline, turn: int) -> Outline:
    """The same shape turned clockwise by a multiple of 90 degrees."""
    for _ in range(turn % 360 // 90):
        height = outline.height
        loops = tuple(tuple(_quarter(segment, height) for segment in loop) for loop in outline.loops)
        kind = {"hexagon-pointy": "hexagon-flat", "hexagon-flat": "hexagon-pointy"}.get(outline.kind, outline.kind)
        outline = Outline(kind, height, outline.width, loops, outline.radius)
    return outline


@lru_cache(maxsize=256)
def mirrored(outline: Outline) -> Outline:
    """The shape as seen from behind, with left and right swapped."""
    width = outline.width
    return outline._replace(loops=tuple(tuple(_seen_behind(each, width) for each in loop) for loop in outline.loops))


def placed(outline: Outline, x: Mm, y: Mm) -> tuple[Loop, ...]:
    """The loops of an outline, with the top left of its box at a point on the paper."""
    return tuple(tuple(_moved(segment, x, y) for segment in loop) for loop in outline.loops)


def grown(outline: Outline, by: Mm) -> Outline:
    """The area a face may show: the outline plus bleed around it.

    Only hexagons are so close together that their boxes overlap; every other shape may show its whole box.
    """
    if outline.is_staggered:
        flats = min(outline.width, outline.height) + 2 * by
        return hexagon(across_flats=flats, pointy=outline.kind == "hexagon-pointy")
    return rectangle(outline.width + 2 * by, outline.height + 2 * by)


def _round(box: Mm, diameter: Mm) -> Loop:
    return (RoundCut(box / 2, box / 2, diameter / 2, 0, 360),)


def _closed(points: Sequence[tuple[Mm, Mm]]) -> Loop:
    ends = [*points[1:], *points[:1]]
    return tuple(StraightCut(*start, *end) for start, end in zip(points, ends, strict=True))


def _length(line: StraightCut) -> Mm:
    return hypot(line.x2 - line.x1, line.y2 - line.y1)


def _ends(segment: Segment) -> tuple[tuple[Mm, Mm], tuple[Mm, Mm]]:
    if isinstance(segment, StraightCut):
        return (segment.x1, segment.y1), (segment.x2, segment.y2)
    return segment.at(segment.start), segment.at(segment.start + segment.sweep)


def _extremes(segment: Segment) -> list[tuple[Mm, Mm]]:
    """The ends of a segment, and the extreme points of an arc."""
    points = [*_ends(segment)]
    if isinstance(segment, RoundCut):
        low, high = sorted((segment.start, segment.start + segment.sweep))
        points += [segment.at(angle) for angle in range(-720, 1081, 90) if low <= angle <= high]
    return points


def _moved(segment: Segment, dx: Mm, dy: Mm) -> Segment:
    if isinstance(segment, StraightCut):
        return StraightCut(segment.x1 + dx, segment.y1 + dy, segment.x2 + dx, segment.y2 + dy)
    return segment._replace(x=segment.x + dx, y=segment.y + dy)


def _quarter(segment: Segment, height: Mm) -> Segment:
    if isinstance(segment, StraightCut):
        return StraightCut(height - segment.y1, segment.x1, height - segment.y2, segment.x2)
    return segment._replace(x=height - segment.y, y=segment.x, start=(segment.start + 90) % 360)


def _seen_behind(segment: Segment, width: Mm) -> Segment:
    if isinstance(segment, StraightCut):
        return StraightCut(width - segment.x1, segment.y1, width - segment.x2, segment.y2)
    return segment._replace(x=width - segment.x, start=(180 - segment.start) % 360, sweep=-segment.sweep)


def _refuse_impossible(width: Mm, height: Mm, radius: Mm = 0.0) -> None:
    if not all(isfinite(side) and side >= SMALLEST for side in (width, height)):
        message = f"a piece of {width:g} × {height:g} mm cannot be cut"
        raise UsageError(message, f"each side must be at least {SMALLEST:g} mm")
    if not (isfinite(radius) and radius >= 0):
        raise UsageError(f"a corner cannot have a radius of {radius:g} mm", "give 0 for square corners")


def _refuse_open(walks: Sequence[Loop]) -> None:
    if not walks or not all(walks):
        raise UsageError("the outline has no lines", "give at least three points")
    for walk in walks:
        numbers = [number for segment in walk for number in segment]
        if not all(isfinite(number) and abs(number) < 1e5 for number in numbers):
            raise UsageError("a point of the outline is out of range", "give its points in mm")
        if any(isinstance(each, RoundCut) and (abs(each.start) > 360 or abs(each.sweep) > 360) for each in walk):
            raise UsageError("an arc of the outline goes round more than once", "keep its angles within 360 degrees")
        for segment, after in zip(walk, [*walk[1:], walk[0]], strict=True):
            (x, y), (next_x, next_y) = _ends(segment)[1], _ends(after)[0]
            if hypot(next_x - x, next_y - y) > _CLOSED:
                raise UsageError(
                    f"the outline is open at {x:.2f}, {y:.2f} mm", "start every line where the last one ends"
                )
