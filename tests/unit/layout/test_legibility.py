"""The lint of a face by its geometry: each check speaks on its broken example, and is silent on the good twin."""

from __future__ import annotations

from typing import Any

import pytest

from cardforge.core.problems import Location, Severity
from cardforge.fonts import FontBook
from cardforge.layout.display import Shape, rectangle
from cardforge.layout.face import Layout
from cardforge.layout.lint_findings import LintFinding, worst_of
from cardforge.layout.pictures import Pictures
from cardforge.load.picture import Picture, picture_of
from tests.support.faces import card_source, template_of
from tests.support.pictures import png

ERROR, WARNING = Severity.ERROR, Severity.WARNING
GROUND = '{shape: rectangle, x: -3, y: -3, width: 69, height: 94, fill: "#ffffff"}'


class OnePicture(Pictures):
    """A shelf on which every path is the same picture, 400 pixels a side."""

    def find(self, path: str) -> Picture:
        found = picture_of(png((400, 400)), path)
        assert isinstance(found, Picture)
        return found


LAYOUT = Layout(FontBook(), pictures=OnePicture())


def findings(*elements: str, card: dict[str, Any] | None = None, more: str = "") -> list[LintFinding]:
    template = template_of("".join(f"  - {each}\n" for each in (GROUND, *elements)), more)
    laid = LAYOUT.laid_out(card_source(card or {}), template)
    assert laid.problems == []
    return laid.findings


def sized(size: float) -> str:
    return f"styles: {{base: {{size: {size}, floor: 4}}}}\n"


@pytest.mark.parametrize(("size", "severity"), [(4.9, ERROR), (5, WARNING), (5.9, WARNING)])
def test_small_text_is_told_at_its_element(size: float, severity: Severity) -> None:
    (found,) = findings('{text: "x", x: 5, y: 5, width: 50, height: 5}', more=sized(size))

    assert (found.code, found.severity, found.where) == ("CF420", severity, Location("face.yaml", 7, 12))
    assert f"{size:g} pt" in found.message


def test_text_of_six_points_is_not_small() -> None:
    assert findings('{text: "x", x: 5, y: 5, width: 50, height: 5}', more=sized(6)) == []


@pytest.mark.parametrize(("words", "severity"), [(50, None), (90, WARNING), (120, ERROR)])
def test_text_that_was_shrunk_is_told_at_its_card(words: int, severity: Severity | None) -> None:
    box = '{text: "{text}", x: 5, y: 5, width: 50, height: 18}'
    found = findings(box, card={"text": "word " * words}, more=sized(9))

    wanted = [("CF420", severity, "pack.yaml:7:3")] if severity else []
    assert [(each.code, each.severity, str(each.where)) for each in found] == wanted


@pytest.mark.parametrize(
    ("place", "severity"),
    [
        ("x: 3, y: 20", None), ("x: 2.5, y: 20", WARNING), ("x: 1.9, y: 20", ERROR), ("x: 0, y: 20", ERROR),
        ("x: 20, y: 1.7", WARNING), ("x: 20, y: 0", ERROR), ("x: 20, y: 81", None), ("x: 20, y: 82.5", WARNING), ("x: 20, y: 83.5", ERROR),
    ],
)  # fmt: skip
def test_text_near_the_cut(place: str, severity: Severity | None) -> None:
    found = findings(f'{{text: "MHg", {place}, width: 40, height: 4}}')

    assert [(each.code, each.severity, each.where.line) for each in found] == (
        [("CF421", severity, 6)] if severity else []
    )


def test_the_safe_area_is_that_of_the_face_and_the_letters_count_not_their_box() -> None:
    wide = '{text: "MHg", x: 4, y: 20, width: 58, height: 5}'

    assert findings(wide) == []
    assert [each.code for each in findings(wide, more="safe: 5\n")] == ["CF421"]
    assert [each.code for each in findings(wide, more="styles: {base: {align: right}}\n")] == ["CF421"]


@pytest.mark.parametrize(
    ("thin", "good"),
    [
        ("shape: ellipse, stroke: '#000000', stroke-width: 0.08", "shape: ellipse, stroke: '#000000', stroke-width: 0.09"),
        ("shape: ellipse, stroke: '#000000', stroke-width: 0", "shape: ellipse, fill: '#000000', stroke-width: 0"),
        ("badge: '7', stroke: '#000000', stroke-width: 0.05", "badge: '7', stroke: '#000000'"),
    ],
)  # fmt: skip
def test_a_hairline(thin: str, good: str) -> None:
    place = "x: 10, y: 10, width: 20, height: 20"

    assert [(each.code, each.severity) for each in findings(f"{{{thin}, {place}}}")] == [("CF422", ERROR)]
    assert findings(f"{{{good}, {place}}}") == []


