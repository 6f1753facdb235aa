"""Place pieces on sheets.

Takes pieces and a job; returns the pages as data, and problems. Pieces of one size share sheets, in the order given;
nested pieces share them with other sizes.
What sheets share (slots, marks, the header's box) is computed once for all sheets with the same slots filled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from cardforge.core.choices import Backs, Marks, SheetOrder
from cardforge.core.errors import UsageError
from cardforge.core.limits import COPIES
from cardforge.core.problems import Problem
from cardforge.core.units import Mm
from cardforge.impose.duplex import Mirror, mirror_of
from cardforge.impose.grid import Grid, best_grid, shown_around
from cardforge.impose.header import header_box, header_text
from cardforge.impose.job import Piece, SheetJob
from cardforge.impose.marks import Filled, cut_lines, fold_lines, lines_along, marks_on
from cardforge.impose.nesting import Nest, Spot, fits_somewhere, nests
from cardforge.impose.outline import Outline, grown, placed
from cardforge.impose.ready_sheet import mark_sizes
from cardforge.impose.registration import USUAL, Bar, MarkSizes, registration_bars
from cardforge.impose.sheet_pages import Clip, Fit, Header, Mark, Placement, SheetPage, Sheets, Side
from cardforge.impose.sheet_problems import does_not_fit, no_backs, no_header, no_marks, nothing_to_print, thin_margins


class _Load(NamedTuple):
    """The pieces of one sheet, from its first used slot on."""

    layout: _Layout | _NestLayout
    first: int  # its first slot; of a nest, the number of the sheet
    pieces: Sequence[Piece]


class _Frame(NamedTuple):
    """The marks, lines and header around the pieces of a page."""

    marks: tuple[Mark, ...]
    lines: tuple[Mark, ...]
    header: Header | None
    bars: tuple[Bar, ...]


class _Layout:
    """The grid for pieces of one size, with cached frames for sheets with the same slots filled."""

    def __init__(self, pieces: Sequence[Piece], grid: Grid, job: SheetJob) -> None:
        self.pieces, self.grid = pieces, grid
        self.outline: Outline = pieces[0].outline
        self._shown: Mm = grid.across.shown if job.make else job.shown(pieces[0].bleed)
        self._job = job
        self._frames: dict[tuple[int, int, Side], _Frame] = {}

    @cached_property
    def slots(self) -> list[tuple[Mm, Mm]]:
        return self.grid.slots(sum(piece.copies for piece in self.pieces) + self._job.start - 1)

    @cached_property
    def mirror(self) -> Mirror:
        return mirror_of(self.grid, self._job.backs)

    def fronts(self, load: _Load) -> tuple[Placement, ...]:
        grid, outline, shown = self.grid, self.outline, self._shown
        width, height = grid.across.size, grid.down.size
        turn = 90 if grid.is_turned else 0
        clip = Clip(grid.across.shown, grid.down.shown, grid.across.shown, grid.down.shown)
        front = Side.FRONT
        return tuple(
            [
                Placement(piece.key, piece.key, front, x, y, width, height, turn, clip, shown, outline)
                for piece, (x, y) in zip(load.pieces, self.slots[load.first :], strict=False)
            ]
        )

    def frame(self, load: _Load, side: Side) -> _Frame:
        key = (load.first, len(load.pieces), side)
        if key not in self._frames:
            self._frames[key] = self._framed(Filled(self.grid, load.first, load.first + len(load.pieces)), side)
        return self._frames[key]

    def _framed(self, filled: Filled, side: Side) -> _Frame:
        lines = cut_lines(filled, self.outline) if self._job.cut_lines else ()
        sizes = mark_sizes(self.outline, self._job.make, self._job.may_turn)
        return _framed(filled, lines, self.mirror, sizes, self._job, side)


def _framed(
    filled: Filled, lines: tuple[Mark, ...], mirror: Mirror, sizes: MarkSizes, job: SheetJob, side: Side
) -> _Frame:
    """The frame of a page whose cut lines are given as they are on the front."""
    grid = filled.grid
    bars = registration_bars(job.registration, grid.width, grid.height, sizes)
    marks = marks_on(filled, job, bars)
    if side == Side.BACK:
        marks, lines, bars = mirror.marks(marks), mirror.marks(lines), ()
    elif side == Side.BOTH:
        marks = tuple(dict.fromkeys([*marks, *mirror.marks(marks)]))
        lines = (*dict.fromkeys([*lines, *mirror.marks(lines)]), *fold_lines(grid))
    header = None
    if job.header:  # if need be, over cut lines
        header = header_box(grid, job, [*marks, *lines], bars) or header_box(grid, job, marks, bars)
    if job.header and not header and job.backs == Backs.NONE:  # next to empty slots
        lowest = max(y for _, y in filled.corners()) + grid.down.size + grid.down.shown
        header = header_box(grid, job, marks, bars, lowest)
    return _Frame(marks, lines, header, bars)


class _NestLayout:
    """Pieces of several outlines on shared sheets, each with lines of its own."""

    def __init__(self, nest: Nest, job: SheetJob) -> None:
        self.grid, self._sheets, self._job = nest.grid, nest.sheets, job

    @cached_property
    def mirror(self) -> Mirror:
        return mirror_of(self.grid, self._job.backs)

    def loads(self) -> list[_Load]:
        return [_Load(self, at, [spot.piece for spot in sheet]) for at, sheet in enumerate(self._sheets)]

    def fits(self) -> list[Fit]:
        """One for each size, in the order given; their sheets count once."""
        counted = Counter(spot.piece.outline for sheet in self._sheets for spot in sheet)
        sheets = [len(self._sheets), *[0] * (len(counted) - 1)]
        return [
            Fit(outline, self.grid, copies, own, is_nested=True)
            for (outline, copies), own in zip(counted.items(), sheets, strict=True)
        ]

    def fronts(self, load: _Load) -> tuple[Placement, ...]:
        return tuple([self._front(spot) for spot in self._sheets[load.first]])

    def _front(self, spot: Spot) -> Placement:
        piece, shape = spot.piece, spot.outline
        shown = self._job.shown(piece.bleed)
        across, down = shown_around(shape, shown)
        clip = Clip(across, down, across, down)
        return Placement(
            piece.key, piece.key, Side.FRONT, spot.x, spot.y, shape.width, shape.height, spot.turn, clip, shown,
            piece.outline,
        )  # fmt: skip

    def frame(self, load: _Load, side: Side) -> _Frame:
        lines = self._cut_lines(self._sheets[load.first]) if self._job.cut_lines else ()
        return _framed(Filled(self.grid, 0, 1), lines, self.mirror, USUAL, self._job, side)

    def _cut_lines(self, sheet: Iterable[Spot]) -> tuple[Mark, ...]:
        """The outlines of shapes that fit each other, and the boxes of all others."""
        return lines_along(loop for spot in sheet for loop in placed(grown(spot.outline, 0.0), spot.x, spot.y))


def impose(pieces: Iterable[Piece], job: SheetJob) -> Sheets:
    """Place every copy of every piece on sheets."""
    wanted = [piece for piece in pieces if piece.copies]
    if not wanted:
        return Sheets((), (nothing_to_print(job),), ())
    total = sum(piece.copies for piece in wanted)
    if total > COPIES.most:
        raise UsageError(f"{total:,} copies are too many, the limit is {COPIES.most:,}", COPIES.hint("print fewer"))
    problems: list[Problem] = []
    laid = _nested if job.nest else _in_grids
    loads, fits = laid(wanted, job, problems)
    pages = _pages(loads, job)
    problems += _lacking(wanted, pages, job)
    return Sheets(tuple(pages), tuple(dict.fromkeys(problems)), tuple(fits))


def _in_grids(wanted: Sequence[Piece], job: SheetJob, problems: list[Problem]) -> tuple[list[_Load], list[Fit]]:
    """Sheets with a grid for each size."""
    layouts = []
    for alike in _by_size(wanted):
        grid = best_grid(*alike[0].size, job)
        if grid:
            layouts.append(_Layout(alike, grid, job))
            problems += thin_margins(alike[0].outline, grid, job)
        else:
            problems.append(does_not_fit(alike, job))
    if layouts:
        _refuse_start(job, layouts[0].grid.capacity)
    loads: list[_Load] = []
    fits = []
    for layout in layouts:
        own = list(_loads(layout, job, layout is layouts[0]))
        loads += own
        fits.append(Fit(layout.outline, layout.grid, sum(len(load.pieces) for load in own), len(own)))
    return loads, fits


def _nested(wanted: Sequence[Piece], job: SheetJob, problems: list[Problem]) -> tuple[list[_Load], list[Fit]]:
    """Sheets that all sizes share, or all sizes of a group."""
    _refuse_start(job, 1)
    problems += [does_not_fit(alike, job) for alike in _by_size(wanted) if not fits_somewhere(alike[0], job)]
    groups: dict[str, list[Piece]] = {}
    for piece in wanted:
        groups.setdefault(piece.group if job.order == SheetOrder.GROUPED else "", []).append(piece)
    found = [nest for group in groups.values() for nest in nests(group, job)]
    for nest in found:
        problems += thin_margins(nest.sheets[0][0].piece.outline, nest.grid, job)
    layouts = [_NestLayout(nest, job) for nest in found]
    return [load for each in layouts for load in each.loads()], [fit for each in layouts for fit in each.fits()]


def _refuse_start(job: SheetJob, count: int) -> None:
    if job.start > count:
        raise UsageError(f"there is no slot {job.start}: a sheet has {count}", f"start at a slot from 1 to {count}")


def _by_size(pieces: Iterable[Piece]) -> list[list[Piece]]:
    """Group pieces that share sheets. Comparing outlines is slow, so look up identical objects first."""
    sizes: dict[tuple[Outline, Mm], list[Piece]] = {}
    known: dict[tuple[int, Mm], list[Piece]] = {}
    for piece in pieces:
        quick = (id(piece.outline), piece.bleed)
        if quick not in known:
            known[quick] = sizes.setdefault(piece.size, [])
        known[quick].append(piece)
    return list(sizes.values())


def _loads(layout: _Layout, job: SheetJob, is_first: bool) -> Iterator[_Load]:
    groups: dict[str, list[Piece]] = {}
    for piece in layout.pieces:
        groups.setdefault(piece.group if job.order == SheetOrder.GROUPED else "", []).extend([piece] * piece.copies)
    first = job.start - 1 if is_first else 0
    for group in groups.values():
        at = 0
        while at < len(group):
            room = layout.grid.capacity - first
            yield _Load(layout, first, group[at : at + room])
            at, first = at + room, 0


def _pages(loads: Sequence[_Load], job: SheetJob) -> list[SheetPage]:
    fronts: list[SheetPage] = []
    backs: list[SheetPage] = []
    of = len(loads)
    for number, load in enumerate(loads, 1):
        placed = load.layout.fronts(load)
        if job.backs == Backs.NONE:
            fronts.append(_page(load, Side.FRONT, number, of, placed, job))
            continue
        behind = load.layout.mirror.backs(placed, [piece.back for piece in load.pieces])
        if job.backs == Backs.GUTTERFOLD:
            fronts.append(_page(load, Side.BOTH, number, of, placed + behind, job))
            continue
        fronts.append(_page(load, Side.FRONT, number, of, placed, job))
        backs.append(_page(load, Side.BACK, number, of, behind, job)._replace(offset=job.offset))
    if job.backs == Backs.SEPARATE or not backs:
        return fronts + backs
    return [page for both in zip(fronts, backs, strict=True) for page in both]


def _page(load: _Load, side: Side, number: int, of: int, placed: tuple[Placement, ...], job: SheetJob) -> SheetPage:
    grid, frame = load.layout.grid, load.layout.frame(load, side)
    header = frame.header and frame.header._replace(text=header_text(job, side, number, of))
    return SheetPage(grid.width, grid.height, side, number, of, placed, frame.marks, frame.lines, header, frame.bars)


def _lacking(pieces: Sequence[Piece], pages: Sequence[SheetPage], job: SheetJob) -> Iterator[Problem]:
    bare = [piece for piece in pieces if piece.back is None]
    if job.backs != Backs.NONE and bare:
        yield no_backs(bare, job)
    headless = {page.number for page in pages if job.header and not page.header}
    if headless:
        yield no_header(job, len(headless))
    unmarked = {page.number for page in pages if job.marks != Marks.NONE and not page.marks}
    if unmarked:
        yield no_marks(job, len(unmarked))
