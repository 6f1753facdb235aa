"""Fonts inside a PDF: only the glyphs that are used, by their own numbers, with the text they stand for.

Glyphs are written by number (Identity-H), because shaping gives glyphs that no character has.
Each glyph tells the text it stands for; where that is not enough, the run carries its text itself (ActualText).
"""

from __future__ import annotations

import io
import zlib
from functools import cached_property

from reportlab.pdfbase import pdfdoc

from cardforge.fonts import Font
from cardforge.layout.pieces import Run, Word


class PdfFont:
    """One font of one document."""

    def __init__(self, font: Font, name: str) -> None:
        self.font = font
        self.name = name
        self._texts: dict[int, str] = {}  # what each used glyph stands for
        self._rising: dict[str, bool] = {}
        self._shown: dict[tuple[str, int], tuple[str, bool]] = {}

    def show(self, run: Run) -> tuple[str, bool]:
        """What stands in TJ's brackets to show a run, and whether the glyphs alone tell its text."""
        key = (run.text, run.level % 2)
        found = self._shown.get(key)
        if found is None:
            found = self._shown[key] = (self._operand(run), self._faithful(run))
        return found

    def rises(self, words: tuple[Word, ...]) -> bool:
        """Whether a mark in one of the words stands higher or lower than its letters."""
        found = False
        for run, _ in words:
            key = run.text
            if key not in self._rising:
                self._rising[key] = any(glyph.dy for glyph in run.glyphs)
            found = found or self._rising[key]
        return found

    @cached_property
    def space(self) -> str:
        """A space, as it stands between words."""
        glyphs = self.font.shape(" ")
        return self.show(Run(" ", 0, 0.0, "", self.font, glyphs))[0]

    def _operand(self, run: Run) -> str:
        parts: list[str] = []
        codes = ""
        for glyph in run.glyphs:
            if glyph.dx:
                parts.append(f"<{codes}>{_number(-glyph.dx)}" if codes else _number(-glyph.dx))
                codes = ""
            codes += f"{glyph.id:04x}"
            shift = self.font.default_advance(glyph.id) - glyph.advance + glyph.dx
            if abs(shift) > 0.05:
                parts.append(f"<{codes}>{_number(shift)}")
                codes = ""
        if codes:
            parts.append(f"<{codes}>")
        return " ".join(parts)

    def _faithful(self, run: Run) -> bool:
        starts = sorted({glyph.cluster for glyph in run.glyphs})
        ends = dict(zip(starts, [*starts[1:], len(run.text)], strict=True))
        faithful = True
        seen: set[int] = set()
        for glyph in run.glyphs:
            text = run.text[glyph.cluster : ends[glyph.cluster]]
            faithful = faithful and glyph.cluster not in seen and self._texts.setdefault(glyph.id, text) == text
            seen.add(glyph.cluster)
            self._texts.setdefault(glyph.id, text)
        return faithful

    def add_to(self, document: pdfdoc.PDFDocument) -> pdfdoc.PDFObjectReference:
        """Put the font, cut down to what is used, into a document."""
        from fontTools.ttLib import TTFont

        glyphs = sorted(self._texts)
        name = f"{_tag(glyphs)}+{self.font.name}"
        cut = _subset(self.font.data, glyphs)
        head = TTFont(io.BytesIO(self.font.data), lazy=True)
        scale = self.font.scale
        box = [round(head["head"].xMin * scale), round(head["head"].yMin * scale),
               round(head["head"].xMax * scale), round(head["head"].yMax * scale)]  # fmt: skip
        descriptor = pdfdoc.PDFDictionary({
            "Type": pdfdoc.PDFName("FontDescriptor"), "FontName": pdfdoc.PDFName(name), "Flags": 4,
            "FontBBox": pdfdoc.PDFArray(box), "ItalicAngle": round(head["post"].italicAngle),
            "Ascent": round(self.font.ascent), "Descent": -round(self.font.descent),
            "CapHeight": round(self.font.ascent * 0.7),
            "StemV": 80, "FontFile2": document.Reference(_stream(cut, {"Length1": len(cut)}), f"file-{self.name}"),
        })  # fmt: skip
        widths: list[object] = []
        for glyph in glyphs:
            widths += [glyph, pdfdoc.PDFArray([_short(self.font.default_advance(glyph))])]
        descendant = pdfdoc.PDFDictionary({
            "Type": pdfdoc.PDFName("Font"), "Subtype": pdfdoc.PDFName("CIDFontType2"), "BaseFont": pdfdoc.PDFName(name),
            "CIDSystemInfo": pdfdoc.PDFDictionary(
                {"Registry": pdfdoc.PDFString("Adobe"), "Ordering": pdfdoc.PDFString("Identity"), "Supplement": 0}
            ),
            "FontDescriptor": document.Reference(descriptor, f"descriptor-{self.name}"), "DW": 1000,
            "W": pdfdoc.PDFArray(widths), "CIDToGIDMap": pdfdoc.PDFName("Identity"),
        })  # fmt: skip
        whole = pdfdoc.PDFDictionary({
            "Type": pdfdoc.PDFName("Font"), "Subtype": pdfdoc.PDFName("Type0"), "BaseFont": pdfdoc.PDFName(name),
            "Encoding": pdfdoc.PDFName("Identity-H"),
            "DescendantFonts": pdfdoc.PDFArray([document.Reference(descendant, f"cid-{self.name}")]),
            "ToUnicode": document.Reference(_stream(self._to_unicode(), {}), f"unicode-{self.name}"),
        })  # fmt: skip
        return document.Reference(whole, f"font-{self.name}")

    def _to_unicode(self) -> bytes:
        lines = [
            "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapType 2 def",
            "1 begincodespacerange <0000> <ffff> endcodespacerange",
        ]
        entries = [f"<{glyph:04x}> <{utf16(text)}>" for glyph, text in sorted(self._texts.items())]
        for at in range(0, len(entries), 100):
            part = entries[at : at + 100]
            lines += [f"{len(part)} beginbfchar", *part, "endbfchar"]
        lines.append("endcmap CMapName currentdict /CMap defineresource pop end end")
        return "\n".join(lines).encode("ascii")


