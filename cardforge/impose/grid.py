"""Find the best grid for pieces of one size on a sheet.

Takes an outline and a job; returns the grid that holds most, centred on the paper. Every combination is tried: paper
portrait or landscape, pieces turned or not, hexagons staggered or not, fold vertical or horizontal. Slots are computed
from the grid on demand, so finding a fit costs the same for nine slots as for thousands.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from math import floor, sqrt
from typing import NamedTuple

from cardforge.core.choices import Backs, Bleed, Orientation, Registration
from cardforge.core.distances import UNMOVED, Shift
from cardforge.core.units import Mm
from cardforge.impose.job import SheetJob
from cardforge.impose.outline import Outline, turned
from cardforge.impose.ready_sheet import slots_for
from cardforge.impose.registration import RESERVED
from cardforge.load.sheet_make import SheetMake

TINY: Mm = 1e-6  # rounding tolerance for sums of inches
FOLD_GAP: Mm = 1.0  # from the trim to the fold, so that glue and a thick fold stay off the piece
_ROW = sqrt(3) / 2  # distance of staggered rows, as a fraction of the distance within a row


class Axis(NamedTuple):
    """One direction of a grid: the size of a piece, the gap to the next, and the visible bleed."""

    size: Mm
    gap: Mm
    shown: Mm

    @property
    def step(self) -> Mm:
        return self.size + self.gap

    def fitting(self, room: Mm) -> int:
        """How many pieces fit into a length, including the bleed of the outer ones."""
        return max(0, floor((room - 2 * self.shown + self.gap + TINY) / self.step))

    def taken(self, count: int) -> Mm:
        """The length that a number of pieces takes, including the bleed of the outer ones."""
        return count * self.step - self.gap + 2 * self.shown


class Grid(NamedTuple):
    """The slots of a sheet: their number, size and position on the paper."""

    width: Mm  # of the paper, as it is printed
    height: Mm
    columns: int
    rows: int
    capacity: int
    is_turned: bool  # pieces lie on their side
    fold: str  # "", vertical or horizontal
    stagger: str  # "", rows or columns
    short: bool  # every other row has one slot less
    across: Axis
    down: Axis
    left: Mm  # from the paper's edge to the outermost bleed, on both sides
    top: Mm  # likewise at the top and the bottom
    x: Mm  # the top left of the first slot's trim
    y: Mm

    @property
    def is_landscape(self) -> bool:
        return self.width > self.height

    @property
    def block(self) -> tuple[Mm, Mm, Mm, Mm]:
        """The bounding box of all slots with their bleed: left, top, right, bottom."""
        shift_x = self.across.step / 2 if self.stagger == "rows" and self.rows > 1 and not self.short else 0.0
        shift_y = self.down.step / 2 if self.stagger == "columns" and self.columns > 1 and not self.short else 0.0
        left, top = self.x - self.across.shown, self.y - self.down.shown
        wide, high = self.across.taken(self.columns) + shift_x, self.down.taken(self.rows) + shift_y
        return left, top, left + wide, top + high

    def slots(self, most: int) -> list[tuple[Mm, Mm]]:
        """The top left corners of the first slots' trims, in the order in which they are filled."""
        return list(islice(self._walk(), min(most, self.capacity)))

    def _walk(self) -> Iterator[tuple[Mm, Mm]]:
        step_x, step_y = self.across.step, self.down.step
        if self.stagger == "columns":
            for column in range(self.columns):
                odd = column % 2
                for row in range(self.rows - (odd if self.short else 0)):
                    yield self.x + column * step_x, self.y + (row + odd / 2) * step_y
            return
        for row in range(self.rows):
            odd = row % 2 if self.stagger else 0
            for column in range(self.columns - (odd if self.short else 0)):
                yield self.x + (column + odd / 2) * step_x, self.y + row * step_y


