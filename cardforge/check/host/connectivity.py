"""Connected parts of a graph, for maps and other networks."""

from __future__ import annotations

from itertools import chain

Node = str | int


def connected_parts(nodes: list[Node], edges: list[list[Node]]) -> list[list[Node]]:
    """Return the connected groups of nodes, ordered by first node; edges go both ways."""
    for node in (*nodes, *chain.from_iterable(edges)):
        if not isinstance(node, (str, int)):
            raise TypeError(f"the node {node} is a {type(node).__name__}; a node is a text or a whole number")
    beside: dict[Node, list[Node]] = {node: [] for node in nodes}
    for one, other in edges:
        if one in beside and other in beside:
            beside[one].append(other)
            beside[other].append(one)
    parts: list[list[Node]] = []
    seen: set[Node] = set()
    for node in nodes:
        if node in seen:
            continue
        part = [node]
        seen.add(node)
        for at in part:
            for neighbour in beside[at]:
                if neighbour not in seen:
                    seen.add(neighbour)
                    part.append(neighbour)
        parts.append(part)
    return parts