def test_a_rule_that_is_a_narrow_rectangle_is_a_line_too() -> None:
    rule = "{{shape: rectangle, x: 10, y: 10, width: 30, height: {}, fill: '#000000'}}"

    assert [each.code for each in findings(rule.format(0.05))] == ["CF422"]
    assert findings(rule.format(0.1)) == []


def test_a_line_in_a_group_is_told_at_its_own_element() -> None:
    inner = "{shape: ellipse, stroke: '#000000', stroke-width: 0.01, width: 9, height: 9}"
    (found,) = findings(f"{{group: [{{icons: 0, width: 9, height: 9}}, {inner}], x: 9, y: 9, width: 9, height: 9}}")

    assert (found.where.line, found.where.column > 40) == (6, True)


@pytest.mark.parametrize(("side", "severity"), [(33.8, None), (40, WARNING), (50.7, WARNING), (51, ERROR)])
def test_a_picture_with_too_few_pixels(side: float, severity: Severity | None) -> None:
    place = f"x: 5, y: 10, width: {side}, height: {side}"
    own = findings(f'{{image: "{{art}}", {place}}}', card={"art": "a.png"})
    fixed = findings(f"{{image: b.png, form: ellipse, {place}}}")

    wanted = [("CF423", severity)] if severity else []
    assert [(each.code, each.severity) for each in own] == [(each.code, each.severity) for each in fixed] == wanted
    assert [str(each.where) for each in own + fixed] == (["pack.yaml:7:3", "face.yaml:6:13"] if severity else [])


def framed(inset: float) -> str:
    return f"x: {inset}, y: {inset}, width: {63 - 2 * inset}, height: {88 - 2 * inset}"


@pytest.mark.parametrize(
    "look", ["stroke: '#000000', stroke-width: 1", "fill: '#aa0000'", "fill: '#aa0000', radius: 3"]
)
def test_a_frame_near_the_cut(look: str) -> None:
    frame = "{{shape: rectangle, " + look + ", {}}}"

    assert [(each.code, each.severity) for each in findings(frame.format(framed(2)))] == [("CF424", WARNING)]
    assert findings(frame.format(framed(3.5))) == []
    assert findings(frame.format("x: 2, y: 30, width: 59, height: 20")) == []  # a band has no four sides


def test_a_picture_and_four_strips_make_a_frame() -> None:
    strips = [
        f"{{shape: rectangle, fill: '#101010', {place}}}"
        for place in (
            "x: 1, y: 1, width: 61, height: 0.5", "x: 1, y: 86.5, width: 61, height: 0.5",
            "x: 1, y: 1, width: 0.5, height: 86", "x: 61.5, y: 1, width: 0.5, height: 86",
        )
    ]  # fmt: skip
    picture = f"{{image: x.png, {framed(2)}}}"

    assert [each.code for each in findings(*strips)] == ["CF424"]
    assert findings(*strips[:3]) == []
    assert [each.code for each in findings(picture) if each.code != "CF423"] == ["CF424"]


def test_a_border_that_reaches_into_the_bleed_is_judged_by_its_inner_edge() -> None:
    border = "{{shape: rectangle, stroke: '#000000', stroke-width: {}, {}}}"

    assert findings(border.format(6, framed(0))) == []
    assert [each.code for each in findings(border.format(5, framed(-0.5)))] == ["CF424"]


def test_a_ground_that_does_not_fill_the_bleed() -> None:
    (found,) = findings("{shape: rectangle, fill: '#eeeeee', x: -1, y: -1, width: 65, height: 90}")

    assert (found.code, "beyond the cut" in found.message) == ("CF424", True)


def test_one_fault_on_many_cards_is_one_problem_with_the_worst_card() -> None:
    place = Location("face.yaml", 7, 1)
    many = [LintFinding("CF421", WARNING, place, f"p/{at}", f"{at} mm", "move it", at) for at in (2.5, 2.1, 2.9)]
    many.append(LintFinding("CF421", ERROR, Location("face.yaml", 9, 1), "p/x", "0 mm", "move it", 0.0))
    first, second = worst_of(many)

    assert first.message == "on `p/2.1` 2.1 mm (and on 2 other cards)"
    assert (second.severity, second.message) == (ERROR, "on `p/x` 0 mm")


def test_a_rectangle_is_what_it_seems() -> None:
    assert len(Shape(rectangle(0, 0, 1, 1)).path) == 5  # as the lint takes it for a rule
