"""Decide what each column of a foreign table is on a card: its name, cost, text, picture, copies or a number.

Takes a table; gives its fields with their schema. A column is recognized by its head first, in a few languages, and
where no head says it by what its values look like.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from cardforge.core.json_data import JsonSchema
from cardforge.load.picture_names import ENDINGS
from cardforge.validate.card_columns import slug
from cardforge.validate.foreign_cards import ForeignColumn, ForeignTable
from cardforge.validate.inferred_types import inferred, is_date, separator_of
from cardforge.validate.shadowed import IN_FACES

NAME, COST, TEXT, FLAVOR, TYPE, PICTURE, COPIES, ID = (
    "name", "cost", "text", "flavor", "type", "picture", "copies", "id",
)  # fmt: skip
_HEADS = {
    ID: "id code card-id key",
    NAME: "name title card-name card-title nom titel nombre nome",
    COPIES: "copies qty quantity count amount number-of-copies copy-count anzahl cantidad quantite quantity-of-cards",
    COST: "cost price mana mana-cost play-cost cost-to-play cmc kosten coste cout",
    TEXT: "text rules rules-text effect effects description desc card-text body oracle-text "
    "regeltext texto texte effekt",
    FLAVOR: "flavor flavour flavor-text flavour-text quote lore zitat",
    TYPE: "type card-type type-name class category suit faction element colour color school typ farbe tipo",
    PICTURE: "image picture art img artwork illustration photo image-file card-image bild imagen",
}
_ROLE_OF = {head: role for role, heads in _HEADS.items() for head in heads.split()}
_PICTURE = re.compile(
    '(?i)[^:*?"<>|]{1,200}(?:' + "|".join(re.escape(end) for ends in ENDINGS.values() for end in ends) + r"|\.svg)"
)
_FIELD = re.compile("[A-Za-z_][A-Za-z0-9_-]*")
_NOTES = frozenset(("note", "notes", "comment", "comments", "to-do", "todo", "done", "status", "notizen"))
# What faces and documents mean by these words is not a field of the card.
KEPT = IN_FACES | {"kind", "system", "key", "value", "number", "cards"}
_LONG_TEXT = 40  # characters on average; shorter ones are names and words
_LONGEST_NAME = 60


@dataclass(frozen=True)
class ForeignField:
    """A field of the cards that a table becomes."""

    head: str
    name: str
    role: str  # one of those above, or empty
    schema: JsonSchema
    is_required: bool
    separator: str = ""  # of the entries in a cell, if it is a list
    is_private: bool = False  # not read
    samples: tuple[Any, ...] = ()


def fields_of(table: ForeignTable) -> tuple[ForeignField, ...]:
    """The fields of a table, in the order of its columns."""
    fields: list[ForeignField] = []
    taken: set[str] = set()
    roles = _roles(table)
    for column in table.columns:
        given = [value for value in column.values if value is not None]
        role = roles.get(column.head, "")
        name = _free(role if role in (ID, NAME, COPIES) else _field_name(column.head, table.sheet is None), taken)
        taken.add(name)
        is_note = table.sheet is not None and not role and _is_note(slug(column.head))
        is_private = is_note or not given or (table.sheet is not None and any(is_date(value) for value in given))
        schema = inferred(given, table.sheet is not None) if given else {}
        separator = separator_of(given) if schema.get("type") == "array" and table.sheet else ""
        if role in (ID, NAME):
            schema, separator = {"type": schema.get("type") if table.sheet is None else "string"}, ""
        if role == COPIES:
            schema = {"type": "integer", "minimum": 0}
        is_required = role != COPIES and len(given) == table.count
        field = ForeignField(column.head, name, role, schema, is_required, separator, is_private, tuple(given))
        fields.append(field)
    return tuple(fields)


def field_with(role: str, fields: Sequence[ForeignField]) -> ForeignField | None:
    """The field that has a role."""
    return next((field for field in fields if field.role == role and not field.is_private), None)


def _roles(table: ForeignTable) -> dict[str, str]:
    """The role of each head that has one; no two have the same."""
    found: dict[str, str] = {}
    ranked = sorted(table.columns, key=lambda column: _rank(column.head))
    for column in ranked:
        role = _ROLE_OF.get(slug(column.head).replace("_", "-"), "")
        if role and role not in found.values() and _can_be(role, column, table):
            found[column.head] = role
    others = [column for column in table.columns if column.head not in found]
    for role, choose in ((PICTURE, _looks_like_pictures), (TEXT, _looks_like_text), (NAME, _looks_like_names)):
        if role in found.values():
            continue
        chosen = choose([each for each in others if each.head not in found])
        if chosen:
            found[chosen.head] = role
    return found


def _rank(head: str) -> int:
    """The earlier word wins where two heads have one role: `text` before `description`."""
    words = list(_ROLE_OF)
    word = slug(head).replace("_", "-")
    return words.index(word) if word in words else len(words)


def _can_be(role: str, column: ForeignColumn, table: ForeignTable) -> bool:
    given = [value for value in column.values if value is not None]
    if role == COPIES:
        return bool(given) and inferred(given, table.sheet is not None) == {"type": "integer"} and _all_positive(given)
    if role == PICTURE:
        return _looks_like_pictures([column]) is not None
    if role == ID:
        return len(given) == table.count and len({str(value) for value in given}) == table.count
    if role in (NAME, TEXT, FLAVOR, TYPE):
        return any(isinstance(value, str) for value in given)
    return all(isinstance(value, str | int | float) for value in given)


def _all_positive(values: Sequence[Any]) -> bool:
    return all(float(value) >= 0 for value in values)


def _looks_like_pictures(columns: Sequence[ForeignColumn]) -> ForeignColumn | None:
    for column in columns:
        given = [value for value in column.values if value is not None]
        if given and all(isinstance(value, str) and _PICTURE.fullmatch(value.strip()) for value in given):
            return column
    return None


def _looks_like_text(columns: Sequence[ForeignColumn]) -> ForeignColumn | None:
    """The column with the longest texts."""
    lengths = [(_average(column), column) for column in columns]
    longest = max(lengths, key=lambda each: each[0], default=None)
    return longest[1] if longest and longest[0] >= _LONG_TEXT else None


def _looks_like_names(columns: Sequence[ForeignColumn]) -> ForeignColumn | None:
    """The first column of short texts of which hardly any comes twice."""
    for column in columns:
        texts = [value for value in column.values if isinstance(value, str)]
        is_short = bool(texts) and max(map(len, texts)) <= _LONGEST_NAME and 0 < _average(column) < _LONG_TEXT
        if is_short and len(texts) * 2 > len(column.values) and len(set(texts)) * 10 >= len(texts) * 9:
            return column
    return None


def _average(column: ForeignColumn) -> float:
    texts = [len(value) for value in column.values if isinstance(value, str) and "://" not in value]
    return sum(texts) / len(texts) if texts else 0.0


def _field_name(head: str, is_key: bool) -> str:
    """A head as the name of a field that faces can use; a key stays as it is, if it can."""
    own = head if is_key else head.removesuffix("[]").strip()
    if not is_key or not _FIELD.fullmatch(own):
        own = re.sub("[^a-z0-9]+", "-", slug(own)).strip("-")
        own = own if _FIELD.fullmatch(own) else f"field-{own}".strip("-")
    return f"{own}-field" if own in KEPT else own


def _free(name: str, taken: set[str]) -> str:
    """The name, with a number if another field has it."""
    free, number = name, 2
    while free in taken:
        free, number = f"{name}-{number}", number + 1
    return free


def _is_note(head: str) -> bool:
    """Whether a column is for its author and not for the cards, such as `designer-notes`."""
    return head in _NOTES or head.rpartition("-")[2] in ("note", "notes", "comment", "comments")
