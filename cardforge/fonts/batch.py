"""Words that were shaped together, each of letters that stand side by side: by far most words of most cards.

Their glyphs stay as HarfBuzz writes them, each with its advance (`68+1255`): a sign. There are few hundred different
ones, so what a sign means is looked up. An object for every glyph would cost ten times as much as shaping it.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate, repeat
from operator import mul, sub
from typing import NamedTuple

BETWEEN = "\n"  # stands between words that are shaped together: no font kerns or joins across it


class Glyph(NamedTuple):
    """A glyph of a shaped text: which, how far it moves the pen, and where it is drawn. In thousandths of the size."""

    id: int
    cluster: int  # index of the first character it stands for
    advance: float
    dx: float = 0
    dy: float = 0


def read_sign(sign: str) -> tuple[int, int]:
    """The glyph of a sign, and its advance in the font's units."""
    glyph, _, advance = sign.partition("+")
    return int(glyph), int(advance)


class Advances(dict[str, int]):
    """How far each sign moves the pen, in the font's units."""

    def __missing__(self, sign: str) -> int:
        found = self[sign] = read_sign(sign)[1]
        return found


class Letters(dict[str, str]):
    """What each sign stands for by itself; nothing where that is no character, or where it stands off its place."""

    def __init__(self, letter_of: Callable[[int], str]) -> None:
        super().__init__()
        self._letter_of = letter_of

    def __missing__(self, sign: str) -> str:
        found = self[sign] = "" if "@" in sign or "," in sign else self._letter_of(read_sign(sign)[0])
        return found


class Batch:
    """The signs of some words, one for each letter and for what stands between words."""

    __slots__ = ("_advances", "_scale", "_starts", "signs", "words")

    def __init__(self, words: list[str], signs: list[str], advances: Advances, scale: float) -> None:
        self.words, self.signs = words, signs
        self._advances, self._scale = advances, scale  # which makes thousandths of the size of a font unit
        self._starts = [0, *accumulate([len(word) + 1 for word in words])]  # of each word, and behind the last

    def widths(self) -> list[float]:
        """How far each word moves the pen, in thousandths of the size."""
        at = [0, *accumulate(map(self._advances.__getitem__, self.signs))].__getitem__
        ends = map(sub, self._starts[1:], repeat(1))
        return list(map(mul, map(sub, map(at, ends), map(at, self._starts)), repeat(self._scale)))

    def keys(self, spaced: bool) -> list[str]:
        """The words, with a space behind each where they have one."""
        return [f"{word} " for word in self.words] if spaced else self.words

    def glyphs(self, number: int) -> tuple[Glyph, ...]:
        """The glyphs of one word."""
        signs = self.signs[self._starts[number] : self._starts[number + 1] - 1]
        pairs = map(read_sign, signs)
        return tuple([Glyph(id, at, advance * self._scale) for at, (id, advance) in enumerate(pairs)])
