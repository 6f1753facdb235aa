"""Schemas that refer to files beside them are joined into one; nothing else is ever opened."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cardforge.core.problems import Problem
from cardforge.link.mentions import MentionFinder
from cardforge.load.source import Source
from cardforge.validate.schema import Schema, load_schema, validate
from cardforge.validate.schema_files import MAX_FILES
from tests.support.documents import document_of


def source(name: str, schema: Any) -> Source:
    return Source(f"schemas/x/{name}.schema.json", schema if isinstance(schema, str) else json.dumps(schema, indent=1))


def loaded(root: Any, **beside: Any) -> Schema | Problem:
    files = {name.replace("_", "-"): source(name.replace("_", "-"), schema) for name, schema in beside.items()}
    pack = source("pack", root)
    return load_schema(pack, {"pack": pack, **files})


def to(reference: str) -> dict[str, Any]:
    return {"properties": {"card": {"$ref": reference}}}


THEIRS = {
    "$schema": "http://json-schema.org/draft-07/schema#",
    "$id": "https://example.org/card.json",
    "properties": {
        "cost": {"$ref": "#/$defs/cost"},
        "hull": {"$ref": "#/definitions/hull"},
        "inside": {"$ref": "#"},
        "next": {"$ref": "#/$defs/reference"},
    },
    "$defs": {"cost": {"type": "integer"}, "reference": {"type": "string", "x-refers-to": "card"}},
    "definitions": {"hull": {"type": "string"}},
}


@pytest.mark.parametrize(
    ("reference", "good", "bad"),
    [
        ("their-card.schema.json", {"cost": 1}, {"cost": "one"}),
        ("their-card.schema.json", {"hull": "a"}, {"hull": 1}),
        ("their-card.schema.json#", {"inside": {"cost": 2}}, {"inside": {"cost": "two"}}),
        ("their-card.schema.json#/$defs/cost", 3, "three"),
        ("their-card.schema.json#/definitions/hull", "a", 1),
        ("their-card.schema.json#/properties/cost", 4, "four"),
    ],
)
def test_a_reference_to_a_file_means_what_is_there(reference: str, good: Any, bad: Any) -> None:
    schema = loaded(to(reference), their_card=THEIRS)
    assert isinstance(schema, Schema), schema

    assert validate(document_of(json.dumps({"card": good})), schema) == []
    assert [each.code for each in validate(document_of(json.dumps({"card": bad})), schema)] == ["CF101"]


def test_references_to_cards_in_the_other_file_link() -> None:
    schema = loaded(to("their-card.schema.json"), their_card=THEIRS)
    assert isinstance(schema, Schema), schema

    (mention,) = MentionFinder(schema.raw)({"card": {"next": "old/a"}})
    assert (mention.id, mention.pointer) == ("old/a", ("card", "next"))


def test_files_may_refer_to_each_other_and_back() -> None:
    one = {"properties": {"two": {"$ref": "two.schema.json"}, "whole": {"$ref": "pack.schema.json"}}}
    two = {"properties": {"one": {"$ref": "one.schema.json"}, "n": {"type": "integer"}}}
    schema = loaded(to("one.schema.json"), one=one, two=two)
    assert isinstance(schema, Schema), schema

    bad = {"card": {"whole": {"card": {"two": {"one": {"two": {"n": "x"}}}}}}}
    assert [each.code for each in validate(document_of(json.dumps(bad)), schema)] == ["CF101"]


def test_the_words_of_constants_are_no_references() -> None:
    schema = loaded({"enum": [{"$ref": "none.schema.json"}]})

    assert isinstance(schema, Schema)


@pytest.mark.parametrize(
    ("reference", "says", "hint"),
    [
        ("their-crad.schema.json", "no such schema beside it", "did you mean `their-card.schema.json`?"),
        ("their-card.json", "no such schema beside it", "call it their-card.schema.json"),
        ("../their-card.schema.json", "not a file beside it", "write only its name"),
        ("/etc/passwd.schema.json", "not a file beside it", "write only its name"),
        ("https://example.org/card.schema.json", "not a file beside it", "write only its name"),
        ("their-card.schema.json#/$defs/none", "their-card.schema.json:none", ""),
    ],
)
def test_a_reference_to_anything_else_is_refused(reference: str, says: str, hint: str) -> None:
    problem = loaded(to(reference), their_card=THEIRS)

    assert isinstance(problem, Problem)
    assert (problem.code, says in problem.message, hint in problem.hint) == ("CF102", True, True), problem


def test_a_missing_file_is_reported_where_it_is_named() -> None:
    problem = loaded(to("one.schema.json"), one={"items": {"$ref": "two.schema.json"}})

    assert isinstance(problem, Problem)
    assert (problem.where.path, problem.where.line) == ("schemas/x/one.schema.json", 3)


@pytest.mark.parametrize("text", ["{", "[]"])
def test_a_broken_file_is_reported_itself(text: str) -> None:
    problem = loaded(to("one.schema.json"), one=text)

    assert isinstance(problem, Problem)
    assert problem.where.path == "schemas/x/one.schema.json"


def test_endless_references_and_too_many_files_are_refused() -> None:
    endless = loaded({"$ref": "one.schema.json"}, one={"$ref": "pack.schema.json"})
    chain = {f"s{at}": {"items": {"$ref": f"s{at + 1}.schema.json"}} for at in range(MAX_FILES + 2)}
    many = loaded(to("s0.schema.json"), **chain)
    deep: dict[str, Any] = {}
    for _ in range(600):
        deep = {"items": deep}
    nested = loaded({"items": deep, **to("one.schema.json")}, one={})

    assert [isinstance(each, Problem) and each.message.split(": ")[-1] for each in (endless, many)] == [
        "it refers to itself endlessly",
        f"this schema refers to more than {MAX_FILES} files",
    ]
    assert isinstance(nested, Problem | Schema)
