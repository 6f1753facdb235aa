"""Sheets as data: what is placed where on every page.

All lengths are in mm, x to the right and y down from the top left of the paper as it is printed. A page's `offset` is
not applied to its placements: it moves the page as a whole, so fronts and backs stay exact mirror images.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from cardforge.core.problems import Problem
from cardforge.core.units import Mm, Pt
from cardforge.impose.grid import Grid
from cardforge.impose.job import Offset
from cardforge.impose.outline import Loop, Outline, placed, turned
from cardforge.impose.registration import Bar

HAIRLINE: Pt = 0.25


class Side(StrEnum):
    """The side of a piece that a face shows, or the sides that a page shows: both if it is folded."""

    FRONT = "front"
    BACK = "back"
    BOTH = "both"


class Clip(NamedTuple):
    """How far a face may show beyond its trim box, on each side as it lies on the paper."""

    left: Mm
    top: Mm
    right: Mm
    bottom: Mm


class Placement(NamedTuple):
    """A face on the paper. Its box is the trim box on the paper, after turning.

    The face is turned clockwise and clipped to `grown(outline, …)` of `outline.py`.
    """

    key: str  # the piece
    face: str  # what is drawn: the piece itself, or its back
    side: Side
    x: Mm
    y: Mm
    width: Mm
    height: Mm
    turn: int  # 0, 90, 180 or 270
    clip: Clip
    shown: Mm  # bleed, at right angles to the cut
    outline: Outline  # of this side, unturned
    scale: float = 1.0  # of the face; only booklet pages are scaled

    @property
    def loops(self) -> tuple[Loop, ...]:
        """The cut outline on the paper."""
        return placed(turned(self.outline, self.turn), self.x, self.y)


class Mark(NamedTuple):
    """A hairline from point to point."""

    x1: Mm
    y1: Mm
    x2: Mm
    y2: Mm
    kind: str  # corner, cross, edge; cut or fold for lines


class Header(NamedTuple):
    """A line of text in a box; `turn` is in degrees clockwise, so 270 reads upwards."""

    text: str
    x: Mm
    y: Mm
    width: Mm
    height: Mm
    turn: int


class SheetPage(NamedTuple):
    """One side of a sheet. Lines are drawn under the faces, marks around them."""

    width: Mm
    height: Mm
    side: Side
    number: int  # of the sheet; a front and its back share it
    of: int
    placements: tuple[Placement, ...]
    marks: tuple[Mark, ...] = ()
    lines: tuple[Mark, ...] = ()
    header: Header | None = None
    registration: tuple[Bar, ...] = ()
    offset: Offset = Offset()

    @property
    def cuts(self) -> tuple[Placement, ...]:
        """The pieces whose outlines are cut on this page; folded paper is cut once, from the front."""
        return tuple(each for each in self.placements if self.side != Side.BOTH or each.side == Side.FRONT)


class Fit(NamedTuple):
    """The grid for pieces of one size, and how many copies and sheets there are.

    Nested pieces share sheets with other sizes: their sheets count for the first of them.
    """

    outline: Outline
    grid: Grid
    copies: int
    sheets: int
    is_nested: bool = False


class Sheets(NamedTuple):
    """All pages in printing order, with problems and the fit of each size."""

    pages: tuple[SheetPage, ...]
    problems: tuple[Problem, ...]
    fits: tuple[Fit, ...]
