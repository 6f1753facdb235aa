"""Infer the schema of a field from its values: types, enums, lists, and the fields of mappings.

Takes the values of one column, None where a card has none; gives JSON Schema that all of them match. Text stays text
unless every value is a number or every value is true or false, so `007` and a cost of `X` keep what they say.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Sequence
from typing import Any

from cardforge.core.json_data import JsonSchema
from cardforge.core.limits import MAX_INTEGER

_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]{0,14})(?:\.0+)?")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,14})\.[0-9]{1,15}")
_TYPES: dict[type, str] = {
    bool: "boolean",
    int: "integer",
    float: "number",
    str: "string",
    list: "array",
    dict: "object",
}
_TRUE_FALSE = ("true", "false")
SEPARATORS = (",", ";", "|")
_WORD = 24  # characters; a longer entry is part of a sentence
_MOST_VALUES = 12  # of an enum
_LEAST_REPEATED = 3  # how often each value of an enum is used on average
_MOST_FIELDS = 40  # of a mapping; with more, its keys are data


def inferred(values: Sequence[Any], is_sheet: bool) -> JsonSchema:
    """The schema of a field that has at least one value."""
    given = [value for value in values if value is not None]
    if is_sheet:
        return _of_cells(given)
    return _of_data(given)


def inferred_with_null(values: Sequence[Any]) -> JsonSchema:
    """The schema of a field of JSON data, as it is in its file: null is allowed where some values are."""
    return _of_data(values, True)


def separator_of(values: Iterable[Any]) -> str:
    """What separates the entries of the lists in some texts; empty if they are no lists."""
    texts = [value for value in values if isinstance(value, str)]
    for separator in SEPARATORS:
        lists = [[part.strip() for part in text.split(separator)] for text in texts]
        entries = [part for parts in lists for part in parts]
        several = sum(len(parts) > 1 for parts in lists)
        if several < 2 or not all(_is_word(part) for part in entries):
            continue
        if len(set(entries)) * 2 <= len(entries):  # words that come again, unlike the parts of names
            return separator
    return ""


def _is_word(text: str) -> bool:
    return 0 < len(text) <= _WORD and text[-1] not in ".!?" and "\n" not in text


def _of_cells(given: Sequence[Any]) -> JsonSchema:
    values = [plain_cell(value) for value in given]
    if values and all(isinstance(value, bool) for value in values):
        return {"type": "boolean"}
    if values and not any(isinstance(value, bool) for value in values):
        if all(isinstance(value, int) for value in values):
            return {"type": "integer"}
        if all(isinstance(value, int | float) for value in values):
            return {"type": "number"}
    if separator_of(given):
        return {"type": "array", "items": {"type": "string"}}
    return {"type": "string", **_enum(given)}


def plain_cell(value: Any) -> Any:
    """A cell as the number or truth value that it says, or as it is."""
    if isinstance(value, str):
        word = value.strip()
        if word.lower() in _TRUE_FALSE:
            return word.lower() == _TRUE_FALSE[0]
        if _INTEGER.fullmatch(word):
            return int(word.partition(".")[0])
        return float(word) if _NUMBER.fullmatch(word) else value
    if isinstance(value, float) and value.is_integer() and abs(value) <= MAX_INTEGER:
        return int(value)
    return value


def _enum(values: Sequence[Any]) -> JsonSchema:
    """The values of a text that has few, so that a misspelt one is found; nothing for names and sentences."""
    if not all(isinstance(value, str) and _is_word(value) for value in values):
        return {}
    distinct = list(dict.fromkeys(values))
    if not 1 < len(distinct) <= _MOST_VALUES or len(values) < _LEAST_REPEATED * len(distinct):
        return {}
    if len({" ".join(value.split()).casefold() for value in distinct}) < len(distinct):
        return {}  # some differ only in capitals or spaces: which is right is not ours to say
    return {"enum": distinct}


def _of_data(values: Sequence[Any], has_null: bool = False) -> JsonSchema:
    given = [value for value in values if value is not None]
    kinds = dict.fromkeys(_type(value) for value in given)
    if "number" in kinds:
        kinds.pop("integer", None)
    schema: JsonSchema = {"type": list(kinds)} if len(kinds) > 1 else {}
    if len(kinds) == 1:
        schema = _of_kind(next(iter(kinds)), given, has_null)
    return _or_null(schema) if has_null and kinds and len(given) < len(values) else schema


def _of_kind(kind: str, given: Sequence[Any], has_null: bool) -> JsonSchema:
    if kind == "object":
        return _of_mappings(given, has_null)
    if kind == "array":
        return {"type": kind, "items": _of_data([entry for value in given for entry in value], has_null)}
    return {"type": kind, **(_enum(given) if kind == "string" else {})}


def _or_null(schema: JsonSchema) -> JsonSchema:
    types = schema["type"]
    wider = {**schema, "type": [*(types if isinstance(types, list) else [types]), "null"]}
    return {**wider, "enum": [*schema["enum"], None]} if "enum" in schema else wider


def _of_mappings(given: Sequence[dict[str, Any]], has_null: bool) -> JsonSchema:
    keys = list(dict.fromkeys(key for value in given for key in value))
    if len(keys) > _MOST_FIELDS:
        return {"type": "object"}
    fields = {key: [value[key] for value in given if key in value] for key in keys}
    return {
        "type": "object",
        "additionalProperties": False,
        "properties": {key: _of_data(values, has_null) for key, values in fields.items()},
    }


def _type(value: Any) -> str:
    return _TYPES[type(value)]


def is_date(value: Any) -> bool:
    """Whether a cell has a date or a time, which no field of a card is."""
    return isinstance(value, datetime.date | datetime.time | datetime.timedelta)
