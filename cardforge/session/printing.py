"""Make sheets and pictures to download: the same bytes that `render` would write.

Takes a card service and the wanted cards; returns files as bytes. As with `render`, any error stops it.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from cardforge.app.render import RenderRequest, finished
from cardforge.core.choices import Backs, Product
from cardforge.core.errors import ProblemsError, UsageError
from cardforge.core.phrases import listed
from cardforge.core.problems import Problem, Severity
from cardforge.core.units import DPI
from cardforge.impose.papers import PAPERS
from cardforge.products.sheet_options import SheetOptions
from cardforge.session.card_service import CardService, FromSeed
from cardforge.session.wanted_cards import WantedCards
from cardforge.write.bundle import bundle


def papers() -> list[tuple[str, str]]:
    """The papers to choose from, with their sizes."""
    return [(paper.name, paper.measure) for paper in PAPERS.values()]


def sheets(service: CardService, wanted: WantedCards, name: str, paper: str, backs: str) -> tuple[str, bytes]:
    """The sheets of all cards as a PDF or, if backs are separate, a zip of two; first its file extension."""
    if backs not in tuple(Backs):
        raise UsageError(f"backs cannot be `{backs[:60]}`", f"choose {listed(list(Backs))}")
    rendering = service.rendering(wanted)
    _refuse(rendering.problems)
    if not rendering.cards:
        raise UsageError("there are no cards to print", "pick some packs first")
    options = SheetOptions(paper=paper, backs=Backs(backs))
    output = finished(rendering, RenderRequest((), Product.SHEETS, Path("sheets.pdf"), name, sheets=options))
    _refuse(output.problems)
    files = {path.name: data for path, data in output.contents.items()}
    return ("pdf", files["sheets.pdf"]) if len(files) == 1 else ("zip", bundle(files))


def pictures(service: CardService, wanted: WantedCards) -> bytes:
    """All faces as PNG, in a zip."""
    rendering = service.rendering(wanted)
    _refuse(rendering.problems)
    return bundle(service.files(rendering, DPI))


def documents(made: FromSeed) -> tuple[str, bytes]:
    """The file of a seed or, if there are several, a zip of them; first its file extension."""
    files = {name: text.encode() for name, text in made.piece.files.items()}
    return ("yaml", next(iter(files.values()))) if len(files) == 1 else ("zip", bundle(files))


def _refuse(problems: Iterable[Problem]) -> None:
    errors = [problem for problem in problems if problem.severity is Severity.ERROR]
    if errors:
        raise ProblemsError(errors)