def best_grid(outline: Outline, bleed: Mm, job: SheetJob) -> Grid | None:
    """The grid that holds most; ties go to the widest smallest margin, then portrait paper, then unturned pieces.

    A ready-made sheet has one grid for each size of piece.
    """
    if job.make:
        found = _ready_made(outline, bleed, job, job.make)
    else:
        found = min((grid for grid in _ways(outline, bleed, job) if grid.capacity), key=_worse, default=None)
    return shifted(found, job.shift) if found else found


def _ready_made(outline: Outline, bleed: Mm, job: SheetJob, make: SheetMake) -> Grid | None:
    """The slots of a ready-made sheet, with every piece in the middle of its slot."""
    fitting = slots_for(outline, make, job.may_turn)
    if fitting is None:
        return None
    layout, is_turned = fitting
    shape = turned(outline, 90) if is_turned else outline
    gap_x, gap_y = layout.step_x - shape.width, layout.step_y - shape.height
    shown = 0.0 if job.bleed == Bleed.NONE else max(0.0, min(bleed, gap_x / 2, gap_y / 2))
    x, y = layout.left + (layout.width - shape.width) / 2, layout.top + (layout.height - shape.height) / 2
    right = layout.paper_width - x - (layout.columns - 1) * layout.step_x - shape.width
    bottom = layout.paper_height - y - (layout.rows - 1) * layout.step_y - shape.height
    across, down = Axis(shape.width, gap_x, shown), Axis(shape.height, gap_y, shown)
    columns, rows = layout.columns, layout.rows
    return Grid(
        layout.paper_width, layout.paper_height, columns, rows, columns * rows, is_turned, "", "", False, across, down,
        min(x, right) - shown, min(y, bottom) - shown, x, y,
    )  # fmt: skip


def shifted(grid: Grid, shift: Shift) -> Grid:
    """The grid moved on its paper; the margins are those that are left on the narrower sides."""
    if shift == UNMOVED:
        return grid
    dx, dy = shift
    return grid._replace(left=grid.left - abs(dx), top=grid.top - abs(dy), x=grid.x + dx, y=grid.y + dy)


def _worse(grid: Grid) -> tuple[int, bool, Mm, bool, bool, bool]:
    least = round(min(grid.left, grid.top), 6)
    is_straight = not grid.stagger  # staggered hexagons share their cuts
    needs_turning = grid.fold == "horizontal"  # with a vertical fold, backs stay upright
    return -grid.capacity, is_straight, -least, grid.is_landscape, needs_turning, grid.is_turned


class Area(NamedTuple):
    """A way to lay the paper, with its margins and fold."""

    width: Mm
    height: Mm
    left: Mm
    top: Mm
    fold: str


def areas(job: SheetJob) -> Iterator[Area]:
    """Every way to lay the paper of a job."""
    papers = [(job.paper.width, job.paper.height), (job.paper.height, job.paper.width)]
    chosen = {Orientation.AUTO: papers, Orientation.PORTRAIT: papers[:1], Orientation.LANDSCAPE: papers[1:]}
    folds = ("vertical", "horizontal") if job.backs == Backs.GUTTERFOLD else ("",)
    for width, height in chosen[job.orientation]:
        across, down = job.margins.either_side(landscape=width > height)
        margins = [(across, down)]
        if job.registration != Registration.NONE:  # pieces may lie between two marks, but not in all four corners
            margins = [(max(across, RESERVED), down), (across, max(down, RESERVED))]
        yield from (Area(width, height, left, top, fold) for left, top in margins for fold in folds)


def bare_grid(area: Area, shape: Outline, bleed: Mm, job: SheetJob, is_turned: bool = False) -> Grid:
    """A grid of an area that has no slots yet."""
    width, height, left, top, fold = area
    return Grid(width, height, 0, 0, 0, is_turned, fold, "", False, *_axes(shape, bleed, job), left, top, 0, 0)


def _ways(outline: Outline, bleed: Mm, job: SheetJob) -> Iterator[Grid]:
    for area in areas(job):
        for is_turned in (False, True) if job.may_turn else (False,):
            shape = turned(outline, 90) if is_turned else outline
            bare = bare_grid(area, shape, bleed, job, is_turned)
            yield _plain(bare)
            if shape.is_staggered:
                yield _staggered(bare, shape, bleed, job)


