"""`x: "{value.left}"`: places that the card gives, not the face."""

from __future__ import annotations

import pytest

from tests.support.faces import bounds, codes, drawn, element, shapes

ZONES = """  - each: zones
    x: "{value.left}"
    y: "{value.top}"
    width: "{value.wide}"
    height: "{value.high}"
    group:
      - {shape: rectangle, x: 0, y: 0, width: 4, height: 4, fill: "#ff0000"}
      - {shape: rectangle, x: 0, y: 0, fill: "#00ff00"}
"""


def test_each_entry_stands_where_it_says() -> None:
    zones = [{"left": 4, "top": 8, "wide": 20, "high": 30}, {"left": 30.5, "top": 12.25, "wide": 10.75, "high": 9}]
    face, problems = drawn(ZONES, zones=zones)

    assert problems == []
    assert [bounds(shape) for shape in shapes(face) if shape.fill == "#00ff00"] == [
        pytest.approx((4, 8, 24, 38)),
        pytest.approx((30.5, 12.25, 41.25, 21.25)),
    ]


def test_the_same_element_moves_from_card_to_card() -> None:
    words = '{shape: rectangle, x: "{n}", y: 0, width: 5, height: 5, fill: "#ff0000"}'

    assert bounds(shapes(element(words)[0])[0])[0] == 3
    assert bounds(shapes(element(words, n=9)[0])[0])[0] == 9


def test_what_is_no_length_is_told_with_the_words_seen() -> None:
    _, problems = element('{shape: rectangle, x: "{name}", y: 0, width: 5, height: 5, fill: "#ff0000"}')

    assert codes(problems) == ["CF418"]
    assert "`Ada`" in problems[0].message


def test_a_field_that_is_not_there_is_told() -> None:
    _, problems = element('{shape: rectangle, x: "{nowhere}", y: 0, width: 5, height: 5, fill: "#ff0000"}')

    assert codes(problems) == ["CF407"]
