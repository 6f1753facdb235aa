"""Check the ids of a collection: unknown, duplicate, ambiguous and circular ones.

Takes a collection and one of its entries; returns findings. A finding is not yet a problem:
a game's rule may report it under its own code (`judges` in a rule), otherwise it gets the engine's code.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from cardforge.core.problems import Pointer
from cardforge.core.suggestions import did_you_mean
from cardforge.link.collection import CARD, PACK, Collection, Entry, Named
from cardforge.link.mentions import Mention

DUPLICATE = "duplicate"


class LinkFinding(NamedTuple):
    """A fault of an id in a document."""

    code: str
    about: str  # the sort of thing referred to, or DUPLICATE
    pointer: Pointer
    message: str
    hint: str = ""


class Links(NamedTuple):
    """The result of linking one document."""

    references: dict[str, int]  # number of references by sort
    findings: tuple[LinkFinding, ...]


def links_of(entry: Entry, collection: Collection) -> Links:
    """Resolve every reference of a document."""
    references: dict[str, int] = {}
    findings = [*_duplicates(entry, collection)]
    for mention in entry.mentions:
        if mention.refers_to:
            about = mention.refers_to[0]
            references[about] = references.get(about, 0) + 1
            findings.extend(_unresolved(mention, entry, collection))
    findings.extend(_circles(entry))
    if entry.unsound:
        findings = [finding for finding in findings if not entry.unsound.touches(finding.pointer)]
    return Links(references, tuple(findings))


class Reach(NamedTuple):
    """The packs that a document refers to."""

    packs: dict[str, Entry]  # by id; settings with an id count as packs here
    broken: dict[str, Entry]  # those with schema problems, by id, as far as they can be judged
    lost: tuple[str, ...]  # ids that are unknown, or whose file has schema problems
    missing: tuple[str, ...]  # those of them whose file cannot be judged at all
    rivals: tuple[Entry, ...]  # other packs with the id of one of them
    suspects: frozenset[str]  # files with a mistake in an id, which may define what is unknown


def reach_of(entry: Entry, collection: Collection) -> Reach:
    """Follow every reference of a document to its pack."""
    packs: dict[str, Entry] = {}
    broken: dict[str, Entry] = {}
    rivals: dict[Entry, None] = {}
    lost: dict[str, bool] = {}  # with whether it is missing
    suspects: set[str] = set()
    for mention in entry.mentions:
        if not mention.refers_to or mention.within:
            continue
        found = [place.entry for what in mention.refers_to for place in collection.places(what, mention.id)]
        if not found:
            suspects.update(*(collection.unnamed.get(what, ()) for what in mention.refers_to))
        proven = next((other for other in found if other.proven), None)
        if proven is None:
            other = next((other for other in found if other.id and other.can_be_judged), None)
            lost[mention.id] = other is None
            broken |= {other.id: other} if other else {}
        elif proven.id:
            packs[proven.id] = proven
            same = (place.entry for place in collection.places(PACK, proven.id))
            rivals |= dict.fromkeys(rival for rival in same if rival is not proven)
    missing = tuple(id for id, is_missing in lost.items() if is_missing)
    return Reach(packs, broken, tuple(lost), missing, tuple(rivals), frozenset(suspects))


def _unresolved(mention: Mention, entry: Entry, collection: Collection) -> Iterator[LinkFinding]:
    about = mention.refers_to[0]
    if mention.within:
        known = [card for card, _ in entry.card_ids]
        if mention.id not in known and not (entry.unsound and CARD in entry.unsound.names):
            yield LinkFinding(
                "CF201",
                about,
                mention.pointer,
                f"`{mention.id}` is not a card of this pack",
                did_you_mean(mention.id, known),
            )
        return
    places = [place for what in mention.refers_to for place in collection.places(what, mention.id)]
    if not places:
        if mention.id.rpartition("/")[2] in collection.unread or mention.id.partition("/")[0] in collection.unread:
            return  # it may be defined in an unreadable file, which is reported itself
        if not collection.unnamed.keys().isdisjoint(mention.refers_to):
            return  # … or in a file with a mistake in an id
        known_ids = [id for what in mention.refers_to for id in collection.known(what)]
        sort = " or ".join(mention.refers_to)
        others = sorted({place.entry.kind for place in collection.places(PACK, mention.id)})
        hint = f"the pack of that name is of kind {others[0]}" if others else did_you_mean(mention.id, known_ids)
        yield LinkFinding("CF201", about, mention.pointer, f"there is no {sort} `{mention.id}`", hint)
    elif len({place.entry.kind for place in places}) > 1 and not all(place.shared for place in places):
        files = " and ".join(sorted({f"{place.entry.document.path} ({place.entry.kind})" for place in places}))
        yield LinkFinding(
            "CF203",
            about,
            mention.pointer,
            f"`{mention.id}` is ambiguous: {files}",
            "give one of them another id",
        )


def _duplicates(entry: Entry, collection: Collection) -> Iterator[LinkFinding]:
    """Report ids of this document that are already defined elsewhere."""
    own: list[tuple[str, str, Pointer]] = (
        [(PACK if entry.is_pack else entry.kind, entry.id, ("id",))] if entry.id else []
    )
    if entry.is_pack:
        own += [(CARD, f"{entry.id}/{card}", pointer) for card, pointer in entry.card_ids]
    own += [(m.names, m.id, m.pointer) for m in entry.mentions if m.names and not m.shared]
    reported: set[Pointer] = set()
    for what, id, pointer in own:
        others = collection.places(what, id)
        if not others:
            continue  # the document is not in the collection
        first = others[0]
        # Compared by text, not identity: a checked file may already be in the collection from an earlier read.
        is_first = (first.entry.kind, first.entry.document.source) == (entry.kind, entry.document.source)
        if (is_first and first.pointer == pointer) or pointer in reported:
            continue
        if what == CARD and not is_first:
            continue  # two packs with the same id are reported once, at the pack
        reported.add(pointer)
        yield LinkFinding(
            "CF202",
            DUPLICATE,
            pointer,
            f"duplicate id `{id.rpartition('/')[2]}`, already used at {_place(first)}",
            "give one of the two another id",
        )


def _place(named: Named) -> str:
    return str(named.entry.document.locate(named.pointer))


def _circles(entry: Entry) -> Iterator[LinkFinding]:
    """Report circular chains of references inside one pack."""
    ids = {pointer[:2]: id for id, pointer in entry.card_ids}
    next_card: dict[str, Mention] = {}
    for mention in entry.mentions:
        if mention.acyclic and mention.within and mention.pointer[:2] in ids:
            next_card[ids[mention.pointer[:2]]] = mention
    seen: set[str] = set()
    for start in next_card:
        chain: list[str] = []
        at = start
        while at in next_card and at not in seen:
            seen.add(at)
            chain.append(at)
            at = next_card[at].id
        if at in chain:
            circle = [*chain[chain.index(at) :], at]
            mention = next_card[circle[-2]]
            yield LinkFinding(
                "CF204",
                mention.refers_to[0],
                mention.pointer,
                "these cards refer to each other in a circle: " + " → ".join(circle),
                "make one of them refer to another card",
            )
