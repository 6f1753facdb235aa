"""Sheets to print and pictures to keep, as bytes: what `render` would write, for somebody who downloads it.

Takes cards on a table; gives files by name. Nothing is given while anything is wrong, as nothing would be written.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from cardforge.app.render import RenderRequest, finished
from cardforge.core.choices import Backs, Product
from cardforge.core.errors import ProblemsError, UsageError
from cardforge.core.phrases import listed
from cardforge.core.problems import Problem, Severity
from cardforge.impose.papers import PAPERS
from cardforge.products.sheets import SheetOptions
from cardforge.session.card_service import CardService, MadeFromSeed
from cardforge.session.wanted_cards import WantedCards
from cardforge.write.bundle import bundle

DPI = 300  # as `render --as png` has it when nobody asks for another


def papers() -> list[tuple[str, str]]:
    """The papers to choose from, with their measures."""
    return [(paper.name, paper.measure) for paper in PAPERS.values()]


def sheets(table: CardService, wanted: WantedCards, name: str, paper: str, backs: str) -> tuple[str, bytes]:
    """The sheets of all cards as a PDF or, where backs are apart, as a zip of two; with the ending of its name."""
    if backs not in tuple(Backs):
        raise UsageError(f"backs cannot be `{backs[:60]}`", f"choose {listed(list(Backs))}")
    rendering = table.rendering(wanted)
    _refuse(rendering.problems)
    if not rendering.cards:
        raise UsageError("there are no cards to print", "pick some packs first")
    options = SheetOptions(paper=paper, backs=Backs(backs))
    made = finished(rendering, RenderRequest((), Product.SHEETS, Path("sheets.pdf"), name, sheets=options))
    _refuse(made.problems)
    files = {path.name: data for path, data in made.files.items()}
    return ("pdf", files["sheets.pdf"]) if len(files) == 1 else ("zip", bundle(files))


def pictures(table: CardService, wanted: WantedCards) -> bytes:
    """All faces as PNG, in a zip."""
    rendering = table.rendering(wanted)
    _refuse(rendering.problems)
    return bundle(table.files(rendering, DPI))


def documents(made: MadeFromSeed) -> tuple[str, bytes]:
    """The files of a seed as they are or, where there are several, as a zip; with the ending of its name."""
    files = {name: text.encode() for name, text in made.piece.files.items()}
    return ("yaml", next(iter(files.values()))) if len(files) == 1 else ("zip", bundle(files))


def _refuse(problems: Iterable[Problem]) -> None:
    errors = [problem for problem in problems if problem.severity is Severity.ERROR]
    if errors:
        raise ProblemsError(errors)
