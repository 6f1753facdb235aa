"""What rules read of a document with schema mistakes."""

from __future__ import annotations

from cardforge.check.sound_data import UNSOUND, sound_data
from cardforge.core.problems import Pointer
from cardforge.link.collection import Entry, Unsound
from cardforge.load.document import Fields
from tests.support.documents import document_of

PACK = "{id: ada, cards: [{id: a, cost: 3, tags: [x, y]}, {id: b, cost: 5}]}"


def data(*values: Pointer, references: bool = False) -> Fields:
    unsound = Unsound(values, references, frozenset())
    return sound_data(Entry(document_of(PACK), "crew", is_pack=True, mentions=(), unsound=unsound))


def test_a_sound_document_is_read_as_it_is() -> None:
    document = document_of(PACK)

    assert sound_data(Entry(document, "crew", is_pack=True, mentions=())) is document.data


def test_a_lost_value_is_listed_in_its_mapping() -> None:
    found = data(("cards", 0, "cost"), ("cards", 0, "copies"))

    assert found == {
        "id": "ada",
        "cards": [{"id": "a", "tags": ["x", "y"], UNSOUND: ["copies", "cost"]}, {"id": "b", "cost": 5}],
    }


def test_an_unsound_entry_makes_its_list_unsound() -> None:
    assert data(("cards", 0, "tags", 1))["cards"][0] == {"id": "a", "cost": 3, UNSOUND: ["tags"]}
    assert data(("cards", 1)) == {"id": "ada", UNSOUND: ["cards"]}


def test_unsound_references_make_everything_that_follows_them_unsound() -> None:
    assert data(("id",), references=True)[UNSOUND] == ["id", "links", "lost", "packs"]
