"""Fonts: found in installed packages and in a project's `templates/fonts/`, made TrueType, and shaped with.

A face on a card names a family (`source-sans`), a weight and whether it is italic. What a family lacks,
the fallback chain may have; what nobody has is a problem for the caller to report.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Any

import uharfbuzz as hb

from cardforge.nearest import did_you_mean, listed

Style = tuple[str, bool]  # weight, italic
FALLBACK = ("firago", "noto-symbols", "noto-symbols-2", "noto-math")


class FontError(Exception):
    """A font that cannot be used, why, and what to do."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


@dataclass(frozen=True)
class Glyph:
    """A glyph of a shaped text: which, how far it moves the pen, and where it is drawn. In thousandths of the size."""

    id: int
    cluster: int  # index of the first character it stands for
    advance: float
    dx: float = 0
    dy: float = 0


class Font:
    """One TrueType font, ready to measure and shape with."""

    def __init__(self, name: str, data: bytes) -> None:
        self.name = name
        self.data = data
        self._face = hb.Face(data)
        self._font = hb.Font(self._face)
        self.scale: float = 1000 / self._face.upem
        extents = self._font.get_font_extents("ltr")
        self.ascent = extents.ascender * self.scale
        self.descent = -extents.descender * self.scale

    @cached_property
    def characters(self) -> frozenset[int]:
        """The code points it has."""
        return frozenset(self._face.unicodes)

    @lru_cache(maxsize=65536)  # noqa: B019 - a font lives as long as the book that holds it
    def shape(self, text: str, rtl: bool = False, features: tuple[str, ...] = ()) -> tuple[Glyph, ...]:
        """The glyphs of a text of one direction, in the order they are drawn."""
        buffer = hb.Buffer()
        buffer.add_str(text)
        buffer.guess_segment_properties()
        buffer.direction = "rtl" if rtl else "ltr"
        hb.shape(self._font, buffer, {"kern": True, "liga": True, **dict.fromkeys(features, True)})
        scale = self.scale
        return tuple(
            Glyph(info.codepoint, info.cluster, at.x_advance * scale, at.x_offset * scale, at.y_offset * scale)
            for info, at in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True)
        )

    def width(self, text: str) -> float:
        """How far a text of one direction moves the pen, in thousandths of the size."""
        glyphs: tuple[Glyph, ...] = self.shape(text)
        return sum(glyph.advance for glyph in glyphs)

    def default_advance(self, glyph: int) -> float:
        """A glyph's own width, before kerning."""
        return float(self._font.get_glyph_h_advance(glyph)) * self.scale


_WEIGHTS = {"light": 300, "regular": 400, "medium": 500, "semibold": 600, "bold": 700, "black": 900}


def _packaged(package: str, name: str) -> Callable[[], bytes]:
    return lambda: files(package).joinpath("files", name).read_bytes()


def _buffer(name: str) -> Callable[[], bytes]:
    def read() -> bytes:
        data: bytes = import_module("pymupdf_fonts").fontbuffers[name]()
        return data

    return read


def _family(
    package: str, start: str, styles: dict[Style, str], ending: str = "ttf"
) -> dict[Style, Callable[[], bytes]]:
    return {style: _packaged(package, f"{start}-{name}.{ending}") for style, name in styles.items()}


def _styles(upright: str, slanted: str = "") -> dict[Style, str]:
    """Weights and the words for them in file names: `light=Light regular=Regular`."""
    found: dict[Style, str] = {}
    for italic, words in ((False, upright), (True, slanted)):
        found |= {(pair.split("=")[0], italic): pair.split("=")[1] for pair in words.split()}
    return found


_SOURCE = _styles(
    "light=Light regular=Regular semibold=Semibold bold=Bold black=Black",
    "light=LightIt regular=It semibold=SemiboldIt bold=BoldIt black=BlackIt",
)
_MANROPE = _styles("light=Light regular=Regular medium=Medium semibold=SemiBold bold=Bold black=ExtraBold")
_LATO = _styles(
    "light=Light regular=Regular bold=Bold black=Black",
    "light=LightItalic regular=Italic bold=BoldItalic black=BlackItalic",
)
_HANKEN = _styles(
    "light=Light regular=Regular medium=Medium semibold=SemiBold bold=Bold",
    "light=LightItalic regular=Italic medium=MediumItalic semibold=SemiBoldItalic bold=BoldItalic",
)

