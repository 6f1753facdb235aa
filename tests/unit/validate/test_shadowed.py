"""Fields that cardforge's own names hide are reported, and can be reached."""

from __future__ import annotations

import re
from pathlib import Path

from cardforge.check import rulebook
from cardforge.core.problems import Problem
from cardforge.layout.card_view import CardView
from cardforge.layout.fields import GIVEN
from cardforge.load.document import Document, load_document
from cardforge.load.source import Source
from cardforge.validate.shadowed import IN_FACES, IN_RULES, shadowed


def warnings(text: str, has_cards: bool = True) -> list[Problem]:
    document = load_document(Source("a.yaml", text))
    assert isinstance(document, Document), document
    return list(shadowed(document, has_cards))


def test_a_field_of_many_cards_is_reported_once_at_the_first() -> None:
    (found,) = warnings("cards:\n  - {id: a}\n  - {id: b, card: 12}\n  - {id: c, card: 13}\n")

    assert (found.code, found.where.line, found.where.column) == ("CF107", 3, 13)
    assert "2 cards" in found.message
    assert "{own.card}" in found.hint


def test_a_key_that_rules_cannot_see_is_reported() -> None:
    found = warnings("lost: [a]\nalone: true\ncards: [{lost: 1}]\n", has_cards=False)

    assert [(each.where.line, each.hint) for each in found] == [
        (2, "read it as `own.alone`"),
        (1, "read it as `own.lost`"),
    ]


def test_other_fields_are_fine() -> None:
    assert warnings("name: At\nnumber: 3\ncards: [{id: a, value: 2, key: b, number: 4}]\n") == []


def test_faces_have_all_of_these_names() -> None:
    view = CardView({"card": "mine", "own": 1}, lead={})

    assert GIVEN - {"key", "value", "number"} == IN_FACES
    assert view.data.keys() - {"card"} >= IN_FACES - {"card"}
    assert view.data["own"] == {"card": "mine", "own": 1}


def test_rules_have_all_of_these_names() -> None:
    prelude = Path(rulebook.__file__).with_name("prelude.star").read_text("utf-8")

    assert set(re.findall(r'fields\["(\w+)"\] =', prelude)) == IN_RULES
