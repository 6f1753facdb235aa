"""The jsonschema validator that explains why a document is invalid.

It differs from jsonschema's own in three ways: it never fetches a schema, it matches patterns with the linear-time
engine of jsonschema-rs, and it finds repeated entries in linear time, so that no untrusted file can hang it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import jsonschema_rs
from jsonschema import Draft202012Validator, ValidationError
from jsonschema.validators import extend
from referencing import Registry

from cardforge.core.json_data import JsonSchema


@lru_cache(maxsize=1024)
def _matcher(pattern: str) -> jsonschema_rs.Validator:
    return jsonschema_rs.Draft202012Validator({"pattern": pattern}, pattern_options=jsonschema_rs.RegexOptions())


def unknown_keys(instance: JsonSchema, schema: JsonSchema) -> list[str]:
    """List the keys that match neither `properties` nor `patternProperties`."""
    patterns = schema.get("patternProperties", {})
    return [
        key
        for key in instance
        if key not in schema.get("properties", {}) and not any(_matcher(pattern).is_valid(key) for pattern in patterns)
    ]


def _pattern(_: Any, pattern: str, instance: Any, schema: Any) -> Iterator[ValidationError]:
    if isinstance(instance, str) and not _matcher(pattern).is_valid(instance):
        yield ValidationError("pattern")


def _pattern_properties(validator: Any, patterns: JsonSchema, instance: Any, schema: Any) -> Iterator[ValidationError]:
    if isinstance(instance, dict):
        for pattern, inner in patterns.items():
            for key, value in instance.items():
                if _matcher(pattern).is_valid(key):
                    yield from validator.descend(value, inner, path=key, schema_path=pattern)


def _additional_properties(validator: Any, allowed: Any, instance: Any, schema: Any) -> Iterator[ValidationError]:
    if isinstance(instance, dict):
        unknown = unknown_keys(instance, schema)
        if allowed is False and unknown:
            yield ValidationError("unknown keys")
        elif isinstance(allowed, dict):
            for key in unknown:
                yield from validator.descend(instance[key], allowed, path=key)


def _unique_items(_: Any, unique: Any, instance: Any, schema: Any) -> Iterator[ValidationError]:
    if unique is True and isinstance(instance, list) and repeated(instance) is not None:
        yield ValidationError("repeated")


def repeated(items: list[Any]) -> tuple[int, int] | None:
    """The places of the first value that a list has twice, or None; takes time in proportion to the list."""
    seen: dict[str, int] = {}
    for at, item in enumerate(items):
        first = seen.setdefault(json.dumps(_whole(item), sort_keys=True), at)
        if first != at:
            return first, at
    return None


def _whole(value: Any) -> Any:
    """The same value with whole numbers as integers: to a schema, 1 and 1.0 are one number."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, list):
        return [_whole(each) for each in value]
    return {key: _whole(each) for key, each in value.items()} if isinstance(value, dict) else value


_Explaining: Any = extend(  # type: ignore[no-untyped-call] # its stubs leave `extend` untyped
    Draft202012Validator,
    {
        "pattern": _pattern,
        "patternProperties": _pattern_properties,
        "additionalProperties": _additional_properties,
        "uniqueItems": _unique_items,
    },
)


def explaining_validator(schema: JsonSchema) -> Any:
    """Return a validator whose errors carry the path, the value and the schema that rejected it."""
    return _Explaining(schema, registry=Registry())
