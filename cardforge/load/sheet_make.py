"""Ready-made sheets: perforated or die-cut paper, and the fixed layouts of other tools, from `templates/sheets/`.

Takes a document validated against `schemas/sheet-make.schema.json`; returns a SheetMake. Makers change their figures:
each file carries a date and a source, and a project's own file overrides the built-in one.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from cardforge.core.units import Mm
from cardforge.load.document import Document

SHEET_FOLDER = "templates/sheets"


class SheetLayout(NamedTuple):
    """The slots for pieces of one size on one make of sheet, in mm from the top left of the paper as it is printed."""

    name: str
    width: Mm  # of a slot
    height: Mm
    paper_width: Mm
    paper_height: Mm
    columns: int
    rows: int
    left: Mm  # of the first slot
    top: Mm
    step_x: Mm  # from one slot to the next
    step_y: Mm
    arm: Mm  # of the registration marks; 0: as usual

    def __str__(self) -> str:
        return f"{self.name} ({self.width:g} × {self.height:g})"


class SheetMarks(NamedTuple):
    """The registration marks of a make of sheet; a length of 0 is the usual one."""

    inset: Mm = 0.0
    thickness: Mm = 0.0
    square: Mm = 0.0


class SheetMake(NamedTuple):
    """One make of sheet: its paper, and its layouts by the size of the pieces."""

    id: str
    name: str
    paper: tuple[Mm, Mm]
    layouts: tuple[SheetLayout, ...]
    may_turn: bool  # whether pieces may lie on their side in a slot
    marks: SheetMarks | None  # None: it has no registration marks


def sheet_make_of(document: Document) -> SheetMake:
    """Build a SheetMake from a validated document."""
    data = document.data
    paper = data["paper"]["width"], data["paper"]["height"]
    layouts = tuple(_layout(name, each, data, paper) for name, each in data["layouts"].items())
    said = data.get("registration")
    marks = SheetMarks(said["inset"], said["thickness"], said["square"]) if said else None
    return SheetMake(data["id"], data["name"], paper, layouts, data.get("turn", True), marks)


def _layout(name: str, said: dict[str, Any], data: dict[str, Any], paper: tuple[Mm, Mm]) -> SheetLayout:
    """A layout with what its file leaves out: no gap between slots, and all of them centred."""
    wide, high = reversed(paper) if said.get("landscape") else paper
    width, height, columns, rows = said["width"], said["height"], said["columns"], said["rows"]
    gap = said.get("gap", data.get("gap", {"across": 0.0, "down": 0.0}))
    step_x, step_y = width + gap["across"], height + gap["down"]
    left = said.get("left", (wide - (columns - 1) * step_x - width) / 2)
    top = said.get("top", (high - (rows - 1) * step_y - height) / 2)
    return SheetLayout(name, width, height, wide, high, columns, rows, left, top, step_x, step_y, said.get("arm", 0.0))
