"""Schemas of strangers: broken ones are problems, and none of them reaches out or hangs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from jsonschema import Draft202012Validator

from cardforge.core.problems import Problem
from cardforge.load.document import Document, load_document
from cardforge.load.project import builtin_root
from cardforge.load.source import Source, decode
from cardforge.validate.schema import Schema, load_schema, validate
from tests.property.strategies import mutated_packs, shaped_documents
from tests.support.waiting import must_end

SCHEMAS = sorted((builtin_root() / "schemas").rglob("*.schema.json"))
NEBULA = {
    file.name.removesuffix(".schema.json"): json.loads(file.read_text("utf-8"))
    for file in SCHEMAS
    if file.parent.name == "nebula"
}


def schema(raw: object) -> Schema | Problem:
    return load_schema(Source("x.schema.json", raw if isinstance(raw, str) else json.dumps(raw)))


def good(raw: dict[str, Any]) -> Schema:
    found = schema(raw)
    assert isinstance(found, Schema)
    return found


@pytest.mark.parametrize(
    "raw",
    [
        "{",
        "[]",
        "[" * 90_000,
        {"type": "strng"},
        {"$ref": "#/$defs/nowhere"},
        {"$ref": "https://example.com/schema.json"},
        {"$ref": "file:///etc/passwd"},
        {"pattern": "(?=x)y"},
        {"pattern": "("},
    ],
)
def test_a_broken_or_reaching_schema_is_a_problem_of_its_file(raw: object) -> None:
    found = schema(raw)

    assert isinstance(found, Problem)
    assert found.code == "CF102"


@pytest.mark.parametrize(("given", "hint"), [("strng", "`string`?"), ("text", "`array`")])
def test_a_type_that_is_none_is_told_with_those_that_are(given: str, hint: str) -> None:
    found = schema({"properties": {"name": {"type": given}}})

    assert isinstance(found, Problem)
    assert f"`{given}`" in found.message
    assert hint in found.hint


def test_a_pattern_made_to_hang_does_not() -> None:
    document = load_document(Source("x.yaml", f"name: {'a' * 5_000}!\n{'b' * 900}: 1\n"))
    assert isinstance(document, Document)
    hostile = good(
        {
            "properties": {"name": {"pattern": "^(a+)+$"}},
            "patternProperties": {"^(b+)+c$": False},
            "additionalProperties": False,
        }
    )
    with must_end():  # tried in every way, the name alone takes 2 to the 5,000th steps
        assert validate(document, hostile)


@pytest.mark.parametrize("file", SCHEMAS, ids=lambda file: file.name.removesuffix(".schema.json"))
def test_our_schemas_are_right_for_another_validator_and_explain_themselves(file: Path) -> None:
    raw = json.loads(file.read_text("utf-8"))
    Draft202012Validator.check_schema(raw)

    assert raw["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert raw["$id"].startswith("urn:cardforge:schema:")
    assert raw["title"]
    assert raw["description"]
    for name, place in _properties(raw, raw):
        assert "description" in place or "description" in _referred(place, raw), (
            f"{file.name}: {name} has no description"
        )


def _properties(node: Any, root: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    found = []
    if isinstance(node, dict):
        for name, inner in node.get("properties", {}).items():
            if isinstance(inner, dict) and "if" not in node and set(inner) != {"const"}:
                found.append((name, inner))
        for inner in node.values():
            found += _properties(inner, root)
    elif isinstance(node, list):
        for inner in node:
            found += _properties(inner, root)
    return found


def _referred(place: dict[str, Any], root: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = root["$defs"].get(place.get("$ref", "").removeprefix("#/$defs/"), {})
    return found


def test_definitions_of_one_name_are_the_same_in_every_schema_of_a_game() -> None:
    # Schemas stand alone, so that editors need no second file; this keeps their shared parts from drifting.
    shared = {"card", "step", "permanent", "basic", "upgraded"}  # these are each kind's own
    seen: dict[str, Any] = {}
    for raw in NEBULA.values():
        for name, definition in raw["$defs"].items():
            if name not in shared:
                assert seen.setdefault(name, definition) == definition, name


@settings(max_examples=400)
@given(mutated_packs() | shaped_documents())
def test_the_fast_and_the_explaining_validator_agree(data: bytes) -> None:
    source = decode(data, "x.yaml")
    document = load_document(source) if isinstance(source, Source) else source
    if isinstance(document, Problem) or document.data.get("kind") not in [*NEBULA]:
        return
    compiled = good(NEBULA[str(document.data["kind"])])

    assert compiled.fast.is_valid(document.data) == Draft202012Validator(compiled.raw).is_valid(document.data)
    assert bool(validate(document, compiled)) != compiled.fast.is_valid(document.data)


SHARED = good({"properties": {"cards": {"items": {"properties": {"effect": {"type": "string"}, "name": {}}}}}})


def _lines(text: str) -> list[int]:
    document = load_document(Source("x.yaml", text))
    assert isinstance(document, Document)
    return [problem.where.line for problem in validate(document, SHARED)]


def test_a_mistake_that_aliases_repeat_is_reported_once() -> None:
    assert _lines("cards:\n- effect: &e 12\n- effect: *e\n- effect: *e\n- effect: 13\n") == [2, 5]


def test_a_value_that_is_wrong_only_where_an_alias_repeats_it_is_reported_there() -> None:
    assert _lines("cards:\n- name: &n 12\n- effect: *n\n- effect: *n\n") == [3, 4]
