"""Words as PDF strings: glyphs by their own numbers, with kerning, and what each glyph stands for.

Glyphs are written by number (Identity-H), because shaping gives glyphs that no character has. Where glyphs alone do
not tell the text, whoever writes them adds it (ActualText).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from cardforge.fonts import Font
from cardforge.layout.pieces import Piece, Run

_MOST_KEPT = 20_000  # words that are remembered


class Speller:
    """Spells words in one font, each once."""

    def __init__(self, font: Font) -> None:
        self.font = font
        self.texts: dict[int, str] = {}  # what each glyph stands for that was ever written
        self.odd: set[Piece] = set()  # words whose glyphs do not tell their text
        self.raised: set[Piece] = set()  # words with marks that stand higher or lower than their letters
        self._strings: dict[Piece, str] = {}
        self._glyphs: dict[Piece, frozenset[int]] = {}
        self._space = ""

    def words(self, pieces: Iterable[Piece]) -> str:
        """What stands in TJ's brackets to show words of one run each, with the spaces behind them."""
        strings = self._strings
        try:
            return "".join([strings[piece] for piece in pieces])
        except KeyError:
            if len(strings) > _MOST_KEPT:
                for kept in (strings, self._glyphs, self.odd, self.raised):
                    kept.clear()
            for piece in pieces:
                if piece not in strings:
                    strings[piece] = self._string(piece)
            return "".join([strings[piece] for piece in pieces])

    def glyphs(self, pieces: Iterable[Piece]) -> frozenset[int]:
        """The glyphs of words that were just spelled."""
        kept = self._glyphs
        return frozenset().union(*[kept[piece] for piece in pieces])

    def show(self, run: Run) -> tuple[str, bool]:
        """What stands in TJ's brackets to show a run, and whether its glyphs alone tell its text."""
        parts: list[str] = []
        codes = ""
        advances = self.font.advances
        for glyph in run.glyphs:
            if glyph.dx:
                parts.append(f"({codes}){-glyph.dx:.2f}" if codes else f"{-glyph.dx:.2f}")
                codes = ""
            codes += code(glyph.id)
            shift = advances[glyph.id] - glyph.advance + glyph.dx
            if abs(shift) > 0.05:
                parts.append(f"({codes}){shift:.2f}")
                codes = ""
        if codes:
            parts.append(f"({codes})")
        return " ".join(parts), self._note(run)

    @property
    def space(self) -> str:
        """A space, as it stands between words."""
        if not self._space:
            self._space = self.show(Run(" ", 0, 0.0, "", self.font, self.font.shape(" ")))[0]
        return self._space

    def _string(self, piece: Piece) -> str:
        run = piece.runs[0]
        shown = self._plain(run)
        if shown is None:
            shown, tells = self.show(run)
            if not tells:
                self.odd.add(piece)
            if any(glyph.dy for glyph in run.glyphs):
                self.raised.add(piece)
        ids = [glyph[0] for glyph in run.glyphs]
        if piece.space:
            shown += self.space
            ids += [glyph.id for glyph in self.font.shape(" ")]
        self._glyphs[piece] = frozenset(ids)
        return shown

    def _plain(self, run: Run) -> str | None:
        """A run of letters that stand side by side, or None where it is not as simple as that."""
        if len(run.glyphs) != len(run.text):
            return None
        letters, advances, texts = self.font.letters, self.font.advances, self.texts
        parts = []
        for (id, _, advance, dx, dy), letter in zip(run.glyphs, run.text, strict=True):
            if letters.get(id) != letter or dx or dy:
                return None
            texts[id] = letter
            parts.append(code(id))
            shift = advances[id] - advance
            if shift > 0.05 or shift < -0.05:
                parts.append(f"){shift:.0f}(")
        return f"({''.join(parts)})"

    def _note(self, run: Run) -> bool:
        """Keep the glyphs of a run; true when they alone tell its text, whatever else the document holds."""
        starts = sorted({glyph.cluster for glyph in run.glyphs})
        ends = dict(zip(starts, [*starts[1:], len(run.text)], strict=True))
        tells = True
        seen: set[int] = set()
        for glyph in run.glyphs:
            text = run.text[glyph.cluster : ends[glyph.cluster]]
            own = self.font.letters.get(glyph.id)
            tells = tells and own == text and glyph.cluster not in seen
            seen.add(glyph.cluster)
            self.texts.setdefault(glyph.id, own or text)
        return tells


@cache
def code(glyph: int) -> str:
    """A glyph's number as two bytes of a PDF string, with what has a meaning there escaped."""
    return "".join(_ESCAPED.get(byte, chr(byte)) for byte in divmod(glyph, 256))


_ESCAPED = {ord("("): "\\(", ord(")"): "\\)", ord("\\"): "\\\\", ord("\r"): "\\r"}


def utf16(text: str) -> str:
    """Text as the hexadecimal UTF-16 that PDF wants."""
    return text.encode("utf-16-be").hex()
