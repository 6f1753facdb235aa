"""Hexagonal grids for maps, in axial coordinates [q, r]."""

from __future__ import annotations

_STEPS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))  # across the six edges, in circular order


def hex_distance(one: list[int], other: list[int]) -> int:
    """Return the number of steps between two cells."""
    q, r = one[0] - other[0], one[1] - other[1]
    return (abs(q) + abs(r) + abs(q + r)) // 2


def hex_neighbours(cell: list[int]) -> list[list[int]]:
    """Return the six cells that share an edge with a cell."""
    return [[cell[0] + q, cell[1] + r] for q, r in _STEPS]
