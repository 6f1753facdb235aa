"""Connected parts of a graph, for maps and other networks."""

from __future__ import annotations


def connected_parts(nodes: list[str], edges: list[list[str]]) -> list[list[str]]:
    """Return the connected groups of nodes, ordered by first node; edges go both ways."""
    beside: dict[str, list[str]] = {node: [] for node in nodes}
    for one, other in edges:
        if one in beside and other in beside:
            beside[one].append(other)
            beside[other].append(one)
    parts: list[list[str]] = []
    seen: set[str] = set()
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
