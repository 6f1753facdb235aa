"""Find frames: edges that run along all four sides of a card, so near that every drift of the knife shows.

A frame is a line, the edge of a panel on another ground, a picture, or four strips of one colour. Edges that reach
into the bleed as they should are none, and one beside a single side is not either: nothing shows that it is off.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardforge.core.units import Mm
from cardforge.layout.display import PathStep

NEAR: Mm = 3.0  # to the cut; knives drift by half of that
_HAIR: Mm = 0.05  # lost in reckoning
_LONG = 0.5  # of a side: shorter edges are no part of a frame
_MOST_STEPS = 16  # of an outline; what has more is a drawing

Edges = dict[int, Mm]  # how far from the cut, by side: left, top, right, bottom


class Frames:
    """Looks for frames on one size of card."""

    def __init__(self, width: Mm, height: Mm, bleed: Mm) -> None:
        self._width, self._height = width, height
        self._from = _HAIR - bleed

    def edges(self, path: tuple[PathStep, ...], stroke_width: Mm = 0.0) -> Edges:
        """The edges of a shape that run near a side; of two beside one side, the inner."""
        found: Edges = {}
        if len(path) <= _MOST_STEPS:
            for side, away in self._along(path):
                for edge in (away - stroke_width / 2, away + stroke_width / 2) if stroke_width else (away,):
                    if self._from < edge < NEAR - _HAIR / 5:
                        found[side] = max(edge, found.get(side, edge))
        return found

    def _along(self, path: tuple[PathStep, ...]) -> Iterator[tuple[int, Mm]]:
        """Straight lines along a side, each with its distance from it."""
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
    """Whether edges run along all four sides."""
    return len(edges) == 4
