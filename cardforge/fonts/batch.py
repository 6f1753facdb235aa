"""Words that were shaped together, each of letters that stand side by side: by far most words of most cards.

Their glyphs stay in two lists for all of them. To part them word by word, with an object for every glyph, would cost
ten times as much as shaping them.
"""

from __future__ import annotations

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


class Batch:
    """The glyphs of some words, one for each letter and for what stands between words; advances in font units."""

    __slots__ = ("advances", "ids", "scale", "starts", "words")

    def __init__(self, words: list[str], ids: list[int], advances: list[int], scale: float) -> None:
        self.words, self.ids, self.advances = words, ids, advances
        self.scale = scale  # what makes thousandths of the size of a font unit
        self.starts = [0, *accumulate([len(word) + 1 for word in words])]  # of each word, and behind the last

    def widths(self) -> list[float]:
        """How far each word moves the pen, in thousandths of the size."""
        at = [0, *accumulate(self.advances)].__getitem__
        ends = [start - 1 for start in self.starts[1:]]
        return list(map(mul, map(sub, map(at, ends), map(at, self.starts)), repeat(self.scale)))

    def keys(self, spaced: bool) -> list[str]:
        """The words, with a space behind each where they have one."""
        return [f"{word} " for word in self.words] if spaced else self.words

    def stretch(self, number: int) -> slice:
        """Where the glyphs of one word are."""
        return slice(self.starts[number], self.starts[number + 1] - 1)

    def glyphs(self, number: int) -> tuple[Glyph, ...]:
        """The glyphs of one word."""
        stretch = self.stretch(number)
        pairs = zip(self.ids[stretch], self.advances[stretch], strict=True)
        return tuple([Glyph(id, at, advance * self.scale) for at, (id, advance) in enumerate(pairs)])
