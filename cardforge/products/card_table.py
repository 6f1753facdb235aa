"""Cards as the rows of a table: which columns they have, and what each cell holds.

Takes the cards of a kind and its fields; gives columns whose heads are the paths of fields. A mapping becomes one
column for each field that its schema names, a list of words one cell, a list of mappings a table of its own. Anything
else is JSON in a cell, so that no value is lost.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cardforge.validate.field_types import ITEM, FieldPath, FieldTypes

PACK, ID = "pack", "id"
PLAIN, LIST, DATA = "plain", "list", "data"
_SEPARATORS = (",", ";", "|")
_ODD = re.compile(r"[.\[\]{}#]|^\s|\s$|^$")  # in a key, which could not be read back from a head
_HEAD = re.compile(r"(?P<path>.+?)(?:(?P<data>\{\})|\[(?P<separator>[;|]?)\])?")
_SCALARS = frozenset({"string", "integer", "number", "boolean"})
Cell = str | int | float | bool | None


@dataclass(frozen=True)
class TableColumn:
    """A column: the field that it holds, and how."""

    path: tuple[str, ...]
    form: str = PLAIN
    separator: str = ","

    @property
    def head(self) -> str:
        mark = {PLAIN: "", LIST: f"[{self.separator.strip(',')}]", DATA: "{}"}[self.form]
        return ".".join(self.path) + mark

    def cell(self, card: Mapping[str, Any]) -> Cell:
        """What the cell of a card holds; None for what it does not have, and for what is empty."""
        value = at(card, self.path)
        if value is None or value in ("", [], {}):
            return None
        if self.form == DATA:
            return json.dumps(value, ensure_ascii=False)
        if self.form == LIST:
            return f"{self.separator} ".join(map(_word, value))
        return value  # type: ignore[no-any-return]  # a scalar, or the column would be JSON


@dataclass(frozen=True)
class CardTable:
    """The columns of the cards of a kind, and those of the lists of mappings in them."""

    columns: tuple[TableColumn, ...]
    lists: Mapping[tuple[str, ...], tuple[TableColumn, ...]]


def table_of(cards: Sequence[Mapping[str, Any]], fields: FieldTypes) -> CardTable:
    """The columns that hold every field of some cards, and simple fields that none of them has yet."""
    columns: list[TableColumn] = []
    lists: dict[tuple[str, ...], tuple[TableColumn, ...]] = {}
    for path, values, is_list in _fields(cards, (), (), fields):
        if is_list:
            entries = [entry for value in values for entry in value]
            inner = _fields(entries, (), (*path, ITEM), fields, nested=True)
            lists[path] = tuple(_column(each, given) for each, given, _ in inner)
        else:
            columns.append(_column(path, values))
    columns += _unused(columns, lists, fields)
    return CardTable(tuple(sorted(columns, key=lambda column: column.path != (ID,))), lists)


def column_of(head: str) -> TableColumn:
    """The column that a head means."""
    found = _HEAD.fullmatch(head)
    if not found:
        return TableColumn((head,))
    form = DATA if found["data"] else LIST if found["separator"] is not None else PLAIN
    return TableColumn(tuple(found["path"].split(".")), form, found["separator"] or ",")


def at(card: Any, path: Sequence[str]) -> Any:
    """The value at a path; None if there is none."""
    for step in path:
        if not isinstance(card, Mapping):
            return None
        card = card.get(step)
    return card


def with_value(card: Mapping[str, Any], path: Sequence[str], value: Any) -> dict[str, Any]:
    """The card with another value; None removes it, and a mapping that is empty then."""
    first, *rest = path
    changed = dict(card)
    if rest:
        inner = card.get(first)
        value = with_value(inner if isinstance(inner, Mapping) else {}, rest, value) or None
    if value is None:
        changed.pop(first, None)
    else:
        changed[first] = value
    return changed


def _fields(
    cards: Sequence[Mapping[str, Any]],
    path: tuple[str, ...],
    above: FieldPath,
    fields: FieldTypes,
    nested: bool = False,
) -> Iterator[tuple[tuple[str, ...], list[Any], bool]]:
    """The path of each field with its values, and whether it is a list of mappings that gets a table."""
    for key in dict.fromkeys(key for card in cards for key in card):
        values = [card[key] for card in cards if card.get(key) is not None]
        own, general = (*path, key), (*above, key)
        if _is_regular(values, general, fields) and not _ODD.search(key):
            yield from _fields(values, own, general, fields, nested)
        else:
            has_table = not nested and not _ODD.search(key) and _are_mappings(values)
            yield own, values, has_table


def _is_regular(values: Sequence[Any], path: FieldPath, fields: FieldTypes) -> bool:
    """Whether values are mappings whose fields the schema names."""
    known = fields.names(path)
    return bool(values) and all(
        isinstance(value, Mapping) and all(key in known and not _ODD.search(key) for key in value) for value in values
    )


def _are_mappings(values: Sequence[Any]) -> bool:
    return bool(values) and all(
        isinstance(value, list) and value and all(isinstance(entry, Mapping) and entry for entry in value)
        for value in values
    )


def _column(path: tuple[str, ...], values: Sequence[Any]) -> TableColumn:
    is_odd = any(_ODD.search(step) for step in path) or path == (PACK,)
    if is_odd:
        return TableColumn(path, DATA)
    if all(isinstance(value, str | int | float) for value in values):
        return TableColumn(path)
    if all(isinstance(value, list) for value in values):
        entries = [entry for value in values for entry in value]
        if all(isinstance(entry, str | int) for entry in entries):
            words = [_word(entry) for entry in entries]
            for separator in _SEPARATORS:
                if not any(_has(separator, word) for word in words):
                    return TableColumn(path, LIST, separator)
    return TableColumn(path, DATA)


def _has(separator: str, word: str) -> bool:
    return not word or word != word.strip() or separator in word or "\n" in word or "\r" in word


def _word(entry: Any) -> str:
    return str(entry).lower() if isinstance(entry, bool) else str(entry)


def _unused(
    columns: Sequence[TableColumn], lists: Mapping[tuple[str, ...], Any], fields: FieldTypes
) -> Iterator[TableColumn]:
    """Columns for the simple fields of the schema that no card has."""
    used = {column.path[0] for column in columns} | {path[0] for path in lists}
    for name in fields.names():
        if name in used or _ODD.search(name) or name == PACK:
            continue
        types = fields.types((name,))
        if types and types <= _SCALARS:
            yield TableColumn((name,))
        elif types == {"array"} and fields.types((name, ITEM)) & _SCALARS:
            yield TableColumn((name,), LIST)
