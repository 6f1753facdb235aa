"""Convert any font file to static TrueType, the format that is embedded in PDFs."""

from __future__ import annotations

import io
import logging
import struct
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from cardforge.core.phrases import listed
from cardforge.fonts.families import WEIGHTS

HINT = "put a TrueType or OpenType font there, or remove the file"

_SPACE = "space.added"

logging.getLogger("fontTools").addHandler(logging.NullHandler())  # a damaged font is reported as a problem instead

# Tables that shaping, measuring and embedding read.
_NEEDED = frozenset((b"cmap", b"glyf", b"head", b"hhea", b"hmtx", b"loca", b"maxp"))
# What fontTools raises for damaged files.
_TORN = (
    struct.error, zlib.error, OSError, EOFError, AssertionError, LookupError, ValueError, TypeError, AttributeError,
    ArithmeticError, RuntimeError, ImportError,
)  # fmt: skip


class FontError(Exception):
    """A font that cannot be used: the reason, and a hint."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


def is_variable(data: bytes) -> bool:
    """Whether a font file holds a range of weights."""
    return b"fvar" in data[:600]


def as_truetype(data: bytes, weight: str = "regular") -> bytes:
    """Convert a font to static TrueType: PostScript outlines to quadratic ones, a variable font to one weight."""
    if data[:4] in (b"\x00\x01\x00\x00", b"true") and not is_variable(data):
        _refuse_incomplete(data)
        return data
    from fontTools.ttLib import TTFont

    with _refusing_damage():
        font = TTFont(io.BytesIO(data), fontNumber=0, recalcTimestamp=False)  # same input, same bytes
        if "fvar" in font:
            from fontTools.varLib import instancer

            axes = {axis.axisTag: axis.defaultValue for axis in font["fvar"].axes}
            if "wght" in axes:
                axes["wght"] = WEIGHTS[weight]
            instancer.instantiateVariableFont(font, axes, inplace=True)
        if "CFF " in font or "CFF2" in font:
            _outlines_to_truetype(font)
        elif "glyf" not in font:
            raise FontError("it has neither TrueType nor PostScript outlines", HINT)
        out = io.BytesIO()
        font.flavor = None
        font.save(out)
    return out.getvalue()


@contextmanager
def _refusing_damage() -> Iterator[None]:
    """Raise a FontError for what fontTools cannot read, whenever it notices: it reads tables on demand."""
    from fontTools.ttLib import TTLibError

    try:
        yield
    except TTLibError as error:
        raise FontError(f"it is not a font file ({str(error)[:100]})", HINT) from error
    except _TORN as error:
        raise FontError(f"it is broken ({str(error)[:100]})", HINT) from error


def _refuse_incomplete(data: bytes) -> None:
    """Raise for a font without a table that everything needs; without `glyf`, its text would be invisible."""
    end = 12 + 16 * int.from_bytes(data[4:6], "big")
    missing = _NEEDED - {data[at : at + 4] for at in range(12, end, 16)}
    if missing:
        raise FontError(f"it has no {listed(sorted(f'`{tag.decode()}`' for tag in missing))} table", HINT)


def with_space(data: bytes) -> bytes:
    """Add a space, a quarter of the size wide, to a font without one, such as a font of runes or symbols."""
    from fontTools.pens.ttGlyphPen import TTGlyphPen
    from fontTools.ttLib import TTFont

    with _refusing_damage():
        font = TTFont(io.BytesIO(data), recalcTimestamp=False)
        font["glyf"][_SPACE] = TTGlyphPen(None).glyph()  # also appends it to the glyph order
        font["hmtx"][_SPACE] = (font["head"].unitsPerEm // 4, 0)
        for table in font["cmap"].tables:
            if table.isUnicode():
                table.cmap[ord(" ")] = _SPACE
        for upright in ("vhea", "vmtx"):  # metrics for vertical text, which lack the new glyph
            if upright in font:
                del font[upright]
        out = io.BytesIO()
        font.save(out)
    return out.getvalue()


def _outlines_to_truetype(font: Any) -> None:
    """Replace cubic outlines with quadratic ones, at most half a unit off at 1000 units per em."""
    from fontTools.pens.cu2quPen import Cu2QuPen
    from fontTools.pens.ttGlyphPen import TTGlyphPen
    from fontTools.ttLib import newTable

    glyphs = font.getGlyphSet()
    tolerance = font["head"].unitsPerEm / 2000
    outlines = {}
    for name in font.getGlyphOrder():
        pen = TTGlyphPen(glyphs)
        glyphs[name].draw(Cu2QuPen(pen, tolerance, reverse_direction=True))
        outlines[name] = pen.glyph()
    font["loca"] = newTable("loca")
    font["glyf"] = glyf = newTable("glyf")
    glyf.glyphOrder = font.getGlyphOrder()
    glyf.glyphs = outlines
    for tag in ("CFF ", "CFF2", "VORG"):
        if tag in font:
            del font[tag]
    glyf.compile(font)
    maxp = font["maxp"]
    maxp.tableVersion = 0x00010000
    for field in [
        "maxTwilightPoints",
        "maxStorage",
        "maxFunctionDefs",
        "maxInstructionDefs",
        "maxStackElements",
        "maxSizeOfInstructions",
        "maxComponentElements",
        "maxPoints",
        "maxContours",
        "maxCompositePoints",
        "maxCompositeContours",
        "maxComponentDepth",
    ]:
        setattr(maxp, field, 0)
    maxp.maxZones = 1
    maxp.compile(font)
    font["post"].formatType = 2.0
    font["post"].extraNames, font["post"].mapping = [], {}
    font.sfntVersion = "\x00\x01\x00\x00"
