"""Words as PDF strings: glyphs by their own numbers, with kerning, and what each glyph stands for.

Glyphs are written by number, because shaping gives glyphs that no character has. Where glyphs alone do not tell the
text, whoever writes them adds it (ActualText). Text from right to left must do without that: pdftotext and pdfium
turn round what they read there, and would turn round such a text too, even the two letters of a lam-alef. So there
every code stands for one character: a glyph that joins several is written after silent codes for the others. So is a
letter with vowel signs, which would part the word if they were text where they stand; they are drawn as shapes.
"""

from __future__ import annotations

import unicodedata
import zlib
from collections.abc import Sequence

from cardforge.fonts import Font, Glyph, Kept, Token
from cardforge.layout.runs import Run, TextPiece, Word

SILENT = 0xF000  # from here on codes are silent; a font with more glyphs than that has none
# Readers take a letter that stands twice in one place, as that of الله, for one that was printed twice to look bold,
# and leave one out; poppler does up to a tenth of the size. So codes from here on are wide, and taken back.
AGAIN = 0xFC00
APART = 120  # thousandths of the size
_MOST_KEPT = 20_000  # words that are remembered


class _Codes(dict[int, str]):
    """Each glyph's number as two bytes of a PDF string, with what has a meaning there escaped."""

    def __missing__(self, glyph: int) -> str:
        found = self[glyph] = "".join(_ESCAPED.get(byte, chr(byte)) for byte in divmod(glyph, 256))
        return found


