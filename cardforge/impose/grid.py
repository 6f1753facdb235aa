"""The best way to lay pieces of one size on a sheet.

Takes an outline and a job; gives the grid that holds most, in the middle of the paper. Every way is tried: paper
upright or across, pieces turned or not, hexagons staggered or not, fold down or across. The slots are worked out from
the grid when they are needed, so a fit costs the same for nine slots as for thousands.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from math import floor, sqrt
from typing import NamedTuple

from cardforge.core.choices import Backs, Orientation, Registration
from cardforge.core.units import Mm
from cardforge.impose.job import SheetJob
from cardforge.impose.outline import Outline, turned
from cardforge.impose.registration import RESERVED

TINY: Mm = 1e-6  # what sums of inches lose
FOLD_GAP: Mm = 1.0  # from the trim to the fold, so that glue and a thick fold stay off the piece
_ROW = sqrt(3) / 2  # staggered rows stand so far apart, of the distance within a row


class Axis(NamedTuple):
    """One direction of a grid: how large a piece is, how far the next one stands, how much bleed shows."""

    size: Mm
    gap: Mm
    shown: Mm

    @property
    def step(self) -> Mm:
        return self.size + self.gap

    def fitting(self, room: Mm) -> int:
        """How many pieces fit into so much room, with the bleed of the outer ones."""
        return max(0, floor((room - 2 * self.shown + self.gap + TINY) / self.step))

    def taken(self, count: int) -> Mm:
        """How much room so many pieces take, with the bleed of the outer ones."""
        return count * self.step - self.gap + 2 * self.shown


class Grid(NamedTuple):
    """Slots on a sheet: where the first stands, how far the others, and what is left around them."""

    width: Mm  # of the paper, as it stands
    height: Mm
    columns: int
    rows: int
    capacity: int
    is_turned: bool  # pieces lie on their side
    fold: str  # "", vertical or horizontal
    stagger: str  # "", rows or columns
    short: bool  # every other row has one less
    across: Axis
    down: Axis
    left: Mm  # what is left beside the outermost bleed, on both sides
    top: Mm  # above and below
    x: Mm  # the trimmed corner of the first slot
    y: Mm

    @property
    def is_landscape(self) -> bool:
        return self.width > self.height

    @property
    def block(self) -> tuple[Mm, Mm, Mm, Mm]:
        """The box of all slots with their bleed: left, top, right, bottom."""
        shift_x = self.across.step / 2 if self.stagger == "rows" and self.rows > 1 and not self.short else 0.0
        shift_y = self.down.step / 2 if self.stagger == "columns" and self.columns > 1 and not self.short else 0.0
        left, top = self.x - self.across.shown, self.y - self.down.shown
        wide, high = self.across.taken(self.columns) + shift_x, self.down.taken(self.rows) + shift_y
        return left, top, left + wide, top + high

    def slots(self, most: int) -> list[tuple[Mm, Mm]]:
        """The trimmed corners of the first slots, in the order in which they are filled."""
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
    """The grid that holds most; of equals, the one with the larger least margin, upright paper, unturned pieces."""
    ways = [grid for grid in _ways(outline, bleed, job) if grid.capacity]
    return min(ways, key=_worse, default=None)


def _worse(grid: Grid) -> tuple[int, bool, Mm, bool, bool, bool]:
    least = round(min(grid.left, grid.top), 6)
    is_straight = not grid.stagger  # staggered hexagons share their cuts
    needs_turning = grid.fold == "horizontal"  # behind a vertical fold, backs stand upright
    return -grid.capacity, is_straight, -least, grid.is_landscape, needs_turning, grid.is_turned


def _ways(outline: Outline, bleed: Mm, job: SheetJob) -> Iterator[Grid]:
    papers = [(job.paper.width, job.paper.height), (job.paper.height, job.paper.width)]
    chosen = {Orientation.AUTO: papers, Orientation.PORTRAIT: papers[:1], Orientation.LANDSCAPE: papers[1:]}
    folds = ("vertical", "horizontal") if job.backs == Backs.GUTTERFOLD else ("",)
    for width, height in chosen[job.orientation]:
        across, down = job.margins.either_side(landscape=width > height)
        margins = [(across, down)]
        if job.registration != Registration.NONE:  # pieces may stand between two marks, but not in all corners at once
            margins = [(max(across, RESERVED), down), (across, max(down, RESERVED))]
        for margin in margins:
            for fold in folds:
                for is_turned in (False, True):
                    shape = turned(outline, 90) if is_turned else outline
                    bare = Grid(
                        width, height, 0, 0, 0, is_turned, fold, "", False, *_axes(shape, bleed, job), *margin, 0, 0
                    )
                    yield _plain(bare)
                    if shape.is_staggered:
                        yield _staggered(bare, shape, bleed, job)


def _axes(shape: Outline, bleed: Mm, job: SheetJob) -> tuple[Axis, Axis]:
    across, down = shown_around(shape, job.shown(bleed))
    gap = job.gap_between(bleed)
    return Axis(shape.width, max(gap, 2 * across), across), Axis(shape.height, max(gap, 2 * down), down)


def shown_around(shape: Outline, shown: Mm) -> tuple[Mm, Mm]:
    """How far the box of the shown bleed stands out, across and down: further at a hexagon's corners."""
    point = shown * 2 / sqrt(3)
    kinds = {"hexagon-pointy": (shown, point), "hexagon-flat": (point, shown)}
    return kinds.get(shape.kind, (shown, shown))


def _plain(bare: Grid) -> Grid:
    room_x, room_y = _room(bare)
    columns, rows = bare.across.fitting(room_x), bare.down.fitting(room_y)
    return _standing(bare._replace(columns=columns, rows=rows, capacity=columns * rows))


def _staggered(bare: Grid, shape: Outline, bleed: Mm, job: SheetJob) -> Grid:
    """Hexagons in rows (or columns, if they stand on a flat side) that reach into each other and share their cuts."""
    in_rows = shape.kind == "hexagon-pointy"
    along, athwart = (bare.across, bare.down) if in_rows else (bare.down, bare.across)
    room, room_athwart = _room(bare) if in_rows else reversed(_room(bare))
    along = along._replace(gap=job.gap_between(bleed))
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
    return _standing(laid._replace(capacity=count, short=short))


def _fold_room(bare: Grid) -> tuple[Mm, Mm]:
    """How far the bleed next to the fold stays away from it, across and down."""
    return max(0.0, FOLD_GAP - bare.across.shown), max(0.0, FOLD_GAP - bare.down.shown)


def _room(bare: Grid) -> tuple[Mm, Mm]:
    """What a grid may take of its paper, or of the half of it before the fold."""
    off_x, off_y = _fold_room(bare)
    room_x, room_y = bare.width - 2 * bare.left, bare.height - 2 * bare.top
    if bare.fold == "vertical":
        room_x = room_x / 2 - off_x
    elif bare.fold == "horizontal":
        room_y = room_y / 2 - off_y
    return room_x, room_y


def _standing(grid: Grid) -> Grid:
    """The grid in the middle of the paper, or beside the fold."""
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
