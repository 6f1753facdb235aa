"""`cells`: a list drawn as a map of hexes."""

from __future__ import annotations

from math import sqrt

import pytest

from tests.support.faces import bounds, codes, drawn, shapes

MAP = """  - each: sectors
    cells: at
    cell: 10
    x: 5
    y: 5
    width: 50
    height: 60
    group:
      - {shape: hexagon, fill: "#445566"}
"""
HIGH = 20 / sqrt(3)


def boxes(*cells: list[int]) -> list[tuple[float, ...]]:
    face, problems = drawn(MAP, sectors=[{"at": cell} for cell in cells])
    assert problems == []
    return [bounds(shape) for shape in shapes(face)]


def test_one_hex_stands_in_the_middle() -> None:
    assert boxes([7, -3]) == [pytest.approx((25, 35 - HIGH / 2, 35, 35 + HIGH / 2))]


def test_neighbours_share_a_side() -> None:
    """All six neighbours touch the middle one: beside it, or three quarters of a hex higher or lower."""
    middle, *around = boxes([0, 0], [1, 0], [1, -1], [0, -1], [-1, 0], [-1, 1], [0, 1])
    steps = [(each[0] - middle[0], each[1] - middle[1]) for each in around]
    row = HIGH * 3 / 4

    expected = [(10, 0), (5, -row), (-5, -row), (-10, 0), (-5, row), (5, row)]
    assert [pytest.approx(step) for step in expected] == steps


def test_a_map_that_is_too_large_is_told_with_both_sizes() -> None:
    _, problems = drawn(MAP, sectors=[{"at": [0, 0]}, {"at": [5, 0]}])

    assert codes(problems) == ["CF408"]
    assert "60.0 × 11.5 mm" in problems[0].message


@pytest.mark.parametrize("at", [None, "0, 0", [1], [1, 2, 3], [1.5, 0], ["a", 0], [True, 0]])
def test_an_entry_without_a_cell_is_told(at: object) -> None:
    _, problems = drawn(MAP, sectors=[{"at": [0, 0]}, {"at": at}])

    assert codes(problems) == ["CF408"]
    assert "entry 2" in problems[0].message
