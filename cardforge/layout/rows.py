"""Break a paragraph into rows, each as full as it can be.

Takes pieces and the room of a line, both in thousandths of the type size; gives the pieces of every row. Where each
piece would stand on a line without end is reckoned once, so that another size costs one search a row.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
from operator import add

from cardforge.layout.runs import Piece

Row = tuple[Piece, ...]


def starts_of(pieces: Row) -> list[float]:
    """Where each piece begins on a line without end, and where one behind the last would."""
    return [0.0, *accumulate([piece.width + piece.space for piece in pieces])]


class Measured:
    """Pieces that lie one behind the other on a line without end, to be broken at one size after another."""

    def __init__(self, pieces: Row, starts: list[float], indent: float = 0.0) -> None:
        self._pieces, self._starts, self._indent = pieces, starts, indent
        widths = [piece.width for piece in pieces]
        self.total, self.widest = sum(widths), max(widths, default=0.0)
        self._ends = list(map(add, starts, widths))

    def broken(self, room: float) -> list[Row]:
        """The pieces in rows, each as full as it can be."""
        pieces, starts, ends = self._pieces, self._starts, self._ends
        room -= self._indent
        rows: list[Row] = []
        start = 0
        while start < len(pieces):
            after = bisect_right(ends, starts[start] + room, start)  # the first that does not fit
            if after < len(pieces) and pieces[after].parting:
                return rows + _hyphenated(pieces[start:], room)
            if after == start:
                after += 1  # wider than a line, and alone on it
            rows.append(pieces[start:after])
            start = after
        return rows


def _hyphenated(pieces: tuple[Piece, ...], room: float) -> list[Row]:
    """Pieces in rows, where the last word of a row may be parted."""
    rows: list[Row] = []
    row: list[Piece] = []
    used = 0.0
    left = list(reversed(pieces))
    while left:
        piece = left.pop()
        if used + piece.width > room:
            parts = piece.parting.within(room - used) if piece.parting else None
            if parts:
                row.append(parts[0])
                piece = parts[1]
            if row:
                rows.append(tuple(row))
                row, used = [], 0.0
                left.append(piece)
                continue
        row.append(piece)
        used += piece.width + piece.space
    if row:
        rows.append(tuple(row))
    return rows
