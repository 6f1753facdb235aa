"""Drawn faces to a PDF: pages with their boxes, and only fonts and pictures that are used.

reportlab keeps the document; what stands on a page is composed in `compose`. The same faces always give the same bytes.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

from reportlab import rl_config
from reportlab.pdfbase import pdfdoc

from cardforge.fonts import Font
from cardforge.layout.display import Shape, rectangle
from cardforge.load.picture import Encoded
from cardforge.units import PT_PER_MM, Mm
from cardforge.write import pdf_fonts, pdf_images
from cardforge.write.compose import Drawn, Paints, path_code, shape_code
from cardforge.write.pdf_paints import add_paints
from cardforge.write.spelling import font_name

rl_config.useA85 = 0
CORNER: Mm = 3.0  # the radius of a card's corners where it is shown cut


class PlacedFace(NamedTuple):
    """A face on a page: the place of its trimmed bottom left, its scale, and whether it is cut with round corners."""

    x: Mm
    y: Mm
    face: Drawn
    scale: float = 1.0
    cut: bool = False


class Page(NamedTuple):
    """A page: its size, the faces on it, how far inside it the paper is cut, and its colour."""

    width: Mm
    height: Mm
    faces: tuple[PlacedFace, ...]
    trim: Mm = 0.0  # from every side
    ground: str = ""


class Shelf(NamedTuple):
    """Where fonts and pictures are found by the names that faces use, and what the glyphs of a font stand for."""

    font: Callable[[str], Font]
    texts: Mapping[str, Mapping[int, str]]
    pictures: Mapping[str, Encoded]
    fonts: str = ""  # what tells whether the fonts were changed


def cards_pdf(faces: Iterable[Drawn], shelf: Shelf, title: str) -> bytes:
    """One face a page: the page is the card with its bleed, TrimBox and BleedBox are set."""
    return pages_pdf((_card_page(face) for face in faces), shelf, title)


def _card_page(face: Drawn) -> Page:
    bleed = face.bleed
    return Page(face.width + 2 * bleed, face.height + 2 * bleed, (PlacedFace(bleed, bleed, face),), bleed)


def pages_pdf(pages: Iterable[Page], shelf: Shelf, title: str) -> bytes:
    """Pages as a document."""
    document = pdfdoc.PDFDocument(compression=1, invariant=1, pdfVersion=(1, 7))
    document.info.title, document.info.creator, document.info.producer = title, "cardforge", "cardforge"
    document.info.author, document.info.subject = "", ""
    document.Reference(pdfdoc.PDFDictionary({}), "resources")  # its number is fixed now, its contents below
    pictures: set[str] = set()
    paints: Paints = {}
    kept = list(pages)
    with ThreadPoolExecutor(2) as pool:  # deflating leaves the other core free
        for page, code in zip(kept, pool.map(_content, kept), strict=True):
            document.addPage(_page(page, code))
            for placed in page.faces:
                pictures.update(placed.face.pictures)
                paints.update(placed.face.paints)
    fonts = {}
    for name, texts in sorted(shelf.texts.items()):
        font = shelf.font(name)
        fonts[font_name(font)] = pdf_fonts.embed(document, font, texts)
    resources = document.idToObject["resources"].dict
    resources["Font"] = pdfdoc.PDFDictionary(fonts)
    resources["XObject"] = pdfdoc.PDFDictionary(
        {name: pdf_images.embed(document, name, shelf.pictures[name]) for name in sorted(pictures)}
    )
    add_paints(resources, paints, document)
    data: bytes = document.GetPDFData(None)
    return data


def _content(page: Page) -> bytes:
    parts = []
    if page.ground:
        parts.append(shape_code(Shape(rectangle(0, 0, page.width, page.height), page.ground), page.height))
    for x, y, face, scale, cut in page.faces:
        clip = f"{path_code(rectangle(0, 0, face.width, face.height, CORNER), face.height)} W n\n" if cut else ""
        place = f"{scale:g} 0 0 {scale:g} {x * PT_PER_MM:.3f} {y * PT_PER_MM:.3f} cm"
        parts.append(f"q {place}\n{clip}{face.code}\nQ")
    return zlib.compress("\n".join(parts).encode("latin-1"), 6)


def _page(page: Page, code: bytes) -> Any:
    made = pdfdoc.PDFPage()
    width, height, trim = (_round(each * PT_PER_MM) for each in (page.width, page.height, page.trim))
    made.MediaBox = pdfdoc.PDFArray([0, 0, width, height])
    made.BleedBox = made.MediaBox
    made.TrimBox = pdfdoc.PDFArray([trim, trim, _round(width - trim), _round(height - trim)])
    stream = pdfdoc.PDFStream(content=code, filters=[])
    stream.dictionary["Filter"] = pdfdoc.PDFName("FlateDecode")
    made.Contents = stream
    made.Resources = pdfdoc.PDFObjectReference("resources")
    return made


def _round(value: float) -> float:
    return round(value, 4)
