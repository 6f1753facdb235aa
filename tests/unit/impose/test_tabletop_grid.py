"""Deck sheets keep to what a virtual table takes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardforge.core.units import CARD_SIZES
from cardforge.impose.tabletop_grid import grid_for, grids_for

SIDES = st.floats(5.0, 500.0)


@pytest.mark.parametrize(
    ("size", "columns", "rows", "slot"),
    [
        ("poker", 5, 3, (744, 1039)),
        ("poker-us", 5, 3, (750, 1050)),
        ("micro", 10, 7, (375, 525)),
        ("tarot", 4, 2, (826, 1417)),
        ("credit", 4, 6, (1012, 637)),
    ],
)
def test_cards_of_common_sizes_are_as_sharp_as_print(size: str, columns: int, rows: int, slot: tuple[int, int]) -> None:
    grid = grid_for(*CARD_SIZES[size])

    assert (grid.columns, grid.rows, (grid.slot_width, grid.slot_height), grid.dpi) == (columns, rows, slot, 300)


def test_a_board_larger_than_a_sheet_is_drawn_coarser() -> None:
    grid = grid_for(420.0, 297.0)

    assert (grid.columns, grid.rows, grid.width) == (1, 1, 4096)
    assert grid.dpi == pytest.approx(247.7, abs=0.1)


def test_the_last_sheet_is_no_larger_than_it_needs_to_be() -> None:
    made = [(grid.columns, grid.rows) for grid in grids_for(63.0, 88.0, 38)]

    assert made == [(5, 3), (5, 3), (4, 2)]


@given(SIDES, SIDES, st.integers(1, 300))
def test_every_card_has_a_slot_and_no_sheet_is_too_large(width: float, height: float, count: int) -> None:
    grids = list(grids_for(width, height, count))
    full = grid_for(width, height)

    assert all(grid.columns <= 10 and grid.rows <= 7 for grid in grids)
    assert all(0 < grid.width <= 4096 and 0 < grid.height <= 4096 for grid in grids)
    assert sum(grid.slots for grid in grids[:-1]) < count <= sum(grid.slots for grid in grids)
    assert all(grid == full for grid in grids[:-1])
    assert len({(grid.slot_width, grid.slot_height, grid.dpi) for grid in grids}) == 1


@given(SIDES, SIDES, st.integers(1, 70))
def test_no_two_slots_of_a_sheet_overlap(width: float, height: float, count: int) -> None:
    grid = next(grids_for(width, height, count))
    corners = [grid.corner(slot) for slot in range(grid.slots)]

    assert len(set(corners)) == grid.slots
    assert all(left % grid.slot_width == 0 and top % grid.slot_height == 0 for left, top in corners)
    assert max(corners) == (grid.width - grid.slot_width, grid.height - grid.slot_height)
