"""A document as rules see it: its data, what it refers to, and what linking found.

Takes a linked document; builds the JSON that Starlark reads, and maps the places in a rule's answer to files.
A place is a pointer such as `/cards/3/cost`, or `@ada#/cards/3/cost` in a pack that the document refers to.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from cardforge.check.sound_data import sound_data
from cardforge.core.problems import Location, Pointer, PointerKey
from cardforge.link.collection import Entry
from cardforge.link.linking import LinkedGame
from cardforge.link.references import Links, links_of, reach_of
from cardforge.load.document import Document, Fields


@dataclass(frozen=True)
class Linked:
    """A document with its links; its JSON is built once, however many decks refer to it."""

    entry: Entry
    links: Links

    @cached_property
    def text(self) -> str:
        findings = [
            {"about": each.about, "at": _pointer_text(each.pointer), "message": each.message, "hint": each.hint}
            for each in self.links.findings
        ]
        links = {"references": self.links.references, "findings": findings}
        return json.dumps({"document": sound_data(self.entry), "links": links}, ensure_ascii=False)


@dataclass(frozen=True)
class Subject:
    """One document to check."""

    sort: str  # what the game's rules call it: pack, deck, scenario …
    linked: Linked
    packs: Mapping[str, Linked] = field(default_factory=dict)  # by id: the packs it refers to, also broken ones
    rivals: tuple[Linked, ...] = ()  # other packs with the id of one of them
    lost: tuple[str, ...] = ()  # ids that are unresolved or whose file has schema problems
    missing: tuple[str, ...] = ()  # those of them that are not in `packs`; rules call them `lost`
    suspects: frozenset[str] = frozenset()  # files with a mistake in an id, which may define those
    log: Linked | None = None  # the campaign it is part of, if one is given
    log_packs: Mapping[str, Linked] = field(default_factory=dict)  # packs that the campaign and its setting refer to
    log_lost: tuple[str, ...] = ()  # unresolved ids of the campaign
    log_state: Fields | None = None  # state at the end of the campaign; None if it could not be replayed
    alone: bool = False

    @property
    def entry(self) -> Entry:
        return self.linked.entry

    @cached_property
    def is_sound(self) -> bool:
        """Whether the document and its packs match their schemas, so that rules can read all of them."""
        return all(linked.entry.proven for linked in (self.linked, *self.packs.values()))

    @cached_property
    def text(self) -> str:
        """The JSON that rules read; the JSON of packs is reused, not built again."""
        packs = _pack_texts(self.packs)
        own = self.linked.text[:-1]  # without its closing brace
        met = f'"packs":{{{_pack_texts(self.log_packs)}}}'
        brought = f'{met},"lost":{json.dumps(self.log_lost)},"state":{json.dumps(self.log_state)}'
        log = f"{self.log.text[:-1]},{brought}}}" if self.log else "null"
        rest = f'"lost":{json.dumps(self.missing)},"campaign":{log},"alone":{json.dumps(self.alone)}'
        return f'{own},"packs":{{{packs}}},{rest}}}'

    def place(self, at: str, at_name: bool) -> Location:
        """Return the file location of a place in a rule's answer."""
        document = self.entry.document
        if at.startswith("@"):
            id, _, at = at[1:].partition("#")
            document = self.packs[id].entry.document if id in self.packs else document
        return _locate(document, at, at_name)


def _pack_texts(packs: Mapping[str, Linked]) -> str:
    return ",".join(f"{json.dumps(id)}:{pack.text}" for id, pack in packs.items())


def _locate(document: Document, at: str, at_name: bool) -> Location:
    pointer, value = _walk(at, document.data)
    # A list or mapping begins on the line after its key; authors look for the key.
    return document.locate(pointer, key=at_name or isinstance(value, (list, dict)))


def _pointer_text(pointer: Pointer) -> str:
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in pointer)


def _walk(text: str, data: Any) -> tuple[Pointer, Any]:
    """Return the pointer and the value at a place; `locate` falls back to a parent if the value does not exist."""
    steps: list[PointerKey] = []
    for word in text.split("/")[1:]:
        step: PointerKey = word.replace("~1", "/").replace("~0", "~")
        if isinstance(data, list) and word.isdigit():
            step = int(word)
            data = data[step] if step < len(data) else None
        else:
            data = data.get(step) if isinstance(data, dict) else None
        steps.append(step)
    return tuple(steps), data


class Subjects:
    """Builds the subjects of a game; each pack is linked and encoded once."""

    def __init__(
        self, linked_game: LinkedGame, alone: bool, log: Entry | None = None, state: Fields | None = None
    ) -> None:
        self._game, self._collection, self._alone = linked_game.game, linked_game.collection, alone
        self._linked: dict[Entry, Linked] = {}
        self._log, self._state = log, state

    def among(self, linked_game: LinkedGame) -> Subjects:
        """Return the same for another collection."""
        return Subjects(linked_game, self._alone, self._log, self._state)

    def subject(self, entry: Entry) -> Subject:
        """Build the subject of a document; a pack is checked alone, anything else with the packs it refers to."""
        sort = self._game.subject(entry.kind)
        own = Linked(entry, links_of(entry, self._collection))
        if entry.is_pack:
            return Subject(sort, own, alone=self._alone)
        reach = reach_of(entry, self._collection)
        return Subject(
            sort,
            own,
            {id: self._link(pack) for id, pack in {**reach.broken, **reach.packs}.items()},
            tuple(self._link(rival) for rival in reach.rivals),
            reach.lost,
            reach.missing,
            reach.suspects,
            self._link(self._log) if self._log else None,
            {id: self._link(pack) for id, pack in self._met().items()},
            reach_of(self._log, self._collection).lost if self._log else (),
            self._state,
            self._alone,
        )

    def _met(self) -> dict[str, Entry]:
        """Packs that the campaign refers to, itself or by its setting."""
        if self._log is None:
            return {}
        packs = reach_of(self._log, self._collection).packs
        settings = [entry for entry in packs.values() if not entry.is_pack]
        return {id: pack for each in settings for id, pack in reach_of(each, self._collection).packs.items()} | packs

    def _link(self, entry: Entry) -> Linked:
        """Link a pack that others refer to, once."""
        if entry not in self._linked:
            self._linked[entry] = Linked(entry, links_of(entry, self._collection))
        return self._linked[entry]
