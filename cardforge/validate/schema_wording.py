"""Translate jsonschema's errors into plain words.

Takes jsonschema's errors for one document; returns complaints: a location, a message and a hint.
One mistake is one complaint: a misspelt key is not also a missing key,
and a value of the wrong type is not also out of range.
A schema can describe the expected value in `x-says`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from cardforge.core.json_data import JsonSchema
from cardforge.core.phrases import listed
from cardforge.core.problems import Pointer
from cardforge.core.suggestions import did_you_mean, nearest
from cardforge.load.document import Fields
from cardforge.validate.schema_errors import repeated, unknown_keys
from cardforge.validate.value_wording import TYPES, short, shown_value

_MOST_KEYS = 50  # unknown keys looked up per mapping; more than that are not misspellings
_DECIMAL = re.compile(r"[0-9]+(\.[0-9]+)?")
_FIRST = ("type", "const", "enum", "required")  # the most telling errors if a value has several


@dataclass(frozen=True)
class Complaint:
    """One mistake in a document."""

    pointer: Pointer
    message: str
    hint: str = ""
    at_key: bool = False
    sort: str = ""  # the same for mistakes that differ only in their place and value
    missing: tuple[str, ...] = ()  # keys


def complaints_of(errors: Iterable[Any], schema: JsonSchema) -> list[Complaint]:
    """Return one complaint per mistake."""
    by_value: dict[tuple[Pointer, bool], list[Any]] = {}
    for error in errors:
        pointer = tuple(error.absolute_path)
        of_key = "propertyNames" in error.absolute_schema_path
        by_value.setdefault(((*pointer, error.instance) if of_key else pointer, of_key), []).append(error)
    complaints: list[Complaint] = []
    for (pointer, of_key), here in by_value.items():
        keys = [
            error for error in here if error.validator in ("required", "additionalProperties", "unevaluatedProperties")
        ]
        others = [error for error in here if error not in keys]
        if of_key:
            complaints.append(_key_form(pointer, here[0]))
        elif any(error.validator == "type" for error in others) or not keys:
            error = min(others, key=_rank)
            complaints.append(replace(_about_value(pointer, error), sort=error.validator))
        else:
            complaints.extend(_about_keys(pointer, keys, schema.get("$defs", {})))
    return complaints


def _rank(error: Any) -> int:
    return _FIRST.index(error.validator) if error.validator in _FIRST else len(_FIRST)


def _about_keys(pointer: Pointer, errors: list[Any], definitions: JsonSchema) -> list[Complaint]:
    """Report missing and unknown keys of one mapping; a misspelt key is reported once."""
    instance = errors[0].instance
    missing: dict[str, str] = {}  # with the schema's description of each
    unknown: dict[str, set[str]] = {}  # with the keys that the schema knows there
    for error in errors:
        known = error.schema.get("properties", {})
        if error.validator == "required":
            lacking = [key for key in error.validator_value if key not in instance]
            missing |= {key: _description(known.get(key), definitions) for key in lacking}
        else:
            for key in _unknown(error)[:_MOST_KEYS]:
                unknown.setdefault(key, set()).update(known)
    if not any(word in error.schema for error in errors for word in ("additionalProperties", "unevaluatedProperties")):
        # The schema allows other keys too, but a key similar to a missing one is likely misspelt.
        near = {nearest(key, instance.keys() - missing.keys()): {key} for key in missing}
        unknown = {key: known for key, known in near.items() if key}
    complaints = []
    for key, known in unknown.items():
        meant = nearest(key, missing) or nearest(key, known - instance.keys())
        missing.pop(meant, None)
        hint = f"did you mean `{meant}`?" if meant else _can_be_added(known - instance.keys())
        message = f"unknown key `{short(key)}`"
        complaints.append(Complaint((*pointer, key), message, hint, at_key=True, sort="unknown"))
    if missing:
        complaints.append(_missing(pointer, missing, instance))
    return complaints


def _unknown(error: Any) -> list[str]:
    """List the keys that a schema does not allow; unevaluated ones are named only in jsonschema's message."""
    if error.validator == "additionalProperties":
        return unknown_keys(error.instance, error.schema)
    named = re.findall(r"'((?:[^'\\\\]|\\\\.)*)'", error.message)
    return [key for key in named if key in error.instance]


def _missing(pointer: Pointer, missing: dict[str, str], instance: Fields) -> Complaint:
    keys = list(missing)
    verb = "is" if len(keys) == 1 else "are"
    what = f"`{pointer[-1]}`" if pointer and isinstance(pointer[-1], str) else _called(instance)
    hint = f"add `{keys[0]}:` {missing[keys[0]]}".rstrip()
    return Complaint(
        pointer, f"{listed(keys)} {verb} missing in {what}", hint, at_key=True, sort="missing", missing=tuple(keys)
    )


def _can_be_added(free: set[str]) -> str:
    return f"remove it; other keys you can add: {listed(sorted(free))}" if free else "remove it"


def _called(instance: Fields) -> str:
    """Return a name for a mapping that has no key: its id or name, if it has one."""
    for key in ("id", "name"):
        if isinstance(instance.get(key), str):
            return f"`{short(instance[key])}`"
    return "this file" if "kind" in instance else "this entry"


