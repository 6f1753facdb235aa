"""Fields in the texts of faces, and what is told of those that cannot be shown."""

from __future__ import annotations

import pytest

from cardforge.layout.binding import Binding, formatted, named
from tests.support.faces import face


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("{name:uper}", "`:uper`", "`upper`"),
        ("{name:backwards}", "`:backwards`", "`title`"),
        ("{name", "brace", "{{"),
        ("{none}", "`none`", "`{none|}`"),  # it is there, and empty: nobody means it twice
    ],
)
def test_a_field_that_cannot_be_shown_is_told_with_what_helps(text: str, message: str, hint: str) -> None:
    _, problems = face(f'  - {{text: "{text}", x: 5, y: 5, width: 40, height: 9}}\n', {"name": "Ada", "none": None})

    assert [problem.code for problem in problems] == ["CF407"]
    assert message in problems[0].message
    assert hint in problems[0].hint


@pytest.mark.parametrize(
    ("id", "shown"),
    [
        ("port-vanta", "Port Vanta Itself"),
        ("lamp-nine", "Lamp Nine"),
        ("wide-hugo-kvzjt", "Wide Hugo"),  # letters of a seed are for machines
        ("wide-hugo-2", "Wide Hugo 2"),
        ("ash-gates", "Ash Gates"),
        ("the-writ-of-seizure", "The Writ of Seizure"),
        ("kvzjt", "Kvzjt"),
        (["port-vanta", "wide-hugo-kvzjt"], "Port Vanta Itself, Wide Hugo"),
    ],
)
def test_an_id_is_shown_as_a_name(id: str | list[str], shown: str) -> None:
    assert named(id, {"port-vanta": "Port Vanta Itself"}) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("{Card Name}", "Ada's Œuvre No. 2"),
        ("{Card Name:upper}", "ADA'S ŒUVRE NO. 2"),
        ("{Card Name:lower}", "ada's œuvre no. 2"),
        ("{Card Name:slug}", "adas-uvre-no-2"),
        ("{Größe in cm|0} cm", "12 cm"),
        ("{No. of Wins|none}", "none"),
        ("{ Card Name}", "{ Card Name}"),
    ],
)
def test_a_field_may_be_named_as_in_a_spreadsheet(text: str, shown: str) -> None:
    assert Binding(text).text({"Card Name": "Ada's Œuvre No. 2", "Größe in cm": 12}) == shown


@pytest.mark.parametrize(
    ("price", "shown"), [(2000, "2,000"), (-12000, "-12,000"), (500, "500"), ("2000", "2000"), (True, "yes")]
)
def test_an_amount_is_shown_with_a_comma_for_thousands(price: object, shown: str) -> None:
    assert formatted(price, "thousands") == shown
