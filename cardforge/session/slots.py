"""Numbered slots on cards that a form fills, such as the parts of a story and who plays them.

Takes an open project and the words that mean packs; returns the slots of every such pack as plain data.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from cardforge.load.document import Fields
from cardforge.session.open_project import OpenProject


def slots_by_pack(opened: OpenProject, system: str, what: Iterable[str], key: str) -> dict[str, list[dict[str, str]]]:
    """The slots of every pack that one of these words means: the list `key` on its first card that has one."""
    collection, names = opened.linked(system).collection, opened.names(system)
    found: dict[str, list[dict[str, str]]] = {}
    for word in what:
        for id, [place, *_] in collection.names.get(word, {}).items():
            cards = place.entry.document.data.get("cards", ()) if place.entry.proven else ()
            slots: list[Any] = next((card[key] for card in cards if isinstance(card.get(key), list)), [])
            found[id] = [_slot(slot, names) for slot in slots if isinstance(slot, Mapping)]
    return found


def _slot(slot: Fields, names: Mapping[str, str]) -> dict[str, str]:
    """What a slot asks for, and its description: the value with a space in it."""
    asks, about = [], ""
    for key, value in slot.items():
        if isinstance(value, str) and " " in value:
            about = value
        elif value is True:
            asks.append(key)
        else:
            asks.append(names.get(str(value), str(value)) if key == "id" else f"{key} {value}")
    return {"name": ", ".join(asks), "about": about}
