"""Numbered places on cards that a form puts something into, such as the parts of a story and who plays them.

Takes an open project and what names the cards' packs; gives the places of every pack as plain data.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from cardforge.load.document import Fields
from cardforge.session.open_project import OpenProject


def slots_by_pack(opened: OpenProject, system: str, what: Iterable[str], key: str) -> dict[str, list[dict[str, str]]]:
    """For every pack that one of these words means, the entries of a list on the first of its cards that has one."""
    collection, names = opened.linked(system).collection, opened.names(system)
    found: dict[str, list[dict[str, str]]] = {}
    for word in what:
        for id, [place, *_] in collection.names.get(word, {}).items():
            cards = place.entry.document.data.get("cards", ()) if place.entry.proven else ()
            slots: list[Any] = next((card[key] for card in cards if isinstance(card.get(key), list)), [])
            found[id] = [_slot(slot, names) for slot in slots if isinstance(slot, Mapping)]
    return found


def _slot(slot: Fields, names: Mapping[str, str]) -> dict[str, str]:
    """What a place asks for, and the sentence beside it."""
    asks, about = [], ""
    for key, value in slot.items():
        if isinstance(value, str) and " " in value:
            about = value
        elif value is True:
            asks.append(key)
        else:
            asks.append(names.get(str(value), str(value)) if key == "id" else f"{key} {value}")
    return {"name": ", ".join(asks), "about": about}
