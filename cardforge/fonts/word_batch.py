"""Words that were shaped together, each of letters that stand side by side: by far most words of most cards.

Their glyphs stay as names of tokens, a glyph with its advance as HarfBuzz writes them (`68+1255`). There are few
hundred different ones, so what a name means is looked up. An object for every glyph would cost ten times as much as
shaping it.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate, repeat
from operator import add, mul, sub
from typing import Generic, NamedTuple, TypeVar

BETWEEN = "\n"  # stands between words that are shaped together: no font kerns or joins across it
_V = TypeVar("_V")


class Glyph(NamedTuple):
    """A glyph of a shaped text: which, how far it moves the pen, and where it is drawn. In thousandths of the size."""

    id: int
    cluster: int  # index of the first character it stands for
    advance: float
    dx: float = 0
    dy: float = 0


class Token(NamedTuple):
    """A glyph that stands in its place, how far it moves the pen in the font's units, and the letters it stands for."""

    glyph: int
    advance: int
    letters: str  # none where it does not tell them by itself


class Kept(dict[str, _V], Generic[_V]):
    """Values by their names; each is made when it is asked for the first time."""

    def __init__(self, make: Callable[[str], _V]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, name: str) -> _V:
        found = self[name] = self._make(name)
        return found


class Tokens(Kept[Token]):
    """The tokens of one font by their names."""

    def __init__(self, read: Callable[[str], Token], scale: float) -> None:
        super().__init__(read)
        self.scale = scale  # makes thousandths of the size of the font's units
        self.advances: Kept[int] = Kept(lambda name: self[name].advance)
        self.letters: Kept[str] = Kept(lambda name: self[name].letters)


class Batch:
    """The names of the tokens of some words, one word behind the other, with one for what stands between them."""

    __slots__ = ("_tokens", "names", "starts", "widths", "words")

    def __init__(self, words: list[str], names: list[str], lengths: list[int], tokens: Tokens) -> None:
        self.words, self.names, self._tokens = words, names, tokens
        # Of each word in the names, and behind the last.
        self.starts = [0, *accumulate(map(add, lengths, repeat(1)))]
        at = [0, *accumulate(map(tokens.advances.__getitem__, names))]
        at.append(at[-1])  # nothing stands behind the last word, and nothing between words moves the pen
        edges = list(map(at.__getitem__, self.starts))
        # How far each word moves the pen, in thousandths of the size.
        self.widths = list(map(mul, map(sub, edges[1:], edges), repeat(tokens.scale)))

    def keys(self, spaced: bool) -> list[str]:
        """The words, with a space behind each where they have one."""
        return [f"{word} " for word in self.words] if spaced else self.words

    def tokens(self, number: int) -> list[Token]:
        """The tokens of one word."""
        return [self._tokens[name] for name in self.names[self.starts[number] : self.starts[number + 1] - 1]]

    def glyphs(self, number: int) -> tuple[Glyph, ...]:
        """The glyphs of one word."""
        tokens = self.tokens(number)
        clusters = accumulate([len(token.letters) for token in tokens], initial=0)
        scale = self._tokens.scale
        return tuple(
            [
                Glyph(glyph, cluster, advance * scale)
                for (glyph, advance, _), cluster in zip(tokens, clusters, strict=False)
            ]
        )
