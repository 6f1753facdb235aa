"""Pieces and jobs of every kind, and the plain geometry by which their sheets are judged."""

from __future__ import annotations

from math import cos, hypot, radians, sin
from typing import Any

from hypothesis import strategies as st

from cardforge.core.choices import Backs, Bleed, Marks, Orientation, Registration, SheetOrder
from cardforge.core.distances import Gap
from cardforge.impose.job import Margins, Piece, SheetJob
from cardforge.impose.joined_outline import cells, hexes
from cardforge.impose.outline import StraightCut, circle, grown, hexagon, polygon, rectangle, ring, turned
from cardforge.impose.papers import PAPERS, Paper
from cardforge.impose.sheet_pages import Placement

Point = tuple[float, float]
LENGTHS = st.floats(12, 120).map(lambda length: round(length, 2))
OUTLINES = st.one_of(
    st.builds(rectangle, LENGTHS, LENGTHS, st.sampled_from([0.0, 3.0, 50.0])),
    st.sampled_from([rectangle(63, 88, 3), rectangle(63.5, 88.9, 3), rectangle(44, 68), rectangle(4, 3)]),
    st.builds(circle, LENGTHS),
    st.builds(lambda outer: ring(outer, outer / 3), LENGTHS),
    st.builds(lambda flats, pointy: hexagon(across_flats=flats, pointy=pointy), LENGTHS, st.booleans()),
    st.sampled_from([cells([(0, 0), (1, 0), (2, 0), (1, 1)], 15), hexes(2, 12), hexes(1, 25)]),
    st.just(polygon([(0, 0), (40, 0), (40, 15), (20, 15), (20, 60), (0, 60)])),
)
PAPER = st.sampled_from([*PAPERS.values(), Paper("square", 250, 250), Paper("strip", 90, 600)])
GAP = st.sampled_from([0.0, 1.25, 3.0, 10.0])
MARGIN = st.sampled_from([0.0, 3.0, 5.0, 6.35, 10.0])


@st.composite
def piece_lists(draw: st.DrawFn) -> list[Piece]:
    """A few designs of up to three sizes, most with a back, some without copies."""
    sizes = draw(st.lists(st.tuples(OUTLINES, st.sampled_from([0.0, 1.5, 3.0])), min_size=1, max_size=3))
    count = draw(st.integers(1, 8))
    pieces = []
    for at in range(count):
        outline, bleed = draw(st.sampled_from(sizes))
        back = draw(st.sampled_from([f"back {at}", "shared", None]))
        group = draw(st.sampled_from(["", "one", "two"]))
        pieces.append(Piece(f"piece {at}", outline, bleed, draw(st.integers(0, 9)), back, group))
    return pieces


@st.composite
def jobs(draw: st.DrawFn, /, **fixed: Any) -> SheetJob:
    """A job that makes sense; a later slot than the first is asked for where the test knows the grid."""
    chosen = {
        "paper": draw(PAPER),
        "orientation": draw(st.sampled_from(Orientation)),
        "bleed": draw(st.sampled_from(Bleed)),
        "gap": Gap(draw(GAP), draw(GAP)),
        "margins": Margins(draw(MARGIN), draw(MARGIN), draw(MARGIN), draw(MARGIN)),
        "backs": draw(st.sampled_from(Backs)),
        "marks": draw(st.sampled_from(Marks)),
        "cut_lines": draw(st.booleans()),
        "order": draw(st.sampled_from(SheetOrder)),
        "header": draw(st.booleans()),
        "registration": draw(st.sampled_from(Registration)),
    }
    return SheetJob(**chosen | fixed)


def shown_shape(placement: Placement) -> list[Point]:
    """The corners of all that a placement shows on the paper, its bleed included."""
    shape = turned(grown(placement.outline, placement.shown), placement.turn)
    left, top = placement.x - placement.clip.left, placement.y - placement.clip.top
    assert abs(shape.width - placement.width - placement.clip.left - placement.clip.right) < 1e-6
    assert abs(shape.height - placement.height - placement.clip.top - placement.clip.bottom) < 1e-6
    return [(left + line.x1, top + line.y1) for line in shape.loops[0] if isinstance(line, StraightCut)]


def distance_between(one: list[Point], other: list[Point]) -> float:
    """How far two convex shapes stand apart along the best axis; negative is how deep they overlap."""
    axes = [axis for shape in (one, other) for axis in _axes(shape)]
    return max(max(_gap(one, other, axis), _gap(other, one, axis)) for axis in axes)


def on_paper(placement: Placement, u: float, v: float) -> Point:
    """Where a point of a face, measured from its own top left, lies on the paper: turned about the box's middle."""
    wide, high = placement.outline.width, placement.outline.height
    middle_x, middle_y = placement.x + placement.width / 2, placement.y + placement.height / 2
    c, s = cos(radians(placement.turn)), sin(radians(placement.turn))
    dx, dy = u - wide / 2, v - high / 2
    return middle_x + c * dx - s * dy, middle_y + s * dx + c * dy


def _axes(shape: list[Point]) -> list[Point]:
    found = []
    for (x1, y1), (x2, y2) in zip(shape, [*shape[1:], shape[0]], strict=True):
        length = hypot(x2 - x1, y2 - y1)
        found += [((y2 - y1) / length, (x1 - x2) / length), ((x2 - x1) / length, (y2 - y1) / length)]
    return found


def _gap(one: list[Point], other: list[Point], axis: Point) -> float:
    return min(x * axis[0] + y * axis[1] for x, y in other) - max(x * axis[0] + y * axis[1] for x, y in one)
