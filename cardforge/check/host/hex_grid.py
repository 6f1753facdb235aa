"""Places on a grid of hexagons, for maps: axial coordinates [q, r]."""

from __future__ import annotations

_STEPS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))  # round the six edges


def hex_distance(one: list[int], other: list[int]) -> int:
    """How many steps lie between two cells."""
    q, r = one[0] - other[0], one[1] - other[1]
    return (abs(q) + abs(r) + abs(q + r)) // 2


def hex_neighbours(cell: list[int]) -> list[list[int]]:
    """The six cells that share an edge with a cell."""
    return [[cell[0] + q, cell[1] + r] for q, r in _STEPS]
