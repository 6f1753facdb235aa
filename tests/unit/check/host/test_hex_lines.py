"""Lines over hexes against another reckoning: every edge near the line is tried with exact fractions."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardforge.check.host.hex_grid import hex_distance, hex_neighbours
from cardforge.check.host.hex_lines import hex_line

steps = st.integers(-6, 6)
cells = st.tuples(steps, steps)
Point = tuple[Fraction, Fraction]


def _touched(one: tuple[int, int], other: tuple[int, int]) -> dict[tuple[int, int], int]:
    """The cells that a line meets, by exact fractions: 2 if it runs through the inside, 1 if it meets the rim.

    A point is inside a cell if in each of the three directions across it lies nearer to this centre than to the next.
    """
    span = max(hex_distance(list(one), list(other)), 1)
    found: dict[tuple[int, int], int] = {}
    for q in range(min(one[0], other[0]) - 1, max(one[0], other[0]) + 2):
        for r in range(min(one[1], other[1]) - 1, max(one[1], other[1]) + 2):
            low, high = Fraction(0), Fraction(1)
            is_beside = False
            for across in ((2, 1), (1, 2), (1, -1)):  # |2x + y| <= 1 and so on, for a cell around [0, 0]
                start = across[0] * (one[0] - q) + across[1] * (one[1] - r)
                slope = across[0] * (other[0] - one[0]) + across[1] * (other[1] - one[1])
                if slope == 0:
                    is_beside = is_beside or abs(start) > 1
                    found_on_rim = abs(start) == 1
                    if found_on_rim and not is_beside:
                        found.setdefault((q, r), 1)
                    continue
                ends = sorted((Fraction(-1 - start, slope), Fraction(1 - start, slope)))
                low, high = max(low, ends[0]), min(high, ends[1])
            if is_beside or low > high:
                found.pop((q, r), None)
            elif (q, r) not in found:
                found[q, r] = 2 if low < high else 1
    assert span
    return found


def _entered(edge: list[int]) -> tuple[int, int]:
    q, r = hex_neighbours(edge[:2])[edge[2]]
    return (q, r)


@given(cells, cells)
def test_a_line_leads_through_the_cells_that_it_meets(one: tuple[int, int], other: tuple[int, int]) -> None:
    met = _touched(one, other)
    line = hex_line(list(one), list(other))
    at = one
    visited = {one}
    for ways in line:
        ends = set()
        for way in ways:
            here = at
            for edge in way:
                assert (edge[0], edge[1]) == here
                here = _entered(edge)
                visited.add(here)
            ends.add(here)
        (at,) = ends  # both ways end in the same cell

    assert at == other
    assert visited == set(met)
    assert any(len(ways) == 2 for ways in line) == (1 in met.values())


@given(cells, cells)
def test_the_line_back_crosses_the_same_edges(one: tuple[int, int], other: tuple[int, int]) -> None:
    def sides(line: list[list[list[list[int]]]]) -> list[Any]:
        return [
            sorted(sorted(tuple(sorted([(e[0], e[1]), _entered(e)])) for e in way) for way in ways) for ways in line
        ]

    assert sides(hex_line(list(one), list(other))) == sides(hex_line(list(other), list(one)))[::-1]


def test_thirty_of_the_cells_within_six_steps_have_two_ways() -> None:
    around = [[q, r] for q in range(-6, 7) for r in range(-6, 7) if 1 <= hex_distance([0, 0], [q, r]) <= 6]

    assert len(around) == 126
    assert sum(any(len(ways) == 2 for ways in hex_line([0, 0], cell)) for cell in around) == 30


def test_a_line_far_out_is_refused() -> None:
    assert len(hex_line([0, 0], [1_000, 0])) == 1_000
    with pytest.raises(ValueError, match="1,000 steps"):
        hex_line([0, 0], [1_001, 0])
