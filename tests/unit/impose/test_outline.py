"""Outlines: their boxes, their loops, and how they are turned and mirrored."""

from __future__ import annotations

from collections.abc import Callable
from math import hypot, nan, sqrt

import pytest

from cardforge.core.errors import UsageError
from cardforge.impose.joined_outline import cells, hexes
from cardforge.impose.outline import (
    Outline,
    RoundCut,
    Segment,
    StraightCut,
    circle,
    grown,
    hexagon,
    mirrored,
    path,
    polygon,
    rectangle,
    ring,
    turned,
)

ANGLE = polygon([(10, 20), (50, 20), (50, 35), (30, 35), (30, 80), (10, 80)])
ALL = [
    rectangle(63, 88, 3),
    rectangle(63, 88),
    rectangle(20, 50, 40),
    circle(20),
    ring(40, 10),
    hexagon(across_flats=70),
    hexagon(across_corners=70, pointy=False),
    ANGLE,
    cells([(0, 0), (1, 0), (2, 0), (1, 1)], 15),
    cells([(x, y) for x in range(3) for y in range(3) if (x, y) != (1, 1)], 10),
    cells([(0, 0), (1, 0), (0, 1), (0, 2), (1, 2), (2, 2), (2, 1)], 10),
    hexes(1, 30),
    hexes(2, 25),
    path(
        [
            [
                StraightCut(0, 0, 30, 0),
                RoundCut(30, 10, 10, 270, 180),
                StraightCut(30, 20, 0, 20),
                StraightCut(0, 20, 0, 0),
            ]
        ]
    ),
]


def _ends(segment: Segment) -> tuple[tuple[float, float], tuple[float, float]]:
    if isinstance(segment, StraightCut):
        return (segment.x1, segment.y1), (segment.x2, segment.y2)
    return segment.at(segment.start), segment.at(segment.start + segment.sweep)


def _points(outline: Outline) -> list[tuple[float, float]]:
    """Many points along an outline."""
    found = []
    for segment in (segment for loop in outline.loops for segment in loop):
        for part in range(37):
            if isinstance(segment, RoundCut):
                found.append(segment.at(segment.start + segment.sweep * part / 36))
            else:
                (x1, y1), (x2, y2) = _ends(segment)
                found.append((x1 + (x2 - x1) * part / 36, y1 + (y2 - y1) * part / 36))
    return found


@pytest.mark.parametrize("outline", [*ALL, *(turned(each, 90) for each in ALL), *(mirrored(each) for each in ALL)])
def test_loops_are_closed_and_fill_their_box(outline: Outline) -> None:
    for loop in outline.loops:
        for segment, after in zip(loop, [*loop[1:], loop[0]], strict=True):
            assert _ends(segment)[1] == pytest.approx(_ends(after)[0], abs=1e-9)
    xs, ys = zip(*_points(outline), strict=True)
    assert (min(xs), min(ys)) == pytest.approx((0, 0), abs=1e-9)
    assert (max(xs), max(ys)) == pytest.approx((outline.width, outline.height), abs=1e-9)


@pytest.mark.parametrize("outline", ALL)
def test_turning_moves_every_point_clockwise(outline: Outline) -> None:
    quarter = turned(outline, 90)

    assert (quarter.width, quarter.height) == (outline.height, outline.width)
    for (x, y), point in zip(_points(outline), _points(quarter), strict=True):
        assert point == pytest.approx((outline.height - y, x), abs=1e-9)
    assert _points(turned(outline, 360)) == _points(outline)
    for (x, y), point in zip(_points(outline), _points(turned(outline, 180)), strict=True):
        assert point == pytest.approx((outline.width - x, outline.height - y), abs=1e-9)


@pytest.mark.parametrize("outline", ALL)
def test_mirroring_exchanges_left_and_right(outline: Outline) -> None:
    for (x, y), point in zip(_points(outline), _points(mirrored(outline)), strict=True):
        assert point == pytest.approx((outline.width - x, y), abs=1e-9)


def test_a_hexagon_is_known_by_either_measure() -> None:
    pointy, flat = hexagon(across_flats=82.55), hexagon(across_corners=82.55 * 2 / sqrt(3), pointy=False)

    assert (pointy.width, pointy.height) == pytest.approx((82.55, 95.32), abs=0.01)
    assert (flat.width, flat.height) == pytest.approx((pointy.height, pointy.width))
    sides = [line for line in pointy.loops[0] if isinstance(line, StraightCut)]
    assert len(sides) == 6
    for line in sides:
        assert (line.x2 - line.x1) ** 2 + (line.y2 - line.y1) ** 2 == pytest.approx((82.55 / sqrt(3)) ** 2)


