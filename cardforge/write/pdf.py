"""Drawn faces to a PDF: what stands on which page, and where its fonts and pictures are found."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from cardforge.core.units import Mm
from cardforge.fonts import FontBook
from cardforge.load.picture import Encoded
from cardforge.write.compose import Drawn
from cardforge.write.pdf_options import PdfOptions

_PLAIN = PdfOptions()


class PlacedFace(NamedTuple):
    """A face on a page: the place of its trimmed bottom left as it lies there, its scale and turn, and what is seen."""

    x: Mm
    y: Mm
    face: Drawn
    scale: float = 1.0
    turn: int = 0  # clockwise: 0, 90, 180 or 270
    seen: str = ""  # an outline as operators, from the bottom left of the page; all of the face when empty


class Page(NamedTuple):
    """A page: its size, the faces on it, how far inside it the paper is cut, and its colour."""

    width: Mm
    height: Mm
    faces: tuple[PlacedFace, ...]
    caption: PlacedFace | None = None  # words of its own; pages that are otherwise alike share the rest
    trim: Mm = 0.0  # from every side
    ground: str = ""
    under: str = ""  # operators for what lies under the faces
    over: str = ""  # and over them
    moved: str = ""  # a matrix for everything on the page


class PdfResources(NamedTuple):
    """The fonts and pictures that drawn faces name, and the text that the glyphs of each font stand for."""

    fonts: FontBook
    texts: Mapping[str, Mapping[int, str]]
    pictures: Mapping[str, Encoded]
    signature: str = ""  # of the fonts: it changes when one of them does

    def with_texts(self, more: Mapping[str, Mapping[int, str]]) -> PdfResources:
        """The same with the texts of more glyphs; what is known already stays."""
        fonts = dict.fromkeys([*self.texts, *more])
        return self._replace(texts={font: {**more.get(font, {}), **self.texts.get(font, {})} for font in fonts})


def cards_pdf(faces: Iterable[Drawn], resources: PdfResources, title: str) -> bytes:
    """One face a page: the page is the card with its bleed, TrimBox and BleedBox are set."""
    return pages_pdf((_card_page(face) for face in faces), resources, title)


def _card_page(face: Drawn) -> Page:
    bleed = face.bleed
    return Page(face.width + 2 * bleed, face.height + 2 * bleed, (PlacedFace(bleed, bleed, face),), trim=bleed)


def pages_pdf(pages: Iterable[Page], resources: PdfResources, title: str, options: PdfOptions = _PLAIN) -> bytes:
    """Pages as a document; a face that is placed more than once is stored once."""
    from cardforge.write.pdf_document import document  # reportlab takes a while to load, and drawing needs it not

    return document(list(pages), resources, title, options)
