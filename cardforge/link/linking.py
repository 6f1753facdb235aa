"""Link the documents of one game.

Takes the readings of the files to check and of the files around them; returns a LinkedGame.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from cardforge.link.collection import Collection, Entry, collect, with_entries
from cardforge.link.mentions import Mention, mention_finder
from cardforge.load.game import Game
from cardforge.validate.catalog import Catalog, Proven
from cardforge.validate.reading import Reading

Finders = dict[str, Callable[[Any], list[Mention]]]  # by kind


@dataclass(frozen=True)
class LinkedGame:
    """All documents of one game: those to check, and the collection they refer to."""

    game: Game
    judged: tuple[Entry, ...]
    collection: Collection
    finders: Finders

    def entry(self, proven: Proven) -> Entry:
        """Return an entry for a document that refers to the collection without being in it, such as a deck."""
        return _entry(proven, self.game, self.finders)

    def with_reading(self, more: Reading) -> LinkedGame:
        """Return a copy with more documents in the collection."""
        collection = with_entries(self.collection, _entries(more, self.game, self.finders))
        unread = collection.unread.union(*(broken.words for broken in more.broken))
        return replace(self, collection=replace(collection, unread=unread))


def finders_of(game: Game, catalog: Catalog) -> Finders:
    """Return a function per kind that finds the ids in a document."""
    return {kind: mention_finder(schema.raw) for kind in game.schemas if (schema := catalog.schema(game.system, kind))}


def link(game: Game, catalog: Catalog, around: Reading, judged: Reading, finders: Finders | None = None) -> LinkedGame:
    """Link one game's documents; the files around come first, so that a duplicate id is reported in the checked file.

    Building finders takes most of the time: pass them in when linking the same game repeatedly.
    """
    finders = finders if finders is not None else finders_of(game, catalog)
    others, entries = (_entries(reading, game, finders) for reading in (around, judged))
    unread = frozenset(word for reading in (around, judged) for broken in reading.broken for word in broken.words)
    unread |= _without_schema(game, finders, around, judged)
    return LinkedGame(game, tuple(entries), collect([*others, *entries], unread), finders)


def _without_schema(game: Game, finders: Finders, *readings: Reading) -> frozenset[str]:
    """Return ids from files whose schema is invalid: the schema is reported, and the files may be fine."""
    files = [each for reading in readings for each in reading.proven if each.system == game.system]
    ids = (each.document.data.get("id") for each in files if each.kind and each.kind not in finders)
    return frozenset(id for id in ids if isinstance(id, str))


def _entries(reading: Reading, game: Game, finders: Finders) -> list[Entry]:
    """Return entries for the documents of one game."""
    mine = [proven for proven in reading.proven if proven.system == game.system and proven.kind in finders]
    return [_entry(proven, game, finders) for proven in mine]


def _entry(proven: Proven, game: Game, finders: Finders) -> Entry:
    return Entry(
        proven.document,
        proven.kind,
        is_pack=game.subject(proven.kind) == "pack",
        mentions=tuple(finders[proven.kind](proven.document.data)),
        proven=not proven.problems,
    )
