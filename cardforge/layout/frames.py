"""Find frames: edges along all four sides of a card, so close to the cut that any cutting drift shows.

A frame is a line, the edge of a panel on a different background, a picture, or four strips of one colour. Edges that
extend into the bleed do not count, nor does an edge along fewer than four sides: there drift does not show.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardforge.core.units import Mm
from cardforge.layout.display import PathStep

NEAR: Mm = 3.0  # to the cut; blades drift by half of that
_HAIR: Mm = 0.05  # rounding tolerance
_LONG = 0.5  # of a side: shorter edges are not part of a frame
_MOST_KNOWN = 5_000  # outlines remembered
_MOST_STEPS = 16  # of an outline; one with more is a drawing, not a frame

Edges = dict[int, Mm]  # distance from the cut by side: 0 left, 1 top, 2 right, 3 bottom


class Frames:
    """Finds frames on cards of one size."""

    def __init__(self, width: Mm, height: Mm, bleed: Mm) -> None:
        self._width, self._height = width, height
        self._from = _HAIR - bleed
        self._known: dict[tuple[tuple[PathStep, ...], Mm], Edges] = {}  # most outlines are on the next card too

    def edges(self, path: tuple[PathStep, ...], stroke_width: Mm = 0.0) -> Edges:
        """The edges of a shape close to a side of the card; of two along one side, the inner."""
        key = (path, stroke_width)
        found = self._known.get(key)
        if found is None:
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            found = self._known[key] = self._edges(path, stroke_width)
        return found

    def _edges(self, path: tuple[PathStep, ...], stroke_width: Mm) -> Edges:
        found: Edges = {}
        if len(path) <= _MOST_STEPS:
            for side, away in self._along(path):
                for edge in (away - stroke_width / 2, away + stroke_width / 2) if stroke_width else (away,):
                    if self._from < edge < NEAR - _HAIR / 5:
                        found[side] = max(edge, found.get(side, edge))
        return found

    def _along(self, path: tuple[PathStep, ...]) -> Iterator[tuple[int, Mm]]:
        """Straight lines parallel to a side, each with its distance from that side."""
        x = y = first_x = first_y = 0.0
        for letter, numbers in path:
            to_x, to_y = (first_x, first_y) if letter == "Z" else (numbers[-2], numbers[-1])
            if letter == "M":
                first_x, first_y = to_x, to_y
            elif letter != "C":
                if abs(to_x - x) < _HAIR and abs(to_y - y) >= self._height * _LONG:
                    yield 0, x
                    yield 2, self._width - x
                elif abs(to_y - y) < _HAIR and abs(to_x - x) >= self._width * _LONG:
                    yield 1, y
                    yield 3, self._height - y
            x, y = to_x, to_y


def is_frame(edges: Edges) -> bool:
    """Whether there is an edge along all four sides."""
    return len(edges) == 4
