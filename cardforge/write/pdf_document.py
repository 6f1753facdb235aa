"""Build the PDF document with reportlab: pages with their boxes, and only the fonts and pictures they use.

`compose` writes the content of the pages. The same pages always give the same bytes.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import BinaryIO

from reportlab import rl_config
from reportlab.pdfbase import pdfdoc

from cardforge.core.errors import UsageError
from cardforge.core.units import PT_PER_MM, Mm
from cardforge.layout.display import Shape, rectangle
from cardforge.write import pdf_fonts, pdf_images
from cardforge.write.drawn import Drawn
from cardforge.write.pdf import Page, PdfResources, PlacedFace
from cardforge.write.pdf_catalog import add_options
from cardforge.write.pdf_options import PdfOptions
from cardforge.write.pdf_pages import Form, PageObject, Stream, deflated
from cardforge.write.pdf_paints import add_paints
from cardforge.write.pdf_stream import StreamedDocument
from cardforge.write.shapes import Paints, shape_code
from cardforge.write.spelling import font_name

rl_config.useA85 = 0


def _refuse_clock() -> None:
    """Raise if the time that reportlab writes into the file, which the surroundings may set, is not a time."""
    given = os.environ.get("SOURCE_DATE_EPOCH", "")
    if given and not re.fullmatch("[0-9]{1,11}", given):
        raise UsageError(f"SOURCE_DATE_EPOCH is `{given[:40]}`, not a number of seconds", "unset it, or set a number")


def document(stream: BinaryIO, pages: list[Page], resources: PdfResources, title: str, options: PdfOptions) -> None:
    """Write a PDF with these pages into a stream; a face placed more than once is stored once."""
    _refuse_clock()
    made = StreamedDocument(compression=1, invariant=1, pdfVersion=(1, 7))
    made.info.title, made.info.creator, made.info.producer = title, "cardforge", "cardforge"
    made.info.author, made.info.subject = "", ""
    made.Reference(pdfdoc.PDFDictionary({}), "resources")  # reserves its object number; filled in below
    pictures: set[str] = set()
    paints: Paints = {}
    forms = _forms(pages)
    streams = _PageStreams(pages, forms)
    stored = [made.Reference(Stream(data)) for data in deflated(streams.different())]
    small = deflated(face.code.encode("latin-1") for _, face in forms.values())
    references = []
    for page, numbers in zip(pages, streams.of_pages, strict=True):
        references.append(made.thisPageRef())
        made.addPage(PageObject(page.width, page.height, page.trim, [stored[at] for at in numbers]))
        for placed in page.faces:
            pictures.update(placed.face.pictures)
            paints.update(placed.face.paints)
    fonts = {}
    for name, texts in sorted(resources.texts.items()):
        font = resources.fonts.named(name)
        fonts[font_name(font)] = pdf_fonts.embed(made, font, texts)
    shared = made.idToObject["resources"].dict
    shared["Font"] = pdfdoc.PDFDictionary(fonts)
    shared["XObject"] = pdfdoc.PDFDictionary(
        {name: pdf_images.embed(made, name, resources.pictures[name]) for name in sorted(pictures)}
        | {
            name: made.Reference(_form(face, data), name)
            for (name, face), data in zip(forms.values(), small, strict=True)
        }
    )
    add_paints(shared, paints, made)
    add_options(made, options, references)
    made.write(stream)


class _PageStreams:
    """The content streams of pages, written one after another: those of 54,000 cards have 150 MB together."""

    def __init__(self, pages: list[Page], forms: Mapping[int, tuple[str, Drawn]]) -> None:
        self._pages, self._forms = pages, forms
        self.of_pages: list[list[int]] = []  # the numbers of the streams of each page written so far

    def different(self) -> Iterator[bytes]:
        """Each stream once, though several pages show it."""
        known: dict[bytes, int] = {}
        for page in self._pages:
            numbers = []
            for code in (_content(page, self._forms), *(["\n".join(_put(page.caption, {}))] if page.caption else [])):
                data = code.encode("latin-1")
                digest = hashlib.blake2b(data, digest_size=16).digest()
                if digest not in known:
                    known[digest] = len(known)
                    yield data
                numbers.append(known[digest])
            self.of_pages.append(numbers)


def _forms(pages: list[Page]) -> dict[int, tuple[str, Drawn]]:
    """The faces placed more than once, by `id()`, with the names of their form XObjects.

    Faces alone on a page need no form: identical pages share one content stream.
    """
    met: dict[int, Drawn] = {}
    again: dict[int, Drawn] = {}
    for page in pages:
        for placed in page.faces if len(page.faces) > 1 else ():
            (again if id(placed.face) in met else met)[id(placed.face)] = placed.face
    return {key: (f"F{at}", face) for at, (key, face) in enumerate(again.items())}


def _form(face: Drawn, data: bytes) -> Form:
    """A face as a form XObject."""
    bleed = face.bleed * PT_PER_MM
    right, top = (side * PT_PER_MM + bleed for side in (face.width, face.height))
    return Form(data, (-bleed, -bleed, right, top))


def _content(page: Page, forms: Mapping[int, tuple[str, Drawn]]) -> str:
    parts = [f"{page.moved} cm"] if page.moved else []
    if page.ground:
        parts.append(shape_code(Shape(rectangle(0, 0, page.width, page.height), page.ground), page.height))
    if page.under:
        parts.append(page.under)
    for placed in page.faces:
        parts += _put(placed, forms)
    if page.over:
        parts.append(page.over)
    return "\n".join(parts)


def _put(placed: PlacedFace, forms: Mapping[int, tuple[str, Drawn]]) -> tuple[str, str, str]:
    """The operators that place a face; separate strings, so that its code is copied only once, into the page."""
    x, y, face, scale, turn, seen = placed
    form = forms.get(id(face))
    code = f"/{form[0]} Do" if form else face.code
    clip = f"{seen} W n " if seen else ""
    return f"q {clip}{_place(x, y, face.width * scale, face.height * scale, scale, turn)} cm", code, "Q"


@lru_cache(maxsize=1024)  # every sheet has the same slots
def _place(x: Mm, y: Mm, width: Mm, height: Mm, scale: float, turn: int) -> str:
    """The matrix that places a face."""
    along, down, x, y = {
        0: (scale, 0.0, x, y), 90: (0.0, -scale, x, y + width),
        180: (-scale, 0.0, x + width, y + height), 270: (0.0, scale, x + height, y),
    }[turn]  # fmt: skip
    return f"{along:g} {down:g} {-down:g} {along:g} {x * PT_PER_MM:.3f} {y * PT_PER_MM:.3f}"
