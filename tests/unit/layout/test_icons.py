"""Icons: drawings that are one shape in one colour, and those that are more and so are refused."""

from __future__ import annotations

import pytest

from tests.support.faces import SQUARE, icons


@pytest.mark.parametrize(
    "text",
    ["<svg", "<svg/>", '<svg viewBox="0 0 0 0"/>', '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>', '<!DOCTYPE x [<!ENTITY a "b">]>' + SQUARE, SQUARE.replace("<path", '<path stroke="#000"'), SQUARE.replace("</svg>", "<text>x</text></svg>"),
     SQUARE.replace("M1 1H9V9H1Z", "M nonsense"), SQUARE.replace("0 0 10 10", "0 0 1.2.3 10"), SQUARE.replace("0 0 10 10", "0 0 1e999 10"), SQUARE.replace("<path", '<path fill="none"'),
     SQUARE.replace("<path", "<g>" * 3000 + "<path").replace("</svg>", "</g>" * 3000 + "</svg>")],
)  # fmt: skip
def test_a_drawing_that_cannot_be_used_is_a_problem(text: str) -> None:
    assert [problem.code for problem in icons(x=text).problems] == ["CF411"]


@pytest.mark.parametrize(
    "unseen",
    ['<path d="M0 0H10V10H0Z" fill="none"/>', '<g style="fill:none"><path d="M0 0H10V10H0Z"/></g>', '<rect width="9" height="9" display="none"/>'],
)  # fmt: skip
def test_what_is_not_seen_does_not_hide_an_icon(unseen: str) -> None:
    assert icons(x=SQUARE.replace("<path", f"{unseen}<path", 1)).paths == icons(x=SQUARE).paths


def test_an_icon_in_a_moved_group_with_a_doctype_is_read_as_it_looks() -> None:
    moved = SQUARE.replace("<path", '<g transform="translate(1 1)"><path', 1).replace("</svg>", "</g></svg>")
    moved = moved.replace("M1 1H9V9H1Z", "M0 0H8V8H0Z")

    assert icons(x=f'<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd">{moved}').paths == icons(x=SQUARE).paths


def test_the_holes_of_an_icon_are_cut_by_the_rule_of_the_drawing() -> None:
    ring = SQUARE.replace("M1 1H9V9H1Z", "M1 1H9V9H1Z M3 3H7V7H3Z").replace("<path", '<path fill-rule="evenodd"')

    assert [shape.even_odd for shape in icons(x=ring).placed("x", 0, 0, 5, "#000000")] == [True]
    assert [shape.even_odd for shape in icons(x=SQUARE).placed("x", 0, 0, 5, "#000000")] == [False]


def test_an_icon_of_two_colours_is_refused_by_both() -> None:
    """Drawn in one, a light sign on its dark ground would be the ground alone."""
    (problem,) = icons(x=SQUARE.replace("<path", '<rect width="10" height="10"/><path fill="#fff"', 1)).problems

    assert problem.code == "CF411"
    assert "2 colours (`#000000` and `#ffffff`)" in problem.message


def test_capitals_in_the_name_of_an_icon_make_no_difference() -> None:
    """A card may name its symbol `A`, while the file is `a.svg`, the same file on every computer."""
    own = icons(a=SQUARE)

    assert own.placed("A", 0, 0, 5, "#000000") == own.placed("a", 0, 0, 5, "#000000")
