"""One mistake, one complaint, in words for people."""

from __future__ import annotations

from typing import Any

import pytest

from cardforge.validate.schema_errors import explaining_validator
from cardforge.validate.schema_wording import Complaint, complaints_of

CARD: dict[str, Any] = {
    "type": "object",
    "required": ["id", "cost"],
    "additionalProperties": False,
    "properties": {
        "id": {"type": "string", "pattern": "^[a-z]+$", "x-says": "small letters"},
        "cost": {"type": "integer", "description": "What it costs.", "minimum": 1, "maximum": 9},
        "role": {"enum": ["pilot", "gunner"]},
        "tags": {"type": "array", "items": {"type": "string"}, "uniqueItems": True, "maxItems": 2},
        "text": {"type": "string", "minLength": 1, "maxLength": 5},
        "tier": {"const": 1},
        "odd": {"type": "integer", "multipleOf": 2, "description": "An even number."},
        "when": {
            "type": "object",
            "propertyNames": {"pattern": "^[1-9]$", "x-says": "a digit"},
            "additionalProperties": True,
        },
    },
}


def complain(card: object) -> list[Complaint]:
    schema = {"type": "object", "properties": {"card": CARD}}
    return complaints_of(explaining_validator(schema).iter_errors({"card": card}), schema)


def only(card: dict[str, Any]) -> Complaint:
    (complaint,) = complain({"id": "a", "cost": 2} | card)
    return complaint


def test_a_misspelt_key_is_not_also_a_missing_one() -> None:
    (complaint,) = complain({"id": "a", "coost": 2})

    assert complaint.pointer == ("card", "coost")
    assert complaint.at_key
    assert "`cost`" in complaint.hint


def test_missing_keys_are_said_together() -> None:
    (complaint,) = complain({})

    assert "`id` and `cost` are missing" in complaint.message


def test_a_missing_key_is_explained_from_the_schema() -> None:
    (complaint,) = complain({"id": "a"})

    assert complaint.hint == "add `cost:` (what it costs)"


def test_an_unknown_key_lists_what_can_still_be_added() -> None:
    assert "`role`" in only({"zzz": 1}).hint


def test_a_missing_key_is_not_blamed_on_a_known_key_that_looks_alike() -> None:
    schema = {
        "required": ["energy"],
        "additionalProperties": False,
        "properties": {"energy": {"type": "integer"}, "energies": {"type": "integer"}},
    }
    (complaint,) = complaints_of(explaining_validator(schema).iter_errors({"energies": 1}), schema)

    assert "`energy` is missing" in complaint.message


@pytest.mark.parametrize(
    ("card", "message", "hint"),
    [
        ({"cost": "3"}, '`cost` is "3", expected a whole number', "remove the quotes"),
        ({"cost": None}, "`cost` is empty, expected a whole number", ""),
        ({"cost": True}, "`cost` is true, expected a whole number", ""),
        ({"cost": 12}, "`cost` is 12, allowed: 1 to 9", "What it costs."),
        ({"text": 5}, "`text` is 5, expected text", "put it in quotes"),
        ({"text": ""}, "`text` is empty", ""),
        ({"text": "too long"}, "`text` has 8 characters, at most 5 are allowed", ""),
        ({"role": "piolt"}, '`role` is "piolt", allowed: `pilot` and `gunner`', "did you mean `pilot`?"),
        ({"id": "A b"}, '`id` is "A b", expected: small letters', ""),
        ({"tags": "x"}, '`tags` is "x", expected a list', "put it in square brackets: [x]"),
        ({"tags": ["x", "x"]}, '`tags` contains "x" twice', "keep only one; the first is entry 1"),
        ({"tags": ["x", 3]}, "entry 2 of `tags` is 3, expected text", "put it in quotes"),
        ({"tier": 2}, "`tier` is 2, must be 1", ""),
        ({"odd": 3}, "`odd` is 3, which is not allowed here", "expected: An even number"),
        ({"when": {"x": 1}}, 'the key "x" is not allowed here', "expected: a digit"),
    ],
)
def test_the_sentence_names_key_value_and_what_is_allowed(card: dict[str, Any], message: str, hint: str) -> None:
    complaint = only(card)

    assert (complaint.message, complaint.hint) == (message, hint)


@pytest.mark.parametrize(
    ("rule", "value", "message"),
    [
        ({"minItems": 2}, [1], "has 1 entry, at least 2 are needed"),
        ({"maxItems": 1}, [1, 2], "has 2 entries, at most 1 is allowed"),
        ({"maxLength": 1}, "ab", "has 2 characters, at most 1 is allowed"),
        ({"minProperties": 3}, {"a": 1}, "has 1 key, at least 3 are needed"),
    ],
)
def test_one_is_not_many(rule: dict[str, int], value: Any, message: str) -> None:
    schema = {"properties": {"it": rule}}
    (complaint,) = complaints_of(explaining_validator(schema).iter_errors({"it": value}), schema)

    assert complaint.message == f"`it` {message}"


def test_a_value_of_the_wrong_type_is_said_once() -> None:
    assert len(complain([])) == 1
    assert len(complain({"id": [], "cost": {}})) == 2


def test_a_long_value_is_cut() -> None:
    assert len(only({"role": "x" * 500}).message) < 200


@pytest.mark.parametrize(("value", "hint"), [("0.5", "remove the quotes"), ("-3", "remove the quotes"), ("half", "")])
def test_a_number_in_quotes_is_told_to_lose_them(value: str, hint: str) -> None:
    schema = {"properties": {"dx": {"type": "number"}}}
    (complaint,) = complaints_of(explaining_validator(schema).iter_errors({"dx": value}), schema)

    assert (complaint.message, complaint.hint) == (f'`dx` is "{value}", expected a number', hint)


def test_an_entry_that_a_list_has_twice_is_reported_at_its_second_place() -> None:
    errors = explaining_validator({"uniqueItems": True}).iter_errors(["rye", "oat", "oat", "rye"])

    assert [complaint.pointer for complaint in complaints_of(errors, {})] == [(2,)]


@pytest.mark.parametrize("items", [[1, 1.0], [{"at": [2]}, {"at": [2.0]}], [True, 1, True]])
def test_what_is_one_value_to_a_schema_is_one_value_here(items: list[object]) -> None:
    errors = explaining_validator({"uniqueItems": True}).iter_errors(items)

    assert [complaint.pointer for complaint in complaints_of(errors, {})] == [(len(items) - 1,)]
