"""Encode words as PDF strings of glyph ids with kerning, and record the text of each glyph.

Strings hold glyph ids, because shaping gives glyphs that no character maps to. Where the glyphs do not determine the
text, the caller adds it as ActualText. Right-to-left text cannot use ActualText: pdftotext and pdfium reverse what they
read there, ActualText included, even the two letters of a lam-alef. So there every code maps to one character: a
ligature is written after silent codes for its other letters. So is a letter with vowel signs, which would split the
word if they were text at their own positions; they are drawn as shapes.
"""

from __future__ import annotations

import unicodedata
import zlib
from collections.abc import Mapping, Sequence
from functools import reduce
from operator import or_
from typing import NamedTuple

from cardforge.fonts import Font, Glyph, Kept, Token
from cardforge.layout.display import PlacedRun
from cardforge.layout.runs import Run, TextPiece, Word

SILENT = 0xF000  # first code that draws nothing; fonts with more glyphs have no silent codes
# Readers take the same letter twice at one position, as in الله, for fake bold and drop one; poppler does so within a
# tenth of the size. So codes from here on have a width, which is subtracted again.
AGAIN = 0xFC00
APART = 120  # thousandths of the size
_MOST_KEPT = 20_000  # cached words


class _Codes(dict[int, str]):
    """Each glyph id as two bytes of a PDF string, escaped."""

    def __missing__(self, glyph: int) -> str:
        found = self[glyph] = "".join(_ESCAPED.get(byte, chr(byte)) for byte in divmod(glyph, 256))
        return found


class UsedGlyphs(NamedTuple):
    """The codes of a font that a card uses, in few bytes, because every card is cached with them."""

    plain: int  # a bit for each glyph whose text is that of `Font.letters`
    others: Mapping[int, str]  # the text of other codes; it counts for a glyph that is among both