FAMILIES: dict[str, dict[Style, Callable[[], bytes]]] = {
    "source-sans": _family("font_source_sans_pro", "SourceSansPro", _SOURCE),
    "manrope": _family("font_manrope", "Manrope", _MANROPE),
    "lato": _family("font_lato", "Lato", _LATO),
    "hanken-grotesk": _family("font_hanken_grotesk", "HankenGrotesk", _HANKEN, "otf"),
    "firago": {
        ("regular", False): _buffer("figo"), ("bold", False): _buffer("figbo"),
        ("regular", True): _buffer("figit"), ("bold", True): _buffer("figbi"),
    },
    "noto-symbols": {("regular", False): _buffer("symbol1")},
    "noto-symbols-2": {("regular", False): _buffer("symbol2")},
    "noto-math": {("regular", False): _buffer("math")},
}  # fmt: skip


class FontBook:
    """The fonts of a project: the packaged families, and files in `templates/fonts/` by their names."""

    def __init__(self, font_files: tuple[Path, ...] = ()) -> None:
        self._own = {file.stem.lower(): file for file in font_files}
        self._fonts: dict[tuple[str, str, bool], Font] = {}
        self.broken: dict[str, str] = {}  # families that cannot be used, and why

    def font(self, family: str, weight: str = "regular", italic: bool = False) -> Font:
        """The font of a family nearest to a weight; italics only where the family has them."""
        key = (family, weight, italic)
        if key not in self._fonts:
            self._fonts[key] = self._load(*key)
        return self._fonts[key]

    def font_with(self, character: str, family: str, weight: str = "regular", italic: bool = False) -> Font | None:
        """The first font of the chain that has a character: the family, the project's own, then the fallbacks."""
        for each in dict.fromkeys((family, *self._own, *FALLBACK)):
            if each not in self.broken and ord(character) in self._usable(each, weight, italic):
                return self.font(each, weight, italic)
        return None

    def _usable(self, family: str, weight: str, italic: bool) -> frozenset[int]:
        """The characters of a font; none, and a note in `broken`, when it cannot be used."""
        try:
            return self.font(family, weight, italic).characters
        except FontError as error:
            self.broken[family] = str(error)
            return frozenset()

    def _load(self, family: str, weight: str, italic: bool) -> Font:
        if family in self._own:
            return Font(family, as_truetype(self._own[family].read_bytes(), weight))
        if family not in FAMILIES:
            known = [*self._own, *FAMILIES]
            raise FontError("there is no such family", did_you_mean(family, known) or f"known: {listed(known)}")
        styles = FAMILIES[family]
        wanted = _WEIGHTS[weight]
        slanted = [style for style in styles if style[1] == italic] or list(styles)
        nearest_style = min(slanted, key=lambda style: (abs(_WEIGHTS[style[0]] - wanted), style))
        for (other, other_weight, other_italic), font in self._fonts.items():
            if other == family and (other_weight, other_italic) == nearest_style:
                return font
        name = f"{family}-{nearest_style[0]}{'-italic' if nearest_style[1] else ''}"
        font = Font(name, as_truetype(styles[nearest_style](), weight))
        self._fonts[family, *nearest_style] = font
        return font


def as_truetype(data: bytes, weight: str = "regular") -> bytes:
    """A font as static TrueType; PostScript outlines are converted, a variable font is set to a weight."""
    if data[:4] in (b"\x00\x01\x00\x00", b"true") and b"fvar" not in data[:600]:
        return data
    from fontTools.ttLib import TTFont, TTLibError

    try:
        font = TTFont(io.BytesIO(data), fontNumber=0)
        if "fvar" in font:
            from fontTools.varLib import instancer

            axes = {axis.axisTag: axis.defaultValue for axis in font["fvar"].axes}
            if "wght" in axes:
                axes["wght"] = _WEIGHTS[weight]
            instancer.instantiateVariableFont(font, axes, inplace=True)
        if "CFF " in font:
            _outlines_to_truetype(font)
        elif "glyf" not in font:
            raise FontError("it has neither TrueType nor PostScript outlines")
        out = io.BytesIO()
        font.flavor = None
        font.save(out)
    except TTLibError as error:
        raise FontError(f"it is not a font file ({error})") from error
    return out.getvalue()


def _outlines_to_truetype(font: Any) -> None:
    """Replace cubic outlines by quadratic ones, a twentieth of a unit apart at most at 1000 units."""
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
    del font["CFF "]
    if "VORG" in font:
        del font["VORG"]
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
