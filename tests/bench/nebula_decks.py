"""A thousand legal decks, all different, the same every time."""

from __future__ import annotations

import itertools
from pathlib import Path

import yaml

from tests.property.decks import ids, ships


def write_decks(folder: Path, number: int) -> list[Path]:
    """Write decks that differ in ship, crew and equipment."""
    folder.mkdir(parents=True, exist_ok=True)
    files = []
    for at, deck in enumerate(itertools.islice(_decks(), number)):
        file = folder / f"deck-{at:04}.yaml"
        file.write_text(yaml.safe_dump(deck | {"name": f"Deck {at}"}, sort_keys=False), encoding="utf-8")
        files.append(file)
    return files


def _decks() -> itertools.chain[dict[str, object]]:
    return itertools.chain.from_iterable(
        (
            {
                "kind": "deck",
                "system": "nebula",
                "starship": {"pack": pack, "card": ship["id"]},
                "crew": list(crew),
                "equipment": list(equipment),
                "items": ["medkit", "star-chart"],
            }
            for pack, ship in ships()
            if len(equipment) == ship["stats"]["equipment_slots"] and size >= ship["stats"]["required_crew"]
        )
        for size in (4, 5)
        for slots in (4, 5)
        for crew in itertools.permutations(ids("crew"), size)
        for equipment in itertools.combinations(ids("equipment"), slots)
    )
