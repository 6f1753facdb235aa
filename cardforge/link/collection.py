"""Index documents by id: packs by id, cards by `pack/card`, and everything else that has an id.

Takes documents with their mentions; returns a Collection.
The ids of a file with schema problems are indexed too, so that one broken file
does not make every reference to it look wrong.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from cardforge.core.problems import Pointer
from cardforge.link.mentions import Mention
from cardforge.load.document import Document

PACK, CARD = "pack", "card"


class Unsound(NamedTuple):
    """The values of a document that do not match its schema."""

    values: tuple[Pointer, ...]
    references: bool  # whether some of its references may be among them
    names: frozenset[str]  # the sorts of thing that it may define with an id among them

    def touches(self, pointer: Pointer) -> bool:
        """Whether the value at a pointer is one of them or inside one."""
        return any(pointer[: len(value)] == value for value in self.values)


@dataclass(frozen=True, eq=False)
class Entry:
    """A document in the collection. Compared by identity, so that it can be a key."""

    document: Document
    kind: str
    is_pack: bool
    mentions: tuple[Mention, ...]
    unsound: Unsound | None = None  # of a document with schema problems

    @property
    def proven(self) -> bool:
        """Whether the whole document matches its schema; only then do others use it, beyond its ids."""
        return self.unsound is None

    @property
    def can_be_judged(self) -> bool:
        """Whether any part of it matches its schema."""
        return self.unsound is None or not self.unsound.touches(())

    @cached_property
    def id(self) -> str:
        given = self.document.data.get("id")
        return given if isinstance(given, str) else ""

    @cached_property
    def card_ids(self) -> list[tuple[str, Pointer]]:
        """The ids of the cards with their pointers."""
        cards = self.document.data.get("cards")
        if not isinstance(cards, list):
            return []
        return [
            (card["id"], ("cards", at, "id"))
            for at, card in enumerate(cards)
            if isinstance(card, dict) and isinstance(card.get("id"), str)
        ]


class Named(NamedTuple):
    """Where an id is defined."""

    entry: Entry
    pointer: Pointer
    shared: bool


@dataclass
class Collection:
    """Everything that can be referred to, by sort and id."""

    names: dict[str, dict[str, list[Named]]] = field(default_factory=dict)
    unread: frozenset[str] = frozenset()  # words of unreadable files, which may be ids
    # The sorts of thing with the broken files that may define more of them.
    unnamed: dict[str, frozenset[str]] = field(default_factory=dict)

    def places(self, what: str, id: str) -> list[Named]:
        """Return every definition of this id."""
        return self.names.get(what, {}).get(id, [])

    def known(self, what: str) -> Iterable[str]:
        """Return all ids of one sort."""
        return self.names.get(what, {})

    def entries(self) -> list[Entry]:
        """List every document that defines an id, in order of appearance."""
        named = (place.entry for ids in self.names.values() for places in ids.values() for place in places)
        return list(dict.fromkeys(named))


def collect(entries: Iterable[Entry], unread: frozenset[str]) -> Collection:
    """Build the collection of all entries."""
    collection = Collection(unread=unread)
    for entry in entries:
        for what in entry.unsound.names if entry.unsound else ():
            collection.unnamed[what] = collection.unnamed.get(what, frozenset()) | {entry.document.path}
        if entry.id:
            if not any(mention.names == entry.kind for mention in entry.mentions):
                # If the cards themselves are what references mean (an item), their pack is not.
                _name(collection, entry.kind, entry.id, Named(entry, ("id",), False))
            if entry.is_pack:
                _name(collection, PACK, entry.id, Named(entry, ("id",), False))
                for card, pointer in entry.card_ids:
                    _name(collection, CARD, f"{entry.id}/{card}", Named(entry, pointer, False))
        for mention in entry.mentions:
            if mention.names:
                _name(collection, mention.names, mention.id, Named(entry, mention.pointer, mention.shared))
    return collection


def with_entries(collection: Collection, entries: Iterable[Entry]) -> Collection:
    """Return a new collection with more entries."""
    own = collect(entries, collection.unread)
    names = dict(collection.names)
    for what, named in own.names.items():
        known = names.get(what, {})
        names[what] = known | {id: [*known.get(id, ()), *places] for id, places in named.items()}
    sorts = collection.unnamed.keys() | own.unnamed.keys()
    unnamed = {what: collection.unnamed.get(what, frozenset()) | own.unnamed.get(what, frozenset()) for what in sorts}
    return Collection(names, collection.unread, unnamed)


def _name(collection: Collection, what: str, id: str, named: Named) -> None:
    collection.names.setdefault(what, {}).setdefault(id, []).append(named)
