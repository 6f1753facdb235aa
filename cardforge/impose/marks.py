"""Draw marks and lines that show where to cut and where to fold.

Takes a grid and its filled slots; returns strokes that stay on the paper and touch no piece and no bleed. If bleeds
fill the gaps between pieces, only the outer strokes remain.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from cardforge.core.choices import Marks
from cardforge.core.units import Mm
from cardforge.impose.grid import TINY, Axis, Grid
from cardforge.impose.job import SheetJob
from cardforge.impose.outline import Loop, Outline, StraightCut, placed, turned
from cardforge.impose.registration import CLEAR, Bar
from cardforge.impose.sheet_pages import Mark

LONGEST: Mm = 5.0
SHORTEST: Mm = 3.0
AWAY: Mm = 0.5  # from the bleed
_CORNERS = ((-1, -1), (1, -1), (-1, 1), (1, 1))


class Filled(NamedTuple):
    """The filled slots of a grid: all from `first` up to, but excluding, `last`."""

    grid: Grid
    first: int
    last: int

    def holds(self, row: int, column: int) -> bool:
        grid = self.grid
        is_there = 0 <= row < grid.rows and 0 <= column < grid.columns
        return is_there and self.first <= row * grid.columns + column < self.last

    def cells(self) -> Iterator[tuple[int, int]]:
        """Rows and columns, of a grid that is not staggered."""
        for at in range(self.first, self.last):
            yield divmod(at, self.grid.columns)

    def corners(self) -> list[tuple[Mm, Mm]]:
        return self.grid.slots(self.last)[self.first :]


def marks_on(filled: Filled, job: SheetJob, bars: tuple[Bar, ...]) -> tuple[Mark, ...]:
    """The marks around the filled slots, without duplicates."""
    if job.marks == Marks.NONE:
        return ()
    if filled.grid.stagger:
        strokes = _around(filled, job)
    elif job.marks == Marks.EDGE:
        strokes = _at_edges(filled, job)
    else:
        strokes = _at_corners(filled, job)
    found = {_rounded(mark): mark for mark in strokes if mark and not _near_bars(mark, bars)}
    if job.marks == Marks.CROSS and not filled.grid.stagger:
        found |= {_rounded(mark): mark for mark in _at_crossings(filled) if not _near_bars(mark, bars)}
    return tuple(found.values())


def cut_lines(filled: Filled, outline: Outline) -> tuple[Mark, ...]:
    """Lines across the whole paper along every cut; for pieces without straight rows, their outlines instead."""
    grid = filled.grid
    if grid.stagger or outline.is_fitted:
        shape = turned(outline, 90 if grid.is_turned else 0)
        return lines_along(loop for x, y in filled.corners() for loop in placed(shape, x, y))
    across, down = _cuts(filled)
    upright = [Mark(x, 0, x, grid.height, "cut") for x in across]
    return (*upright, *(Mark(0, y, grid.width, y, "cut") for y in down))


def lines_along(loops: Iterable[Loop]) -> tuple[Mark, ...]:
    """The straight lines of outlines, each only once if two pieces share it."""
    sides = (Mark(*_sorted_ends(line), "cut") for loop in loops for line in loop if isinstance(line, StraightCut))
    return tuple({_rounded(mark): mark for mark in sides}.values())


def fold_lines(grid: Grid) -> tuple[Mark, ...]:
    """The line to fold a sheet along, if it has one."""
    if grid.fold == "vertical":
        return (Mark(grid.width / 2, 0, grid.width / 2, grid.height, "fold"),)
    if grid.fold == "horizontal":
        return (Mark(0, grid.height / 2, grid.width, grid.height / 2, "fold"),)
    return ()


def _sorted_ends(line: StraightCut) -> tuple[Mm, Mm, Mm, Mm]:
    """The ends in a fixed order, so that a side shared by two pieces is recognised as one line."""
    (x1, y1), (x2, y2) = sorted([(line.x1, line.y1), (line.x2, line.y2)])
    return x1, y1, x2, y2


def _cuts(filled: Filled) -> tuple[list[Mm], list[Mm]]:
    grid = filled.grid
    columns, rows = {column for _, column in filled.cells()}, {row for row, _ in filled.cells()}
    starts_x = [grid.x + column * grid.across.step for column in columns]
    starts_y = [grid.y + row * grid.down.step for row in rows]
    across = {round(x, 6): x for start in starts_x for x in (start, start + grid.across.size)}
    down = {round(y, 6): y for start in starts_y for y in (start, start + grid.down.size)}
    return [across[x] for x in sorted(across)], [down[y] for y in sorted(down)]


def _at_edges(filled: Filled, job: SheetJob) -> Iterator[Mark | None]:
    """Strokes in line with every cut, at the edge of the printable area, where a guillotine is aligned."""
    across, down = _cuts(filled)
    left, top, right, bottom = filled.grid.block
    for x in across:
        yield _stroke(filled.grid, job, x, top - AWAY, 0, -1, far=True)
        yield _stroke(filled.grid, job, x, bottom + AWAY, 0, 1, far=True)
    for y in down:
        yield _stroke(filled.grid, job, left - AWAY, y, -1, 0, far=True)
        yield _stroke(filled.grid, job, right + AWAY, y, 1, 0, far=True)


def _around(filled: Filled, job: SheetJob) -> Iterator[Mark | None]:
    """Marks at the bounding box of staggered pieces, which share no straight cuts."""
    grid = filled.grid
    corners = filled.corners()
    left, top = min(x for x, _ in corners), min(y for _, y in corners)
    right, bottom = max(x for x, _ in corners) + grid.across.size, max(y for _, y in corners) + grid.down.size
    for side_x, side_y in _CORNERS:
        x, y = (left if side_x < 0 else right), (top if side_y < 0 else bottom)
        yield _stroke(grid, job, x, y + side_y * (grid.down.shown + AWAY), 0, side_y)
        yield _stroke(grid, job, x + side_x * (grid.across.shown + AWAY), y, side_x, 0)


def _at_corners(filled: Filled, job: SheetJob) -> Iterator[Mark | None]:
    grid = filled.grid
    inner = job.marks == Marks.CORNER
    for row, column in filled.cells():
        x, y = grid.x + column * grid.across.step, grid.y + row * grid.down.step
        for side_x, side_y in _CORNERS:
            at_x = x if side_x < 0 else x + grid.across.size
            at_y = y if side_y < 0 else y + grid.down.size
            beside = filled.holds(row + side_y, column + side_x)
            is_blocked = beside or filled.holds(row + side_y, column)
            room = _room(grid.down, is_blocked, 0 <= row + side_y < grid.rows, inner)
            yield _stroke(grid, job, at_x, at_y + side_y * (grid.down.shown + AWAY), 0, side_y, room)
            is_blocked = beside or filled.holds(row, column + side_x)
            room = _room(grid.across, is_blocked, 0 <= column + side_x < grid.columns, inner)
            yield _stroke(grid, job, at_x + side_x * (grid.across.shown + AWAY), at_y, side_x, 0, room)


def _room(axis: Axis, is_blocked: bool, is_inside: bool, inner: bool) -> Mm:
    """The maximum length of a stroke: into the gap before a neighbour, into an empty slot, or outside the grid."""
    free = axis.gap - 2 * axis.shown - 2 * AWAY
    if is_blocked:
        return free if inner else 0.0
    return axis.size + axis.gap + free if is_inside else LONGEST


def _stroke(
    grid: Grid, job: SheetJob, x: Mm, y: Mm, dx: int, dy: int, most: Mm = LONGEST, far: bool = False
) -> Mark | None:
    """A stroke outwards from a point, or None if there is no room.

    It ends at the printable area if it is long enough there; otherwise it may extend to the paper's edge.
    """
    right = grid.width / 2 if grid.fold == "vertical" else grid.width
    bottom = grid.height / 2 if grid.fold == "horizontal" else grid.height
    to_edge = {(-1, 0): x, (1, 0): right - x, (0, -1): y, (0, 1): bottom - y}[dx, dy]
    margin_x, margin_y = job.margins.either_side(grid.is_landscape)
    printable = to_edge - (margin_x if dx else margin_y)
    length = min(LONGEST, most, max(SHORTEST, printable))
    if length < SHORTEST - TINY or length > to_edge + TINY:
        return None
    start = max(0.0, printable - length) if far else 0.0
    ends = (x + dx * start, y + dy * start, x + dx * (start + length), y + dy * (start + length))
    return Mark(*ends, job.marks.value)


def _at_crossings(filled: Filled) -> Iterator[Mark]:
    """Crosses in the middle of gaps that are free of bleed."""
    grid = filled.grid
    if min(axis.gap - 2 * axis.shown for axis in (grid.across, grid.down)) < 2 * AWAY - TINY:
        return
    met = {(row + down, column + right) for row, column in filled.cells() for down in (0, 1) for right in (0, 1)}
    arm = LONGEST / 2
    for row, column in sorted(met):
        if 0 < row < grid.rows and 0 < column < grid.columns:
            x = grid.x + column * grid.across.step - grid.across.gap / 2
            y = grid.y + row * grid.down.step - grid.down.gap / 2
            yield Mark(x - arm, y, x + arm, y, Marks.CROSS.value)
            yield Mark(x, y - arm, x, y + arm, Marks.CROSS.value)


def _near_bars(mark: Mark, bars: tuple[Bar, ...]) -> bool:
    left, right = sorted((mark.x1, mark.x2))
    top, bottom = sorted((mark.y1, mark.y2))
    return any(
        left < bar.x + bar.width + CLEAR
        and right > bar.x - CLEAR
        and top < bar.y + bar.height + CLEAR
        and bottom > bar.y - CLEAR
        for bar in bars
    )


def _rounded(mark: Mark) -> tuple[Mm, ...]:
    return tuple(round(number, 6) for number in mark[:4])
