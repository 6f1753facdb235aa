"""Find the slots of a ready-made sheet that pieces of one size go into, and the size of its registration marks."""

from __future__ import annotations

from collections.abc import Iterator

from cardforge.core.units import Mm
from cardforge.impose.outline import Outline
from cardforge.impose.registration import USUAL, MarkSizes
from cardforge.load.sheet_make import SheetLayout, SheetMake

# Sizes that differ by less are the same size converted from other units, or the play of a perforation.
SAME_SIZE: Mm = 0.5


def slots_for(outline: Outline, make: SheetMake, may_turn: bool = True) -> tuple[SheetLayout, bool] | None:
    """The layout whose slots are nearest to this size, and whether pieces lie on their side in them."""
    ways = [way for way in _ways(make, may_turn) if _distance(outline, *way) <= SAME_SIZE]
    return min(ways, key=lambda way: (_distance(outline, *way), way[1]), default=None)


def mark_sizes(outline: Outline, make: SheetMake | None, may_turn: bool = True) -> MarkSizes:
    """The sizes of the registration marks on a sheet with pieces of this size."""
    fitting = slots_for(outline, make, may_turn) if make else None
    if make is None or make.marks is None or fitting is None:
        return USUAL
    return MarkSizes(make.marks.inset, fitting[0].arm or USUAL.arm, make.marks.thickness, make.marks.square)


def _ways(make: SheetMake, may_turn: bool) -> Iterator[tuple[SheetLayout, bool]]:
    for layout in make.layouts:
        yield layout, False
        if make.may_turn and may_turn:
            yield layout, True


def _distance(outline: Outline, layout: SheetLayout, is_turned: bool) -> Mm:
    width, height = (outline.height, outline.width) if is_turned else (outline.width, outline.height)
    return max(abs(layout.width - width), abs(layout.height - height))
