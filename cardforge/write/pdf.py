"""Faces to a PDF: one face a page, with its trim and bleed, and only fonts that are inside the file.

reportlab keeps the document; pages are composed here as operators, because a call for each would be
most of the time. The same faces always give the same bytes.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from functools import lru_cache

from reportlab import rl_config
from reportlab.pdfbase import pdfdoc

from cardforge.fonts import Font
from cardforge.layout.display import Face, Shape, TextLine
from cardforge.layout.pieces import Run
from cardforge.units import PT_PER_MM
from cardforge.write.pdf_fonts import PdfFont, utf16

rl_config.useA85 = 0


def cards_pdf(faces: Iterable[Face], title: str) -> bytes:
    """One face a page: the page is the card with its bleed, TrimBox and BleedBox are set."""
    document = pdfdoc.PDFDocument(compression=1, invariant=1, pdfVersion=(1, 7))
    document.info.title, document.info.creator, document.info.producer = title, "cardforge", "cardforge"
    document.info.author, document.info.subject = "", ""
    fonts: dict[str, PdfFont] = {}
    drawn: _Drawn = {}
    shared = pdfdoc.PDFObjectReference("resources")
    document.Reference(pdfdoc.PDFDictionary({}), "resources")  # its number is fixed now, its contents below
    for face in faces:
        page = pdfdoc.PDFPage()
        width, height = (face.width + 2 * face.bleed) * PT_PER_MM, (face.height + 2 * face.bleed) * PT_PER_MM
        bleed = face.bleed * PT_PER_MM
        page.MediaBox = pdfdoc.PDFArray([0, 0, _round(width), _round(height)])
        page.BleedBox = page.MediaBox
        page.TrimBox = pdfdoc.PDFArray([_round(bleed), _round(bleed), _round(width - bleed), _round(height - bleed)])
        code = "\n".join(operators(face, fonts, drawn))
        stream = pdfdoc.PDFStream(content=zlib.compress(code.encode("latin-1"), 6), filters=[])
        stream.dictionary["Filter"] = pdfdoc.PDFName("FlateDecode")
        page.Contents = stream
        page.Resources = shared
        document.addPage(page)
    entries = {name: font.add_to(document) for name, font in _by_name(fonts)}
    document.idToObject["resources"].dict["Font"] = pdfdoc.PDFDictionary(entries)
    data: bytes = document.GetPDFData(None)
    return data


def _by_name(fonts: dict[str, PdfFont]) -> list[tuple[str, PdfFont]]:
    return sorted((font.name, font) for font in fonts.values())


_Drawn = dict[tuple[int, float, float], tuple[str, Shape]]  # the shape is kept, so that its identity stays its own


def operators(face: Face, fonts: dict[str, PdfFont], drawn: _Drawn) -> Iterator[str]:
    """The drawing of one face, from the bottom left of its bleed; shapes that cards share are written once."""
    top = face.height + face.bleed  # PDF counts from the bottom
    for item in face.items:
        if isinstance(item, Shape):
            key = (id(item), face.bleed, top)
            if key not in drawn:
                drawn[key] = (_shape(item, face.bleed, top), item)
            yield drawn[key][0]
        else:
            yield _text(item, face.bleed, top, fonts)


def _shape(shape: Shape, left: float, top: float) -> str:
    parts = []
    if shape.fill:
        parts.append(f"{rgb(shape.fill)} rg")
    if shape.stroke:
        parts.append(f"{rgb(shape.stroke)} RG {_n(shape.stroke_width * PT_PER_MM)} w")
    for letter, numbers in shape.path:
        points = [
            _n((left + number) * PT_PER_MM) if at % 2 == 0 else _n((top - number) * PT_PER_MM)
            for at, number in enumerate(numbers)
        ]
        parts.append(" ".join([*points, {"M": "m", "L": "l", "C": "c", "Z": "h"}[letter]]))
    parts.append("B" if shape.fill and shape.stroke else "f" if shape.fill else "S" if shape.stroke else "n")
    return " ".join(parts)


def _text(line: TextLine, left: float, top: float, fonts: dict[str, PdfFont]) -> str:
    parts = ["BT"]
    selected: tuple[str, float] = ("", 0.0)
    colour = ""
    y = _n((top - line.y) * PT_PER_MM)
    for placed in line.runs:
        run = placed.run
        if run.font is None:
            continue
        font = _font(run.font, fonts)
        size = line.size * run.scale
        if (font.name, size) != selected:
            parts.append(f"/{font.name} {_n(size)} Tf")
            selected = (font.name, size)
        if run.colour != colour:
            parts.append(f"{rgb(run.colour)} rg")
            colour = run.colour
        parts.append(f"1 0 0 1 {_n((left + line.x + placed.x) * PT_PER_MM)} {y} Tm {_show(run, font, size)}")
    parts.append("ET")
    return " ".join(parts)


def _show(run: Run, font: PdfFont, size: float) -> str:
    if run.words:
        return _line(run, font, size)
    shown, faithful = font.show(run)
    shown = _raised(run, size, font) if any(glyph.dy for glyph in run.glyphs) else f"[{shown}]TJ"
    return shown if faithful else _with_text(shown, run.text)


def _line(run: Run, font: PdfFont, size: float) -> str:
    """A whole line: its words with spaces where they belong, as one operation."""
    last = len(run.words) - 1
    parts: list[str] = []
    faithful = True
    rises = font.rises(run.words)
    for at, (word, spaced) in enumerate(run.words):
        body, tells = font.show(word)
        faithful = faithful and tells
        parts.append(_raised(word, size, font) if rises else body)
        if spaced and at < last:
            parts.append(f"[{font.space}]TJ" if rises else font.space)
    line = " ".join(parts) if rises else "[" + " ".join(parts) + "]TJ"
    return line if faithful else _with_text(line, run.text)


def _with_text(shown: str, text: str) -> str:
    """Operations that carry the text they stand for, for those who search and copy."""
    return f"/Span <</ActualText <feff{utf16(text)}>>> BDC {shown} EMC"


def _raised(run: Run, size: float, font: PdfFont) -> str:
    """Glyph by glyph, for marks that stand higher or lower than their letters."""
    parts = []
    for glyph in run.glyphs:
        shift = font.font.default_advance(glyph.id) - glyph.advance + glyph.dx
        parts.append(f"{_n(glyph.dy * size / 1000)} Ts [{_n(-glyph.dx)} <{glyph.id:04x}> {_n(shift)}]TJ")
    return " ".join(parts) + " 0 Ts"


def _font(font: Font, fonts: dict[str, PdfFont]) -> PdfFont:
    if font.name not in fonts:
        fonts[font.name] = PdfFont(font, f"F{len(fonts) + 1}")
    return fonts[font.name]


@lru_cache(maxsize=1024)
def rgb(colour: str) -> str:
    """A colour such as #1a2b3c as PDF's three numbers."""
    return " ".join(_n(int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5))


def _n(value: float) -> str:
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text in ("", "-0") else text


def _round(value: float) -> float:
    return round(value, 4)
