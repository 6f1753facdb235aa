"""Templates and cards to faces: inheritance, binding, places, and every problem at its place."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from cardforge.core.problems import Problem
from cardforge.fonts import FontBook
from cardforge.layout.binding import Binding, Condition, UnknownFieldError
from cardforge.layout.display import Face, Shape
from cardforge.layout.face import Layout
from cardforge.layout.game_art import GameArt
from cardforge.layout.template import Templates
from tests.support.documents import document_of
from tests.support.faces import HERO, SQUARE, card_source, face, icons, lines, shapes, template_of


def texts(made: Face) -> list[str]:
    return [line.text for line in lines(made)]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("{name}", "Ada"), ("{stats.hull}", "3"), ("{stats.hull:+}", "+3"), ("{stats.speed:+}", "-1"), ("{cost|free}", "free"),
        ("{tags}", "a, b"), ("{tags.1}", "b"), ("{{name}}", "{name}"), ("{name:upper}", "ADA"), ("{stats}", "hull 3, speed -1"), ("[x]{accent}", "[x]{accent}"),
    ],
)  # fmt: skip
def test_fields_are_put_into_text(text: str, meant: str) -> None:
    assert Binding(text).text(HERO) == meant


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("climb(3)", ":climb:\u00a03"),
        ("climb(10) or oil-2", ":climb:\u00a010 or :oil:\u00a0\u22122"),
        ("lamp_oil-1", ":lamp_oil:\u00a0\u22121"),
        ("a well-known climb", "a well-known climb"),
    ],
)
def test_a_counted_thing_is_an_icon_with_its_number(written: str, shown: str) -> None:
    assert Binding("{check:icons}").text({"check": written}) == shown


def test_an_unknown_field_is_never_left_out_silently() -> None:
    with pytest.raises(UnknownFieldError):
        Binding("{nmae}").text(HERO)


def test_conditions() -> None:
    assert Condition("stats.hull").holds(HERO)
    assert not Condition("cost").holds(HERO)
    assert Condition({"group": "hero"}).holds(HERO)
    assert Condition({"group": ["hero", "foe"]}).holds(HERO)
    assert not Condition({"group": "foe"}).holds(HERO)


@pytest.mark.parametrize("empty", [None, False, 0, "", [], {}])
def test_a_field_that_is_empty_counts_as_one_that_is_not_there(empty: object) -> None:
    assert not Condition("tags").holds({"tags": empty})
    assert Condition({"tags": 0}).holds({"tags": 0})  # who asks for nought gets it


def test_elements_are_drawn_when_and_for_each() -> None:
    made, problems = face(
        '  - {text: "{key} {value}", each: stats, x: 5, y: 5, width: 30, height: 5, step: {y: 6}}\n'
        '  - {text: "never", when: cost, x: 5, y: 40, width: 30, height: 5}\n'
    )

    assert problems == []
    assert texts(made) == ["hull 3", "speed −1"]
    first, second = lines(made)
    assert second.y - first.y == pytest.approx(6)


def test_an_element_stands_below_another_as_high_as_its_text() -> None:
    made, problems = face(
        '  - {id: a, text: "{text} {text} {text} {text}", x: 5, y: 5, width: 20, height: fit}\n'
        '  - {id: b, shape: rectangle, below: a, gap: 2, width: 20, height: 4, fill: "#ff0000"}\n'
        '  - {shape: ellipse, right-of: b, gap: 1, width: rest, height: 4, fill: "#00ff00"}\n'
    )

    assert problems == []
    assert shapes(made)[0].path[0][1][1] > lines(made)[-1].y + 2
    right = max(numbers[-2] for letter, numbers in shapes(made)[1].path if letter != "Z")
    assert right == pytest.approx(63 - 3)  # `rest` ends at the safe area


def test_a_group_moves_its_elements() -> None:
    made, _ = face(
        '  - {group: [{shape: rectangle, x: 1, y: 1, width: 2, height: 2, fill: "#000000"}], x: 10, y: 20, width: 9, height: 9}\n'
    )

    assert made.items[0].path[0] == ("M", (11.0, 21.0))  # type: ignore[union-attr] # it is the rectangle


@pytest.mark.parametrize(
    ("form", "right", "down"), [("ellipse", 0, 0), ("diamond", 0, 0), ("shield", 0, -0.0915), ("tag", -0.048, 0)]
)
def test_a_number_stands_in_the_middle_of_its_shape_not_of_the_box_around_it(
    form: str, right: float, down: float
) -> None:
    place = "x: 10, y: 10, width: 12, height: 10"
    made = [lines(face(f'  - {{badge: "7", form: {each}, {place}}}')[0])[0] for each in ("rectangle", form)]

    assert made[1].x - made[0].x == pytest.approx(right * 12)
    assert made[1].y - made[0].y == pytest.approx(down * 10)


@pytest.mark.parametrize(
    ("elements", "code", "line"),
    [
        ('  - {text: "{nmae}", x: 5, y: 5, width: 30, height: 5}\n', "CF407", 5),
        ('  - {text: "x", below: nowhere, width: 30, height: 5}\n', "CF406", 5),
        (
            '  - {text: "x", x: 5, y: 5, width: 30, height: 5}\n  - {text: "y", x: 6, y: 6, width: 30, height: 5}\n',
            "CF409",
            6,
        ),
    ],
)
def test_a_mistake_in_a_template_is_placed_in_the_template(elements: str, code: str, line: int) -> None:
    _, problems = face(elements)

    assert [(problem.code, problem.where.path, problem.where.line) for problem in problems] == [
        (code, "face.yaml", line)
    ]


def test_a_script_without_a_font_is_one_problem_with_the_package_that_brings_it() -> None:
    _, problems = face('  - {text: "{text}", x: 5, y: 5, width: 50, height: 60}\n', {"text": "船员的工作 தமிழ் ☃\ue000"})

    assert [(problem.code, problem.message, problem.hint) for problem in problems] == [
        (
            "CF401",
            "`pack/ada`: no font has the character '\\ue000' (U+E000) in `{text}`",
            "add a font that has it to templates/fonts/",
        ),
        (
            "CF401",
            "`pack/ada`: no font has the Tamil letters “தமழி்” (U+0BA4) in `{text}`",
            "put a font for Tamil into templates/fonts/, such as the .ttf of the npm package @expo-google-fonts/noto-sans-tamil",
        ),
        (
            "CF401",
            "`pack/ada`: no font has the Chinese letters “作员工的船” (U+4F5C) in `{text}`",
            "put a font for Chinese into templates/fonts/, such as the .ttf of the npm package @expo-google-fonts/noto-sans-sc",
        ),
    ]


@pytest.mark.parametrize(
    ("text", "code", "word"),
    [
        ("Draw 1 card. " * 60, "CF408", "mm too tall"),
        ("w" * 90, "CF408", "mm too wide"),
        ("**" + "w" * 9000 + "**", "CF408", "mm too wide"),
        ("中", "CF401", "U+4E2D"),
    ],
)
def test_a_card_that_cannot_be_drawn_is_named_with_its_place(text: str, code: str, word: str) -> None:
    _, problems = face('  - {text: "{text}", x: 5, y: 5, width: 50, height: 10}\n', {"text": text})

    assert [(problem.code, str(problem.where)) for problem in problems] == [(code, "pack.yaml:7:3")]
    assert word in problems[0].message
    assert "pack/ada" in problems[0].message
    assert len(problems[0].message) < 150


def test_a_word_is_too_wide_by_what_its_box_lacks() -> None:
    told = []
    for width, mark in ((10, ""), (12, ""), (12, "**"), (12, "- ")):
        element = f'  - {{text: "{{text}}", x: 5, y: 5, width: {width}, height: 20}}\n'
        _, (problem,) = face(element, {"text": f"{mark}Thunderstorms{mark.strip('- ')}"})
        told.append(float(problem.message.split(" mm too wide")[0].split()[-1]))

    assert told[0] == pytest.approx(told[1] + 2, abs=0.11)
    assert told[2] > told[1]  # bold is wider
    assert told[3] == pytest.approx(told[1] + 2.5, abs=0.11)  # 8 points of 0.9 for the bullet


@pytest.mark.parametrize(
    ("element", "says"),
    [
        ('{text: "{text}", x: 5, y: 5, width: 50, height: 9}', "for `pack/ada`"),
        ('{shape: rectangle, fill: "{accent}", x: 5, y: 5, width: 50, height: 9}', "for `pack/ada`"),
        ('{text: "[x]{blu}", x: 5, y: 5, width: 50, height: 9}', ""),
        ("{shape: rectangle, fill: blu, x: 5, y: 5, width: 50, height: 9}", ""),
    ],
)
def test_a_colour_that_the_card_names_is_told_with_the_card(element: str, says: str) -> None:
    """The place is that of the element, which many cards share."""
    _, (problem,) = face(f"  - {element}\n", {"text": "a [b]{blu} c", "accent": "blu"})

    assert (problem.code, problem.message) == ("CF412", f"there is no colour `blu` {says}".rstrip())


def faces(*documents: dict[str, Any]) -> Templates:
    return Templates(
        [document_of(yaml.safe_dump({"kind": "face", **each}), f"{each['id']}.yaml") for each in documents]
    )


def test_a_face_takes_over_what_it_extends_and_changes_some_of_it() -> None:
    rectangle = {"shape": "rectangle", "width": 1, "height": 1}
    templates = faces(
        {
            "id": "base",
            "size": "tarot",
            "palette": {"ink": "#111111", "paper": "#eeeeee"},
            "styles": {"body": {"size": 9}},
            "elements": [{"id": "a", **rectangle}, {"id": "b", **rectangle}],
        },
        {"id": "loud", "palette": {"ink": "#ff0000"}},
        {
            "id": "child",
            "for": ["crew"],
            "extends": ["base", "loud"],
            "styles": {"body": {"weight": "bold"}},
            "elements": [{"id": "a", "shape": "ellipse"}, {"id": "c", **rectangle}],
        },
    )
    made = templates.template("crew", "any")

    assert made
    assert templates.problems == []
    assert (made.width, made.height) == (70, 120)
    assert made.palette == {"ink": "#ff0000", "paper": "#eeeeee"}
    assert made.style("body")["size"] == 9
    assert made.style("body")["weight"] == "bold"
    assert [element.data["id"] for element in made.elements] == ["a", "b", "c"]
    assert made.elements[0].data["shape"] == "ellipse"


def test_the_face_of_a_group_wins_over_that_of_its_kind() -> None:
    templates = faces({"id": "all", "for": ["crew"]}, {"id": "one", "for": ["crew/basic"]})

    assert getattr(templates.template("crew", "basic"), "id", "") == "one"
    assert getattr(templates.template("crew", "other"), "id", "") == "all"
    assert templates.template("ship", "basic") is None


@pytest.mark.parametrize(
    ("documents", "code"),
    [
        ([{"id": "a", "extends": ["a"]}], "CF403"),
        ([{"id": "a", "extends": ["b"]}, {"id": "b", "extends": ["a"]}], "CF403"),
        ([{"id": "a", "extends": ["nobody"]}], "CF404"),
        ([{"id": "a", "size": "poekr"}], "CF405"),
        ([{"id": "a"}, {"id": "a"}], "CF402"),
    ],
)
def test_broken_inheritance_is_a_problem(documents: list[dict[str, Any]], code: str) -> None:
    assert code in [problem.code for problem in faces(*documents).problems]


def test_faces_that_extend_one_another_without_end_are_a_problem_and_never_a_crash() -> None:
    chain = [{"id": f"f{at}", "extends": [f"f{(at + 1) % 1500}"]} for at in range(1500)]

    assert {problem.code for problem in faces(*chain).problems} == {"CF403"}
    assert (
        faces(*[{**each, "extends": each["extends"] if at < 30 else []} for at, each in enumerate(chain[:31])]).problems
        == []
    )


def with_icons(elements: str, card: dict[str, Any]) -> tuple[Face, list[Problem]]:
    return Layout(FontBook(), GameArt(icons(energy=SQUARE))).face(card_source(card), template_of(elements))


def test_an_icon_fills_its_box_and_one_in_a_text_stands_on_its_line() -> None:
    made, problems = with_icons(
        '  - {icon: "{type}", x: 10, y: 20, width: 10, height: 10}\n  - {text: "Gain 2 :energy: now", x: 5, y: 50, width: 40, height: 5}\n',
        {"type": "energy"},
    )
    first, inline = (item for item in made.items if isinstance(item, Shape))
    (line,) = lines(made)

    assert problems == []
    assert first.path[0] == ("M", (11.0, 21.0))
    assert 50 < inline.path[0][1][1] < line.y
    assert 5 < inline.path[0][1][0] < 45


@pytest.mark.parametrize(
    "element",
    ["{icon: enrgy, x: 1, y: 1, width: 5, height: 5}", '{text: "a :enrgy: b", x: 5, y: 5, width: 40, height: 5}'],
)
def test_an_unknown_icon_is_a_problem_with_the_nearest_name(element: str) -> None:
    _, (problem,) = with_icons(f"  - {element}\n", {})

    assert (problem.code, problem.where.line) == ("CF410", 5)
    assert "`energy`" in problem.hint
    assert "pack/" not in problem.message  # the slip is the face's, and told once for all its cards


def test_a_colour_may_be_named_after_another() -> None:
    made, problems = face(
        "  - {shape: rectangle, x: 1, y: 1, width: 5, height: 5, fill: accent}\n",
        more='palette: {accent: rust, rust: "#98280e"}\n',
    )
    _, circle = face(
        "  - {shape: rectangle, x: 1, y: 1, width: 5, height: 5, fill: accent}\n",
        more="palette: {accent: rust, rust: accent}\n",
    )

    assert problems == []
    assert made.items[0].fill == "#98280e"  # type: ignore[union-attr] # it is the rectangle
    assert [problem.code for problem in circle] == ["CF412"]


def test_lists_within_lists_do_not_multiply_without_end() -> None:
    """2,000 entries for each of 2,000 entries would be four million texts."""
    inner = "{text: '{value}', x: 0, y: 0, width: 1, height: 1, each: many}"
    made, problems = Layout(FontBook()).face(
        card_source({"many": list(range(2_000))}),
        template_of(f"  - {{group: [{inner}], each: many, x: 0, y: 0, width: 1, height: 1}}\n"),
    )

    assert {problem.code for problem in problems} == {"CF418"}
    assert "CARDFORGE_MAX_FACE_ENTRIES" in problems[0].hint
    assert not made.items


def test_the_colour_named_default_stands_for_unknown_names_of_cards_only() -> None:
    element = "{{shape: rectangle, x: 1, y: 1, width: 5, height: 5, fill: {}}}\n"
    palette = 'palette: {default: rust, rust: "#98280e", ink: "#222222"}\n'
    shown = {}
    for accent in ("blu", "ink", "#123456"):
        made, problems = face("  - " + element.format('"{accent}"'), {"accent": accent}, more=palette)
        assert problems == []
        shown[accent] = made.items[0].fill  # type: ignore[union-attr] # it is the rectangle
    _, written = face("  - " + element.format("blu"), more=palette)
    _, missing = face("  - " + element.format('"{sign}"'), more=palette)

    assert shown == {"blu": "#98280e", "ink": "#222222", "#123456": "#123456"}
    assert [problem.code for problem in written] == ["CF412"]  # a slip of the face's author is not hidden
    assert [problem.code for problem in missing] == ["CF407"]
