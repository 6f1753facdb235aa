"""Measure, shape and subset with one TrueType font (uharfbuzz)."""

from __future__ import annotations

import re
import sys
import unicodedata
from array import array
from collections.abc import Iterable
from functools import cached_property, lru_cache
from itertools import accumulate, pairwise

import uharfbuzz as hb

from cardforge.fonts.word_batch import BETWEEN, Glyph, Kept, ShapedWord, Token

# Non-Latin letters, and marks: shaped word by word, because HarfBuzz takes a buffer for one script.
_OTHER_SCRIPT = "[\u0300-\u1dff\u1f00-\u1fff\u2c00-\uffff\U00010000-\U0010ffff]"
# FiraGO joins RA with its vowel sign in `ccmp`, before RA can join the preceding consonant: शत्रु would show a halant.
# Its later features cover everything that `ccmp` does.
_FAULTY = {("firago", "Deva"): {"ccmp": False}}
# Common ligatures, each one glyph for several letters.
_JOINED = ("ff", "fi", "fl", "ffi", "ffl", "fb", "fh", "fj", "fk", "ft", "tf", "tt", "ti", "Th", "ct", "st")
_EMPTY = ("Zs", "Zl", "Zp", "Cc", "Cf", "Cn")
_FILLERS = "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
_SIGNS = hb.BufferSerializeFlags.NO_CLUSTERS | hb.BufferSerializeFlags.NO_GLYPH_NAMES
_DROPPED = ("GSUB", "GPOS", "GDEF", "BASE", "MATH", "STAT", "kern", "DSIG", "gasp", "name", "OS/2", "cmap", "FFTM")


class _Advances(dict[int, float]):
    """The advance of each glyph before kerning, times a scale."""

    def __init__(self, font: hb.Font, scale: float) -> None:
        super().__init__()
        self._font, self._scale = font, scale

    def __missing__(self, glyph: int) -> float:
        found: float = self._font.get_glyph_h_advance(glyph) * self._scale
        self[glyph] = found
        return found