class Speller:
    """Encodes words in one font, and caches them."""

    def __init__(self, font: Font) -> None:
        self.font = font
        self.name = font_name(font)
        self.odd: set[TextPiece] = set()  # words whose glyphs do not determine their text
        self.raised: set[TextPiece] = set()  # words with marks that have a vertical offset
        self.texts: dict[int, str] = {}  # text of every glyph written so far
        self._strings: dict[TextPiece, str] = {}
        self._others: dict[TextPiece, str] = {}  # odd or raised words
        self._codes = Kept(self._code)  # by token
        self._bit = Kept(_bit)  # by token
        self._bits = Kept(self._bits_of)  # by word
        self._spaces: dict[float, str] = {}
        self._ends = Kept(self._end)  # the space after a word, by its width

    def line(self, pieces: Sequence[TextPiece]) -> str:
        """The operators that show a line of words with their spaces; "" if a word is odd or raised."""
        strings, others = self._strings, self._others
        if len(strings) + len(others) > _MOST_KEPT:
            for kept in (strings, others, self.odd, self.raised, self._bits):
                kept.clear()
        plain = "".join([strings.get(piece) or self._spelled(piece) for piece in pieces])
        if others and not others.keys().isdisjoint(pieces):
            return ""
        return self._with_hyphen(pieces) if pieces[-1].ends_in_hyphen else f"[({plain})]TJ"

    def words(self, pieces: Sequence[TextPiece]) -> str:
        """The TJ array for words of which some are odd or raised; `line` must have seen them."""
        others, strings = self._others, self._strings
        return "".join([others[piece] if piece in others else f"({strings[piece]})" for piece in pieces])

    def _with_hyphen(self, pieces: Sequence[TextPiece]) -> str:
        """Show a line that ends inside `thirty-two`: pdftotext drops a hyphen without a space after it."""
        *others, last = pieces
        shown = with_text(f"[({self._strings[last]})]TJ", f"{last.text} ")
        return f"[({''.join([self._strings[piece] for piece in others])})]TJ {shown}" if others else shown

    def show(self, run: Run) -> tuple[str, bool]:
        """The TJ array for a run, and whether its codes alone determine its text."""
        codes, tells = self.codes(run)
        parts: list[str] = []
        shown = ""
        for glyph, own in zip(run.glyphs, codes, strict=True):
            if not own:
                if glyph.advance:
                    parts.append(f"({shown}){-glyph.advance:.2f}")
                    shown = ""
                continue
            if glyph.dx:
                parts.append(f"({shown}){-glyph.dx:.2f}" if shown else f"{-glyph.dx:.2f}")
                shown = ""
            shown += string(own)
            shift = self.width(own) - glyph.advance + glyph.dx
            if abs(shift) > 0.05:
                parts.append(f"({shown}){shift:.2f}")
                shown = ""
        if shown:
            parts.append(f"({shown})")
        return " ".join(parts), tells

    def space(self, width: float) -> str:
        """The part of a TJ array for a space of a width."""
        found = self._spaces.get(width)
        if found is None:
            (glyph,) = self.font.shape(" ")
            run = Run(" ", 0, 0.0, "", self.font, (glyph._replace(advance=width),))
            found = self._spaces[width] = self.show(run)[0]
        return found

    def glyphs_of_words(self, pieces: Sequence[TextPiece]) -> UsedGlyphs:
        """The codes of words and their spaces."""
        others: dict[int, str] = {}
        for piece in pieces:
            if type(piece) is not Word:
                others |= self.texts_of(piece.runs[0])
        if any(piece.space for piece in pieces):
            others |= self._texts_of_space()
        return UsedGlyphs(reduce(or_, map(self._bits.__getitem__, pieces), 0), others)

    def _bits_of(self, piece: TextPiece) -> int:
        """A bit for each glyph of a word."""
        return reduce(or_, map(self._bit.__getitem__, piece.tokens), 0) if type(piece) is Word else 0

    def texts_of_run(self, placed: PlacedRun) -> dict[int, str]:
        """The text of the codes of a run with a position of its own, and of the space after it."""
        return self.texts_of(placed.run) | (self._texts_of_space() if placed.space else {})

    def _texts_of_space(self) -> dict[int, str]:
        return {glyph.id: self.texts[glyph.id] for glyph in self.font.shape(" ")}

    def texts_of(self, run: Run) -> dict[int, str]:
        """The text of the codes of a run."""
        return {each: self.texts[each] for own in self.codes(run)[0] for each in own}

    def width(self, codes: list[int]) -> float:
        """The advance of codes; silent ones have none."""
        return sum([self.font.advances[each] for each in codes if each < SILENT])

    def codes(self, run: Run) -> tuple[list[list[int]], bool]:
        """The codes of each glyph, none if it is drawn as a shape, and whether they determine the run's text."""
        starts = sorted({glyph.cluster for glyph in run.glyphs})
        ends = dict(zip(starts, [*starts[1:], len(run.text)], strict=True))
        if run.level % 2 == 1 and self.font.glyph_count < SILENT:
            return self._leftward(run, ends)
        tells, texts, letters = len(starts) == len(run.glyphs), self.texts, self.font.letters
        for glyph in run.glyphs:
            text = run.text[glyph.cluster : ends[glyph.cluster]]
            own = letters.get(glyph.id)
            tells = tells and own == text
            texts.setdefault(glyph.id, own or text)
        return [[glyph.id] for glyph in run.glyphs], tells

    def _leftward(self, run: Run, ends: dict[int, int]) -> tuple[list[list[int]], bool]:
        """The same for right-to-left text: one character per code, in visual order, so the last comes first."""
        clusters: dict[int, list[Glyph]] = {}
        for glyph in run.glyphs:
            clusters.setdefault(glyph.cluster, []).append(glyph)
        found: list[list[int]] = []
        tells = True
        for start, glyphs in clusters.items():
            *others, first = reversed(run.text[start : ends[start]])
            widest = max(glyphs, key=lambda glyph: glyph.advance)
            silent = [self._silent(letter, letter in others[:at]) for at, letter in enumerate(others)]
            if not widest.advance and unicodedata.category(first) == "Cf":  # a joiner has no ink
                silent.append(self._silent(first))
            else:
                meant = self.texts.setdefault(widest.id, first)
                tells = tells and meant == first
                silent.append(widest.id)
            found += [silent if glyph is widest else [] for glyph in glyphs]
        return found, tells

    def _silent(self, letter: str, again: bool = False) -> int:
        """A code that draws nothing and maps to a letter; it has a width only if the letter is repeated (`AGAIN`)."""
        number = AGAIN + ord(letter) % (0x10000 - AGAIN) if again else SILENT + ord(letter) % (AGAIN - SILENT)
        self.texts.setdefault(number, letter)
        return number

    def _spelled(self, piece: TextPiece) -> str:
        """Encode a word for a PDF string and cache it; "" if it is odd or raised."""
        if isinstance(piece, Word):
            found = "".join(map(self._codes.__getitem__, piece.tokens)) + self._ends[piece.space]
            self._strings[piece] = found
            return found
        if piece in self._others:
            return ""
        run = piece.runs[0]
        shown, tells = self.show(run)
        shown += self.space(piece.space) if piece.space else ""
        rises = any(glyph.dy for glyph in run.glyphs)
        if not tells:
            self.odd.add(piece)
        if rises:
            self.raised.add(piece)
        if not tells or rises:
            self._others[piece] = shown
            return ""
        found = self._strings[piece] = _inside(shown)
        return found

    def _end(self, space: float) -> str:
        """Encode the space after a word for a PDF string; "" if there is none."""
        return _inside(self.space(space)) if space else ""

    def _code(self, token: Token) -> str:
        """Encode a token for a PDF string, with the kerning after it."""
        self.texts[token.glyph] = token.letters
        kerned = self.font.raw_advances[token.glyph] - token.advance
        shown = code(token.glyph)
        return f"{shown}){kerned * self.font.scale:.0f}(" if kerned else shown


def _bit(token: Token) -> int:
    return 1 << token.glyph


def _inside(shown: str) -> str:
    """Turn a TJ array into text that continues an open string and leaves it open."""
    shown = shown[1:] if shown.startswith("(") else f"){shown}"
    return shown[:-1] if shown.endswith(")") else f"{shown}("


def font_name(font: Font) -> str:
    """The resource name of a font, the same in every document."""
    return f"F{zlib.crc32(font.name.encode()):08x}"


_CODES = _Codes()


def code(glyph: int) -> str:
    """A glyph id for a PDF string."""
    return _CODES[glyph]


def string(codes: list[int]) -> str:
    """The codes of a glyph for a string of a TJ array."""
    return "".join([f"{code(each)}){APART}(" if each >= AGAIN else code(each) for each in codes])


_ESCAPED = {ord("("): "\\(", ord(")"): "\\)", ord("\\"): "\\\\", ord("\r"): "\\r"}


def utf16(text: str) -> str:
    """Text as hexadecimal UTF-16, as PDF requires."""
    return text.encode("utf-16-be").hex()


def with_text(shown: str, text: str) -> str:
    """Mark operators with their text (ActualText), for searching and copying."""
    return f"/Span <</ActualText <feff{utf16(text)}>>> BDC {shown} EMC"
