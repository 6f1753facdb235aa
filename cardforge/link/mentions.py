"""Find the ids that a document defines and the ids it refers to.

Takes a schema; returns a finder from a document's data to its mentions. The schema marks the fields that are ids,
so that the engine needs to know no game:

    "x-names": "item"                 this text is the id of an item
    "x-names": …, "x-shared": true    … and several places may use the same id
    "x-refers-to": "item"             this text must be the id of an item (a list allows several sorts)
    "x-within": "pack"                … of a card in the same pack
    "x-acyclic": true                 … and the references must not form a circle

Under `propertyNames` they mark the keys of a mapping: `slots: {"01018": 2}`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, NamedTuple

from cardforge.core.json_data import JsonSchema
from cardforge.core.problems import Pointer


class Mention(NamedTuple):
    """One id in a document: a definition or a reference."""

    id: str
    pointer: Pointer
    names: str = ""
    refers_to: tuple[str, ...] = ()
    shared: bool = False
    within: bool = False
    acyclic: bool = False


_Visit = Callable[[Any, Pointer, list[Mention]], None]


class MentionFinder:
    """Lists all mentions in documents of one schema."""

    def __init__(self, schema: JsonSchema) -> None:
        self._schema = schema
        self._visit = _Compiler(schema).visit(schema)

    def __call__(self, data: Any) -> list[Mention]:
        found: list[Mention] = []
        if self._visit:
            self._visit(data, (), found)
        return found

    @cached_property
    def referring(self) -> Mapping[str, frozenset[str]]:
        """The keys with references in their values: what they can refer to."""
        return _Annotations(self._schema, "x-refers-to").by_key

    @cached_property
    def naming(self) -> Mapping[str, frozenset[str]]:
        """The keys with definitions in their values: the sorts of thing that they name."""
        return _Annotations(self._schema, "x-names").by_key


class _Compiler:
    """Compiles a schema into visitors once, skipping every part without mentions."""

    def __init__(self, root: JsonSchema) -> None:
        self.definitions = _mapping(root.get("$defs"))
        self.visits: dict[str, _Visit | None] = {}

    def visit(self, schema: Any) -> _Visit | None:
        if not isinstance(schema, dict):
            return None
        parts = [
            part
            for part in (
                _annotation(schema),
                self._referred(schema.get("$ref")),
                self._properties(schema),
                self._keys(schema.get("propertyNames")),
                self._items(schema.get("items")),
                self._conditional(schema),
                *(self.visit(inner) for word in ("allOf", "anyOf", "oneOf") for inner in schema.get(word) or ()),
            )
            if part
        ]
        if len(parts) < 2:
            return parts[0] if parts else None

        def all_parts(value: Any, pointer: Pointer, found: list[Mention]) -> None:
            for part in parts:
                part(value, pointer, found)

        return all_parts

    def _referred(self, reference: Any) -> _Visit | None:
        if not isinstance(reference, str) or not reference.startswith("#/$defs/"):
            return None
        name = reference.removeprefix("#/$defs/")
        if name in self.visits:
            return self.visits[name]

        # A definition may refer to itself, so look up its visitor at run time.
        def later(value: Any, pointer: Pointer, found: list[Mention]) -> None:
            if visit := self.visits[name]:
                visit(value, pointer, found)

        self.visits[name] = later
        self.visits[name] = self.visit(self.definitions.get(name))
        return self.visits[name]

    def _properties(self, schema: JsonSchema) -> _Visit | None:
        named = {
            key: visit for key, inner in _mapping(schema.get("properties")).items() if (visit := self.visit(inner))
        }
        others = self.visit(schema.get("additionalProperties"))
        known = frozenset(_mapping(schema.get("properties")))
        if not named and not others:
            return None

        def visit_values(value: Any, pointer: Pointer, found: list[Mention]) -> None:
            if not isinstance(value, dict):
                return
            for key, visit in named.items():
                if key in value:
                    visit(value[key], (*pointer, key), found)
            if others:
                for key in value:
                    if key not in known:
                        others(value[key], (*pointer, key), found)

        return visit_values

    def _keys(self, schema: Any) -> _Visit | None:
        visit = self.visit(schema)
        if not visit:
            return None

        def visit_keys(value: Any, pointer: Pointer, found: list[Mention]) -> None:
            for key in value if isinstance(value, dict) else ():
                visit(key, (*pointer, key), found)

        return visit_keys

    def _items(self, schema: Any) -> _Visit | None:
        visit = self.visit(schema)
        if not visit:
            return None

        def visit_items(value: Any, pointer: Pointer, found: list[Mention]) -> None:
            if isinstance(value, list):
                for at, item in enumerate(value):
                    visit(item, (*pointer, at), found)

        return visit_items

    def _conditional(self, schema: JsonSchema) -> _Visit | None:
        """Visit `then` if the constants in `if` match: how a card's group selects its fields."""
        visit = self.visit(schema.get("then"))
        if not visit:
            return None
        constants = [
            (key, inner["const"])
            for key, inner in _mapping(_mapping(schema.get("if")).get("properties")).items()
            if isinstance(inner, dict) and "const" in inner
        ]

        def visit_if(value: Any, pointer: Pointer, found: list[Mention]) -> None:
            if not isinstance(value, dict):
                return
            for key, constant in constants:
                if value.get(key) != constant:
                    return
            visit(value, pointer, found)

        return visit_if


