"""What a document prints besides cards of its own: a map of a setting, sheets to write on, pages to read.

Takes a document and its game; gives a card for every entry of `prints` in `game.yaml`. Each has the fields of the
document, what the document refers to and what the rules found, so that a face can show what lies elsewhere. An entry
with `each: card` is printed for every card of the document and has the fields of that.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from cardforge.core.problems import Pointer
from cardforge.link.linking import LinkedGame
from cardforge.link.references import reach_of
from cardforge.render.rule_findings import verdicts_of
from cardforge.validate.catalog import Proven

LINKED = "linked"  # the field with what a document refers to
_OF_THE_FILE = ("kind", "system", "cards")


def pieces_of(proven: Proven, linked: LinkedGame, files: Iterable[Proven]) -> list[tuple[Pointer, dict[str, Any]]]:
    """The pieces of a document, as cards with their places in it."""
    prints = linked.game.kinds[proven.kind].prints
    if not prints:
        return []
    data = proven.document.data
    own = {key: value for key, value in data.items() if key not in _OF_THE_FILE}
    others = _linked(proven, linked)
    found: list[tuple[Pointer, dict[str, Any]]] = []
    for given in prints:
        told = {"findings": verdicts_of(proven, linked, given["findings"], files)} if "findings" in given else {}
        piece = {**given, **told}
        if piece.get("each") != "card":
            found.append(((), {**own, LINKED: others, **piece}))
            continue
        for at, card in enumerate(data.get("cards", ())):
            whole = {**card, LINKED: others, "copies": 1, **piece, "id": f"{piece['id']}-{card['id']}"}
            found.append((("cards", at), whole))
    return found


def _linked(proven: Proven, linked: LinkedGame) -> dict[str, list[dict[str, Any]]]:
    """The documents that one refers to, by kind and in the order in which it does, each with its first card."""
    found: dict[str, list[dict[str, Any]]] = {}
    for entry in reach_of(linked.entry(proven), linked.collection).packs.values():
        data = entry.document.data
        cards = data.get("cards", ())
        told = {key: value for key, value in data.items() if key not in _OF_THE_FILE}
        found.setdefault(entry.kind, []).append({**told, "lead": cards[0] if cards else {}})
    return found