class Speller:
    """Spells words in one font, each once."""

    def __init__(self, font: Font) -> None:
        self.font = font
        self.name = font_name(font)
        self.odd: set[TextPiece] = set()  # words whose glyphs do not tell their text
        self.raised: set[TextPiece] = set()  # words with marks that stand higher or lower than their letters
        self.texts: dict[int, str] = {}  # what each glyph stands for that was ever written
        self._strings: dict[TextPiece, str] = {}
        self._others: dict[TextPiece, str] = {}  # the odd and the raised
        self._codes = Kept(self._code)  # of tokens
        self._spaces: dict[float, str] = {}

    def line(self, pieces: Sequence[TextPiece]) -> str:
        """What shows the words of a line with the spaces behind them; nothing where one is odd or raised."""
        strings, others = self._strings, self._others
        if len(strings) + len(others) > _MOST_KEPT:
            for kept in (strings, others, self.odd, self.raised):
                kept.clear()
        plain = "".join([strings.get(piece) or self._spelled(piece) for piece in pieces])
        if others and not others.keys().isdisjoint(pieces):
            return ""
        return self._with_hyphen(pieces) if pieces[-1].ends_in_hyphen else f"[({plain})]TJ"

    def words(self, pieces: Sequence[TextPiece]) -> str:
        """What stands in TJ's brackets to show words that were asked for as plain ones and are not all so."""
        others, strings = self._others, self._strings
        return "".join([others[piece] if piece in others else f"({strings[piece]})" for piece in pieces])

    def _with_hyphen(self, pieces: Sequence[TextPiece]) -> str:
        """Words of a line that ends within `thirty-two`: pdftotext drops a hyphen without a space behind it."""
        *others, last = pieces
        shown = with_text(f"[({self._strings[last]})]TJ", f"{last.text} ")
        return f"[({''.join([self._strings[piece] for piece in others])})]TJ {shown}" if others else shown

    def show(self, run: Run) -> tuple[str, bool]:
        """What stands in TJ's brackets to show a run, and whether its codes alone tell its text."""
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
        """A space of a width, as it stands between words."""
        found = self._spaces.get(width)
        if found is None:
            (glyph,) = self.font.shape(" ")
            run = Run(" ", 0, 0.0, "", self.font, (glyph._replace(advance=width),))
            found = self._spaces[width] = self.show(run)[0]
        return found

    def texts_of_words(self, pieces: Sequence[TextPiece]) -> dict[int, str]:
        """What the codes of words stand for, with those of the spaces behind them."""
        found: dict[int, str] = {}
        tokens: list[Token] = []
        for piece in pieces:
            if isinstance(piece, Word):
                tokens += piece.tokens
            else:
                found |= self.texts_of(piece.runs[0])
        for token in dict.fromkeys(tokens):
            found[token.glyph] = token.letters
        if any(piece.space for piece in pieces):
            found |= {glyph.id: self.texts[glyph.id] for glyph in self.font.shape(" ")}
        return found

    def texts_of(self, run: Run) -> dict[int, str]:
        """What the codes of a run stand for."""
        return {each: self.texts[each] for own in self.codes(run)[0] for each in own}

    def width(self, codes: list[int]) -> float:
        """How far codes move the pen; silent ones do not."""
        return sum([self.font.advances[each] for each in codes if each < SILENT])

    def codes(self, run: Run) -> tuple[list[list[int]], bool]:
        """The codes of each glyph, none for one drawn as a shape, and whether they alone tell the run's text."""
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
        """One character a code, the last first, as the glyphs stand from left to right."""
        clusters: dict[int, list[Glyph]] = {}
        for glyph in run.glyphs:
            clusters.setdefault(glyph.cluster, []).append(glyph)
        found: list[list[int]] = []
        tells = True
        for start, glyphs in clusters.items():
            *others, first = reversed(run.text[start : ends[start]])
            widest = max(glyphs, key=lambda glyph: glyph.advance)
            silent = [self._silent(letter, letter in others[:at]) for at, letter in enumerate(others)]
            if not widest.advance and unicodedata.category(first) == "Cf":  # a joiner shows nothing
                silent.append(self._silent(first))
            else:
                meant = self.texts.setdefault(widest.id, first)
                tells = tells and meant == first
                silent.append(widest.id)
            found += [silent if glyph is widest else [] for glyph in glyphs]
        return found, tells

    def _silent(self, letter: str, again: bool = False) -> int:
        """A code that shows nothing and stands for a letter; it takes no room unless the letter is there already."""
        number = AGAIN + ord(letter) % (0x10000 - AGAIN) if again else SILENT + ord(letter) % (AGAIN - SILENT)
        self.texts.setdefault(number, letter)
        return number

    def _spelled(self, piece: TextPiece) -> str:
        """A word in a PDF string, which is kept; nothing where it is odd or raised."""
        if piece in self._others:
            return ""
        if isinstance(piece, Word):
            end = _inside(self.space(piece.space)) if piece.space else ""
            found = self._strings[piece] = "".join([self._codes[token] for token in piece.tokens]) + end
            return found
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

    def _code(self, token: Token) -> str:
        """A token in a PDF string, with the kerning behind it."""
        self.texts[token.glyph] = token.letters
        kerned = self.font.raw_advances[token.glyph] - token.advance
        shown = code(token.glyph)
        return f"{shown}){kerned * self.font.scale:.0f}(" if kerned else shown


def _inside(shown: str) -> str:
    """What stands in TJ's brackets, as a part of a string that was begun before and is ended behind it."""
    shown = shown[1:] if shown.startswith("(") else f"){shown}"
    return shown[:-1] if shown.endswith(")") else f"{shown}("


def font_name(font: Font) -> str:
    """The name by which a font is selected, the same in every document."""
    return f"F{zlib.crc32(font.name.encode()):08x}"


_CODES = _Codes()


def code(glyph: int) -> str:
    """A glyph's number in a PDF string."""
    return _CODES[glyph]


def string(codes: list[int]) -> str:
    """The codes of a glyph in a PDF string of TJ."""
    return "".join([f"{code(each)}){APART}(" if each >= AGAIN else code(each) for each in codes])


_ESCAPED = {ord("("): "\\(", ord(")"): "\\)", ord("\\"): "\\\\", ord("\r"): "\\r"}


def utf16(text: str) -> str:
    """Text as the hexadecimal UTF-16 that PDF wants."""
    return text.encode("utf-16-be").hex()


def with_text(shown: str, text: str) -> str:
    """Operations that carry the text they stand for, for those who search and copy."""
    return f"/Span <</ActualText <feff{utf16(text)}>>> BDC {shown} EMC"
