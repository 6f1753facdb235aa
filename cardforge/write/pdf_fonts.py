"""Embed fonts in a PDF: subset to the used glyphs, with unchanged glyph ids and a ToUnicode map."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from typing import Any

from reportlab.pdfbase import pdfdoc

from cardforge.fonts import Font
from cardforge.write.spelling import AGAIN, APART, SILENT, font_name, utf16


def embed(document: Any, font: Font, texts: Mapping[int, str]) -> Any:
    """Embed a font in a document, subset to the glyphs of `texts`, with the text of each."""
    codes = sorted(texts)
    glyphs = [code for code in codes if code < SILENT]
    key = font_name(font)
    name = f"{_tag(glyphs)}+{font.name}"
    cut = font.cut_down(glyphs)
    descriptor = pdfdoc.PDFDictionary({
        "Type": pdfdoc.PDFName("FontDescriptor"), "FontName": pdfdoc.PDFName(name), "Flags": 4,
        "FontBBox": pdfdoc.PDFArray(list(font.box)), "ItalicAngle": round(font.slant),
        "Ascent": round(font.ascent), "Descent": -round(font.descent),
        "CapHeight": round(font.ascent * 0.7),
        "StemV": 80, "FontFile2": document.Reference(_stream(cut, {"Length1": len(cut)}), f"file-{key}"),
    })  # fmt: skip
    widths: list[object] = []
    for code in codes:
        width = _short(font.advances[code]) if code < SILENT else APART if code >= AGAIN else 0
        widths += [code, pdfdoc.PDFArray([width])]
    numbers: Any = pdfdoc.PDFName("Identity")
    if len(glyphs) < len(codes):
        (space,) = font.shape(" ")  # drawn by silent codes
        numbers = document.Reference(_stream(_glyph_numbers(codes, space.id), {}), f"glyphs-{key}")
    descendant = pdfdoc.PDFDictionary({
        "Type": pdfdoc.PDFName("Font"), "Subtype": pdfdoc.PDFName("CIDFontType2"), "BaseFont": pdfdoc.PDFName(name),
        "CIDSystemInfo": pdfdoc.PDFDictionary(
            {"Registry": pdfdoc.PDFString("Adobe"), "Ordering": pdfdoc.PDFString("Identity"), "Supplement": 0}
        ),
        "FontDescriptor": document.Reference(descriptor, f"descriptor-{key}"), "DW": 1000,
        "W": pdfdoc.PDFArray(widths), "CIDToGIDMap": numbers,
    })  # fmt: skip
    whole = pdfdoc.PDFDictionary({
        "Type": pdfdoc.PDFName("Font"), "Subtype": pdfdoc.PDFName("Type0"), "BaseFont": pdfdoc.PDFName(name),
        "Encoding": pdfdoc.PDFName("Identity-H"),
        "DescendantFonts": pdfdoc.PDFArray([document.Reference(descendant, f"cid-{key}")]),
        "ToUnicode": document.Reference(_stream(_to_unicode(texts), {}), f"unicode-{key}"),
    })  # fmt: skip
    return document.Reference(whole, f"font-{key}")


def _glyph_numbers(codes: list[int], space: int) -> bytes:
    """The CIDToGIDMap: the glyph of every code up to the last, two bytes each; silent codes map to the space."""
    numbers = [0] * (codes[-1] + 1)
    for code in codes:
        numbers[code] = space if code >= SILENT else code
    return b"".join(number.to_bytes(2, "big") for number in numbers)


def _to_unicode(texts: Mapping[int, str]) -> bytes:
    lines = [
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapType 2 def",
        "1 begincodespacerange <0000> <ffff> endcodespacerange",
    ]
    entries = [f"<{glyph:04x}> <{utf16(text)}>" for glyph, text in sorted(texts.items())]
    for at in range(0, len(entries), 100):
        part = entries[at : at + 100]
        lines += [f"{len(part)} beginbfchar", *part, "endbfchar"]
    lines.append("endcmap CMapName currentdict /CMap defineresource pop end end")
    return "\n".join(lines).encode("ascii")


def _tag(glyphs: list[int]) -> str:
    """The subset tag: six letters derived from the glyphs, as PDF requires."""
    number = zlib.crc32(",".join(map(str, glyphs)).encode())
    return "".join(chr(65 + number // 26**place % 26) for place in range(6))


def _stream(data: bytes, entries: dict[str, object]) -> pdfdoc.PDFStream:
    stream = pdfdoc.PDFStream(content=zlib.compress(data, 6), filters=[])
    stream.dictionary = pdfdoc.PDFDictionary({"Filter": pdfdoc.PDFName("FlateDecode"), **entries})
    return stream


def _short(value: float) -> float:
    return int(value) if value == int(value) else round(value, 2)
