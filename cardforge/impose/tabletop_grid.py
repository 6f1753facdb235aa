"""Compute deck sheets for a virtual table: the size of a card in pixels, and the cards per sheet.

Takes the size of a card and how many there are; returns grids, by arithmetic only. The table divides a sheet into equal
slots, so a slot is a whole number of pixels.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import floor
from typing import NamedTuple

from cardforge.core.units import MM_PER_INCH, Mm

# Limits of Tabletop Simulator: kb.tabletopsimulator.com, "Asset Creation" and "Custom Deck".
MOST_COLUMNS, MOST_ROWS = 10, 7
MOST_PIXELS = 4096  # per side
SHARPEST = 300.0  # dpi; more makes no visible difference on a screen
_EXACT = 1e-6  # rounding tolerance in pixels


class TableGrid(NamedTuple):
    """Slots of one size, counted along the rows from the top left."""

    columns: int
    rows: int
    slot_width: int  # pixels
    slot_height: int
    dpi: float

    @property
    def width(self) -> int:
        return self.columns * self.slot_width

    @property
    def height(self) -> int:
        return self.rows * self.slot_height

    @property
    def slots(self) -> int:
        return self.columns * self.rows

    def corner(self, slot: int) -> tuple[int, int]:
        """The left and top of a slot, in pixels."""
        return slot % self.columns * self.slot_width, slot // self.columns * self.slot_height


def grid_for(width: Mm, height: Mm) -> TableGrid:
    """The largest sheet for cards of one size, at the highest resolution possible."""
    dpi = min(SHARPEST, MOST_PIXELS * MM_PER_INCH / max(width, height))
    across, down = (max(1, floor(side * dpi / MM_PER_INCH + _EXACT)) for side in (width, height))
    return TableGrid(min(MOST_COLUMNS, MOST_PIXELS // across), min(MOST_ROWS, MOST_PIXELS // down), across, down, dpi)


def grids_for(width: Mm, height: Mm, count: int) -> Iterator[TableGrid]:
    """Sheets until every card has a slot; the last is no larger than needed."""
    full = grid_for(width, height)
    for start in range(0, count, full.slots):
        yield _smallest(full, min(full.slots, count - start))


def _smallest(full: TableGrid, count: int) -> TableGrid:
    """The grid with the fewest slots for `count` cards; ties go to the one closest to a square."""
    columns = [each for each in range(1, full.columns + 1) if -(-count // each) <= full.rows]
    grids = [full._replace(columns=each, rows=-(-count // each)) for each in columns]
    return min(grids, key=lambda grid: (grid.slots, max(grid.width, grid.height)))
