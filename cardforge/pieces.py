"""What a document prints besides cards of its own: a map of a setting, sheets to write on.

Takes a document and its game; gives a card for every entry of `prints` in `game.yaml`. Each has the fields of the
document, and what the document refers to, so that a face can show what lies in other files.
"""

from __future__ import annotations

from typing import Any

from cardforge.link.linking import LinkedGame
from cardforge.link.references import reach_of
from cardforge.validate.catalog import Proven

LINKED = "linked"  # the field with what a document refers to
_OF_THE_FILE = ("kind", "system", "cards")


def pieces_of(proven: Proven, linked: LinkedGame) -> list[dict[str, Any]]:
    """The pieces of a document, as cards."""
    prints = linked.game.document.data["kinds"][proven.kind].get("prints", ())
    if not prints:
        return []
    own = {key: value for key, value in proven.document.data.items() if key not in _OF_THE_FILE}
    others = _linked(proven, linked)
    return [{**own, LINKED: others, **piece} for piece in prints]


def _linked(proven: Proven, linked: LinkedGame) -> dict[str, list[dict[str, Any]]]:
    """The documents that one refers to, by kind and in the order in which it does, each with its first card."""
    found: dict[str, list[dict[str, Any]]] = {}
    for entry in reach_of(linked.entry(proven), linked.collection).packs.values():
        data = entry.document.data
        cards = data.get("cards", ())
        told = {key: value for key, value in data.items() if key not in _OF_THE_FILE}
        found.setdefault(entry.kind, []).append({**told, "lead": cards[0] if cards else {}})
    return found