def _description(schema: Any, definitions: JsonSchema) -> str:
    """Return the schema's description of a key, to end a hint with."""
    if not isinstance(schema, dict):
        return ""
    definition = definitions.get(str(schema.get("$ref", "")).removeprefix("#/$defs/"), {})
    inherited = definition.get("description") if isinstance(definition, dict) else ""
    text = str(schema.get("description") or inherited or "")
    return f"({text[0].lower()}{text[1:].rstrip('.')})" if text else ""


def _key_form(pointer: Pointer, error: Any) -> Complaint:
    needed = error.schema.get("x-says", "another form") if isinstance(error.schema, dict) else "another form"
    return Complaint(
        pointer, f"the key {shown_value(error.instance)} is not allowed here", f"expected: {needed}", at_key=True
    )


def _about_value(pointer: Pointer, error: Any) -> Complaint:
    schema = error.schema if isinstance(error.schema, dict) else {}
    name = _name(pointer)
    if error.validator == "uniqueItems":
        return _second(pointer, error.instance)
    if "x-says" in schema and error.validator not in ("type", "maxLength"):
        return Complaint(pointer, f"{name} is {shown_value(error.instance)}, expected: {schema['x-says']}")
    word = _WORDS.get(error.validator)
    if word is None:
        about = schema.get("description", "").rstrip(".")
        return Complaint(
            pointer,
            f"{name} is {shown_value(error.instance)}, which is not allowed here",
            f"expected: {about}" if about else "",
        )
    message, hint = word(error, schema)
    return Complaint(pointer, f"{name} {message}", hint)


def _second(pointer: Pointer, items: list[Any]) -> Complaint:
    """Report an entry that a list has twice, at the second place."""
    first, second = repeated(items) or (0, 0)
    message = f"{_name(pointer)} contains {shown_value(items[second])} twice"
    return Complaint((*pointer, second), message, f"keep only one; the first is entry {first + 1}")


def _name(pointer: Pointer) -> str:
    if not pointer:
        return "this file"
    last = pointer[-1]
    if isinstance(last, str):
        return f"`{short(last)}`"
    around = next((step for step in reversed(pointer) if isinstance(step, str)), "")
    return f"entry {last + 1} of `{around}`" if around else f"entry {last + 1}"


def _type(error: Any, schema: JsonSchema) -> tuple[str, str]:
    wanted = error.validator_value
    words = [TYPES[name] for name in ([wanted] if isinstance(wanted, str) else wanted)]
    hint = ""
    digits = error.instance.removeprefix("-") if isinstance(error.instance, str) else ""
    if (digits.isdigit() and "a whole number" in words) or (_DECIMAL.fullmatch(digits) and "a number" in words):
        hint = "remove the quotes"
    elif "text" in words and isinstance(error.instance, (int, float)):
        hint = "put it in quotes"
    elif "a list" in words and isinstance(error.instance, (str, int)):
        hint = f"put it in square brackets: [{short(str(error.instance), 30)}]"
    return f"is {shown_value(error.instance)}, expected {' or '.join(words)}", hint


def _enum(error: Any, schema: JsonSchema) -> tuple[str, str]:
    allowed = [str(value) for value in error.validator_value]
    hint = did_you_mean(error.instance, allowed) if isinstance(error.instance, str) else ""
    return f"is {shown_value(error.instance)}, allowed: {listed(allowed, most=40)}", hint


def _const(error: Any, schema: JsonSchema) -> tuple[str, str]:
    about = schema.get("description", "").rstrip(".")
    return (
        f"is {shown_value(error.instance)}, must be {shown_value(error.validator_value)}",
        f"{about}" if about else "",
    )


def _range(error: Any, schema: JsonSchema) -> tuple[str, str]:
    low, high = schema.get("minimum"), schema.get("maximum")
    if low is not None and high is not None:
        allowed = f"allowed: {low} to {high}"
    else:
        allowed = f"at least {low} is needed" if low is not None else f"at most {high} is allowed"
    return f"is {shown_value(error.instance)}, {allowed}", schema.get("description", "")


def _length(one: str, many: str) -> Callable[[Any, JsonSchema], tuple[str, str]]:
    def word(error: Any, schema: JsonSchema) -> tuple[str, str]:
        size, limit = len(error.instance), error.validator_value
        seen, verb = f"has {size} {one if size == 1 else many}", "is" if limit == 1 else "are"
        if error.validator.startswith("min"):
            if size == 0:
                return "is empty", schema.get("description", "")
            return f"{seen}, at least {limit} {verb} needed", ""
        return f"{seen}, at most {limit} {verb} allowed", ""

    return word


def _dependent(error: Any, schema: JsonSchema) -> tuple[str, str]:
    for key, needed in error.validator_value.items():
        lacking = [other for other in needed if key in error.instance and other not in error.instance]
        if lacking:
            return f"has `{key}`, which also needs {listed(lacking)}", f"add `{lacking[0]}:`"
    return "has a key that needs another key", ""


_WORDS: dict[str, Callable[[Any, JsonSchema], tuple[str, str]]] = {
    "type": _type,
    "enum": _enum,
    "const": _const,
    "minimum": _range,
    "maximum": _range,
    "minLength": _length("character", "characters"),
    "maxLength": _length("character", "characters"),
    "minItems": _length("entry", "entries"),
    "maxItems": _length("entry", "entries"),
    "minProperties": _length("key", "keys"),
    "maxProperties": _length("key", "keys"),
    "dependentRequired": _dependent,
}
