"""What a schema says about the fields of a card: which there are, and which types each may have.

Takes the schema of a kind; answers for paths such as `stats.might`. All branches of a schema count (`allOf`, `then` and
so on), because the branch of a card is only known when all its fields are read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from cardforge.core.json_data import JsonSchema

ITEM = -1  # the step from a list to its entries, in a path

FieldPath = tuple[str | int, ...]

_LISTS = ("allOf", "anyOf", "oneOf")
_SINGLE = ("then", "else")
_NAMES: dict[type, str] = {
    bool: "boolean",
    int: "integer",
    float: "number",
    str: "string",
    list: "array",
    dict: "object",
}


class FieldTypes:
    """The fields of the cards of one kind."""

    def __init__(self, schema: JsonSchema) -> None:
        self._root = schema
        self._known: dict[FieldPath, tuple[JsonSchema, ...]] = {}

    def names(self, path: FieldPath = ()) -> list[str]:
        """The fields that a card, or a mapping in it, is said to have."""
        parts = self._schemas(path)
        return list(dict.fromkeys(name for part in parts for name in _mapping(part.get("properties"))))

    def is_open(self, path: FieldPath = ()) -> bool:
        """Whether a mapping may have fields that the schema does not name."""
        parts = self._schemas(path)
        return all(part.get(word, True) is not False for part in parts for word in _CLOSING)

    def types(self, path: FieldPath) -> frozenset[str]:
        """The types that a field may have, in the words of JSON Schema; none if the schema does not say."""
        found: set[str] = set()
        for part in self._schemas(path):
            given = part.get("type", [])
            found.update([given] if isinstance(given, str) else given)
            values = [*part.get("enum", ()), *([part["const"]] if "const" in part else [])]
            found.update(_NAMES.get(type(value), "null") for value in values)
        return frozenset(found)

    def choices(self, path: FieldPath) -> list[Any]:
        """The values that a field must be one of; none if it is free or its branches differ."""
        given = [part["enum"] for part in self._schemas(path) if "enum" in part]
        return list(given[0]) if len(given) == 1 else []

    def description(self, path: FieldPath) -> str:
        """What the schema says about a field."""
        return next((str(part["description"]) for part in self._schemas(path) if "description" in part), "")

    def refers_to(self, path: FieldPath) -> list[str]:
        """The sorts of thing whose ids a field may have."""
        given: Any = next((part["x-refers-to"] for part in self._schemas(path) if "x-refers-to" in part), [])
        return [given] if isinstance(given, str) else [each for each in given if isinstance(each, str)]

    def _schemas(self, path: FieldPath) -> tuple[JsonSchema, ...]:
        """Every part of the schema that speaks about a path in a card."""
        if path not in self._known:
            if path:
                inner = (each for part in self._schemas(path[:-1]) for each in _step(part, path[-1]))
            else:
                whole = self._applied([self._root])
                lists = self._applied(each for part in whole for each in _step(part, "cards"))
                inner = (each for part in lists for each in _step(part, ITEM))
            self._known[path] = tuple(self._applied(inner))
        return self._known[path]

    def _applied(self, schemas: Iterable[Any]) -> list[JsonSchema]:
        """Schemas with all that they apply to the same value."""
        found: dict[int, JsonSchema] = {}
        waiting = list(schemas)
        while waiting:
            schema = waiting.pop(0)
            if not isinstance(schema, dict) or id(schema) in found:
                continue
            found[id(schema)] = schema
            waiting += [schema[word] for word in _SINGLE if word in schema]
            waiting += [each for word in _LISTS if isinstance(schema.get(word), list) for each in schema[word]]
            waiting += list(self._referred(schema.get("$ref")))
        return list(found.values())

    def _referred(self, reference: Any) -> Iterator[JsonSchema]:
        if isinstance(reference, str) and reference.startswith("#"):
            at: Any = self._root
            for word in reference[1:].split("/")[1:]:
                at = _mapping(at).get(word.replace("~1", "/").replace("~0", "~"))
            yield _mapping(at)


_CLOSING = ("additionalProperties", "unevaluatedProperties")


def _step(schema: JsonSchema, step: str | int) -> Iterator[Any]:
    if isinstance(step, int):
        yield schema.get("items")
        return
    properties = _mapping(schema.get("properties"))
    if step in properties:
        yield properties[step]
    else:
        yield schema.get("additionalProperties")


def _mapping(value: Any) -> JsonSchema:
    return value if isinstance(value, dict) else {}