class Font:
    """One TrueType font, ready for measuring and shaping."""

    def __init__(self, name: str, data: bytes, is_own: bool = False) -> None:
        self.name = name
        self.bullets: Font = self  # the font for list bullets; a fallback if this one has no bullet
        self._is_own = is_own  # a file of the project, which may have empty glyphs
        self._family = name.split("-", maxsplit=1)[0]
        self._face = hb.Face(data)
        self._font = hb.Font(self._face)
        self.glyph_count: int = self._face.glyph_count
        self.scale: float = 1000 / self._face.upem
        extents = self._font.get_font_extents("ltr")
        self.ascent = extents.ascender * self.scale
        self.descent = -extents.descender * self.scale
        self.advances = _Advances(self._font, self.scale)  # in thousandths of the size
        self.raw_advances = _Advances(self._font, 1)  # in font units
        # Caches live on the instance, so that a server that reopens fonts again and again frees them too.
        self._shapes = lru_cache(maxsize=4096)(self._shaped)
        self._reaches = lru_cache(maxsize=4096)(self._reach)
        self._tokens = Kept(self._token)  # by their serialized form in HarfBuzz: 68+1255

    @cached_property
    def characters(self) -> frozenset[int]:
        """The code points it supports; a project's own font may map others to empty glyphs, which do not count."""
        found = frozenset(self._face.unicodes)
        if not self._is_own:
            return found
        glyph, drawn = self._font.get_nominal_glyph, self._drawn
        return frozenset([code for code in found if glyph(code) in drawn or _is_empty(chr(code))])

    @property
    def has_outlines(self) -> bool:
        """Whether any of its characters can be drawn: colour fonts mostly have bitmaps, damaged ones nothing."""
        seen = (code for code in self.characters if not _is_empty(chr(code)))
        extents = (self._font.get_glyph_extents(self._font.get_nominal_glyph(code)) for code in seen)
        return any(each and each.width and each.height for each in extents)

    @cached_property
    def _drawn(self) -> frozenset[int]:
        """The glyphs that have an outline, according to the `loca` table."""
        is_long = self._face.reference_table("head").data[51:52] == b"\1"
        data = self._face.reference_table("loca").data
        size = 4 if is_long else 2
        places = array("I" if is_long else "H", data[: len(data) // size * size])
        if sys.byteorder == "little":
            places.byteswap()
        return frozenset([glyph for glyph, (start, end) in enumerate(pairwise(places)) if end > start])

    @cached_property
    def letters(self) -> dict[int, str]:
        """The text of each glyph on its own; if several characters share a glyph, the first."""
        glyph = self._font.get_nominal_glyph
        found = {glyph(code): chr(code) for code in sorted(self._face.unicodes, reverse=True)}
        joined = {text: self._shaped(text, rtl=False) for text in _JOINED if self.characters.issuperset(map(ord, text))}
        return found | {glyphs[0].id: text for text, glyphs in joined.items() if len(glyphs) == 1}

    def shape(self, text: str, rtl: bool = False, before: str = "", behind: str = "") -> tuple[Glyph, ...]:
        """Shape a text of one direction, in drawing order; `before` and `behind` are context that letters join to."""
        return self._shapes(text, rtl, before, behind)

    def composes(self, letter: str) -> bool:
        """Whether it can draw a letter with marks that it lacks on their own: é, but no accent."""
        return all(glyph.id for glyph in self.shape(letter))

    def together(self, words: list[str]) -> list[str]:
        """The words that can be shaped in one batch: Latin, with all characters in this font."""
        text = "".join(words)
        if text.isascii() or self._is_simple(text):
            return words
        return [word for word in words if word.isascii() or self._is_simple(word)]

    def _is_simple(self, text: str) -> bool:
        is_latin = max(text) < "\u0300" or not re.search(_OTHER_SCRIPT, text)  # which takes 3 ms to compile
        return is_latin and self.characters.issuperset(map(ord, text))

    def shape_words(self, words: list[str]) -> dict[str, ShapedWord]:
        """Shape words of one script, left to right, in one call.

        Leaves out words with a glyph that does not map to its letters, or with a glyph that has an offset.
        """
        tokens = list(map(self._tokens.__getitem__, self._serialized(BETWEEN.join(words)).split("|")))
        between = self._between
        ends = [at for at, token in enumerate(tokens) if token is between]
        if len(ends) != len(words) - 1:  # a missing glyph looks the same as the separator
            return {}
        pen = [0, *accumulate([token.advance for token in tokens])]
        found: dict[str, ShapedWord] = {}
        start = 0
        for word, end in zip(words, [*ends, len(tokens)], strict=True):
            found[word] = tokens[start:end], (pen[end] - pen[start]) * self.scale
            start = end + 1
        if "".join([token.letters for token in tokens]) == "".join(words):  # the separator has no letters
            return found
        return {word: shaped for word, shaped in found.items() if word == "".join([each.letters for each in shaped[0]])}

    def glyphs(self, tokens: Iterable[Token]) -> tuple[Glyph, ...]:
        """The glyphs of a word that was shaped in a batch."""
        found: list[Glyph] = []
        cluster = 0
        for token in tokens:
            found.append(Glyph(token.glyph, cluster, token.advance * self.scale))
            cluster += len(token.letters)
        return tuple(found)

    def _serialized(self, text: str) -> str:
        """The tokens of a text as HarfBuzz serializes them; shaped as Latin even if the text has no letters."""
        buffer = hb.Buffer()
        buffer.add_str(text)
        buffer.direction, buffer.script = "ltr", "Latn"
        hb.shape(self._font, buffer)
        written: str = buffer.serialize(self._font, flags=_SIGNS)
        return written[1:-1]

    def _token(self, name: str) -> Token:
        """Parse a serialized token."""
        glyph, _, advance = name.partition("+")
        if not glyph.isdecimal() or not advance.isdecimal():  # it has an offset
            return Token(0, 0, "")
        return Token(int(glyph), int(advance), self.letters.get(int(glyph), ""))

    @cached_property
    def _between(self) -> Token:
        """The separator between words of a batch."""
        return self._tokens[self._serialized(BETWEEN)]

    def _shaped(self, text: str, rtl: bool, before: str = "", behind: str = "") -> tuple[Glyph, ...]:
        buffer = hb.Buffer()
        start = len(before)
        if before or behind:
            buffer.add_str(before + text + behind, start, len(text))
        else:
            buffer.add_str(text)
        buffer.guess_segment_properties()
        buffer.direction = "rtl" if rtl else "ltr"
        if not rtl and not buffer.script:  # shape digits and signs as they look next to letters
            buffer.script = "Latn"
        hb.shape(self._font, buffer, _FAULTY.get((self._family, buffer.script), {}))
        return self._glyphs(buffer, start)

    def _glyphs(self, buffer: hb.Buffer, start: int = 0) -> tuple[Glyph, ...]:
        scale = self.scale
        places = [each.position for each in buffer.glyph_positions]
        return tuple(
            [
                Glyph(info.codepoint, info.cluster - start, x * scale, dx * scale, dy * scale)
                for info, (dx, dy, x, _) in zip(buffer.glyph_infos, places, strict=True)
            ]
        )

    def width(self, text: str) -> float:
        """The advance of a text of one direction, in thousandths of the size."""
        return sum([glyph.advance for glyph in self.shape(text)])

    def space_after(self, text: str, rtl: bool = False) -> float:
        """The width of a space after a text: in some fonts it depends on the script."""
        if text[-1:] < "\u0250":  # Latin letters, digits and their punctuation
            return self.width(" ")
        glyphs: tuple[Glyph, ...] = self.shape(f"{text} ", rtl)
        return max(glyphs, key=lambda glyph: glyph.cluster).advance

    @property
    def is_bold(self) -> bool:
        """Whether it is bold or heavier."""
        return not {"bold", "black"}.isdisjoint(re.split(r"[-.]", self.name))

    def reach(self, glyphs: Iterable[Glyph]) -> tuple[float, float]:
        """How far the ink of glyphs extends above and below the baseline, in thousandths of the size."""
        above = below = 0.0
        for glyph in glyphs:
            top, bottom = self._reaches(glyph.id)
            if top > bottom:
                above, below = max(above, top + glyph.dy), max(below, -bottom - glyph.dy)
        return above, below

    def _reach(self, glyph: int) -> tuple[float, float]:
        found = self._font.get_glyph_extents(glyph)
        if found is None:
            return 0.0, 0.0
        return found.y_bearing * self.scale, (found.y_bearing + found.height) * self.scale

    def draw(self, glyph: int, pen: object) -> None:
        """Draw a glyph's outline with a fontTools pen, in font units."""
        self._font.draw_glyph_with_pen(glyph, pen)

    def cut_down(self, glyphs: Iterable[int]) -> bytes:
        """Subset the font to some glyphs; glyph ids do not change."""
        wanted = hb.SubsetInput()
        wanted.glyph_set.update(glyphs)
        wanted.drop_table_tag_set.update(int.from_bytes(tag.encode(), "big") for tag in _DROPPED)
        flags = hb.SubsetFlags
        wanted.flags = flags.RETAIN_GIDS | flags.NO_HINTING | flags.NOTDEF_OUTLINE | flags.NO_LAYOUT_CLOSURE
        data: bytes = hb.subset(self._face, wanted).blob.data
        return data

    @property
    def box(self) -> tuple[int, int, int, int]:
        """The bounding box of all glyphs, in thousandths of the size: left, bottom, right, top."""
        head = self._face.reference_table("head").data
        left, bottom, right, top = (
            round(int.from_bytes(head[at : at + 2], "big", signed=True) * self.scale) for at in (36, 38, 40, 42)
        )
        return left, bottom, right, top

    @property
    def slant(self) -> float:
        """The italic angle in degrees; 0 is upright."""
        post = self._face.reference_table("post").data
        return int.from_bytes(post[4:8], "big", signed=True) / 65536


def _is_empty(character: str) -> bool:
    """Whether a character has no ink: spaces, control and format characters, and fillers."""
    return unicodedata.category(character) in _EMPTY or bool(re.match(_FILLERS, character))
