"""`links`: a list drawn as a map."""

from __future__ import annotations

from typing import Any

from cardforge.layout.display import Shape
from tests.support.faces import bounds, codes, drawn, lines, shapes

MAP = """  - each: rooms
    links: to
    place: {width: 12, height: 5}
    stroke: "#112233"
    x: 2
    y: 2
    width: 58
    height: 60
    group:
      - {shape: rectangle, x: 0, y: 0, width: 12, height: 5, fill: "#445566", unless: value.away}
      - {text: "{value.name}", x: 0, y: 0, width: 12, height: 5}
"""


def room(id: str, *to: str) -> dict[str, Any]:
    return {"id": id, "name": id.title(), "to": list(to)}


def strokes(found: list[Shape]) -> list[Shape]:
    return [shape for shape in found if shape.stroke == "#112233"]


def heads(found: list[Shape]) -> list[Shape]:
    return [shape for shape in found if shape.fill == "#112233"]


def test_a_line_for_every_pair_and_a_group_for_every_place() -> None:
    face, problems = drawn(MAP, rooms=[room("attic", "hall"), room("hall", "attic", "yard"), room("yard", "hall")])

    assert problems == []
    assert len(strokes(shapes(face))) == 2
    assert not heads(shapes(face))
    assert sorted(line.text for line in lines(face)) == ["Attic", "Hall", "Yard"]


def test_what_leads_one_way_is_an_arrow_that_stops_before_the_place() -> None:
    face, _ = drawn(MAP, rooms=[room("attic", "hall"), room("hall")])
    (head,) = heads(shapes(face))
    boxes = [bounds(shape) for shape in shapes(face) if shape.fill == "#445566"]
    left, top, right, bottom = boxes[1]
    tip_x, tip_y = head.path[0][1]

    assert not (left < tip_x < right and top < tip_y < bottom)
    assert min(abs(tip_x - left), abs(tip_x - right), abs(tip_y - top), abs(tip_y - bottom)) < 2


def test_a_room_beyond_the_map_is_drawn_by_its_name_and_needs_no_way_back() -> None:
    face, problems = drawn(MAP, rooms=[room("hall", "pier")], card={"names": {"pier": "The Pier"}})

    assert problems == []
    assert sorted(line.text for line in lines(face)) == ["Hall", "The Pier"]
    assert [shape.fill for shape in shapes(face) if shape.fill] == ["#445566"]  # the pier has no ground, nor an arrow


def test_a_way_that_is_named_twice_or_leads_home_is_drawn_once_or_not() -> None:
    face, problems = drawn(MAP, rooms=[room("attic", "hall", "hall", "attic"), room("hall", "attic")])

    assert problems == []
    assert len(strokes(shapes(face))) == 1


def test_an_entry_without_an_id_and_a_map_without_room_are_told() -> None:
    assert codes(drawn(MAP, rooms=["attic"])[1]) == ["CF408"]
    for count in (39, 40):  # with the one beyond: too many for this map, too many for any
        _, (problem,) = drawn(MAP, rooms=[room(f"r{at}", f"r{at + 1}") for at in range(count)])
        assert problem.code == "CF408"
        assert ("do not fit" in problem.message) == (count == 39)
    assert codes(drawn(MAP, rooms="attic")[1]) == ["CF407"]
