"""Link the documents of one game.

Takes the readings of the files to check and of the files around them; returns a LinkedGame.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from cardforge.link.collection import CARD, PACK, Collection, Entry, Unsound, collect, with_entries
from cardforge.link.mentions import MentionFinder
from cardforge.load.game import Game
from cardforge.validate.catalog import Catalog, Proven
from cardforge.validate.reading import Reading

Finders = dict[str, MentionFinder]  # by kind


class LinkedGame(NamedTuple):
    """All documents of one game: those to check, and the collection they refer to."""

    game: Game
    judged: tuple[Entry, ...]
    collection: Collection
    finders: Finders

    @property
    def has_all_it_refers_to(self) -> bool:
        """Whether every reference is to something in the collection."""
        entries = {*self.judged, *self.collection.entries()}
        mentions = (mention for entry in entries for mention in entry.mentions if not mention.within)
        return all(
            any(self.collection.places(what, mention.id) for what in mention.refers_to)
            for mention in mentions
            if mention.refers_to
        )

    def entry(self, proven: Proven) -> Entry:
        """Return an entry for a document that refers to the collection without being in it, such as a deck."""
        return _entry(proven, self.game, self.finders)

    def with_reading(self, more: Reading) -> LinkedGame:
        """Return a copy with more documents in the collection."""
        entries = _entries(more, self.game, self.finders)
        collection = with_entries(self.collection, entries)
        unread = collection.unread | _unread(more, entries)
        return self._replace(collection=replace(collection, unread=unread))


def finders_of(game: Game, catalog: Catalog) -> Finders:
    """Return a function per kind that finds the ids in a document."""
    return {kind: MentionFinder(schema.raw) for kind in game.schemas if (schema := catalog.schema(game.system, kind))}


def link(game: Game, catalog: Catalog, around: Reading, judged: Reading, finders: Finders | None = None) -> LinkedGame:
    """Link one game's documents; the files around come first, so that a duplicate id is reported in the checked file.

    Building finders takes most of the time: pass them in when linking the same game repeatedly.
    """
    finders = finders if finders is not None else finders_of(game, catalog)
    others, entries = (_entries(reading, game, finders) for reading in (around, judged))
    unread = _unread(around, others) | _unread(judged, entries)
    unread |= _without_schema(game, finders, around, judged)
    return LinkedGame(game, tuple(entries), collect([*others, *entries], unread), finders)


def ids_of(files: Iterable[Proven], system: str, finders: Finders) -> set[str]:
    """The ids of documents of a game, and of what they refer to: of a card, that of its pack."""
    mine = [proven for proven in files if proven.system == system and proven.kind in finders]
    found = {id for proven in mine if isinstance(id := proven.document.data.get("id"), str)}
    for proven in mine:
        mentions = finders[proven.kind](proven.document.data)
        found |= {mention.id.partition("/")[0] for mention in mentions if mention.refers_to and not mention.within}
    return found


def _unread(reading: Reading, entries: Iterable[Entry]) -> frozenset[str]:
    """Return the words of broken files whose ids are not known from an entry."""
    known = {entry.document.path for entry in entries}
    unknown = (broken for broken in reading.broken if broken.path not in known)
    return frozenset().union(*(broken.words for broken in unknown))


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
    finder, is_pack = finders[proven.kind], game.subject(proven.kind) == "pack"
    return Entry(
        proven.document,
        proven.kind,
        is_pack=is_pack,
        mentions=tuple(finder(proven.document.data)),
        unsound=_unsound(proven, finder, is_pack) if proven.problems else None,
    )


def _unsound(proven: Proven, finder: MentionFinder, is_pack: bool) -> Unsound:
    keys = {next((step for step in reversed(value) if isinstance(step, str)), "") for value in proven.unsound}
    if "" in keys:  # the whole document
        keys = {"id", *finder.naming, *finder.referring}
    names = frozenset().union(*(finder.naming.get(key, ()) for key in keys))
    if keys & {"id", "cards"}:
        names |= {proven.kind, PACK, CARD} if is_pack else {proven.kind}
    return Unsound(proven.unsound, not finder.referring.keys().isdisjoint(keys), names)
