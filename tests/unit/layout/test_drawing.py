"""SVG art: its shapes, colours and places, and what is refused by name."""

from __future__ import annotations

import pytest

from cardforge.core.problems import Location, Problem
from cardforge.fonts import FontBook
from cardforge.layout.display import Clipped, Pen, Shape
from cardforge.layout.drawing import Drawing, drawing_of
from cardforge.layout.face import Layout
from cardforge.layout.face_in_progress import CardSource
from cardforge.layout.pictures import Pictures
from cardforge.write.compose import Composer, _Needs
from tests.support.faces import bounds, template_of


def drawing(inner: str, box: str = "0 0 10 10") -> Drawing:
    found = drawing_of(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{inner}</svg>', "a.svg")
    assert isinstance(found, Drawing), found
    return found


def first(inner: str, box: str = "0 0 10 10") -> Shape:
    return drawing(inner, box).shapes[0]


@pytest.mark.parametrize(
    ("look", "meant"),
    [
        ("", ("#000000", "", 0)), ('fill="none" stroke="red"', ("", "#ff0000", 1)), ('fill="#abc" stroke="none"', ("#aabbcc", "", 0)),
        ('fill="rgb(1, 2, 300)"', ("#0102ff", "", 0)), ('style="fill:#102030; stroke:#FFF; stroke-width:2px"', ("#102030", "#ffffff", 2)), ('stroke="red" stroke-width="0"', ("#000000", "", 0)),
    ],
)  # fmt: skip
def test_a_shape_has_the_colours_it_says(look: str, meant: tuple[str, str, float]) -> None:
    shape = first(f'<rect x="1" y="2" width="3" height="4" {look}/>')

    assert (shape.fill, shape.stroke, shape.stroke_width) == meant
    assert bounds(shape) == (1, 2, 4, 6)


@pytest.mark.parametrize(
    "shape",
    ['<path d="M1 1h4v4h-4z"/>', '<rect x="1" y="1" width="4" height="4"/>', '<circle cx="3" cy="3" r="2"/>', '<ellipse cx="3" cy="3" rx="2" ry="2"/>', '<polygon points="1,1 5,1 5,5 1,5"/>', '<polyline points="1,1 5,1 5,5 1,5"/>', '<line x1="1" y1="1" x2="5" y2="5" stroke="red"/>'],
)  # fmt: skip
def test_every_plain_shape_is_drawn(shape: str) -> None:
    assert bounds(first(shape)) == pytest.approx((1, 1, 5, 5))


@pytest.mark.parametrize(
    ("transform", "meant"),
    [
        ("translate(2)", (2, 0, 3, 1)), ("translate(2 3)", (2, 3, 3, 4)), ("scale(2)", (0, 0, 2, 2)), ("scale(2,3)", (0, 0, 2, 3)), ("rotate(90)", (-1, 0, 0, 1)),
        ("rotate(90 1 1)", (1, 0, 2, 1)), ("matrix(1 0 0 1 4 5)", (4, 5, 5, 6)), ("translate(2 0) scale(3)", (2, 0, 5, 3)), ("scale(3), translate(2 0)", (6, 0, 9, 3)),
    ],
)  # fmt: skip
def test_transforms_move_shapes_and_those_in_groups(transform: str, meant: tuple[float, ...]) -> None:
    square = '<rect width="1" height="1"{}/>'

    assert bounds(first(square.format(f' transform="{transform}"'))) == pytest.approx(meant)
    assert bounds(first(f'<g transform="{transform}">{square.format("")}</g>')) == pytest.approx(meant)


def test_groups_hand_their_look_down_and_strokes_grow_with_them() -> None:
    shape = first(
        '<g fill="red" stroke="blue" transform="scale(2)"><g fill-rule="evenodd"><rect width="1" height="1"/></g></g>'
    )

    assert (shape.fill, shape.stroke, shape.stroke_width, shape.even_odd) == ("#ff0000", "#0000ff", 2, True)


def test_the_viewbox_says_where_the_drawing_begins() -> None:
    assert bounds(first('<rect x="-5" y="20" width="1" height="1"/>', "-5 20 10 10")) == (0, 0, 1, 1)


def test_ends_and_corners_of_strokes_are_kept() -> None:
    shape = first('<g stroke-linecap="round" stroke-linejoin="bevel"><path d="M0 0L5 5" stroke="red" fill="none"/></g>')
    written = Composer()._item(shape, 10.0, _Needs())

    assert shape.pen == Pen(1, 2, 4)
    assert written.startswith("q 1 J 2 j 4 M ")
    assert written.endswith(" S Q")


def test_holes_are_cut_by_the_rule_of_the_drawing() -> None:
    inner = '<path fill-rule="evenodd" d="M0 0h9v9h-9zM2 2h5v5h-5z"/>'

    assert Composer()._item(first(inner), 10.0, _Needs()).endswith(" f*")
    assert Composer()._item(first(inner.replace("evenodd", "nonzero")), 10.0, _Needs()).endswith(" f")


@pytest.mark.parametrize(
    ("inner", "name"),
    [
        ("<text>x</text>", "<text>"), ('<use href="#a"/>', "<use>"), ('<image href="a.png"/>', "<image>"), ("<style>a{}</style>", "<style>"), ("<defs><style>a{}</style></defs>", "a style sheet"), ('<svg viewBox="0 0 1 1"/>', "<svg>"),
        ('<rect width="1" height="1" fill="url(#a)"/>', "url(#a)"), ('<rect width="1" height="1" opacity=".5"/>', "opacity"), ('<g filter="url(#f)"/>', "filter"), ('<g style="clip-path: url(#c)"/>', "clip-path"),
        ('<rect width="1" height="1" transform="skewX(5)"/>', "skewX"), ('<rect width="1" height="1" stroke="red" stroke-dasharray="1 2"/>', "stroke-dasharray"), ('<path d="M0 0h1" marker-end="url(#m)"/>', "marker-end"),
    ],
)  # fmt: skip
def test_what_cannot_be_drawn_is_refused_by_its_name(inner: str, name: str) -> None:
    found = drawing_of(f'<svg viewBox="0 0 10 10"><rect width="1" height="1"/>{inner}</svg>', "a.svg")

    assert isinstance(found, Problem)
    assert (found.code, name in found.message, bool(found.hint)) == ("CF411", True, True), found.message


@pytest.mark.parametrize(
    "text",
    [
        "", "hello", "<svg", "<svg/>", '<svg viewBox="0 0 0 9"/>', '<svg viewBox="0 0 nan nan"><rect width="1" height="1"/></svg>', '<svg viewBox="0 0 9 inf"/>', '<svg viewBox="0 0 9 9"/>', '<svg viewBox="0 0 9 9"><rect width="1" height="1" fill="none"/></svg>',
        '<svg viewBox="0 0 9 9"><path d="M 0 0 L q"/></svg>', '<svg viewBox="0 0 9 9"><path d="M 0 0 A 1"/></svg>', '<svg viewBox="0 0 9 9"><path d="M 0 0 L 1e999 1"/></svg>', '<svg viewBox="0 0 9 9"><path/></svg>', '<svg viewBox="0 0 9 9"><rect width="a" height="1"/></svg>',
        '<svg viewBox="0 0 9 9"><polygon points="1"/></svg>', '<svg viewBox="0 0 9 9"><path d="M0 0h1" stroke="red" stroke-width="thick"/></svg>', '<svg viewBox="0 0 9 9"><g transform="rotate()"><path d="M0 0h1"/></g></svg>', '<svg viewBox="0 0 9 9"><g transform="up"/></svg>',
        '<svg viewBox="0 0 9 9">' + "<g>" * 3000 + "</g>" * 3000 + "</svg>", '<!DOCTYPE svg [<!ENTITY a "b">]><svg viewBox="0 0 9 9"><rect width="1" height="1"/></svg>',
        '<!DOCTYPE svg [<!ATTLIST rect a CDATA "b">]><svg viewBox="0 0 9 9"><rect width="1" height="1"/></svg>',
        '<!DOCTYPE svg SYSTEM "x" [ ]><svg viewBox="0 0 9 9"><rect width="1" height="1"/></svg>',
        '<svg viewBox="0 0 9 9"><rect width="1" height="1" transform="' + "a" * 3_000_000 + '"/></svg>',
    ],
)  # fmt: skip
def test_what_is_no_drawing_is_a_problem_and_never_a_crash(text: str) -> None:
    found = drawing_of(text, "a.svg")

    assert isinstance(found, Problem)
    assert found.code == "CF411"


class _OneDrawing(Pictures):
    def find(self, path: str) -> Drawing:
        return drawing('<rect width="20" height="10" fill="red"/>', "0 0 20 10")


@pytest.mark.parametrize(
    ("more", "clip", "shape"),
    [("", (10, 10, 20, 20), (5, 10, 25, 20)), ("focus: [0, 50], ", (10, 10, 20, 20), (10, 10, 30, 20)), ("fit: contain, ", (10, 12.5, 20, 17.5), (10, 12.5, 20, 17.5)), ("form: ellipse, ", (10, 10, 20, 20), (5, 10, 25, 20))],
)  # fmt: skip
def test_a_drawing_covers_its_box_and_is_cut_to_it(
    more: str, clip: tuple[float, ...], shape: tuple[float, ...]
) -> None:
    template = template_of(f"  - {{image: a.svg, {more}x: 10, y: 10, width: 10, height: 10}}\n")
    face, problems = Layout(FontBook(), pictures=_OneDrawing()).face(CardSource("p/a", {}, Location("x")), template)
    (item,) = face.items

    assert problems == []
    assert isinstance(item, Clipped)
    assert bounds(Shape(item.outline)) == pytest.approx(clip)
    (inner,) = item.items
    assert isinstance(inner, Shape)
    assert bounds(inner) == pytest.approx(shape)
