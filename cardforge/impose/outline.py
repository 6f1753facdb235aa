"""The outline a piece is cut to: a rectangle, a circle, a ring, a hexagon, joined squares or hexes, or any path.

An outline is closed loops of lines and arcs in mm from the top left of its box, y downwards, so that every writer can
convert them to its own format. Angles are degrees clockwise from the right, as seen on paper.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import copysign, cos, hypot, isfinite, radians, sin, sqrt
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
    """A shape in its box. `hexagon` shapes are placed in staggered rows, all others in a grid, or nested."""

    kind: str  # rectangle, circle, ring, hexagon-pointy, hexagon-flat, cells, hexes-pointy, hexes-flat or path
    width: Mm
    height: Mm
    loops: tuple[Loop, ...]
    radius: Mm = 0.0  # of a rectangle's corners
    cell: Mm = 0.0  # the side of a square of `cells`, and the width of a hex of `hexes` between its flat sides

    @property
    def is_staggered(self) -> bool:
        return self.kind.startswith("hexagon")

    @property
    def is_fitted(self) -> bool:
        """Whether its neighbours may reach into its box, so that a face is clipped to the outline itself."""
        return self.is_staggered or bool(self.cell)


def rectangle(width: Mm, height: Mm, radius: Mm = 0.0) -> Outline:
    """A card, with round corners if a radius is given."""
    refuse_impossible(width, height, radius)
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
    refuse_impossible(diameter, diameter)
    return Outline("circle", diameter, diameter, (_round(diameter, diameter),))


def ring(outer: Mm, inner: Mm) -> Outline:
    """A round token with a round hole; both are diameters."""
    refuse_impossible(outer, inner)
    if inner >= outer:
        raise UsageError(f"a ring of {outer:g} mm cannot have a hole of {inner:g} mm", "make the hole smaller")
    return Outline("ring", outer, outer, (_round(outer, outer), _round(outer, inner)))


def hexagon(*, across_flats: Mm = 0.0, across_corners: Mm = 0.0, pointy: bool = True) -> Outline:
    """A regular hexagon, sized across flats or corners, with a corner or a flat side at its top."""
    flats = across_flats or across_corners * sqrt(3) / 2
    refuse_impossible(flats, flats)
    corners = flats * 2 / sqrt(3)
    high, low = corners / 4, corners * 3 / 4
    tall = [(flats / 2, 0.0), (flats, high), (flats, low), (flats / 2, corners), (0.0, low), (0.0, high)]
    if pointy:
        return Outline("hexagon-pointy", flats, corners, (closed(tall),))
    return Outline("hexagon-flat", corners, flats, (closed([(y, flats - x) for x, y in tall]),))


def polygon(points: Sequence[tuple[Mm, Mm]]) -> Outline:
    """Straight cuts from point to point, and back to the first."""
    return path([closed(points)])


def path(loops: Iterable[Iterable[Segment]]) -> Outline:
    """Any closed loops of lines and arcs, moved so that their box starts at 0, 0."""
    walks = [tuple(loop) for loop in loops]
    _refuse_open(walks)
    points = [point for walk in walks for segment in walk for point in _extremes(segment)]
    left, top = (min(point[axis] for point in points) for axis in (0, 1))
    right, bottom = (max(point[axis] for point in points) for axis in (0, 1))
    refuse_impossible(right - left, bottom - top)
    moved = tuple(tuple(_moved(segment, -left, -top) for segment in walk) for walk in walks)
    return Outline("path", right - left, bottom - top, moved)


_LAID_DOWN = {
    "hexagon-pointy": "hexagon-flat", "hexagon-flat": "hexagon-pointy",
    "hexes-pointy": "hexes-flat", "hexes-flat": "hexes-pointy",
}  # fmt: skip


@lru_cache(maxsize=256)
def turned(outline: Outline, turn: int) -> Outline:
    """The same shape turned clockwise by a multiple of 90 degrees."""
    for _ in range(turn % 360 // 90):
        height = outline.height
        loops = tuple(tuple(_quarter(segment, height) for segment in loop) for loop in outline.loops)
        kind = _LAID_DOWN.get(outline.kind, outline.kind)
        outline = Outline(kind, height, outline.width, loops, outline.radius, outline.cell)
    return outline


@lru_cache(maxsize=256)
def mirrored(outline: Outline) -> Outline:
    """The shape as seen from behind, with left and right swapped."""
    width = outline.width
    return outline._replace(loops=tuple(tuple(_seen_behind(each, width) for each in loop) for loop in outline.loops))


def placed(outline: Outline, x: Mm, y: Mm) -> tuple[Loop, ...]:
    """The loops of an outline, with the top left of its box at a point on the paper."""
    return tuple(tuple(_moved(segment, x, y) for segment in loop) for loop in outline.loops)


@lru_cache(maxsize=256)
def grown(outline: Outline, by: Mm) -> Outline:
    """The area a face may show: the outline plus bleed around it.

    Only hexagons, cells and hexes are so close together that their boxes overlap; every other shape may show its whole
    box.
    """
    if outline.is_staggered:
        flats = min(outline.width, outline.height) + 2 * by
        return hexagon(across_flats=flats, pointy=outline.kind == "hexagon-pointy")
    if outline.is_fitted:
        outwards = copysign(by, sum(_area(loop) for loop in outline.loops))  # seen from behind, loops run the other way
        return path([_widened(loop, outwards) for loop in outline.loops])._replace(kind=outline.kind, cell=outline.cell)
    return rectangle(outline.width + 2 * by, outline.height + 2 * by)


def _round(box: Mm, diameter: Mm) -> Loop:
    return (RoundCut(box / 2, box / 2, diameter / 2, 0, 360),)


def closed(points: Sequence[tuple[Mm, Mm]]) -> Loop:
    """Straight cuts from point to point, and back to the first."""
    ends = [*points[1:], *points[:1]]
    return tuple(StraightCut(*start, *end) for start, end in zip(points, ends, strict=True))


def _widened(loop: Loop, by: Mm) -> Loop:
    """A loop of straight cuts, moved to its left."""
    moved = []
    for line in loop:
        if not isinstance(line, StraightCut):
            raise TypeError("cells and hexes have no arcs")
        out_x, out_y = (line.y2 - line.y1) / _length(line) * by, (line.x1 - line.x2) / _length(line) * by
        moved.append(StraightCut(line.x1 + out_x, line.y1 + out_y, line.x2 + out_x, line.y2 + out_y))
    return closed([_meeting(before, line) for before, line in zip([moved[-1], *moved[:-1]], moved, strict=True)])


def _area(loop: Loop) -> float:
    """The area inside straight cuts, positive if they run clockwise."""
    return sum(line.x1 * line.y2 - line.x2 * line.y1 for line in loop if isinstance(line, StraightCut)) / 2


def _meeting(one: StraightCut, other: StraightCut) -> tuple[Mm, Mm]:
    """The point where two lines that are not parallel meet, if both are made longer."""
    ax, ay = one.x2 - one.x1, one.y2 - one.y1
    bx, by = other.x2 - other.x1, other.y2 - other.y1
    along = ((other.x1 - one.x1) * by - (other.y1 - one.y1) * bx) / (ax * by - ay * bx)
    return one.x1 + along * ax, one.y1 + along * ay


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


def refuse_impossible(width: Mm, height: Mm, radius: Mm = 0.0) -> None:
    """Refuse a piece that is too small to cut, or that is no size at all."""
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
