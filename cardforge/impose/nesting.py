"""Nest pieces of several outlines on shared sheets, turned as needed, on about as few sheets as they need.

Takes pieces with one bleed and a job; returns the spots of every sheet on the best paper. Each shape, with half the gap
around it, is laid on a lattice: its own cells if all pieces are made of the same squares and touch, otherwise
millimetres. So neighbours share whole cuts, and a search for a free spot is a few shifts of one long number. Large
pieces come first, and each takes the first spot that is free on the first sheet that has one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import ceil, floor
from typing import NamedTuple

from cardforge.core.units import Mm
from cardforge.impose.grid import TINY, Area, Axis, Grid, areas, bare_grid, positioned, room_of, shifted
from cardforge.impose.job import Piece, SheetJob
from cardforge.impose.outline import Outline, StraightCut, grown, turned

_FINE: Mm = 1.0  # the lattice of shapes that share no cells
_TURNS = (0, 90, 180, 270)

Run = tuple[int, int, int]  # a row, its first column, and the number of columns


class Spot(NamedTuple):
    """A piece on a sheet: its box on the paper, after turning."""

    piece: Piece
    x: Mm
    y: Mm
    turn: int

    @property
    def outline(self) -> Outline:
        return turned(self.piece.outline, self.turn)


class Nest(NamedTuple):
    """The spots of each sheet, and a grid of one slot around all of them."""

    grid: Grid
    sheets: tuple[tuple[Spot, ...], ...]


def nests(pieces: Sequence[Piece], job: SheetJob) -> list[Nest]:
    """Every copy of every piece that fits on the paper. Pieces share a nest if they have one bleed and fit alike."""
    alike: dict[tuple[Mm, tuple[bool, ...]], list[Piece]] = {}
    for piece in pieces:
        fitting = tuple(_fits(piece, area, job) for area in areas(job))
        if any(fitting):
            alike.setdefault((piece.bleed, fitting), []).append(piece)
    return [_best(group, job) for group in alike.values()]


def fits_somewhere(piece: Piece, job: SheetJob) -> bool:
    """Whether a piece fits on the paper at all."""
    return any(_fits(piece, area, job) for area in areas(job))


def _fits(piece: Piece, area: Area, job: SheetJob) -> bool:
    wide, high, around = _room(piece, area, job)
    needed = grown(piece.outline, around)
    sides = [(needed.width, needed.height), (needed.height, needed.width)]
    return any(x <= wide + TINY and y <= high + TINY for x, y in (sides if job.may_turn else sides[:1]))


def _room(piece: Piece, area: Area, job: SheetJob) -> tuple[Mm, Mm, Mm]:
    """Width and height of a lattice, and what surrounds each piece on it; half a gap may leave the printable area."""
    shown = job.shown(piece.bleed)
    around = max(max(job.gap_between(piece.bleed)) / 2, shown)
    wide, high = room_of(bare_grid(area, piece.outline, piece.bleed, job))
    return wide + 2 * (around - shown), high + 2 * (around - shown), around


def _best(pieces: Sequence[Piece], job: SheetJob) -> Nest:
    """The nest with the fewest sheets; ties go to portrait paper."""
    fitting = [area for area in areas(job) if _fits(pieces[0], area, job)]
    return min((_nest(pieces, area, job) for area in fitting), key=lambda each: len(each.sheets))


def _nest(pieces: Sequence[Piece], area: Area, job: SheetJob) -> Nest:
    wide, high, around = _room(pieces[0], area, job)
    lattice = _Lattice(_unit(pieces, around), wide, high, around)
    turns = _TURNS if job.may_turn else _TURNS[:1]
    sheets: list[_Sheet] = []
    for piece in sorted(pieces, key=lambda each: -lattice.size(each.outline)):
        shapes = lattice.shapes(piece.outline, turns)
        for _ in range(piece.copies):
            if not any(sheet.take(piece, shapes) for sheet in sheets):
                sheets.append(_Sheet(lattice))
                sheets[-1].take(piece, shapes)
    bare = bare_grid(area, pieces[0].outline, pieces[0].bleed, job)
    return _placed([[*sheet.spots()] for sheet in sheets], bare, job)


def _placed(sheets: list[list[Spot]], bare: Grid, job: SheetJob) -> Nest:
    """The sheets with the area that all of them need in the middle of the paper, or beside its fold."""
    every = [spot for sheet in sheets for spot in sheet]
    shown_x, shown_y = _overhang(every, job.shown(every[0].piece.bleed))
    left, top = min(spot.x for spot in every), min(spot.y for spot in every)
    across = Axis(max(spot.x + spot.outline.width for spot in every) - left, 0.0, shown_x)
    down = Axis(max(spot.y + spot.outline.height for spot in every) - top, 0.0, shown_y)
    grid = positioned(bare._replace(columns=1, rows=1, capacity=1, across=across, down=down))
    grid = shifted(grid, job.shift)
    dx, dy = grid.x - left, grid.y - top
    return Nest(grid, tuple(tuple(spot._replace(x=spot.x + dx, y=spot.y + dy) for spot in sheet) for sheet in sheets))


def _unit(pieces: Iterable[Piece], around: Mm) -> Mm:
    cells = {piece.outline.cell if piece.outline.kind == "cells" else 0.0 for piece in pieces}
    return cells.pop() if len(cells) == 1 and not around and min(cells) else _FINE


def _overhang(spots: Iterable[Spot], shown: Mm) -> tuple[Mm, Mm]:
    """How far the bleed of any piece extends beyond its box, across and down."""
    shapes = {spot.outline for spot in spots}
    areas = [(shape, grown(shape, shown)) for shape in shapes]
    return (
        max((area.width - shape.width) / 2 for shape, area in areas),
        max((area.height - shape.height) / 2 for shape, area in areas),
    )


class _Shape(NamedTuple):
    """A turned outline on the lattice, with what surrounds it."""

    turn: int
    runs: tuple[Run, ...]
    columns: int
    rows: int
    aside: Mm  # from the corner of the lattice to the corner of the outline's box
    above: Mm


class _Lattice:
    """The squares of a room, and outlines as the squares they need."""

    def __init__(self, unit: Mm, width: Mm, height: Mm, around: Mm) -> None:
        self.unit, self._width, self._height, self._around = unit, width, height, around
        self.columns, self.rows = floor(width / unit + TINY), floor(height / unit + TINY)
        self._known: dict[tuple[Outline, int], _Shape | None] = {}

    def size(self, outline: Outline) -> int:
        """How many squares an outline needs."""
        return sum(count for _, _, count in _runs(grown(outline, self._around), self.unit))

    def shapes(self, outline: Outline, turns: Sequence[int]) -> list[_Shape]:
        """The ways to lay an outline into the room, each only once."""
        found: dict[tuple[Run, ...], _Shape] = {}
        for turn in turns:
            shape = self._shape(outline, turn)
            if shape:
                found.setdefault(shape.runs, shape)
        return [*found.values()]

    def _shape(self, outline: Outline, turn: int) -> _Shape | None:
        if (outline, turn) not in self._known:
            trim = turned(outline, turn)
            area = grown(trim, self._around)
            fits = area.width <= self._width + TINY and area.height <= self._height + TINY
            # What fits may still need a part of the squares that the room has no whole one of.
            runs = tuple(
                (row, first, min(count, self.columns - first))
                for row, first, count in _runs(area, self.unit)
                if row < self.rows and first < self.columns
            )
            columns = min(ceil(area.width / self.unit - TINY), self.columns)
            rows = min(ceil(area.height / self.unit - TINY), self.rows)
            aside, above = (area.width - trim.width) / 2, (area.height - trim.height) / 2
            self._known[outline, turn] = _Shape(turn, runs, columns, rows, aside, above) if fits else None
        return self._known[outline, turn]


class _Sheet:
    """The squares of a sheet that are taken, as the bits of one number, row after row."""

    def __init__(self, lattice: _Lattice) -> None:
        self._lattice = lattice
        self._taken = 0
        self._spots: list[tuple[Piece, _Shape, int, int]] = []
        self._full: set[Outline] = set()  # which have no spot left; pieces are never moved

    def take(self, piece: Piece, shapes: Sequence[_Shape]) -> bool:
        """Put a piece where it ends highest, then furthest left; says whether there is a spot."""
        if piece.outline in self._full:
            return False
        found = []
        for number, shape in enumerate(shapes):
            at = self._first_free(shape)
            if at is not None:
                row, column = divmod(at, self._lattice.columns)
                found.append((row + shape.rows, column, number, row))
        if not found:
            self._full.add(piece.outline)
            return False
        _, column, number, row = min(found)
        shape = shapes[number]
        for down, first, count in shape.runs:
            self._taken |= ((1 << count) - 1) << ((row + down) * self._lattice.columns + column + first)
        self._spots.append((piece, shape, column, row))
        return True

    def spots(self) -> Iterator[Spot]:
        """The pieces by rows, so that they are cut out in the order in which they lie there."""
        unit = self._lattice.unit
        for piece, shape, column, row in sorted(self._spots, key=lambda each: (each[3], each[2])):
            yield Spot(piece, column * unit + shape.aside, row * unit + shape.above, shape.turn)

    def _first_free(self, shape: _Shape) -> int | None:
        """The first corner, row by row, at which a shape meets nothing."""
        columns, rows = self._lattice.columns, self._lattice.rows
        starts = (1 << (columns - shape.columns + 1)) - 1
        allowed = 0
        for row in range(rows - shape.rows + 1):
            allowed |= starts << (row * columns)
        reached: dict[int, int] = {}
        for row, first, count in shape.runs:
            if count not in reached:
                reached[count] = _reaching(self._taken, count)
            allowed &= ~(reached[count] >> (row * columns + first))
            if not allowed:
                return None
        return (allowed & -allowed).bit_length() - 1


def _reaching(taken: int, count: int) -> int:
    """Each bit from which one of the next bits, as many as are given, is taken."""
    done = 1
    while done < count:
        step = min(done, count - done)
        taken |= taken >> step
        done += step
    return taken


def _runs(area: Outline, unit: Mm) -> tuple[Run, ...]:
    """The squares that a shape of straight lines touches, in runs along each row."""
    lines = [line for loop in area.loops for line in loop if isinstance(line, StraightCut) and line.y1 != line.y2]
    levels = sorted({level for line in lines for level in (line.y1, line.y2)})
    found: list[Run] = []
    for row in range(ceil(area.height / unit - TINY)):
        top, bottom = row * unit, (row + 1) * unit
        cuts = sorted({top, *(level for level in levels if top < level < bottom), bottom})
        squares: set[int] = set()
        for above, below in pairwise(cuts):
            for left, right in _spans(lines, above, below):
                squares |= set(range(floor(left / unit + TINY), ceil(right / unit - TINY)))
        found += _in_runs(row, sorted(squares))
    return tuple(found)


def _spans(lines: Iterable[StraightCut], above: Mm, below: Mm) -> Iterator[tuple[Mm, Mm]]:
    """What is inside between two levels with no corner between them, from its far left to its far right."""
    if below - above < TINY:
        return
    middle = (above + below) / 2
    sides = sorted(
        (_at(line, middle), *sorted((_at(line, above), _at(line, below))))
        for line in lines
        if min(line.y1, line.y2) < middle < max(line.y1, line.y2)
    )
    for (_, left, _), (_, _, right) in zip(sides[::2], sides[1::2], strict=True):
        yield left, right


def _at(line: StraightCut, level: Mm) -> Mm:
    return line.x1 + (line.x2 - line.x1) * (level - line.y1) / (line.y2 - line.y1)


def _in_runs(row: int, squares: Sequence[int]) -> Iterator[Run]:
    first = 0
    for at in range(1, len(squares) + 1):
        if at == len(squares) or squares[at] != squares[at - 1] + 1:
            yield row, squares[first], at - first
            first = at
