"""Booklets: rendered pages in, sheets that are folded and stapled out.

Stands beside `sheets`: there cards are cut out of paper, here pages stay on it.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from cardforge.core.choices import Backs
from cardforge.core.phrases import counted
from cardforge.impose.folding import Booklet, impose_booklet
from cardforge.impose.job import Piece
from cardforge.impose.papers import Paper, paper
from cardforge.impose.sheet_pages import Side
from cardforge.products.output_files import OutputFiles
from cardforge.render.captions import CaptionPainter
from cardforge.render.rendering import Rendering
from cardforge.write.atomic import refuse_folder
from cardforge.write.pdf import pages_pdf
from cardforge.write.pdf_options import DUPLEX, PdfOptions
from cardforge.write.sheet_pdf import sheet_pages


class Pages(NamedTuple):
    """Pages laid on sheets that are folded."""

    rendering: Rendering
    booklet: Booklet
    paper: Paper
    name: str

    @property
    def length(self) -> int:
        return len(self.rendering.cards)

    def pdf(self, captions: CaptionPainter) -> bytes:
        """Both sides of every sheet."""
        labels = [f"sheet {page.number}{' back' if page.side == Side.BACK else ''}" for page in self.booklet.pages]
        faces = {card.front.id: card.front for card in self.rendering.cards}
        pages = list(sheet_pages(self.booklet.pages, faces, captions.draw))
        return pages_pdf(pages, captions.resources, self.name, PdfOptions(DUPLEX[Backs.SHORT_EDGE], labels))


def lay_pages(rendering: Rendering, paper_name: str, name: str) -> Pages:
    """Every card as a page of a booklet."""
    chosen = paper(paper_name)
    pieces = [Piece(card.front.id, card.outline, card.front.bleed) for card in rendering.cards]
    return Pages(rendering, impose_booklet(pieces, chosen), chosen, name)


def make_booklet(rendering: Rendering, paper_name: str, name: str, output: Path) -> OutputFiles:
    """The pages on both sides of sheets, as one PDF, and how to print and fold them."""
    refuse_folder(output)
    pages = lay_pages(rendering, paper_name, name)
    return OutputFiles({output: pages.pdf(CaptionPainter(rendering.resources))}, _lines(pages, output))


def _lines(pages: Pages, output: Path) -> tuple[str, ...]:
    laid = pages.booklet
    blanks = f" and {counted(laid.blanks, 'blank page')} at the end" if laid.blanks else ""
    smaller = f", at {laid.scale:.0%} of their size" if laid.scale < 1 else ""
    sheets = f"{counted(laid.sheets, 'sheet')} of {pages.paper.name}"
    return (
        f"{counted(pages.length, 'page')}{blanks} on {sheets}{smaller} in {output}",
        "print on both sides, turned over the short edge; fold the pile once, page 1 outside, and staple the fold",
    )
