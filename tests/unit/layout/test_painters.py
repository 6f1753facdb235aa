"""Every kind of element: where it stands on a card, and what is told when it cannot."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.faces import bounds, codes, drawn, element, lines, shapes


@pytest.mark.parametrize("form", ["rectangle", "ellipse", "hexagon", "octagon", "diamond", "shield", "tag"])
def test_every_form_fills_its_box(form: str) -> None:
    face, problems = element(f'{{shape: {form}, x: 10, y: 20, width: 8, height: 6, fill: "#ff0000"}}')

    assert problems == []
    assert bounds(shapes(face)[0]) == pytest.approx((10, 20, 18, 26))


def test_a_badge_has_its_text_in_its_middle() -> None:
    face, problems = element('{badge: "{n}", x: 10, y: 20, width: 8, height: 8, fill: "#ff0000"}')
    (line,) = lines(face)

    assert problems == []
    assert bounds(shapes(face)[0]) == pytest.approx((10, 20, 18, 28))
    assert 13 < line.x < 14
    assert 24.5 < line.y < 25.5  # a digit is about 2 mm high, and stands on its line


def test_an_icon_row_has_as_many_as_the_card_says() -> None:
    for words, wanted in (('"{n}", icon: energy', 3), ('"{tags}"', 2), ('"{none}", icon: energy', 0), ('"{cost|}"', 0)):
        face, problems = element(f"{{icons: {words}, x: 5, y: 5, width: 20, height: 4}}")

        assert (len(shapes(face)), problems) == (wanted, [])


@pytest.mark.parametrize(("align", "left"), [("left", 5 + 0.4), ("center", 5 + 3.6 + 0.4), ("right", 5 + 7.2 + 0.4)])
def test_an_icon_row_stands_where_it_is_told(align: str, left: float) -> None:
    face, _ = element(f'{{icons: "{{n}}", icon: energy, x: 5, y: 5, width: 20, height: 4, align: {align}}}')

    assert bounds(shapes(face)[0])[0] == pytest.approx(left)  # the drawing keeps a tenth of its side free


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ('"{many}", icon: energy', "CF408"), ('"{minus}", icon: energy', "CF408"), ('"{yes}", icon: energy', "CF408"), ('"{half}", icon: energy', "CF408"),
        ('"{stats}", icon: energy', "CF408"), ('"{crowd}"', "CF408"), ('"{odd}", icon: energy', "CF410"), ('"{digits}", icon: energy', "CF410"), ('"{n}"', "CF410"),
    ],
)  # fmt: skip
def test_what_is_no_number_of_icons_is_one_problem(words: str, code: str) -> None:
    _, problems = element(f"{{icons: {words}, x: 5, y: 5, width: 20, height: 4}}")

    assert codes(problems) == [code]


def test_icons_that_would_be_dots_are_told() -> None:
    _, problems = element('{icons: "{n}", icon: energy, x: 5, y: 5, width: 5, height: 4}')

    assert codes(problems) == ["CF408"]


TABLE = 'table: rows, columns: [{text: "{value.a}"}, {text: "{value.b}", style: end, width: 8}], x: 4, y: 10, width: 30'
STYLES = "styles: {end: {align: right}}\n"


def test_the_columns_of_a_table_share_its_width() -> None:
    face, problems = element(f"{{{TABLE}, height: 30, padding: 0}}", STYLES)
    one, first, *_ = lines(face)

    assert problems == []
    assert one.x == pytest.approx(4)
    assert 32 < first.x < 34  # its end is that of the table
    assert [line.text for line in lines(face)] == ["one", "1", "two", "2"]


def test_columns_without_a_width_are_equally_wide() -> None:
    words = "table: rows, columns: [{text: a}, {text: b}, {text: c}], x: 4, y: 10, width: 30, height: 20, padding: 0"
    face, problems = element(f"{{{words}}}")

    assert problems == []
    assert [line.x for line in lines(face)[:3]] == pytest.approx([4, 14, 24])


def test_every_second_row_has_a_ground_and_lines_stand_between() -> None:
    face, _ = element(f'{{{TABLE}, height: 30, row: 5, fill: "#eeeeee", stroke: "#000000"}}', STYLES)
    ground, line = shapes(face)

    assert bounds(ground) == pytest.approx((4, 15, 34, 20))
    assert bounds(line) == pytest.approx((4, 15, 34, 15))
    assert face.items.index(ground) < len(face.items) - 2  # behind the words of its row


def test_a_row_of_fixed_height_has_its_words_in_the_middle() -> None:
    face, _ = element(f"{{{TABLE}, height: 30, row: 9}}", STYLES)
    first, _, second, _ = lines(face)

    assert 14.5 < first.y < 16.5
    assert second.y - first.y == pytest.approx(9)


@pytest.mark.parametrize("row", ["fit", "9"])
def test_a_table_that_is_too_high_is_one_problem(row: str) -> None:
    _, problems = element(f"{{{TABLE}, height: 5, row: {row}}}", STYLES)

    assert codes(problems) == ["CF408"]


def test_columns_that_are_wider_than_the_table_are_told() -> None:
    _, problems = element(
        "{table: rows, columns: [{text: a, width: 20}, {text: b, width: 20}], x: 4, y: 4, width: 30, height: 9}"
    )

    assert codes(problems) == ["CF418"]


def test_a_table_of_what_is_no_list_is_told() -> None:
    _, problems = element("{table: name, columns: [{text: a}], x: 4, y: 4, width: 30, height: 9}")

    assert codes(problems) == ["CF407"]


def test_a_track_goes_on_in_the_next_line() -> None:
    face, problems = element('{track: "{n}", from: 0, x: 4, y: 4, width: 12, height: 12, cell: 5, padding: 1}')

    assert problems == []
    assert [bounds(each)[:2] for each in shapes(face)] == [(4, 4), (10, 4), (4, 10), (10, 10)]
    assert [line.text for line in lines(face)] == ["0", "1", "2", "3"]


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ('"{n}", height: 4', ["CF408"]), ('"{minus}", height: 9', ["CF408"]), ('"{odd}", height: 9', ["CF408"]), ('"{digits}", height: 9', ["CF408"]),
        ('"{none}", height: 9', ["CF408"]), ('"{yes}", height: 9', ["CF408"]), ('"{stats}", height: 9', ["CF408"]), ('"{n}", cell: 15, height: 60', ["CF408"]), ('"{cost|}", height: 9', []),
    ],
)  # fmt: skip
def test_a_track_that_cannot_be_counted_on_is_told(words: str, code: list[str]) -> None:
    _, problems = element(f"{{track: {words}, x: 4, y: 4, width: 12}}")

    assert codes(problems) == code


def test_repeats_stand_in_rows() -> None:
    face, _ = element(
        '{shape: diamond, each: stats, x: 4, y: 4, width: 3, height: 3, step: {x: 5, y: 6, per-row: 2}, fill: "#000000"}'
    )

    assert [bounds(each)[:2] for each in shapes(face)] == [(4, 4), (9, 4), (4, 10)]


def test_a_field_of_the_card_names_the_colour() -> None:
    palette = 'palette: {warm: "#ff8800"}\n'
    face, problems = element('{shape: ellipse, x: 4, y: 4, width: 3, height: 3, fill: "{type}"}', palette)
    _, unknown = element('{shape: ellipse, x: 4, y: 4, width: 3, height: 3, fill: "{type}"}', palette, type="wram")

    assert (shapes(face)[0].fill, problems) == ("#ff8800", [])
    assert [(problem.code, problem.hint) for problem in unknown] == [("CF412", "did you mean `warm`?")]


def test_groups_stand_in_groups_and_repeat_what_is_in_them() -> None:
    face, problems = element(
        "{group: [{group: [{text: '{value}', each: stats, width: 9, height: 4, step: {y: 5}}], x: 1, y: 2, width: 30, height: 30}], x: 10, y: 20, width: 40, height: 40}"
    )

    assert problems == []
    assert [line.text for line in lines(face)] == ["3", "−1", "2"]
    assert [line.x for line in lines(face)] == pytest.approx([11, 11, 11])
    assert lines(face)[1].y - lines(face)[0].y == pytest.approx(5)


def test_nothing_stands_below_what_is_not_on_the_card() -> None:
    _, problems = drawn(
        "  - {id: a, shape: ellipse, when: cost, x: 4, y: 4, width: 3, height: 3}\n  - {shape: ellipse, below: a, x: 4, width: 3, height: 3}\n"
    )

    assert codes(problems) == ["CF406"]


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("text: x, x: 61, y: 4, height: 5", "CF418"), ("text: x, x: 4, y: 86, width: 9", "CF418"), ("text: long words, x: 50, y: 4, width: 30, height: 5", "CF416"), ("text: x, x: -5, y: 4, width: 9, height: 5", "CF416"),
    ],
)  # fmt: skip
def test_what_has_no_room_on_the_card_is_told(words: str, code: str) -> None:
    _, problems = element(f"{{{words}}}")

    assert codes(problems) == [code]


@pytest.mark.parametrize("art", [5, ["a"], {"file": 5}, {}, {"file": "a.png", "focus": 5}, {"file": "a.png", "focus": [1]}, {"file": "a.png", "crop": [0, 0, 300, 100]}, {"file": "a.png", "crop": [0, 0, "x", 100]}])  # fmt: skip
def test_art_of_a_game_without_a_schema_for_it_is_proven_too(art: Any) -> None:
    _, problems = element('{image: "{art}", x: 4, y: 4, width: 9, height: 9}', art=art)

    assert codes(problems) in (["CF414"], ["CF415"])
