"""A small coast to play campaigns on, beside the crews and ships that come with cardforge."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

DECK = "gc-boat"


def _npc(id: str) -> dict[str, Any]:
    ability = {"trigger": "Once per turn", "effect": "Each player discards 1 card."}
    stats = {"hull": 3, "attack": 1, "evasion": 0}
    face = {"id": "face", "name": "The Face", "group": "permanent", "class": "trader", "roles": ["rival"]}
    turn = {"id": "turn", "name": "A Turn", "group": "encounter", "effect": "Draw 1 card."}
    return {"kind": "npc", "id": id, "cards": [face | {"stats": stats, "ability": ability}, turn]}


def _location(id: str) -> dict[str, Any]:
    place = {"id": "place", "name": "The Place", "group": "permanent", "type": "moon", "connections": []}
    find = {"id": "find", "name": "A Find", "group": "exploration", "effect": "Draw 2 cards."}
    return {"kind": "location", "id": id, "cards": [place | {"effect": "Draw 1 card."}, find]}


def _agenda(id: str, *resolutions: tuple[str, str, dict[str, int], list[str]]) -> dict[str, Any]:
    setup = {
        "id": "setup",
        "name": "Start",
        "group": "setup",
        "text": "Go.",
        "npcs": [{"any": True}],
        "locations": [{"any": True}],
    }
    stage = {"id": "first", "name": "First Light", "group": "stage", "order": 1, "text": "A lamp blinks."}
    cards = [setup, stage]
    for name, outcome, shifts, unlocks in resolutions:
        card: dict[str, Any] = {
            "id": name,
            "name": name.title(),
            "group": "resolution",
            "outcome": outcome,
            "text": "It ends.",
        }
        if shifts:
            card["disposition"] = [{"npc": npc, "shift": shift} for npc, shift in shifts.items()]
        cards.append(card | ({"unlocks": unlocks} if unlocks else {}))
    return {"kind": "agenda", "id": id, "cards": cards}


NPCS = ["gc-smugglers", "gc-watch", "gc-widow"]
LOCATIONS = ["gc-quay", "gc-light", "gc-cove"]
SECTOR = {
    "kind": "sector",
    "id": "grey-coast",
    "history": "It is foggy here.",
    "factions": [{"id": "keepers", "name": "Keepers", "text": "They keep."}],
    "npcs": NPCS,
    "locations": LOCATIONS,
    "scenarios": [
        {"id": "gc-fog", "name": "Fog", "agenda": "gc-first"},
        {"id": "gc-calm", "name": "Calm", "agenda": "gc-second", "requires": {"none": [{"played": "gc-fog"}]}},
        {"id": "gc-tide", "name": "Tide", "agenda": "gc-second", "requires": {"played": "gc-fog"}},
        {
            "id": "gc-lamp",
            "name": "Lamp",
            "agenda": "gc-third",
            "requires": {"all": [{"won": "gc-fog"}, {"npc": "gc-watch", "is": "friendly"}]},
        },
        {
            "id": "gc-wreck",
            "name": "Wreck",
            "agenda": "gc-third",
            "requires": {"any": [{"lost": "gc-fog"}, {"npc": "gc-smugglers", "is": "antagonist"}]},
        },
        {"id": "gc-still", "name": "Still", "agenda": "gc-first", "requires": {"npc": "gc-widow", "is": "neutral"}},
    ],
}
AGENDAS = [
    _agenda(
        "gc-first",
        ("gc-clear", "win", {"gc-watch": 2, "gc-smugglers": -6, "gc-widow": 1}, []),
        ("gc-lost", "lose", {"gc-watch": -2, "gc-smugglers": 1}, ["gc-lamp"]),
    ),
    _agenda(
        "gc-second",
        ("gc-high", "win", {"gc-watch": 6, "gc-smugglers": 2}, []),
        ("gc-low", "lose", {"gc-watch": -6}, []),
    ),
    _agenda("gc-third", ("gc-bright", "win", {}, ["gc-wreck"]), ("gc-dark", "lose", {"gc-widow": -1}, [])),
]
CHEST = {
    "kind": "item",
    "id": "gc-chest",
    "cards": [
        {
            "id": f"gc-coin-{value}",
            "name": f"Coin of {value}",
            "group": "resource",
            "effect": "Draw 1 card.",
            "consumable": True,
            "resource_value": value,
        }
        for value in (1, 2, 4, 9)
    ]
    + [
        {"id": f"gc-{name}", "name": name.title(), "group": "item", "effect": "Draw 1 card.", "consumable": False}
        for name in ("rope", "kit", "tin", "soup", "map")
    ],
}
BOAT = {
    "kind": "deck",
    "system": "nebula",
    "name": "The Boat",
    "starship": {"pack": "wayfarer", "card": "drayhorse-mk1"},  # takes 10 items
    "crew": ["tovan-reel", "mirel-sun", "ada-voss", "brakk"],
    "equipment": ["ember-reactor", "deep-ear", "aegis-lattice", "rail-lance"],
    "additional": ["ysolde-quill"],
    "items": ["gc-kit", "gc-tin", "gc-soup", "gc-map", "gc-coin-1", "gc-coin-2"],
}


def grey_coast(folder: Path) -> Path:
    """The packs of the coast, in a folder where campaigns find them."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{DECK}.yaml").write_text(json.dumps(BOAT), encoding="utf-8")
    for pack in [SECTOR, *AGENDAS, CHEST, *map(_npc, NPCS), *map(_location, LOCATIONS)]:
        document = {"kind": pack["kind"], "system": "nebula", "id": pack["id"], "name": str(pack["id"]).title()} | pack
        (folder / f"{pack['id']}.yaml").write_text(json.dumps(document), encoding="utf-8")
    return folder
