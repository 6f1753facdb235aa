"""Types for words that are shaped in one call to HarfBuzz, as most words on most cards can be.

A word is a list of tokens; a token is a glyph with its advance and no offset. A font has a few hundred different
tokens, each created once: an object per glyph of every word would cost more than shaping the word.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

BETWEEN = "\n"  # separates the words of a batch: no font kerns or joins across it
_K = TypeVar("_K")
_V = TypeVar("_V")


class Glyph(NamedTuple):
    """A glyph of a shaped text, with its advance and offset in thousandths of the size."""

    id: int
    cluster: int  # index of the first character it represents
    advance: float
    dx: float = 0
    dy: float = 0


@dataclass(frozen=True, slots=True, eq=False)
class Token:
    """A glyph without offset. Its font creates each token once, so tokens are compared and hashed by identity."""

    glyph: int
    advance: int  # in font units
    letters: str  # that it represents; empty if the glyph alone does not determine them


class Kept(dict[_K, _V], Generic[_K, _V]):
    """A cache that creates each value on first access."""

    def __init__(self, make: Callable[[_K], _V]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, key: _K) -> _V:
        found = self[key] = self._make(key)
        return found


ShapedWord = tuple[list[Token], float]  # a word as tokens, and its width in thousandths of the size
