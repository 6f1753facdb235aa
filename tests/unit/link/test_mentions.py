"""Ids in documents: where a schema says that they are, also among the keys of a mapping."""

from __future__ import annotations

from typing import Any

import pytest

from cardforge.link.mentions import Mention, MentionFinder

SLOTS = {"propertyNames": {"x-refers-to": "card"}, "additionalProperties": {"type": "integer"}}


def found(schema: dict[str, Any], data: Any) -> list[Mention]:
    return MentionFinder(schema)(data)


def test_keys_of_a_mapping_refer_to_cards() -> None:
    deck = {"slots": {"core/01018": 2, "core/01019": 1}}

    assert found({"properties": {"slots": SLOTS}}, deck) == [
        Mention("core/01018", ("slots", "core/01018"), refers_to=("card",)),
        Mention("core/01019", ("slots", "core/01019"), refers_to=("card",)),
    ]


def test_keys_name_things_too() -> None:
    (mention,) = found({"properties": {"tracks": {"propertyNames": {"x-names": "track"}}}}, {"tracks": {"flood": 3}})

    assert (mention.id, mention.names, mention.pointer) == ("flood", "track", ("tracks", "flood"))


def test_keys_and_values_are_both_looked_at() -> None:
    schema = {"propertyNames": {"x-refers-to": "room"}, "additionalProperties": {"x-refers-to": "guest"}}

    assert {(each.id, each.refers_to) for each in found(schema, {"attic": "ada"})} == {
        ("attic", ("room",)),
        ("ada", ("guest",)),
    }


@pytest.mark.parametrize("data", [[], "core/01018", None, 3])
def test_what_is_no_mapping_has_no_keys(data: Any) -> None:
    assert found(SLOTS, data) == []


def test_the_field_with_the_mapping_is_one_that_refers() -> None:
    assert MentionFinder({"properties": {"slots": SLOTS}}).referring == {"slots": frozenset({"card"})}
