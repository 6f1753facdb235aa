"""Outlines of squares or hexes that are joined along their sides: polyominoes, and shapes of many hexes.

Takes the cells and their size; returns the outline. Corners are found on a lattice of whole numbers and multiplied
only at the end, so that neighbours with the same size of cell share their cuts exactly.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt

from cardforge.core.errors import UsageError
from cardforge.core.units import Mm
from cardforge.impose.outline import Outline, closed, polygon, refuse_impossible


def cells(squares: Iterable[tuple[int, int]], cell: Mm) -> Outline:
    """Squares joined along their sides, each given by its column and row: a polyomino, which may have holes."""
    taken = set(squares)
    if not taken:
        raise UsageError("the outline has no cells", "mark the cells of the piece with #")
    if len(_joined(taken)) < len(taken):
        raise UsageError("the cells of the outline are not joined along their sides", "make it one piece")
    left, top = (min(square[axis] for square in taken) for axis in (0, 1))
    columns, rows = (max(square[axis] for square in taken) + 1 - first for axis, first in ((0, left), (1, top)))
    refuse_impossible(columns * cell, rows * cell)
    walks = _walks({(x - left, y - top) for x, y in taken})
    loops = tuple(closed([(x * cell, y * cell) for x, y in walk]) for walk in walks)
    return Outline("cells", columns * cell, rows * cell, loops, cell=cell)


def hexes(rings: int, across_flats: Mm) -> Outline:
    """A hex with so many rings of hexes around it, every hex with a corner at its top: two rings have 30 sides."""
    refuse_impossible(across_flats, across_flats)
    side = across_flats / sqrt(3)
    # A quarter of a hex is 1 half-width across and 1 half-side down: on that lattice every corner is a whole number.
    steps = [(1, -1), (0, -2), (-1, -1), (-1, 1), (0, 2), (1, 1)]
    at = (2 * rings + 1, 1)  # the right side of the hex on the far right, at its lower corner
    corners = [at]
    for turn in range(6):
        outward, inward = steps[(turn + 1) % 6], steps[(turn + 2) % 6]
        for step in [outward, *[inward, outward] * rings]:
            at = (at[0] + step[0], at[1] + step[1])
            corners.append(at)
    half, high = across_flats / 2, side / 2
    return polygon([(x * half, y * high) for x, y in reversed(corners[:-1])])._replace(
        kind="hexes-pointy", cell=across_flats
    )


def _joined(taken: set[tuple[int, int]]) -> set[tuple[int, int]]:
    """The squares that can be reached from one of them across their sides."""
    waiting = [min(taken)]
    found = set(waiting)
    while waiting:
        x, y = waiting.pop()
        for beside in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if beside in taken and beside not in found:
                found.add(beside)
                waiting.append(beside)
    return found


def _walks(taken: set[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    """The corners of every edge around some squares, with the squares on the right: clockwise, holes the other way."""
    ways = {
        (start, (end[0] - start[0], end[1] - start[1]))
        for x, y in taken
        for beside, start, end in (
            ((x, y - 1), (x, y), (x + 1, y)),
            ((x + 1, y), (x + 1, y), (x + 1, y + 1)),
            ((x, y + 1), (x + 1, y + 1), (x, y + 1)),
            ((x - 1, y), (x, y + 1), (x, y)),
        )
        if beside not in taken
    }
    walks = []
    while ways:
        first = at, way = min(ways)
        corners = []
        while (at, way) in ways:
            ways.remove((at, way))
            at = (at[0] + way[0], at[1] + way[1])
            right, left = (-way[1], way[0]), (way[1], -way[0])
            # Where two squares touch at a corner only, the turn to the right stays at the same square.
            after = next(each for each in (right, way, left) if (at, each) in ways or (at, each) == first)
            if after != way:
                corners.append(at)
            way = after
        walks.append(corners)
    return walks
