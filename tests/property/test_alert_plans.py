"""Resolving a plan of alert gives the same every time, loses no threat, and stays within what the ship has."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import pytest

from tests.support.alert_resolver import game, packs, resolved_plan

ZONES = ("red", "white", "blue")
SPECS = (
    *("ordnance-tech", "surveyor", "power-fitter", "burst-gunner", "field-doctor"),
    *("shifter", "fold-pilot", "infiltrator", "drone-sergeant", "rigger"),
)


def random_plan(seed: int) -> dict[str, Any]:
    """A mission with threats of its colours and random cards, special ones among them."""
    stream = random.Random(seed)  # noqa: S311 - chance that can be repeated
    mission = stream.choice(list(packs("mission").values()))
    used: set[str] = set()

    def drawn(side: str, tier: str) -> tuple[str, dict[str, Any]]:
        colours = mission["colours"][tier]
        fitting = [pack for pack in packs("threat").values() if (pack["side"], pack["tier"]) == (side, tier)]
        cards = [(f"{p['id']}/{c['id']}", c) for p in fitting if p["colour"] in colours for c in p["cards"]]
        name, card = stream.choice([each for each in cards if each[0] not in used])
        used.add(name)
        return name, card

    draws = []
    for number, arrival in enumerate(mission["threats"], 1):
        name, card = drawn(arrival["side"], arrival["tier"])
        draws.append({"arrival": number, "card": name})
        if "calls" in card:
            draws[-1]["calls"] = drawn(card["calls"]["side"], card["calls"]["tier"])[0]
    (deck,) = packs("double-action").values()
    tracks = packs("track")["tracks"]["cards"]
    sides = {side: [card["id"] for card in tracks if card["side"] == side] for side in ("external", "internal")}
    seats = []
    for name, spec in zip(("Ada", "Ben", "Cleo", "Dov"), stream.sample(SPECS, 4), strict=True):
        turns: list[list[dict[str, Any]]] = []
        for _ in range(12):
            card = stream.choice(deck["cards"])
            half = stream.choice(["action_half", "movement_half"])
            turns.append([] if stream.random() < 0.15 else [{"symbols": card[half]}])
        turns[stream.randrange(12)] = [{"special": stream.choice(["basic", "advanced"])}]
        seats.append({"who": "player", "name": name, "spec": spec, "turns": turns})
    seen = {mission["id"], "tracks"} | {name.partition("/")[0] for name in used}
    every = {**packs("mission"), **packs("track"), **packs("threat")}
    return {
        "mission": mission["id"],
        "tracks": {zone: f"tracks/{stream.choice(sides['external'])}" for zone in ZONES}
        | {"internal": f"tracks/{stream.choice(sides['internal'])}"},
        "draws": draws,
        "seats": seats,
        "teleport": {"source": "Ada", "target": "Ben"},
        "packs": [every[id] for id in sorted(seen)],
    }


@pytest.mark.parametrize("seed", range(60))
def test_a_plan_gives_the_same_twice_and_loses_no_threat(seed: int) -> None:
    plan = random_plan(seed)
    found = resolved_plan(plan)

    assert resolved_plan(json.loads(json.dumps(plan))) == found
    drawn = Counter(draw["card"] for draw in plan["draws"]) + Counter(d["calls"] for d in plan["draws"] if "calls" in d)
    assert Counter(row["id"] for row in found["fates"]) == drawn
    assert len({row["token"] for row in found["fates"]}) == len(found["fates"])


@pytest.mark.parametrize("seed", range(60))
def test_a_plan_spends_no_more_than_the_ship_has(seed: int) -> None:
    found, ship = resolved_plan(random_plan(seed)), game().data["defaults"]["ship"]

    assert 0 <= found["rockets"] <= ship["rockets"]
    assert 0 <= found["fuel"] <= ship["fuel"]
    for zone in found["zones"].values():
        assert 0 <= zone["energy"] <= zone["reactor"]
        assert 0 <= zone["shield"] <= zone["capacity"]
    if found["lost"]:
        assert found["damage"][found["lost"][1]] >= ship["lost_at"]
