"""Which values a schema mistake makes unsound."""

from __future__ import annotations

from typing import Any

import pytest

from cardforge.core.problems import Pointer
from cardforge.load.source import Source
from cardforge.validate.schema import MAX_ERRORS, Schema, load_schema, mistakes_of
from cardforge.validate.unsound import MOST_UNKNOWN
from tests.support.documents import document_of

SCHEMA = """{
  "type": "object",
  "required": ["id"],
  "additionalProperties": false,
  "minProperties": 1,
  "properties": {
    "id": {"type": "string"},
    "copies": {"type": "integer"},
    "role": {"enum": ["pilot", "gunner"]},
    "tags": {"type": "array", "items": {"type": "string"}, "uniqueItems": true},
    "when": {"type": "object", "propertyNames": {"pattern": "^[1-9]$"}}
  }
}"""


def unsound(text: str) -> set[Pointer]:
    schema = load_schema(Source("x.schema.json", SCHEMA))
    assert isinstance(schema, Schema)
    return {*mistakes_of(document_of(text), schema).unsound}


@pytest.mark.parametrize(
    ("text", "pointers"),
    [
        ("{id: a, role: pilot}", set()),
        ("{id: a, role: pilto}", {("role",)}),
        ("{id: a, copies: two, role: 3}", {("copies",), ("role",)}),
        ("{role: pilot}", {("id",)}),
        ("{id: a, coppies: 2}", {("coppies",), ("copies",)}),
        ("{id: a, zzzz: 2, role: pilot}", {("zzzz",), ("copies",), ("tags",), ("when",)}),
        ("{id: a, tags: [x, 3]}", {("tags", 1)}),
        ("{id: a, tags: [x, x]}", {("tags",)}),
        ("{id: a, when: {x: 1, '2': 1}}", {("when", "x")}),
        ("{}", {("id",), ()}),
    ],
)
def test_a_mistake_makes_its_value_or_the_key_that_was_meant_unsound(text: str, pointers: set[Any]) -> None:
    assert unsound(text) == pointers


def test_a_mapping_of_unknown_keys_is_unsound_as_a_whole() -> None:
    assert unsound("{id: a, " + ", ".join(f"k{at}: 1" for at in range(MOST_UNKNOWN + 1)) + "}") == {()}


def test_a_file_with_more_mistakes_than_are_collected_is_unsound_as_a_whole() -> None:
    assert unsound("{id: a, tags: [" + "1, " * MAX_ERRORS + "]}") == {()}
