"""Ids: unknown, duplicate, ambiguous, circular, and those of files that could not be read."""

from __future__ import annotations

from typing import Any

from cardforge.link.collection import CARD, Entry, Unsound, collect
from cardforge.link.mentions import Mention, MentionFinder
from cardforge.link.references import LinkFinding, links_of
from cardforge.load.document import Document
from cardforge.load.source import Source

ID = {"type": "string"}
SCHEMA: dict[str, Any] = {
    "properties": {
        "id": ID,
        "friend": {"type": "string", "x-refers-to": ["ship", "crew"]},
        "cards": {"items": {"$ref": "#/$defs/card"}},
        "slots": {"additionalProperties": {"type": "string", "x-refers-to": "item"}},
        "rule": {"$ref": "#/$defs/rule"},
    },
    "$defs": {
        "card": {
            "properties": {"id": ID, "after": {"x-refers-to": "card", "x-within": "pack", "x-acyclic": True}},
            "allOf": [
                {
                    "if": {"properties": {"group": {"const": "loot"}}},
                    "then": {"properties": {"id": {"x-names": "item"}}},
                }
            ],
        },
        "rule": {"properties": {"won": {"x-refers-to": "ship"}, "all": {"items": {"$ref": "#/$defs/rule"}}}},
    },
}
FIND = MentionFinder(SCHEMA)


def entry(kind: str, id: str, unsound: Unsound | None = None, **data: Any) -> Entry:
    document = Document(Source(f"{id}.yaml", f"id: {id}\nkeeps: {data}"), {"id": id, **data})
    return Entry(document, kind, is_pack=True, mentions=tuple(FIND(document.data)), unsound=unsound)


def findings(*entries: Entry, unread: str = "") -> list[LinkFinding]:
    collection = collect(entries, frozenset(unread.split()))
    return [finding for each in entries for finding in links_of(each, collection).findings]


def test_mentions_are_found_behind_groups_maps_and_recursion() -> None:
    found = FIND(
        {
            "cards": [{"id": "a", "group": "loot"}, {"id": "b", "group": "other", "after": "a"}],
            "slots": {"1": "rope"},
            "rule": {"all": [{"won": "x"}, {"all": [{"won": "y"}]}]},
        }
    )

    assert Mention("a", ("cards", 0, "id"), names="item") in found
    assert not any(mention.id == "b" for mention in found)
    assert [mention.id for mention in found if mention.refers_to == ("item",)] == ["rope"]
    assert [mention.pointer for mention in found if mention.refers_to == ("ship",)] == [
        ("rule", "all", 0, "won"),
        ("rule", "all", 1, "all", 0, "won"),
    ]


def test_mentions_of_malformed_data_are_left_out() -> None:
    assert FIND({"cards": {"id": 1}, "slots": [1], "rule": "x", "friend": 3}) == []
    assert FIND([]) == []


def test_an_unknown_reference_comes_with_the_nearest_id() -> None:
    (found,) = findings(entry("ship", "wayfarer"), entry("crew", "ada", friend="wayfarr"))

    assert (found.code, found.pointer) == ("CF201", ("friend",))
    assert "`wayfarer`" in found.hint


def test_a_reference_to_something_in_an_unread_file_is_not_reported() -> None:
    ada = entry("crew", "ada", friend="halberd")

    assert findings(ada, unread="id halberd cards") == []
    assert [found.code for found in findings(ada)] == ["CF201"]


def test_the_keys_that_refer_and_the_keys_that_name_are_known_by_their_sorts() -> None:
    assert FIND.referring == {
        "friend": {"ship", "crew"},
        "after": {"card"},
        "cards": {"card"},
        "slots": {"item"},
        "rule": {"ship"},
        "won": {"ship"},
        "all": {"ship"},
    }
    assert FIND.naming == {"id": {"item"}, "cards": {"item"}}


def test_a_reference_is_not_reported_while_an_id_of_its_sort_has_a_mistake() -> None:
    ada, boat = entry("crew", "ada", friend="halberd"), Unsound((("id",),), False, frozenset({"ship"}))
    other = Unsound((("id",),), False, frozenset({"item"}))

    assert findings(entry("ship", "", boat), ada) == []
    assert [found.code for found in findings(entry("ship", "", other), ada)] == ["CF201"]


def test_a_card_of_the_same_pack_is_not_missed_while_the_id_of_one_has_a_mistake() -> None:
    cards = [{"id": 3}, {"id": "b", "after": "a"}]
    mistake = Unsound((("cards", 0, "id"),), False, frozenset({CARD}))

    assert findings(entry("crew", "ada", mistake, cards=cards)) == []
    assert [found.code for found in findings(entry("crew", "ada", cards=cards))] == ["CF201"]


def test_of_a_document_with_a_mistake_the_sound_references_are_reported() -> None:
    cards = [{"id": "a", "after": "x"}, {"id": "b", "after": "y"}]
    mistake = Unsound((("cards", 0, "after"),), True, frozenset())

    assert [found.pointer for found in findings(entry("crew", "ada", mistake, cards=cards))] == [("cards", 1, "after")]


def test_a_duplicate_pack_is_reported_once_and_names_both_places() -> None:
    (found,) = findings(entry("crew", "ada", cards=[{"id": "x"}]), entry("ship", "ada", cards=[{"id": "x"}]))

    assert (found.code, found.about, found.pointer) == ("CF202", "duplicate", ("id",))
    assert "ada.yaml" in found.message


def test_a_duplicate_card_and_a_duplicate_item_are_reported() -> None:
    (card,) = findings(entry("crew", "ada", cards=[{"id": "x"}, {"id": "x"}]))
    (item,) = findings(
        entry("crew", "ada", cards=[{"id": "rope", "group": "loot"}]),
        entry("crew", "bo", cards=[{"id": "rope", "group": "loot"}]),
    )

    assert card.pointer == ("cards", 1, "id")
    assert item.pointer == ("cards", 0, "id")


def test_a_reference_that_can_mean_two_kinds_is_ambiguous() -> None:
    found = findings(entry("crew", "ada"), entry("ship", "ada"), entry("crew", "bo", friend="ada"))

    assert "CF203" in [finding.code for finding in found]


def test_a_circle_is_found_and_named() -> None:
    cards = [{"id": "a", "after": "c"}, {"id": "b", "after": "a"}, {"id": "c", "after": "b"}, {"id": "d", "after": "a"}]
    (found,) = findings(entry("crew", "ada", cards=cards))

    assert found.code == "CF204"
    assert "a → c → b → a" in found.message


def test_a_card_that_follows_itself_is_a_circle() -> None:
    (found,) = findings(entry("crew", "ada", cards=[{"id": "a", "after": "a"}]))

    assert found.code == "CF204"


def test_a_long_chain_is_no_circle() -> None:
    cards = [{"id": "c0"}, *({"id": f"c{at}", "after": f"c{at - 1}"} for at in range(1, 200))]

    assert findings(entry("crew", "ada", cards=cards)) == []
