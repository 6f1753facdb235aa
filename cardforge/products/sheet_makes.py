"""Makes of sheets: find one by name, and refuse paper and sheets that are unknown."""

from __future__ import annotations

from cardforge.impose.papers import paper
from cardforge.load.game import SHEET_MAKE_KIND
from cardforge.load.project import project_at_hand
from cardforge.load.sheet_make import SHEET_FOLDER, SheetMake, sheet_make_of
from cardforge.products.named_files import load_named
from cardforge.products.sheet_options import SheetOptions


def sheet_make(name: str) -> SheetMake:
    """A make of sheet by its name."""
    return sheet_make_of(load_named(project_at_hand(), SHEET_FOLDER, SHEET_MAKE_KIND).named(name, "make of sheet"))


def refuse_unknown(options: SheetOptions) -> None:
    """Refuse paper and makes of sheets that are unknown."""
    paper(options.paper)
    if options.sheet:
        sheet_make(options.sheet)
