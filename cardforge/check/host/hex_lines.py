"""The straight line between two cells of a hexagonal grid, and the edges that it crosses.

All in integers: a corner of a cell lies left of the line, right of it, or exactly on it. A line that meets corners is
walked twice, moved a hair to the left and a hair to the right; where the two walks differ there are two ways.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardforge.check.host.hex_grid import hex_distance, hex_neighbours

MAX_STEPS = 1_000
Edge = list[int]  # q and r of the cell that the line leaves, and the direction as in `hex_neighbours`

# The corners of a cell in thirds of a step from its centre. The edge in direction n is between corners n and n + 1.
_CORNERS = ((1, 1), (2, -1), (1, -2), (-1, -1), (-2, 1), (-1, 2))


def hex_line(one: list[int], other: list[int]) -> list[list[list[Edge]]]:
    """Return what the line between two centres crosses, in order; each crossing lists the ways past it."""
    if hex_distance(one, other) > MAX_STEPS:
        raise ValueError(f"a line from {one} to {other}: at most {MAX_STEPS:,} steps are allowed")
    left, right = [*_walk(one, other, 1)], [*_walk(one, other, 0)]
    crossings: list[list[list[Edge]]] = []
    while left:
        # Around a corner or along an edge, the two walks are apart for two steps at most.
        entered = [_behind(edge) for edge in right[:2]]
        way = next(at for at, edge in enumerate(left, 1) if _behind(edge) in entered)
        other_way = entered.index(_behind(left[way - 1])) + 1
        ways = [left[:way], right[:other_way]]
        crossings.append(ways[:1] if ways[0] == ways[1] else ways)
        del left[:way], right[:other_way]
    return crossings


def _behind(edge: Edge) -> list[int]:
    """Return the cell that a line enters over an edge."""
    return hex_neighbours(edge[:2])[edge[2]]


def _walk(one: list[int], other: list[int], least: int) -> Iterator[Edge]:
    """List the edges that the line crosses; with `least` 1 a corner on the line lies right of it, with 0 left of it."""
    ahead_q, ahead_r = other[0] - one[0], other[1] - one[1]
    q, r = one
    while [q, r] != other:
        from_q, from_r = 3 * (q - one[0]), 3 * (r - one[1])
        is_left = [
            ahead_r * (from_q + corner_q) - ahead_q * (from_r + corner_r) >= least for corner_q, corner_r in _CORNERS
        ]
        # The line leaves between a corner on its right and the next one, counter-clockwise, on its left.
        out = next(at for at in range(6) if not is_left[at] and is_left[(at + 1) % 6])
        yield [q, r, out]
        q, r = hex_neighbours([q, r])[out]
