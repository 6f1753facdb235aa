"""The cheapest way against trying every way."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardforge.check.host.cheapest_way import cheapest_way

NODES = "abcde"
nodes = st.sampled_from(NODES)
edges = st.lists(st.tuples(nodes, nodes, st.lists(st.integers(0, 3), min_size=2, max_size=2)).map(list), max_size=12)


def _costs(edges: list[list[Any]], node: str, goals: set[str], seen: frozenset[str] = frozenset()) -> list[list[int]]:
    """The cost of every way that visits no node twice."""
    found = [[0, 0]] if node in goals else []
    for one, other, cost in edges:
        if one == node and other not in seen | {node}:
            found += [
                [a + b for a, b in zip(cost, rest, strict=True)] for rest in _costs(edges, other, goals, seen | {node})
            ]
    return found


@settings(max_examples=500)
@given(edges, nodes, st.sets(nodes, max_size=2))
def test_no_way_is_cheaper(edges: list[list[Any]], start: str, goals: set[str]) -> None:
    found = cheapest_way(edges, start, sorted(goals))
    costs = _costs(edges, start, goals)

    assert (found is None) == (not costs)
    if found is None:
        return
    way = found["way"]
    total = [0, 0]
    for one, other in pairwise(way):
        added = min(cost for a, b, cost in edges if (a, b) == (one, other))
        total = [a + b for a, b in zip(total, added, strict=True)]
    if edges:
        assert found["cost"] == total == min(costs)
    assert way[0] == start
    assert way[-1] in goals


def test_costs_are_compared_part_by_part() -> None:
    edges = [["a", "b", [1, 1]], ["a", "c", [0, 5]], ["c", "b", [0, 5]]]

    assert cheapest_way(edges, "a", ["b"]) == {"cost": [0, 10], "way": ["a", "c", "b"]}
    assert cheapest_way(edges, "b", ["a"]) is None  # an edge leads one way
    assert cheapest_way(edges, "a", ["a"]) == {"cost": [0, 0], "way": ["a"]}


def test_costs_must_be_alike_and_not_negative() -> None:
    with pytest.raises(ValueError, match="2 numbers from 0 on"):
        cheapest_way([["a", "b", [1, 1]], ["b", "c", [1]]], "a", ["c"])
    with pytest.raises(ValueError, match="from a to b"):
        cheapest_way([["a", "b", [-1]]], "a", ["b"])
