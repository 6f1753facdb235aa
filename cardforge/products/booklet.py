"""Impose rendered pages as a booklet: sheets to fold and staple.

Unlike `sheets`, nothing is cut out.
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
from cardforge.products.output_files import OutputFiles, PdfFile, pdf_file
from cardforge.render.captions import CaptionPainter
from cardforge.render.rendering import Rendering
from cardforge.write.atomic import refuse_folder
from cardforge.write.pdf_options import DUPLEX, PdfOptions
from cardforge.write.sheet_pdf import sheet_pages


class Pages(NamedTuple):
    """Pages imposed on sheets to fold."""

    rendering: Rendering
    booklet: Booklet
    paper: Paper
    name: str

    @property
    def length(self) -> int:
        return len(self.rendering.cards)

    def pdf(self, captions: CaptionPainter) -> PdfFile:
        """Both sides of every sheet."""
        labels = [f"sheet {page.number}{' back' if page.side == Side.BACK else ''}" for page in self.booklet.pages]
        faces = {card.front.id: card.front for card in self.rendering.cards}
        pages = list(sheet_pages(self.booklet.pages, faces, captions.draw))
        return pdf_file(pages, captions.resources, self.name, PdfOptions(DUPLEX[Backs.SHORT_EDGE], labels))


def lay_pages(rendering: Rendering, paper_name: str, name: str) -> Pages:
    """Impose every card as a page of a booklet."""
    chosen = paper(paper_name)
    pieces = [Piece(card.front.id, card.outline, card.front.bleed) for card in rendering.cards]
    return Pages(rendering, impose_booklet(pieces, chosen), chosen, name)


def make_booklet(rendering: Rendering, paper_name: str, name: str, output: Path) -> OutputFiles:
    """The booklet as one PDF, with lines that say how to print and fold it."""
    refuse_folder(output)
    pages = lay_pages(rendering, paper_name, name)
    return OutputFiles({output: pages.pdf(CaptionPainter(rendering.resources))}, _lines(pages, output))


def _lines(pages: Pages, output: Path) -> tuple[str, ...]:
    booklet = pages.booklet
    blanks = f" and {counted(booklet.blanks, 'blank page')} at the end" if booklet.blanks else ""
    smaller = f", at {booklet.scale:.0%} of their size" if booklet.scale < 1 else ""
    sheets = f"{counted(booklet.sheets, 'sheet')} of {pages.paper.name}"
    return (
        f"{counted(pages.length, 'page')}{blanks} on {sheets}{smaller} in {output}",
        "print on both sides, flipped on the short edge; fold the stack once, page 1 outside, and staple the fold",
    )
