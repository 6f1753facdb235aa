"""Lay out proofs: every card small, with its id below it, to look through before printing everything.

Takes rendered cards; returns pages. Each pack starts a new row under its name, so that a card can be traced to its
file. Unlike `sheets`, nothing is cut out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby
from typing import NamedTuple

from cardforge.core.phrases import counted
from cardforge.core.units import CORNER, Mm
from cardforge.impose.papers import Paper, paper
from cardforge.layout.display import rectangle
from cardforge.products.output_files import PdfFile, pdf_file
from cardforge.render.captions import CaptionPainter
from cardforge.render.rendering import RenderedCard, Rendering
from cardforge.write.drawn import Drawn, FaceFacts
from cardforge.write.pdf import Page, PlacedFace
from cardforge.write.shapes import path_code

SCALE = 0.5
_MARGIN: Mm = 10.0
_GAP: Mm = 2.0
_LEAST: Mm = 24.0  # minimum width per card, so that its id is legible
_HAIR: Mm = 0.5
_ID: Mm = 3.4  # line height of an id
_NAME: Mm = 5.0  # line height of a pack name


class _Spot(NamedTuple):
    """A card on a page: its top left corner, measured from the top left of the paper, and its scale."""

    card: RenderedCard
    x: Mm
    y: Mm
    scale: float


class _Name(NamedTuple):
    """The name of a pack above its cards."""

    words: str
    y: Mm


class Proof(NamedTuple):
    """Pages of small cards."""

    rendering: Rendering
    paper: Paper
    name: str
    pages: tuple[tuple[_Spot | _Name, ...], ...]

    def pdf(self, captions: CaptionPainter) -> PdfFile:
        """The pages, each with its number."""
        pages = [self._page(number, spots, captions.draw) for number, spots in enumerate(self.pages, 1)]
        return pdf_file(pages, captions.resources, self.name)

    def _page(self, number: int, spots: tuple[_Spot | _Name, ...], caption: Callable[[str, Mm, Mm], Drawn]) -> Page:
        wide, high = self.paper.width, self.paper.height
        placed: list[PlacedFace] = []
        for spot in spots:
            if isinstance(spot, _Name):
                y = high - spot.y - _NAME
                placed.append(PlacedFace(_MARGIN, y, caption(spot.words, wide - 2 * _MARGIN, _NAME)))
                continue
            front = spot.card.front
            width, height = front.width * spot.scale, front.height * spot.scale
            box = rectangle(spot.x, spot.y, width, height, CORNER * spot.scale)
            y = high - spot.y - height
            placed.append(PlacedFace(spot.x, y, _figure(front), spot.scale, seen=path_code(box, high)))
            words = front.id.rpartition("/")[2] + (f" ×{spot.card.copies}" if spot.card.copies > 1 else "")
            room = max(width, _LEAST) + _GAP - _HAIR
            placed.append(PlacedFace(spot.x + (width - room) / 2, y - _ID, caption(words, room, _ID)))
        head = f"{self.name} · {number} of {len(self.pages)}"
        return Page(wide, high, tuple(placed), PlacedFace(_MARGIN, high - 8, caption(head, wide - 2 * _MARGIN, 4)))


def _figure(face: Drawn) -> Drawn:
    """A face tagged as a figure, so that legibility checks skip its small text."""
    return face._replace(operators=f"/Figure BMC\n{face.code}\nEMC", facts=FaceFacts())


def lay_proof(rendering: Rendering, paper_name: str, name: str) -> Proof:
    """Lay out the cards in rows, pack by pack."""
    chosen = paper(paper_name)
    return Proof(rendering, chosen, name, tuple(_pages(rendering.cards, chosen)))


def _pages(cards: tuple[RenderedCard, ...], chosen: Paper) -> Iterator[tuple[_Spot | _Name, ...]]:
    right, bottom = chosen.width - _MARGIN, chosen.height - _MARGIN
    page: list[_Spot | _Name] = []
    y = _MARGIN
    for pack, group in groupby(cards, key=lambda card: card.front.id.rpartition("/")[0]):
        own = list(group)
        rows = list(_rows(own, right - _MARGIN, bottom - _MARGIN - _NAME))
        copies = sum(card.copies for card in own)
        for number, row in enumerate(rows):
            named = _NAME if number == 0 else 0.0
            high = max(spot.card.front.height * spot.scale for spot in row) + _ID
            if y + named + high > bottom and page:
                yield tuple(page)
                page, y = [], _MARGIN
            if named:
                page.append(_Name(f"{own[0].pack} · {pack} · {counted(copies, 'piece')}", y))
            page += [spot._replace(y=y + named) for spot in row]
            y += named + high + _GAP
    yield tuple(page)


def _rows(cards: list[RenderedCard], width: Mm, height: Mm) -> Iterator[list[_Spot]]:
    """Rows of as many cards as fit; a card too large for the page is scaled down further."""
    row: list[_Spot] = []
    x = _MARGIN
    for card in cards:
        scale = min(SCALE, width / card.front.width, (height - _ID) / card.front.height)
        if row and x + max(card.front.width * scale, _LEAST) > _MARGIN + width:
            yield row
            row, x = [], _MARGIN
        wide = card.front.width * scale
        room = max(wide, _LEAST)
        row.append(_Spot(card, x + (room - wide) / 2, 0.0, scale))
        x += room + _GAP
    yield row
