"""Words shaped together in one call to HarfBuzz, for words of letters side by side: by far most words of most cards.

A word is a list of tokens, a glyph with its advance. A font has a few hundred different ones, each of which is made
once: an object for every glyph of every word would cost more than shaping it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

BETWEEN = "\n"  # stands between words that are shaped together: no font kerns or joins across it
_K = TypeVar("_K")
_V = TypeVar("_V")


class Glyph(NamedTuple):
    """A glyph of a shaped text: which, how far it moves the pen, and where it is drawn. In thousandths of the size."""

    id: int
    cluster: int  # index of the first character it stands for
    advance: float
    dx: float = 0
    dy: float = 0


@dataclass(frozen=True, slots=True, eq=False)
class Token:
    """A glyph that stands in its place. Its font has one of each, so it is compared and looked up by identity."""

    glyph: int
    advance: int  # in the font's units
    letters: str  # that it stands for; none where it does not tell them by itself


class Kept(dict[_K, _V], Generic[_K, _V]):
    """Values by their keys; each is made when it is asked for the first time."""

    def __init__(self, make: Callable[[_K], _V]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, key: _K) -> _V:
        found = self[key] = self._make(key)
        return found


class ShapedWord(NamedTuple):
    """A word of letters side by side, and its width in thousandths of the size."""

    tokens: list[Token]
    width: float
