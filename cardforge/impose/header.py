"""Place a header line that names the sheet, if the margins have room for it.

It never takes the place of a piece: it goes above the pieces if there is room inside the printable area, else below,
else at their sides, else it is left out. It takes the widest gap between marks; if that is narrow, it moves on to the
next position that is not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from cardforge.core.units import Mm
from cardforge.impose.grid import TINY, Grid
from cardforge.impose.job import SheetJob
from cardforge.impose.registration import Bar
from cardforge.impose.sheet_pages import Header, Mark, Side

HEIGHT: Mm = 4.0
SHORTEST: Mm = 40.0  # enough for a short name and the sheet's number
CLEAR: Mm = 0.5
ROOMY: Mm = 60.0  # enough for seventy legible letters


class _Box(NamedTuple):
    left: Mm
    top: Mm
    right: Mm
    bottom: Mm


def header_box(
    grid: Grid, job: SheetJob, marks: Iterable[Mark], bars: Iterable[Bar], lowest: Mm | None = None
) -> Header | None:
    """The box of the header, still without text, or None if there is no room.

    `lowest` is the bottom of the pieces on a sheet that is not full.
    """
    margin_x, margin_y = job.margins.either_side(grid.is_landscape)
    bottom = grid.height - grid.top if lowest is None else lowest
    pieces = _Box(grid.left, grid.top, grid.width - grid.left, bottom)  # including both sides of a fold
    taken = [pieces, *map(_around, marks), *(_Box(x, y, x + wide, y + high) for x, y, wide, high in bars)]
    found: list[Header] = []
    for y in _bands(grid.height, margin_y, grid.top):
        free = _widest(margin_x, grid.width - margin_x, [box for box in taken if _meets(box.top, box.bottom, y)], 0)
        if free:
            found.append(Header("", free[0], y, free[1] - free[0], HEIGHT, 0))
    for x, turn in zip(_bands(grid.width, margin_x, grid.left), (270, 270, 90, 90), strict=True):
        free = _widest(margin_y, grid.height - margin_y, [box for box in taken if _meets(box.left, box.right, x)], 1)
        if free:
            found.append(Header("", x, free[0], HEIGHT, free[1] - free[0], turn))
    roomy = [header for header in found if max(header.width, header.height) >= ROOMY]
    return next(iter(roomy or found), None)


def header_text(job: SheetJob, side: Side, number: int, of: int) -> str:
    """The text of a header."""
    back = " · back" if side == Side.BACK else ""
    return f"{job.name} · sheet {number} of {of}{back} · print at 100 %"


def _bands(length: Mm, margin: Mm, left: Mm) -> tuple[Mm, Mm, Mm, Mm]:
    """Where a header may start: at the printable edge or close to the pieces, on either side."""
    near = max(margin, left - CLEAR - HEIGHT)
    return margin, near, length - margin - HEIGHT, length - near - HEIGHT


def _around(mark: Mark) -> _Box:
    return _Box(min(mark.x1, mark.x2), min(mark.y1, mark.y2), max(mark.x1, mark.x2), max(mark.y1, mark.y2))


def _meets(first: Mm, last: Mm, band: Mm) -> bool:
    return first < band + HEIGHT + CLEAR - TINY and last > band - CLEAR + TINY


def _widest(start: Mm, end: Mm, taken: Iterable[_Box], axis: int) -> tuple[Mm, Mm] | None:
    """The widest free interval between taken boxes, if it is wide enough; ties go to the first."""
    rooms = list(_rooms(start, end, sorted((box[axis], box[axis + 2]) for box in taken)))
    widest = max(rooms, key=lambda room: round(room[1] - room[0], 6), default=(0.0, 0.0))
    return widest if widest[1] - widest[0] >= SHORTEST else None


def _rooms(start: Mm, end: Mm, taken: Iterable[tuple[Mm, Mm]]) -> Iterator[tuple[Mm, Mm]]:
    for first, last in taken:
        if first - CLEAR > start:
            yield start, min(end, first - CLEAR)
        start = max(start, last + CLEAR)
    if end > start:
        yield start, end