def _axes(shape: Outline, bleed: Mm, job: SheetJob) -> tuple[Axis, Axis]:
    across, down = shown_around(shape, job.shown(bleed))
    gap = job.gap_between(bleed)
    return Axis(shape.width, max(gap.across, 2 * across), across), Axis(shape.height, max(gap.down, 2 * down), down)


def shown_around(shape: Outline, shown: Mm) -> tuple[Mm, Mm]:
    """How far the visible bleed extends beyond the trim box, across and down: more at a hexagon's corners."""
    point = shown * 2 / sqrt(3)
    pointy, flat = (shown, point), (point, shown)
    kinds = {"hexagon-pointy": pointy, "hexagon-flat": flat, "hexes-pointy": pointy, "hexes-flat": flat}
    return kinds.get(shape.kind, (shown, shown))


def _plain(bare: Grid) -> Grid:
    room_x, room_y = room_of(bare)
    columns, rows = bare.across.fitting(room_x), bare.down.fitting(room_y)
    return positioned(bare._replace(columns=columns, rows=rows, capacity=columns * rows))


def _staggered(bare: Grid, shape: Outline, bleed: Mm, job: SheetJob) -> Grid:
    """Hexagons in interlocking rows (or columns, if a flat side is at the top) that share their cuts."""
    in_rows = shape.kind == "hexagon-pointy"
    along, athwart = (bare.across, bare.down) if in_rows else (bare.down, bare.across)
    room, room_athwart = room_of(bare) if in_rows else reversed(room_of(bare))
    along = along._replace(gap=job.gap_between(bleed).across)  # the cuts are shared, so one gap serves all sides
    athwart = athwart._replace(gap=along.step * _ROW - athwart.size)  # rows overlap: the gap is negative
    in_row, rows = along.fitting(room), athwart.fitting(room_athwart)
    short = in_row > 0 and along.taken(in_row) + along.step / 2 > room + TINY
    count = rows * in_row - (rows // 2 if short else 0)
    if in_row == 1 and short:
        rows, count = min(rows, 1), min(rows, 1)  # every other row would be empty
    if in_rows:
        laid = bare._replace(columns=in_row, rows=rows, across=along, down=athwart, stagger="rows")
    else:
        laid = bare._replace(columns=rows, rows=in_row, across=athwart, down=along, stagger="columns")
    return positioned(laid._replace(capacity=count, short=short))


def _fold_room(bare: Grid) -> tuple[Mm, Mm]:
    """The distance between the fold and the bleed next to it, across and down."""
    return max(0.0, FOLD_GAP - bare.across.shown), max(0.0, FOLD_GAP - bare.down.shown)


def room_of(bare: Grid) -> tuple[Mm, Mm]:
    """The space for a grid on its paper, or on the half in front of the fold."""
    off_x, off_y = _fold_room(bare)
    room_x, room_y = bare.width - 2 * bare.left, bare.height - 2 * bare.top
    if bare.fold == "vertical":
        room_x = room_x / 2 - off_x
    elif bare.fold == "horizontal":
        room_y = room_y / 2 - off_y
    return room_x, room_y


def positioned(grid: Grid) -> Grid:
    """The grid centred on the paper, or placed next to the fold."""
    if not grid.capacity:
        return grid
    first_x, first_y, last_x, last_y = grid.block
    wide, high = last_x - first_x, last_y - first_y
    off_x, off_y = _fold_room(grid)
    left, top = (grid.width - wide) / 2, (grid.height - high) / 2
    if grid.fold == "vertical":
        left = grid.width / 2 - off_x - wide
    elif grid.fold == "horizontal":
        top = grid.height / 2 - off_y - high
    return grid._replace(left=left, top=top, x=left + grid.across.shown, y=top + grid.down.shown)