def utf16(text: str) -> str:
    """Text as the hexadecimal UTF-16 that PDF wants."""
    return text.encode("utf-16-be").hex()


def _subset(data: bytes, glyphs: list[int]) -> bytes:
    from fontTools import subset

    options = subset.Options(
        retain_gids=True, layout_features=[], hinting=False, notdef_outline=True, glyph_names=False
    )
    options.drop_tables += ["GSUB", "GPOS", "GDEF", "BASE", "DSIG", "name", "OS/2", "cmap", "STAT", "MATH", "kern"]
    font = subset.load_font(io.BytesIO(data), options)
    subsetter = subset.Subsetter(options)
    subsetter.populate(gids=glyphs)
    subsetter.subset(font)
    font["head"].modified = 0  # no clock in the output
    out = io.BytesIO()
    font.recalcTimestamp = False
    font.save(out)
    return out.getvalue()


def _tag(glyphs: list[int]) -> str:
    """Six letters that differ with the glyphs, as PDF wants for a cut-down font."""
    number = zlib.crc32(",".join(map(str, glyphs)).encode())
    return "".join(chr(65 + number // 26**place % 26) for place in range(6))


def _stream(data: bytes, entries: dict[str, object]) -> pdfdoc.PDFStream:
    stream = pdfdoc.PDFStream(content=zlib.compress(data, 6), filters=[])
    stream.dictionary = pdfdoc.PDFDictionary({"Filter": pdfdoc.PDFName("FlateDecode"), **entries})
    return stream


def _number(value: float) -> str:
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("", "-0") else text


def _short(value: float) -> float:
    return int(value) if value == int(value) else round(value, 2)
