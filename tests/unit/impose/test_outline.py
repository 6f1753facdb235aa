"""Outlines: their boxes, their loops, and how they are turned and mirrored."""

from __future__ import annotations

from collections.abc import Callable
from math import nan, sqrt

import pytest

from cardforge.core.errors import UsageError
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