def _area(outline: Outline) -> float:
    """The area within straight cuts; holes run the other way round."""
    lines = [line for loop in outline.loops for line in loop if isinstance(line, StraightCut)]
    return abs(sum(line.x1 * line.y2 - line.x2 * line.y1 for line in lines)) / 2


def test_squares_are_cut_out_along_all_their_edges_and_no_others() -> None:
    tee = cells([(5, 7), (6, 7), (7, 7), (6, 8)], 15)

    assert (tee.width, tee.height, tee.kind, tee.cell) == (45, 30, "cells", 15)
    assert sorted({(line[0], line[1]) for line in tee.loops[0]}) == [
        (0, 0), (0, 15), (15, 15), (15, 30), (30, 15), (30, 30), (45, 0), (45, 15),
    ]  # fmt: skip
    assert _area(tee) == 4 * 15 * 15


def test_squares_around_a_hole_have_two_loops_and_squares_that_meet_at_a_corner_one() -> None:
    hole = cells([(x, y) for x in range(3) for y in range(3) if (x, y) != (1, 1)], 10)
    corner = cells([(0, 0), (1, 0), (0, 1), (0, 2), (1, 2), (2, 2), (2, 1)], 10)

    assert (len(hole.loops), _area(hole)) == (2, 800)
    assert (len(corner.loops), _area(corner)) == (1, 700)
    assert _area(grown(hole, 2)) == 34 * 34 - 6 * 6  # the hole gets smaller


def test_a_tile_of_nineteen_hexes_has_thirty_equal_sides() -> None:
    tile = hexes(2, 25)

    assert (tile.width, tile.height) == pytest.approx((125, 115.47), abs=0.01)
    sides = [line for line in tile.loops[0] if isinstance(line, StraightCut)]
    assert len(sides) == 30
    assert [hypot(line.x2 - line.x1, line.y2 - line.y1) for line in sides] == pytest.approx([25 / sqrt(3)] * 30)
    assert _area(tile) == pytest.approx(19 * 25 * 25 * sqrt(3) / 2)


@pytest.mark.parametrize("outline", [cells([(0, 0), (1, 0), (1, 1)], 15), hexes(2, 25), hexes(1, 10)])
def test_the_bleed_of_squares_and_hexes_follows_them_from_either_side(outline: Outline) -> None:
    wide = grown(outline, 2)

    edges = sum(hypot(line[2] - line[0], line[3] - line[1]) for line in outline.loops[0])
    assert _area(wide) == pytest.approx(_area(outline) + 2 * edges, rel=0.03)  # less what corners add and take
    assert _area(wide) == pytest.approx(_area(grown(mirrored(outline), 2)))
    assert sorted(_points(grown(outline, 0))) == [pytest.approx(each, abs=1e-9) for each in sorted(_points(outline))]


@pytest.mark.parametrize(
    ("squares", "what"), [([], "has no cells"), ([(0, 0), (1, 1)], "not joined"), ([(0, 0), (5, 0)], "not joined")]
)
def test_squares_that_are_not_one_piece_are_refused(squares: list[tuple[int, int]], what: str) -> None:
    with pytest.raises(UsageError, match=what):
        cells(squares, 10)


def test_a_path_that_begins_elsewhere_is_moved_to_its_box() -> None:
    assert (ANGLE.width, ANGLE.height) == (40, 60)
    assert ANGLE.loops[0][0] == StraightCut(0, 0, 40, 0)


def test_the_bleed_of_a_hexagon_is_a_hexagon_and_of_anything_else_a_box() -> None:
    assert grown(hexagon(across_flats=70), 3) == hexagon(across_flats=76)
    assert grown(ring(40, 10), 3) == rectangle(46, 46)


@pytest.mark.parametrize(
    "make",
    [
        lambda: rectangle(0, 88),
        lambda: rectangle(63, -1),
        lambda: rectangle(63, nan),
        lambda: rectangle(63, 88, -3),
        lambda: circle(0.5),
        lambda: ring(20, 20),
        lambda: hexagon(across_flats=0),
        lambda: polygon([]),
        lambda: polygon([(0, 0), (1e9, 0), (0, 1e9)]),
        lambda: path([[StraightCut(0, 0, 10, 0), StraightCut(10, 0, 10, 10)]]),
        lambda: path([[RoundCut(0, 0, 10, 0, 720)]]),
    ],
)
def test_shapes_that_cannot_be_cut_are_refused(make: Callable[[], object]) -> None:
    with pytest.raises(UsageError) as refused:
        make()

    assert refused.value.hint
