"""Booklets: rendered pages in, sheets that are folded and stapled out.

Stands beside `sheets`: there cards are cut out of paper, here pages stay on it.
"""

from __future__ import annotations

from pathlib import Path

from cardforge.choices import Backs
from cardforge.impose.booklet import Booklet, impose_booklet
from cardforge.impose.job import Piece
from cardforge.impose.papers import Paper, paper
from cardforge.impose.sheets import Side
from cardforge.made import Made
from cardforge.rendering import Rendering, refuse_folder
from cardforge.report import counted
from cardforge.write.pdf import pages_pdf
from cardforge.write.pdf_catalog import DUPLEX, Manner
from cardforge.write.sheets import sheet_pages


def make_booklet(rendering: Rendering, paper_name: str, name: str, output: Path) -> Made:
    """The pages on both sides of sheets, as one PDF, and how to print and fold them."""
    refuse_folder(output)
    chosen = paper(paper_name)
    pieces = [Piece(card.front.id, card.outline, card.front.bleed) for card in rendering.cards]
    laid = impose_booklet(pieces, chosen)
    labels = [f"sheet {page.number}{' back' if page.side == Side.BACK else ''}" for page in laid.pages]
    faces = {card.front.id: card.front for card in rendering.cards}
    pages = list(sheet_pages(laid.pages, faces, rendering.press.caption))
    manner = Manner(DUPLEX[Backs.SHORT_EDGE], labels)
    return Made({output: pages_pdf(pages, rendering.shelf, name, manner)}, _lines(laid, len(pieces), chosen, output))


def _lines(laid: Booklet, count: int, chosen: Paper, output: Path) -> tuple[str, ...]:
    blanks = f" and {counted(laid.blanks, 'blank page')} at the end" if laid.blanks else ""
    smaller = f", at {laid.scale:.0%} of their size" if laid.scale < 1 else ""
    return (
        f"{counted(count, 'page')}{blanks} on {counted(laid.sheets, 'sheet')} of {chosen.name}{smaller} in {output}",
        "print on both sides, turned over the short edge; fold the pile once, page 1 outside, and staple the fold",
    )
