"""Where the places of a map stand: apart, on the map, with as few crossings as can be."""

from __future__ import annotations

from itertools import combinations

import pytest

from cardforge.layout.display import Point
from cardforge.layout.map_places import Connection, Room, crosses, passes, places

ROOM = Room(180, 170, 46, 15)
CIRCLE = [(at, (at + 1) % 8) for at in range(8)]
WHEEL = [(0, at) for at in range(1, 7)] + [(at, at % 6 + 1) for at in range(1, 7)]
LADDER = [(at, at + 2) for at in range(10)] + [(at, at + 1) for at in range(0, 12, 2)]
TREE = [((at - 1) // 2, at) for at in range(1, 11)]
SHAPES = {"circle": (8, CIRCLE), "wheel": (7, WHEEL), "ladder": (12, LADDER), "tree": (11, TREE)}


def found(count: int, lines: list[Connection], room: Room = ROOM) -> list[Point]:
    made = places(count, lines, room)
    assert made is not None
    return made


def crossings(points: list[Point], lines: list[Connection]) -> int:
    apart = [(one, other) for one, other in combinations(lines, 2) if not set(one) & set(other)]
    return sum(crosses(points[a], points[b], points[c], points[d]) for (a, b), (c, d) in apart)


@pytest.mark.parametrize("name", SHAPES)
def test_no_two_places_overlap_and_none_leaves_the_map(name: str) -> None:
    points = found(*SHAPES[name])

    for (x1, y1), (x2, y2) in combinations(points, 2):
        assert abs(x1 - x2) >= ROOM.place_width or abs(y1 - y2) >= ROOM.place_height
    for x, y in points:
        assert ROOM.place_width / 2 - 0.01 <= x <= ROOM.width - ROOM.place_width / 2 + 0.01
        assert ROOM.place_height / 2 - 0.01 <= y <= ROOM.height - ROOM.place_height / 2 + 0.01


@pytest.mark.parametrize("name", SHAPES)
def test_a_map_that_can_do_without_crossings_has_none(name: str) -> None:
    count, lines = SHAPES[name]
    points = found(count, lines)

    assert crossings(points, lines) == 0
    for one, other in lines:
        for place in set(range(count)) - {one, other}:
            assert not passes(points[one], points[other], points[place], 23, 7.5), (one, other, place)


def test_the_same_map_stands_the_same_every_time() -> None:
    assert found(12, LADDER) == found(12, LADDER)
    assert found(12, LADDER) == found(12, [(b, a) for a, b in reversed(LADDER)])


@pytest.mark.parametrize(("count", "fits"), [(1, True), (2, True), (21, True), (200, False)])
def test_what_has_no_room_is_told(count: int, fits: bool) -> None:
    assert (places(count, [(at, at + 1) for at in range(count - 1)], ROOM) is not None) == fits


def test_lines_that_cross_are_told_from_lines_that_meet() -> None:
    assert crosses((0, 0), (10, 10), (0, 10), (10, 0))
    assert not crosses((0, 0), (10, 10), (20, 0), (30, 10))
    assert not crosses((0, 0), (10, 0), (5, 0), (5, 10))  # it only touches
    assert passes((0, 0), (10, 0), (5, 1), 2, 2)
    assert not passes((0, 0), (10, 0), (5, 4), 2, 2)
    assert not passes((0, 0), (10, 0), (15, 0), 2, 2)  # behind its end