class _Annotations:
    """Collects one annotation of a schema: the keys with it somewhere in their values, and the sorts that it gives."""

    def __init__(self, schema: JsonSchema, word: str) -> None:
        self.by_key: dict[str, frozenset[str]] = {}
        self._word = word
        self._defined: dict[str, frozenset[str]] = {}
        definitions = _mapping(schema.get("$defs"))
        while True:  # definitions may refer to each other in a circle: repeat until nothing is added
            known = {name: self._sorts_in(definition) for name, definition in definitions.items()}
            if known == self._defined:
                break
            self._defined = known
        self._sorts_in(schema)

    def _sorts_in(self, part: Any) -> frozenset[str]:
        if isinstance(part, list):
            return frozenset().union(*map(self._sorts_in, part))
        return frozenset().union(*(self._sorts_of(key, inner) for key, inner in _mapping(part).items()))

    def _sorts_of(self, keyword: str, inner: Any) -> frozenset[str]:
        if keyword == self._word:
            return frozenset([inner] if isinstance(inner, str) else inner)
        if keyword == "$ref":
            return self._defined.get(str(inner).removeprefix("#/$defs/"), frozenset())
        if keyword == "properties":
            found = {key: sorts for key, value in _mapping(inner).items() if (sorts := self._sorts_in(value))}
            for key, sorts in found.items():
                self.by_key[key] = self.by_key.get(key, frozenset()) | sorts
            return frozenset().union(*found.values())
        return frozenset() if keyword == "$defs" else self._sorts_in(inner)


def _mapping(value: Any) -> JsonSchema:
    """Return a subschema if it is a mapping; `true` and `false` have nothing to visit."""
    return value if isinstance(value, dict) else {}


def _annotation(schema: JsonSchema) -> _Visit | None:
    given = schema.get("x-names", "")
    names = given if isinstance(given, str) else ""  # a mapping is a property of this name, in a schema of schemas
    to = schema.get("x-refers-to", ())
    if not names and not to:
        return None
    refers_to = (to,) if isinstance(to, str) else tuple(to)
    flags = (bool(schema.get("x-shared")), bool(schema.get("x-within")), bool(schema.get("x-acyclic")))

    def mention(value: Any, pointer: Pointer, found: list[Mention]) -> None:
        if isinstance(value, str):
            found.append(Mention(value, pointer, names, refers_to, *flags))

    return mention
