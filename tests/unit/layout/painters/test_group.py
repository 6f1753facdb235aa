"""`turn: 180`: a group upside down, for the far side of what is folded."""

from __future__ import annotations

import pytest

from cardforge.layout.display import Clipped, Shape, Text
from cardforge.layout.scaled import scaled
from cardforge.write.compose import Composer
from tests.support.faces import codes, drawn

GROUP = """  - x: 10
    y: 20
    width: 30
    height: 40
    turn: 180
    group:
      - {shape: rectangle, x: 0, y: 0, width: 5, height: 5, fill: "#ff0000"}
      - {text: "Ada", x: 0, y: 30, width: 20, height: 8}
"""


def test_a_turned_group_is_drawn_about_the_middle_of_its_box() -> None:
    face, problems = drawn(GROUP)
    (turned,) = face.items

    assert problems == []
    assert isinstance(turned, Clipped)
    assert turned.about == (25, 40)
    assert [type(item) for item in turned.items] == [Shape, Text]


def test_the_operator_turns_round_that_point() -> None:
    face, _ = drawn(GROUP)
    code = Composer().drawn(face).code
    x, y = 2 * 25 * 72 / 25.4, 2 * (face.height - 40) * 72 / 25.4

    assert f"-1 0 0 -1 {x:.3f} {y:.3f} cm" in code


def test_texts_are_looked_at_where_they_stand_after_the_turn() -> None:
    """Upright the second text would lie under the first; upside down it stands 23 mm higher."""
    apart = GROUP + '  - {text: "Bob", x: 10, y: 50, width: 20, height: 8}\n'
    over = GROUP + '  - {text: "Bob", x: 20, y: 27, width: 20, height: 8}\n'

    assert codes(drawn(apart)[1]) == []
    assert codes(drawn(over)[1]) == ["CF409"]


def test_a_picture_of_a_card_keeps_the_turn() -> None:
    face, _ = drawn(GROUP)
    small = scaled(face.items[0], 100, 200, 0.5)

    assert isinstance(small, Clipped)
    assert small.about == pytest.approx((112.5, 220))
