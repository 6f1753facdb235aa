"""The pieces that a document prints besides its own cards: a map of a setting, sheets to write on, pages to read.

Takes a document and its game; returns a card for every entry of `prints` in `game.yaml`. Each has the fields of the
document, the documents it refers to, and what the rules found or summed up, so that a face can show data from other
files. An entry with `each: card` is printed once per card of the document and has the fields of that card.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack, closing
from functools import cached_property
from typing import TYPE_CHECKING, Any

from cardforge.core.problems import Pointer
from cardforge.link.linking import LinkedGame
from cardforge.link.references import reach_of
from cardforge.validate.catalog import Proven

if TYPE_CHECKING:
    from cardforge.render.rule_findings import RuleFindings

LINKED = "linked"  # the field that holds the documents referred to
NAMED = "named"  # the key of an entry that wants the cards referred to, and the field that holds them
_OF_THE_FILE = ("kind", "system", "cards")


class Prints:
    """The pieces of the documents of one game. Close it when done: rules that it asked may run in a process."""

    def __init__(self, linked: LinkedGame, files: Sequence[Proven]) -> None:
        self._linked, self._files = linked, files
        self._closing = ExitStack()

    def close(self) -> None:
        """End the process of the rules, if there is one."""
        self._closing.close()

    def pieces_of(self, proven: Proven) -> list[tuple[Pointer, dict[str, Any]]]:
        """The pieces of a document as card data, each with its position in the document."""
        prints = self._linked.game.kinds[proven.kind].prints
        if not prints:
            return []
        data = proven.document.data
        own = {key: value for key, value in data.items() if key not in _OF_THE_FILE}
        others = _linked(proven, self._linked)
        found: list[tuple[Pointer, dict[str, Any]]] = []
        for given in prints:
            piece = {**given, **self._judged(given, proven)}
            if NAMED in given:
                piece[NAMED] = _named(proven, self._linked)
            if piece.get("each") != "card":
                found.append(((), {**own, LINKED: others, **piece}))
                continue
            for at, card in enumerate(data.get("cards", ())):
                whole = {**card, LINKED: others, "copies": 1, **piece, "id": f"{piece['id']}-{card['id']}"}
                found.append((("cards", at), whole))
        return found

    def _judged(self, given: Mapping[str, Any], proven: Proven) -> dict[str, Any]:
        """What rules say of the document, as far as a piece shows it."""
        found: dict[str, Any] = {}
        if "findings" in given:
            found["findings"] = self._rules.verdicts_of(proven, given["findings"])
        if "summary" in given:
            parts = self._rules.summary_of(proven)
            found["summary"] = [part for part in parts if "facts" not in part]
            found["facts"] = {part["title"]: part["facts"] for part in parts if "facts" in part}
        return found

    @cached_property
    def _rules(self) -> RuleFindings:
        from cardforge.render.rule_findings import RuleFindings  # most pieces need no rules

        return self._closing.enter_context(closing(RuleFindings(self._linked, self._files)))


def _linked(proven: Proven, linked: LinkedGame) -> dict[str, list[dict[str, Any]]]:
    """The documents that one refers to, by kind and in order of reference, each with its first card."""
    found: dict[str, list[dict[str, Any]]] = {}
    for entry in reach_of(linked.entry(proven), linked.collection).packs.values():
        data = entry.document.data
        cards = data.get("cards", ())
        fields = {key: value for key, value in data.items() if key not in _OF_THE_FILE}
        found.setdefault(entry.kind, []).append({**fields, "lead": cards[0] if cards else {}})
    return found


def _named(proven: Proven, linked: LinkedGame) -> dict[str, list[dict[str, Any]]]:
    """The cards that a document refers to, by kind and in order of reference, each with its id `pack/card`."""
    found: dict[str, dict[str, dict[str, Any]]] = {}
    for mention in linked.entry(proven).mentions:
        for place in [each for what in mention.refers_to for each in linked.collection.places(what, mention.id)][:1]:
            entry = place.entry
            if entry.is_pack and place.pointer[:1] == ("cards",):
                card = entry.document.data["cards"][int(place.pointer[1])]
                found.setdefault(entry.kind, {})[card["id"]] = {**card, "full_id": f"{entry.id}/{card['id']}"}
    return {kind: list(cards.values()) for kind, cards in found.items()}
