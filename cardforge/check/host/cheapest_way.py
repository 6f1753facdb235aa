"""The cheapest way through a network, with costs of several parts.

Costs are lists of whole numbers, added part by part and compared from the first part on. So a game can say what must be
avoided before anything else: `[dangers, length]`. Dijkstra's algorithm; of equal ways, the one found first in the order
of the edges is taken.
"""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import count
from typing import Any


def cheapest_way(edges: list[list[Any]], start: str, goals: list[str]) -> dict[str, Any] | None:
    """Return cost and nodes of the cheapest way to any of the goals, or None; an edge is [from, to, cost]."""
    beside: dict[str, list[tuple[str, tuple[int, ...]]]] = {}
    parts = len(edges[0][2]) if edges else 0
    for one, other, cost in edges:
        if len(cost) != parts or min(cost, default=0) < 0:
            raise ValueError(f"the cost {cost} from {one} to {other}: {parts} numbers from 0 on are needed")
        beside.setdefault(one, []).append((other, tuple(cost)))
    came_from: dict[str, str] = {}
    order = count()
    waiting = [((0,) * parts, next(order), start, start)]
    while waiting:
        cost, _, node, before = heappop(waiting)
        if node in came_from:
            continue
        came_from[node] = before
        if node in goals:
            way = [node]
            while way[-1] != start:
                way.append(came_from[way[-1]])
            return {"cost": list(cost), "way": way[::-1]}
        for other, added in beside.get(node, []):
            if other not in came_from:
                total = tuple(had + more for had, more in zip(cost, added, strict=True))
                heappush(waiting, (total, next(order), other, node))
    return None
