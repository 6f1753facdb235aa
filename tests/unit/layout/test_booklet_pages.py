"""What pages of a booklet need of a face: pictures of cards, entries of any height, groups with a ground."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from cardforge.core.problems import Location
from cardforge.layout.display import Clipped, Face, Gradient, Image, Shape, Text, TextLine, rectangle
from cardforge.layout.face import LaidOutFace
from cardforge.layout.scaled import scaled
from cardforge.load.picture import Picture
from tests.support.faces import PLAIN, bounds, card_source, shapes, template_of

SQUARE = Shape(rectangle(0, 0, 10, 10), fill="#ff0000")
OTHER = Face("pack/other", 50.0, 80.0, 3.0, (SQUARE,))
LONG = "One line after the other, until the column is full and the next one begins. " * 3


def laid(elements: str, card: dict[str, Any], shown: dict[str, Face] | None = None, more: str = "") -> LaidOutFace:
    return PLAIN.laid_out(card_source(card, "pack/page"), template_of(elements, more), shown or {})


def codes(made: LaidOutFace) -> list[str]:
    return [problem.code for problem in made.problems]


def first_lines(made: LaidOutFace) -> list[TextLine]:
    return [item.lines[0] for item in made.face.items if isinstance(item, Text)]


def test_a_card_is_shown_in_the_size_of_its_box() -> None:
    made = laid('  - {card: "{of}", x: 5, y: 7, width: 25}', {"of": "pack/other"}, {"pack/other": OTHER})

    assert made.problems == []
    (picture,) = made.face.items
    assert isinstance(picture, Clipped)
    assert picture.is_figure
    (inside,) = picture.items
    assert isinstance(inside, Shape)
    assert bounds(inside) == (5.0, 7.0, 10.0, 12.0)
    assert bounds(Shape(picture.outline)) == pytest.approx((5.0, 7.0, 30.0, 47.0))


def test_what_stands_below_a_picture_starts_under_it() -> None:
    elements = '  - {id: picture, card: pack/other, x: 5, y: 7, width: 25}\n  - {shape: rectangle, below: picture, gap: 2, width: 9, height: 1, fill: "#000000"}'
    made = laid(elements, {}, {"pack/other": OTHER})

    assert bounds(shapes(made.face)[0]) == (5.0, 49.0, 14.0, 50.0)


def test_a_card_that_is_not_there_is_a_problem_of_the_page() -> None:
    made = laid('  - {card: "{of}", width: 25}', {"of": "pack/nobody"}, {"pack/other": OTHER})

    assert codes(made) == ["CF430"]
    assert made.problems[0].where == Location("pack.yaml", 7, 3)


def test_scaling_moves_and_shrinks_every_kind_of_item() -> None:
    photo = Image(4, 6, 10, 20, Picture("art/a.png", b"", 100, 200, "PNG", False, ""), (0, 0, 100, 200))
    glow = Shape(rectangle(0, 0, 2, 2), Gradient("radial", (2.0, 4.0, 6.0), ((0.0, "#000000"), (1.0, "#ffffff"))))
    fade = Shape(rectangle(0, 0, 2, 2), Gradient("linear", (2.0, 4.0, 6.0, 8.0), ((0.0, "#000000"),)))

    assert scaled(photo, 1, 2, 0.5)[:4] == (3.0, 5.0, 5.0, 10.0)
    assert scaled(glow, 1, 2, 0.5).fill.place == (2.0, 4.0, 3.0)  # type: ignore[union-attr]
    assert scaled(fade, 1, 2, 0.5).fill.place == (2.0, 4.0, 4.0, 6.0)  # type: ignore[union-attr]
    words = laid('  - {text: "**Two** looks", x: 2, y: 3, width: 40, height: 9}', {}).face.items[0]
    small = scaled(words, 1, 2, 0.5)
    assert isinstance(words, Text)
    assert isinstance(small, Text)
    assert small.size == words.size / 2
    assert small.lines[0].x == 1 + words.lines[0].x / 2
    assert [run.x for run in small.lines[0].runs] == [run.x / 2 for run in words.lines[0].runs]


def test_a_stroke_stays_as_wide_as_print_needs_it() -> None:
    thick, thin, thinner = (Shape(SQUARE.path, stroke="#000000", stroke_width=width) for width in (1.0, 0.2, 0.05))

    widths = [scaled(each, 0, 0, 0.25).stroke_width for each in (thick, thin, thinner)]  # type: ignore[union-attr]
    assert widths == pytest.approx([0.25, 0.1, 0.05])


def test_entries_stand_under_each_other_however_high_they_are() -> None:
    entries = ["Short.", LONG, "Short again."]
    made = laid(
        '  - {text: "{value}", each: entries, step: {y: fit}, gap: 2, x: 5, y: 5, width: 40, height: fit}',
        {"entries": entries},
    )

    assert made.problems == []
    texts = [item for item in made.face.items if isinstance(item, Text)]
    pitch = 8 * 1.22 / 72 * 25.4
    for above, below in pairwise(texts):
        assert below.lines[0].y - above.lines[-1].y == pytest.approx(pitch + 2)


def test_where_no_room_is_left_entries_go_on_in_the_next_column() -> None:
    entries = [f"{number}. {LONG}" for number in range(4)]
    element = '  - {text: "{value}", each: entries, step: {x: 30, y: fit}, x: 5, y: 5, width: 26, height: fit}'
    made = laid(element, {"entries": entries})

    assert made.problems == []
    columns = {line.x for line in first_lines(made)}
    assert columns == {5.0, 35.0}
    assert [line.x for line in first_lines(made)] == sorted(line.x for line in first_lines(made))
    assert [line.text.split(".")[0] for line in first_lines(made)] == list("0123")


def test_what_fits_no_column_is_told() -> None:
    element = '  - {text: "{value}", each: entries, step: {x: 30, y: fit}, x: 5, y: 5, width: 26, height: fit}'

    assert "CF408" in codes(laid(element, {"entries": [LONG] * 12}))
    high = '  - {card: "{value}", each: entries, step: {y: fit}, x: 5, y: 5, width: 25}'
    assert codes(laid(high, {"entries": ["pack/other"] * 3}, {"pack/other": OTHER})) == ["CF418"]


def test_a_group_is_as_high_as_what_stands_in_it_and_its_ground_lies_behind() -> None:
    elements = """
  - {id: note, x: 5, y: 5, width: 50, height: fit, padding: 3, fill: "#eeeeee", group: [
      {text: "{words}", x: 4, y: 2, width: 42, height: fit}]}
  - {shape: rectangle, below: note, width: 9, height: 1, fill: "#000000"}"""
    short, long = (laid(elements, {"words": words}) for words in ("Short.", LONG))

    for made in (short, long):
        assert made.problems == []
        assert isinstance(made.face.items[0], Shape)
        ground, after = shapes(made.face)
        text = next(item for item in made.face.items if isinstance(item, Text))
        pitch = 8 * 1.22 / 72 * 25.4
        assert bounds(ground) == pytest.approx((5, 5, 55, 7 + len(text.lines) * pitch + 3))
        assert bounds(after)[1] == pytest.approx(bounds(ground)[3])
    assert bounds(shapes(long.face)[0])[3] > bounds(shapes(short.face)[0])[3] + 10


def test_a_group_draws_only_what_its_entry_has() -> None:
    """A condition inside a repeated group is about the entry, not about the card."""
    elements = """
  - {each: blocks, step: {y: fit}, x: 5, y: 5, width: 50, height: fit, group: [
      {text: "{value.head}", when: value.head, height: fit}, {text: "{value.body}", when: value.body, height: fit}]}"""
    made = laid(elements, {"blocks": [{"head": "Top"}, {"body": "Below"}]})

    assert made.problems == []
    assert [line.text for line in first_lines(made)] == ["Top", "Below"]
