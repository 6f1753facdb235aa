"""Words put together from pairs of letters, without asking HarfBuzz for each: for thousands of words never met before.

The glyph of a letter and its advance depend on the letter behind it and on nothing else, as far as `lookups` finds
nothing else in the font. So every pair is shaped once, and a text is looked up pair by pair. Letters that the font
joins are written as one stand-in before, in the order that HarfBuzz tries.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Set
from operator import getitem

from cardforge.fonts.lookups import FontLookups, lookups_of
from cardforge.fonts.word_batch import NOTHING, Kept, Token

# Latin letters, digits and what stands between them; the rest is left to HarfBuzz.
LETTERS = frozenset(
    map(chr, [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x250), *range(0x2018, 0x201F), 0x2026])
)
_SPACE = " "  # stands between words, which have none
# Control characters, because texts show none and strings that have them stay small.
_STAND_INS = [chr(code) for code in (*range(0x01, 0x09), *range(0x0E, 0x20), *range(0x7F, 0xA0))]


# What HarfBuzz makes of a text: each glyph, its advance and how far it stands off its place, in the font's units.
ShapeText = Callable[[str], list[tuple[int, int, int, int]]]


class UnsureError(KeyError):
    """The pairs of a text do not tell how it is shaped."""


class Pairs:
    """The pairs of one font."""

    def __init__(
        self, shape: ShapeText, letters: Mapping[int, str], tables: Mapping[str, bytes], marks: Set[int]
    ) -> None:
        own = {glyph: letter for glyph, letter in letters.items() if letter in LETTERS}
        doings = lookups_of(tables, own, marks)
        if doings is None or len(doings.joined) > len(_STAND_INS):
            own, doings = {}, FontLookups()
        self._shape = shape
        self._unsure = doings.unsure_pairs
        self._letters = {letter: letter for letter in own.values()}  # what each stands for, and each stand-in
        self._glyphs = {letter: glyph for glyph, letter in own.items() if glyph not in doings.unsure}
        self._joined: dict[str, str] = {}
        for stand_in, (text, glyph, _) in zip(_STAND_INS, doings.joined, strict=False):
            if text not in self._joined:  # one that was joined before is not met again
                self._joined[text], self._letters[stand_in] = stand_in, text
                if letters.get(glyph) == text and glyph not in doings.unsure:
                    self._glyphs[stand_in] = glyph
        self._pattern = re.compile("|".join(map(re.escape, self._joined))) if self._joined else None
        self._tokens = Kept(self._learnt)
        self._alone = Kept(shape)
        # The names of pairs by their letters: strings that are kept, so that nothing has to be made to look one up.
        self._names: Kept[Kept[str]] = Kept(lambda first: Kept(lambda second: self._name(first, second)))

    def names(self, words: list[str]) -> tuple[list[str], list[int]]:
        """The pairs of some words, each letter and the one behind it, and how many each word has."""
        written = text = _SPACE.join(words)
        if not text.isprintable():  # a control character might be taken for a stand-in
            raise UnsureError(text)
        if self._pattern:
            text = self._pattern.sub(lambda found: self._joined[found[0]], text)
        found = list(map(getitem, map(self._names.__getitem__, text), text[1:] + _SPACE))
        return found, list(map(len, words if text is written else text.split(_SPACE)))

    def _name(self, first: str, second: str) -> str:
        """What a pair is called, if it tells how its first letter is shaped."""
        if first == _SPACE:
            return NOTHING
        self.token(first + second)
        return first + second

    def token(self, pair: str) -> Token:
        """What a pair tells of its first letter."""
        return self._tokens[pair]

    def _learnt(self, pair: str) -> Token:
        first, second = pair[0], pair[1]
        glyph, behind = self._glyphs.get(first), self._glyphs.get(second)
        if glyph is None or (behind is None and second != _SPACE) or (glyph, behind) in self._unsure:
            raise UnsureError(pair)
        text, next_text = self._letters[first], self._letters.get(second, "")
        (own, advance, *off), *others = self._shape(text + next_text)
        if own != glyph or any(off) or others != (self._alone[next_text] if next_text else []):
            raise UnsureError(pair)
        return Token(glyph, advance, text)
