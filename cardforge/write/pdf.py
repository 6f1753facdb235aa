"""Write drawn faces to a PDF: the pages, the faces placed on them, and their fonts and pictures."""

from __future__ import annotations

import io
import math
from collections.abc import Iterable, Mapping
from typing import BinaryIO, NamedTuple

from cardforge.core.units import Mm, Pt
from cardforge.fonts import FontBook
from cardforge.write.drawn import Drawn
from cardforge.write.pdf_options import PdfOptions
from cardforge.write.stored_picture import StoredPicture

_PLAIN = PdfOptions()


class PlacedFace(NamedTuple):
    """A face on a page: position of the bottom left of its trim as placed, scale, rotation and clipping."""

    x: Mm
    y: Mm
    face: Drawn
    scale: float = 1.0
    turn: int = 0  # degrees clockwise: 0, 90, 180 or 270
    seen: str = ""  # clipping path as operators, from the bottom left of the page; "" shows the whole face


class Page(NamedTuple):
    """A page: its size, the faces on it, its trim and its background."""

    width: Mm
    height: Mm
    faces: tuple[PlacedFace, ...]
    caption: PlacedFace | None = None  # text of this page only; pages that differ only in it share the rest
    trim: Mm = 0.0  # inset of the TrimBox on every side
    ground: str = ""
    under: str = ""  # operators drawn before the faces
    over: str = ""  # and after them
    line: Pt = math.inf  # the thinnest line of `under` and `over`
    moved: str = ""  # a matrix applied to the whole page


class PdfResources(NamedTuple):
    """Fonts and pictures by the names that faces use, and the text that each glyph of a font represents."""

    fonts: FontBook
    texts: Mapping[str, Mapping[int, str]]
    pictures: Mapping[str, StoredPicture]
    signature: str = ""  # of the fonts: it changes when one of them does

    @property
    def picture_bytes(self) -> int:
        """How much the pictures add to a file."""
        return sum(each.data.length + (each.alpha.length if each.alpha else 0) for each in self.pictures.values())

    def with_texts(self, more: Mapping[str, Mapping[int, str]]) -> PdfResources:
        """The same with the texts of more glyphs; what is known already stays."""
        fonts = dict.fromkeys([*self.texts, *more])
        return self._replace(texts={font: {**more.get(font, {}), **self.texts.get(font, {})} for font in fonts})


def cards_pdf(faces: Iterable[Drawn], resources: PdfResources, title: str) -> bytes:
    """A PDF with one face per page: each page is the card with its bleed, with TrimBox and BleedBox set."""
    return pages_pdf((card_page(face) for face in faces), resources, title)


def card_page(face: Drawn) -> Page:
    """A page of the size of a card with its bleed."""
    bleed = face.bleed
    return Page(face.width + 2 * bleed, face.height + 2 * bleed, (PlacedFace(bleed, bleed, face),), trim=bleed)


def pages_pdf(pages: Iterable[Page], resources: PdfResources, title: str, options: PdfOptions = _PLAIN) -> bytes:
    """A PDF of these pages; a face placed more than once is stored once."""
    stream = io.BytesIO()
    write_pdf(stream, pages, resources, title, options)
    return stream.getvalue()


def write_pdf(
    stream: BinaryIO, pages: Iterable[Page], resources: PdfResources, title: str, options: PdfOptions = _PLAIN
) -> None:
    """Write the same into a stream."""
    from cardforge.write.pdf_document import document  # reportlab loads slowly, and drawing does not need it

    document(stream, list(pages), resources, title, options)
