"""Break a paragraph into rows, each as full as it can be.

Takes pieces and the room of a line, both in thousandths of the type size; gives the pieces of every row. Where each
piece would stand on a line without end is reckoned once, so that another size costs one search a row.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate, pairwise
from operator import add
from typing import NamedTuple

from cardforge.layout.runs import TextPiece

Row = Sequence[TextPiece]


def widths_of(pieces: Row) -> list[float]:
    """How wide each piece is."""
    return [piece.width for piece in pieces]


def starts_of(pieces: Row) -> list[float]:
    """Where each piece begins on a line without end, and where one behind the last would."""
    return [0.0, *accumulate([piece.width + piece.space for piece in pieces])]


class BrokenRows(NamedTuple):
    """Pieces in rows: where each row ends."""

    pieces: Row
    ends: list[int]

    def rows(self) -> list[Row]:
        """The pieces of every row."""
        return [self.pieces[start:end] for start, end in pairwise([0, *self.ends])]

    def firsts(self) -> list[TextPiece]:
        """The piece that every row begins with."""
        return [self.pieces[start] for start in [0, *self.ends][:-1]]


class Measured:
    """Pieces that lie one behind the other on a line without end, to be broken at one size after another."""

    def __init__(self, pieces: Row, widths: list[float], starts: list[float], indent: float = 0.0) -> None:
        self._pieces, self._starts, self._indent = pieces, starts, indent
        self.total, self.widest = sum(widths), max(widths, default=0.0)
        self._ends = list(map(add, starts, widths))

    def broken(self, room: float) -> BrokenRows:
        """The pieces in rows, each as full as it can be."""
        room -= self._indent
        pieces, starts, ends = self._pieces, self._starts, self._ends
        count = len(pieces)
        found: list[int] = []
        start = 0
        while start < count:
            after = bisect_right(ends, starts[start] + room, start)  # the first that does not fit
            if after < count and pieces[after].parting:
                return _hyphenated(pieces, room, found)
            start = after if after > start else start + 1  # wider than a line, and alone on it
            found.append(start)
        return BrokenRows(pieces, found)


def _hyphenated(pieces: Row, room: float, ends: list[int]) -> BrokenRows:
    """Pieces in rows, where the last word of a row may be parted; where the first rows end is known."""
    start = ends[-1] if ends else 0
    used = 0.0
    done, left = list(pieces[:start]), list(reversed(pieces[start:]))
    while left:
        piece = left.pop()
        if used + piece.width > room:
            parts = piece.parting.within(room - used) if piece.parting else None
            if parts:
                done.append(parts[0])
                piece = parts[1]
            if len(done) > start:
                start, used = len(done), 0.0
                ends.append(start)
                left.append(piece)
                continue
        done.append(piece)
        used += piece.width + piece.space
    return BrokenRows(tuple(done), [*ends, len(done)])
