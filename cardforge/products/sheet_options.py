"""How to lay out and print sheets, as the user asks for it."""

from __future__ import annotations

from dataclasses import dataclass

from cardforge.core.choices import Backs, Bleed, Marks, Orientation, Registration, SheetOrder
from cardforge.core.distances import UNMOVED, USUAL_GAP, Gap, Shift
from cardforge.core.errors import UsageError
from cardforge.core.units import Mm


@dataclass(frozen=True)
class SheetOptions:
    """How to lay out and print the sheets."""

    paper: str = "a4"
    orientation: Orientation = Orientation.AUTO
    backs: Backs = Backs.NONE
    bleed: Bleed = Bleed.NONE
    gap: Gap = USUAL_GAP
    margin: Mm = 5.0
    marks: Marks | None = None  # None: at the edges, but none on a ready-made sheet
    cut_lines: bool = False
    start: int = 1
    copies: int = 1  # multiplies the copies of each card
    order: SheetOrder = SheetOrder.AS_GIVEN
    registration: Registration = Registration.NONE
    printer: str = ""
    sheet: str = ""  # the name of a make of ready-made sheets
    may_turn: bool = True
    nest: bool = False  # whether pieces of several outlines share sheets
    shift: Shift = UNMOVED

    def __post_init__(self) -> None:
        if self.copies < 1:
            raise UsageError(f"cannot print {self.copies} copies", "use 1 or more")
        if self.sheet and self.backs is Backs.GUTTERFOLD:
            raise UsageError(f"{self.sheet} is not folded", "print its backs with `--backs long-edge`")
