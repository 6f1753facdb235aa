"""Drawn faces to a PDF: pages with their boxes, and only fonts and pictures that are used.

reportlab keeps the document; what stands on a page is composed in `compose`. The same faces always give the same bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from reportlab import rl_config
from reportlab.pdfbase import pdfdoc

from cardforge.fonts import Font
from cardforge.layout.display import Shape, rectangle
from cardforge.load.picture import Encoded
from cardforge.units import PT_PER_MM, Mm
from cardforge.write import pdf_fonts, pdf_images
from cardforge.write.compose import Drawn, Paints, shape_code
from cardforge.write.pdf_catalog import Manner, add_manner
from cardforge.write.pdf_pages import Form, PageObject, Stream, deflated
from cardforge.write.pdf_paints import add_paints
from cardforge.write.spelling import font_name

rl_config.useA85 = 0
_PLAIN = Manner()


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


class Shelf(NamedTuple):
    """Where fonts and pictures are found by the names that faces use, and what the glyphs of a font stand for."""

    font: Callable[[str], Font]
    texts: Mapping[str, Mapping[int, str]]
    pictures: Mapping[str, Encoded]
    fonts: Callable[[], str] = str  # tells whether the fonts were changed; only some who keep pictures ask


def cards_pdf(faces: Iterable[Drawn], shelf: Shelf, title: str) -> bytes:
    """One face a page: the page is the card with its bleed, TrimBox and BleedBox are set."""
    return pages_pdf((_card_page(face) for face in faces), shelf, title)


def _card_page(face: Drawn) -> Page:
    bleed = face.bleed
    return Page(face.width + 2 * bleed, face.height + 2 * bleed, (PlacedFace(bleed, bleed, face),), trim=bleed)


def pages_pdf(pages: Iterable[Page], shelf: Shelf, title: str, manner: Manner = _PLAIN) -> bytes:
    """Pages as a document; a face that is placed more than once is stored once."""
    document = pdfdoc.PDFDocument(compression=1, invariant=1, pdfVersion=(1, 7))
    document.info.title, document.info.creator, document.info.producer = title, "cardforge", "cardforge"
    document.info.author, document.info.subject = "", ""
    document.Reference(pdfdoc.PDFDictionary({}), "resources")  # its number is fixed now, its contents below
    pictures: set[str] = set()
    paints: Paints = {}
    kept = list(pages)
    forms = _forms(kept)
    contents = [[_content(page, forms), *([_put(page.caption, {})] if page.caption else [])] for page in kept]
    codes = list(dict.fromkeys(code for streams in contents for code in streams))
    stored = {code: document.Reference(Stream(data)) for code, data in zip(codes, deflated(codes), strict=True)}
    references = []
    for page, streams in zip(kept, contents, strict=True):
        references.append(document.thisPageRef())
        document.addPage(PageObject(page.width, page.height, page.trim, [stored[code] for code in streams]))
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
        | {name: document.Reference(_form(face), name) for name, face in forms.values()}
    )
    add_paints(resources, paints, document)
    add_manner(document, manner, references)
    data: bytes = document.GetPDFData(None)
    return data


def _forms(pages: list[Page]) -> dict[int, tuple[str, Drawn]]:
    """The faces that are placed more than once, by their identity, with the names they are stored under.

    A page with a single face needs none of that: pages that are alike share all they have.
    """
    met: dict[int, Drawn] = {}
    again: dict[int, Drawn] = {}
    for page in pages:
        for placed in page.faces if len(page.faces) > 1 else ():
            (again if id(placed.face) in met else met)[id(placed.face)] = placed.face
    return {key: (f"F{at}", face) for at, (key, face) in enumerate(again.items())}


def _form(face: Drawn) -> Form:
    """A face as an object of its own."""
    bleed = face.bleed * PT_PER_MM
    right, top = (side * PT_PER_MM + bleed for side in (face.width, face.height))
    return Form(deflated([face.code])[0], (-bleed, -bleed, right, top))


def _content(page: Page, forms: Mapping[int, tuple[str, Drawn]]) -> str:
    parts = [f"{page.moved} cm"] if page.moved else []
    if page.ground:
        parts.append(shape_code(Shape(rectangle(0, 0, page.width, page.height), page.ground), page.height))
    if page.under:
        parts.append(page.under)
    parts += [_put(placed, forms) for placed in page.faces]
    if page.over:
        parts.append(page.over)
    return "\n".join(parts)


def _put(placed: PlacedFace, forms: Mapping[int, tuple[str, Drawn]]) -> str:
    """A face in its place."""
    x, y, face, scale, turn, seen = placed
    form = forms.get(id(face))
    code = f"/{form[0]} Do" if form else face.code
    clip = f"{seen} W n " if seen else ""
    return f"q {clip}{_place(x, y, face.width * scale, face.height * scale, scale, turn)} cm\n{code}\nQ"


@lru_cache(maxsize=1024)  # the same slots come again on every sheet
def _place(x: Mm, y: Mm, width: Mm, height: Mm, scale: float, turn: int) -> str:
    """The matrix that puts a face into its place."""
    along, down, x, y = {
        0: (scale, 0.0, x, y), 90: (0.0, -scale, x, y + width),
        180: (-scale, 0.0, x + width, y + height), 270: (0.0, scale, x + height, y),
    }[turn]  # fmt: skip
    return f"{along:g} {down:g} {-down:g} {along:g} {x * PT_PER_MM:.3f} {y * PT_PER_MM:.3f}"
