"""What to print and how: pieces and a job, both validated.

A piece is one design with its outline and number of copies; a job is everything the sheets have in common.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import isfinite
from typing import NamedTuple

from cardforge.core.choices import Backs, Bleed, Marks, Orientation, Registration, SheetOrder
from cardforge.core.distances import UNMOVED, USUAL_GAP, Gap, Shift
from cardforge.core.errors import UsageError
from cardforge.core.limits import COPIES
from cardforge.core.units import Mm
from cardforge.impose.outline import Outline
from cardforge.impose.papers import PAPERS, Paper
from cardforge.load.sheet_make import SheetMake

MOST_MARGIN: Mm = 10.0  # from the paper's edge to a registration mark
MOST_DEGREES = 5.0  # a printer that skews paper more than this is broken


class Margins(NamedTuple):
    """The unprintable margins of portrait paper."""

    left: Mm = 5.0
    top: Mm = 5.0
    right: Mm = 5.0
    bottom: Mm = 5.0

    def either_side(self, landscape: bool) -> tuple[Mm, Mm]:
        """The margins across and down: the larger of each opposite pair.

        Pieces are centred on the paper, backs swap left and right, and which way a printer turns a landscape page is
        unknown: so the larger margin applies to both sides.
        """
        across, down = max(self.left, self.right), max(self.top, self.bottom)
        return (down, across) if landscape else (across, down)


class Offset(NamedTuple):
    """How far to move backs, after rotating them clockwise about the paper's centre, to line up with their fronts."""

    dx: Mm = 0.0
    dy: Mm = 0.0
    degrees: float = 0.0


@dataclass(frozen=True, slots=True)
class Piece:
    """One design: its outline, the bleed of its faces, and the number of copies."""

    key: str
    outline: Outline
    bleed: Mm = 0.0
    copies: int = 1
    back: str | None = None  # the key of the face on its back
    group: str = ""

    def __post_init__(self) -> None:
        _refuse_negative(f"the bleed of {self.key}", self.bleed)
        if not 0 <= self.copies <= COPIES.most:
            hint = COPIES.hint(f"give 0 to {COPIES.most:,}")
            raise UsageError(f"{self.key} cannot have {self.copies:,} copies", hint)

    @property
    def size(self) -> tuple[Outline, Mm]:
        """Outline and bleed; pieces with the same size share sheets."""
        return self.outline, self.bleed


@dataclass(frozen=True, slots=True)
class SheetJob:
    """Everything that the sheets have in common."""

    name: str = "cards"
    paper: Paper = PAPERS["a4"]
    orientation: Orientation = Orientation.AUTO
    bleed: Bleed = Bleed.NONE
    gap: Gap = USUAL_GAP  # with shared bleed
    may_turn: bool = True  # whether pieces may lie on their side
    shift: Shift = UNMOVED
    nest: bool = False  # whether pieces of several outlines share sheets, turned as needed
    make: SheetMake | None = None  # a ready-made sheet, whose slots are where they are
    margins: Margins = field(default_factory=Margins)
    backs: Backs = Backs.NONE
    marks: Marks = Marks.NONE
    cut_lines: bool = False
    start: int = 1  # the first slot used on the first sheet
    order: SheetOrder = SheetOrder.AS_GIVEN
    offset: Offset = field(default_factory=Offset)
    header: bool = False
    registration: Registration = Registration.NONE

    def __post_init__(self) -> None:
        for gap in self.gap:
            _refuse_negative("the gap", gap)
        for side, margin in self.margins._asdict().items():
            _refuse_negative(f"the {side} margin", margin)
        if self.registration != Registration.NONE and max(self.margins) > MOST_MARGIN:
            message = f"a printer with a margin of {max(self.margins):g} mm cannot print the registration marks"
            raise UsageError(message, f"they are {MOST_MARGIN:g} mm from the edges of the paper")
        if self.start < 1:
            raise UsageError(f"there is no slot {self.start}", "slots are numbered from 1")
        if not all(isfinite(number) for number in self.offset) or abs(self.offset.degrees) > MOST_DEGREES:
            message = f"backs cannot be moved by {self.offset.dx:g}, {self.offset.dy:g} mm and {self.offset.degrees:g}°"
            raise UsageError(message, f"give lengths in mm and at most {MOST_DEGREES:g} degrees")
        if self.nest and self.make:
            message = f"pieces cannot be nested on {self.make.name}: its slots are where they are"
            raise UsageError(message, "leave out either `--nest` or `--sheet`")
        if not all(isfinite(number) for number in self.shift):
            raise UsageError(f"sheets cannot be moved by {self.shift.dx:g}, {self.shift.dy:g} mm", "give lengths in mm")

    def shown(self, bleed: Mm) -> Mm:
        """How much of the bleed is printed around the trim."""
        return {Bleed.NONE: 0.0, Bleed.SHARED: min(*self.gap, 2 * bleed) / 2, Bleed.FULL: bleed}[self.bleed]

    def gap_between(self, bleed: Mm) -> Gap:
        """The distance between the trims of two neighbours with this bleed."""
        full = Gap(2 * bleed, 2 * bleed)
        return {Bleed.NONE: Gap(0.0, 0.0), Bleed.SHARED: self.gap, Bleed.FULL: full}[self.bleed]


def _refuse_negative(what: str, length: Mm) -> None:
    if not (isfinite(length) and length >= 0):
        raise UsageError(f"{what} cannot be {length:g} mm", "give 0 or more")
