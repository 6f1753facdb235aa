"""Break a paragraph greedily into rows.

Takes pieces and the width of a line, both in thousandths of the type size; gives the pieces of every row. The position
of each piece on an endless line is computed once, so that trying another size costs one binary search per row.
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
    """The width of each piece."""
    return [piece.width for piece in pieces]


def starts_of(pieces: Row) -> list[float]:
    """The start of each piece on an endless line, then the end of the last with its space."""
    return [0.0, *accumulate([piece.width + piece.space for piece in pieces])]


class BrokenRows(NamedTuple):
    """Pieces, and the index at which each row ends."""

    pieces: Row
    ends: list[int]

    def rows(self) -> list[Row]:
        """The pieces of every row."""
        return [self.pieces[start:end] for start, end in pairwise([0, *self.ends])]

    def firsts(self) -> list[TextPiece]:
        """The first piece of every row."""
        return [self.pieces[start] for start in [0, *self.ends][:-1]]


class Measured:
    """Pieces with their positions on an endless line, to be broken at several sizes."""

    def __init__(self, pieces: Row, widths: list[float], starts: list[float], indent: float = 0.0) -> None:
        self._pieces, self._starts, self._indent = pieces, starts, indent
        self.total, self.widest = sum(widths), max(widths, default=0.0)
        self._ends = list(map(add, starts, widths))

    def broken(self, room: float) -> BrokenRows:
        """Break the pieces into rows of a width."""
        room -= self._indent
        pieces, starts, ends = self._pieces, self._starts, self._ends
        count = len(pieces)
        found: list[int] = []
        start = 0
        while start < count:
            after = bisect_right(ends, starts[start] + room, start)  # the first piece that does not fit
            if after < count and pieces[after].parting:
                return _hyphenated(pieces, room, found)
            start = after if after > start else start + 1  # a piece wider than the line gets its own row
            found.append(start)
        return BrokenRows(pieces, found)


def _hyphenated(pieces: Row, room: float, ends: list[int]) -> BrokenRows:
    """Break pieces into rows, hyphenating the last word of a row; `ends` has the rows found so far."""
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
