"""Decide whether the file of another program can be a pack as it is, through `cards-at` of its kind.

Takes the file, its cards and their fields; gives what `game.yaml`, the schema and the face say of them, or the reason
why the cards have to be copied into a pack.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from cardforge.core.problems import Pointer
from cardforge.load.document import Document
from cardforge.load.found_cards import ANY, found_cards
from cardforge.load.game import CARD_ID, CARD_NAME, CARDS_AT, PACK, Kind
from cardforge.load.project import shown
from cardforge.load.source import Source, read_source
from cardforge.validate.foreign_cards import ForeignTable
from cardforge.validate.foreign_fields import COPIES, ID, KEPT, NAME, ForeignField
from cardforge.validate.inferred_types import inferred_with_null
from cardforge.validate.shadowed import IN_RULES

_LONGEST_PLACE = 200  # characters of `cards-at` that the schema of game.yaml allows
_LONGEST_KEY = 60  # … of `card-id` and `card-name`
_IN_FACES = re.compile(r"[^\W\d][\w-]*(?: [\w-]+)*")  # what faces can write between braces; a dot leads into a mapping


class LinkedCards(NamedTuple):
    """What a game says of cards that stay where they are."""

    keys: dict[str, str]  # of their kind in game.yaml
    fields: tuple[ForeignField, ...]  # by the names that faces and rules know
    written: tuple[ForeignField, ...]  # by the names that the file has, for the schema


def linked_cards(source: Path, tables: Sequence[ForeignTable], fields: Sequence[ForeignField]) -> LinkedCards | str:
    """How the cards of a file are read where they are, or why they cannot be."""
    if len(tables) > 1:
        return f"it has {len(tables)} lists of cards, and each of them is a kind of its own"
    cards_at = _cards_at(tables[0].places)
    pack = _pack(source, cards_at, tables[0].places)
    if pack is None:
        return "its cards are at several places, and no single `cards-at` finds all of them"
    cards = pack["cards"]
    reason = _odd_key(pack) or next((why for field in fields if (why := _obstacle(field, fields))), "")
    if not reason and any(COPIES in card and card[COPIES] is None for card in cards):
        reason = f"some cards have `{COPIES}: null`, which is no number"
    if reason:
        return reason
    keys = {CARDS_AT: cards_at}
    for role, key in ((ID, CARD_ID), (NAME, CARD_NAME)):
        named = next((field for field in fields if field.role == role), None)
        if named and named.head != role:
            keys[key] = named.head
    by_role = (ID, NAME, COPIES)
    return LinkedCards(
        keys,
        tuple(replace(field, name=field.role if field.role in by_role else field.head) for field in fields),
        tuple(_written(field, cards) for field in fields if any(field.head in card for card in cards)),
    )


def _cards_at(places: Sequence[Pointer]) -> str:
    """The one place that could lead to all cards; what differs between them is `*`."""
    above = [place[:-1] if isinstance(place[-1], int) else (*place[:-1], ANY) for place in places]
    steps = []
    for same in zip(*above, strict=False):
        step = same[0]
        is_key = isinstance(step, str) and all(each == step for each in same)
        steps.append(step.replace("~", "~0").replace("/", "~1") if is_key and isinstance(step, str) else ANY)
    return "/" + "/".join(steps)


def _pack(source: Path, cards_at: str, places: Sequence[Pointer]) -> dict[str, Any] | None:
    """The file as a pack, if `cards-at` finds these cards and nothing else."""
    read = read_source(source, shown(source))
    if not isinstance(read, Source) or len(cards_at) > _LONGEST_PLACE:
        return None
    found = found_cards(read, "", Kind("", PACK, "", {}, (), cards_at))
    if not isinstance(found, Document) or not found.places:
        return None
    is_same = found.places.cards == tuple(places) and not found.places.without
    return found.data if is_same else None


def _odd_key(pack: dict[str, Any]) -> str:
    """Why a file cannot keep the keys beside its cards; empty if it can."""
    for key in sorted(IN_RULES & pack.keys()):
        return f"in rules, its key `{key}` means something of cardforge"
    return "" if isinstance(pack.get(NAME, ""), str) else f"its key `{NAME}` is not a text"


def _obstacle(field: ForeignField, fields: Sequence[ForeignField]) -> str:
    """Why a field cannot keep its name; empty if it can."""
    if field.is_private:
        return ""
    if field.role == COPIES:
        return "" if field.head == COPIES else f"the number of copies must be called `{COPIES}`, not `{field.head}`"
    if field.role in (ID, NAME):
        if field.head != field.role and any(each.head == field.role for each in fields):
            return f"both `{field.head}` and `{field.role}` would be the {field.role} of a card"
        return f"the key `{field.head[:40]}…` is too long for game.yaml" if len(field.head) > _LONGEST_KEY else ""
    if field.head in KEPT:
        return f"in faces, `{field.head}` means something of cardforge"
    return "" if _IN_FACES.fullmatch(field.head) else f"faces cannot show a field that is called `{field.head[:60]}`"


def _written(field: ForeignField, cards: Sequence[dict[str, Any]]) -> ForeignField:
    schema = inferred_with_null([card[field.head] for card in cards if field.head in card])
    if field.role == COPIES:
        schema = field.schema
    return replace(field, name=field.head, schema=schema, is_private=False)
