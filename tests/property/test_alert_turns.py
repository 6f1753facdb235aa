"""Another way to compute the shots and attacks of a turn of alert agrees with its rules on 2,000 random turns.

Written from the description of the game, with other structure: every threat asks which shots reach it.
"""

from __future__ import annotations

import random
from math import ceil
from typing import Any

import pytest

from tests.support.alert_resolver import game, resolved_turns

ZONES = ("red", "white", "blue")
LETTERS = ("alpha", "beta", "gamma")
TURNS, BATCH = 2_000, 100


def random_traits(stream: random.Random) -> list[dict[str, Any]]:
    """Each trait that matters for damage, now and then."""
    weapons = ["heavy_laser", "light_laser", "burst", "rocket", "craft"]
    every: list[dict[str, Any]] = [
        {"trait": "skips", "weapons": stream.sample(weapons, 2)},
        {"trait": "hidden_at", "value": stream.randint(1, 3)},
        {"trait": "cap", "value": stream.randint(1, 4)},
        {"trait": "burst_opens"},
        {"trait": "pierces", "value": 2},
    ]
    return [trait for trait in every if stream.random() < 0.15]


def random_turn(stream: random.Random) -> dict[str, Any]:
    """A turn with up to six threats, eight shots and five attacks."""
    tracks: dict[str, Any] = {}
    for zone in ZONES:
        last = stream.randint(9, 15)
        tracks[zone] = {"squares": last, "x": 3, "y": [6], "z": last, "ranges": [5, 10]}
    turn = stream.randint(2, 12)
    threats: list[dict[str, Any]] = []
    for at in range(stream.randint(1, 6)):
        letter = stream.random() < 0.25 and at < len(LETTERS)
        number = 101 + at if letter else stream.randint(1, 8)
        token = LETTERS[at] if letter else f"e{number}"
        if token in [each["token"] for each in threats]:
            continue
        zone = stream.choice(ZONES)
        words = ("carrier", "scorching", "phasing", "bulwark", "polarized", "spans")
        keywords = [word for word in words if stream.random() < 0.2]
        threats.append(
            {
                "token": token,
                "number": number,
                "arrival": stream.randint(1, turn),
                "zone": zone,
                "square": stream.randint(0, tracks[zone]["z"] - 1),
                "hp": stream.randint(1, 9),
                "shield": stream.randint(0, 4),
                "speed": 2,
                "keywords": keywords,
                "traits": random_traits(stream),
            }
        )
    craft = stream.choice([0, 0, 1, 2, 3])
    shots: list[dict[str, Any]] = []
    for _ in range(stream.randint(0, 8)):
        weapon = stream.choice(["heavy_laser", "light_laser", "burst", "rocket"])
        shot = {"weapon": weapon, "zone": stream.choice(ZONES), "strength": stream.randint(1, 6)}
        shots.append(shot | ({"range": stream.randint(1, 3)} if weapon == "burst" else {}))
    if craft:
        shots.append({"weapon": "craft", "zone": "", "strength": 3, "range": craft})
    attacks = [
        {"token": stream.choice(threats)["token"], "value": stream.randint(0, 6), "zone": stream.choice(ZONES)}
        for _ in range(stream.randint(0, 5))
    ]
    return {
        "turn": turn,
        "double": stream.random() < 0.5,
        "craft": craft,
        "tracks": tracks,
        "threats": threats,
        "shots": shots,
        "attacks": attacks,
        "zones": {
            zone: {"shield": stream.randint(0, 3), "temporary": stream.randint(0, 2), "damage": stream.randint(0, 3)}
            for zone in ZONES
        },
        "screens": {zone: stream.choice(["void", "inverted"]) for zone in ZONES if stream.random() < 0.2},
        "seats": [
            {"name": name, "station": f"{stream.choice(['upper', 'lower'])}-{stream.choice(ZONES)}"}
            for name in ("Ada", "Ben", "Cleo")
        ],
    }


class Counted:
    """A turn, counted threat by threat."""

    def __init__(self, given: dict[str, Any]) -> None:
        self.given = given
        self.each_of_craft = game().data["defaults"]["ship"]["craft"]["each"]
        self.left = {each["token"]: each["hp"] for each in given["threats"]}
        self.shields = {each["token"]: each["shield"] for each in given["threats"]}
        self.zones = {zone: dict(state) for zone, state in given["zones"].items()}
        self.out: set[str] = set()
        self.hits: list[list[str]] = []

    def trait(self, threat: dict[str, Any], word: str) -> dict[str, Any] | None:
        return next((trait for trait in threat["traits"] if trait["trait"] == word), None)

    def distance(self, threat: dict[str, Any]) -> int:
        return int(self.given["tracks"][threat["zone"]]["z"] - threat["square"])

    def range_of(self, threat: dict[str, Any]) -> int:
        return 1 if self.distance(threat) <= 5 else 2 if self.distance(threat) <= 10 else 3

    def reachable(self, threat: dict[str, Any], weapon: str) -> bool:
        if "phasing" in threat["keywords"] and self.given["turn"] % 2 != threat["arrival"] % 2:
            return False
        skips, hidden = self.trait(threat, "skips"), self.trait(threat, "hidden_at")
        if skips and weapon in skips["weapons"]:
            return False
        return not hidden or hidden["value"] != self.range_of(threat)

    def struck_by(self, shot: dict[str, Any]) -> list[dict[str, Any]]:
        reached = [each for each in self.given["threats"] if self.reachable(each, shot["weapon"])]
        by_token = sorted(reached, key=lambda each: each["number"])
        if shot["weapon"] == "burst":
            return [each for each in by_token if self.range_of(each) <= shot["range"]]
        if shot["weapon"] == "craft":
            return [each for each in by_token if self.range_of(each) == shot["range"]]
        if shot["weapon"].endswith("laser"):
            by_token = [each for each in by_token if shot["zone"] == each["zone"] or "spans" in each["keywords"]]
        return [min(by_token, key=self.distance)] if by_token else []

    def shoot(self) -> None:
        struck = [(shot, self.struck_by(shot)) for shot in self.given["shots"]]
        self.hits = [[each["token"] for each in found] for _, found in struck]
        for threat in self.given["threats"]:
            mine = [(shot, len(found)) for shot, found in struck if threat in found]
            if not mine:
                continue
            laser = sum(shot["strength"] for shot, _ in mine if shot["weapon"].endswith("laser"))
            other = sum(
                self.each_of_craft if shot["weapon"] == "craft" and count > 1 else shot["strength"]
                for shot, count in mine
                if not shot["weapon"].endswith("laser")
            )
            if "polarized" in threat["keywords"]:
                laser = ceil(laser / 2)
            opened = self.trait(threat, "burst_opens") and any(shot["weapon"] == "burst" for shot, _ in mine)
            taken = max(0, laser + other - (0 if opened else threat["shield"]))
            if cap := self.trait(threat, "cap"):
                taken = min(taken, cap["value"])
            self.left[threat["token"]] = max(0, threat["hp"] - taken)
            if "bulwark" in threat["keywords"]:
                self.shields[threat["token"]] = max(0, threat["shield"] - 1)

    def attack(self, threat: dict[str, Any], value: int, name: str) -> None:
        craft, zone = self.given["craft"], self.zones[name]
        near = not self.given["double"] or craft <= self.range_of(threat)
        value = max(0, value - 2) if craft and near and "carrier" in threat["keywords"] else value
        rest = value - min(value, zone["temporary"])
        zone["temporary"] -= value - rest
        absorbed = value - rest
        screen = self.given["screens"].get(name)
        if screen == "inverted":
            rest, zone["shield"] = rest + zone["shield"], 0
        elif not screen:
            taken = min(rest, zone["shield"])
            rest, absorbed, zone["shield"] = rest - taken, absorbed + taken, zone["shield"] - taken
        zone["damage"] += rest * 2 if self.trait(threat, "pierces") else rest
        if value and not absorbed and "scorching" in threat["keywords"]:
            self.out |= {seat["name"] for seat in self.given["seats"] if seat["station"].endswith(name)}

    def outcome(self) -> dict[str, Any]:
        self.shoot()
        by_token = {each["token"]: each for each in self.given["threats"]}
        for attack in self.given["attacks"]:
            self.attack(by_token[attack["token"]], attack["value"], attack["zone"])
        return {
            "hits": self.hits,
            "threats": {
                token: [left, self.shields[token], "track" if left else "destroyed"]
                for token, left in self.left.items()
            },
            "zones": {
                zone: [state["damage"], state["shield"], state["temporary"]] for zone, state in self.zones.items()
            },
            "out": [seat["name"] for seat in self.given["seats"] if seat["name"] in self.out],
        }


@pytest.mark.parametrize("batch", range(TURNS // BATCH))
def test_another_implementation_of_damage_agrees(batch: int) -> None:
    stream = random.Random(batch)  # noqa: S311 - chance that can be repeated
    turns = [random_turn(stream) for _ in range(BATCH)]

    for turn, found in zip(turns, resolved_turns(turns), strict=True):
        assert found == Counted(turn).outcome(), turn


def test_moving_or_leaving_out_a_shot_that_hits_nothing_changes_nothing() -> None:
    stream, seen = random.Random("empty shots"), 0  # noqa: S311 - chance that can be repeated
    turns = [random_turn(stream) for _ in range(300)]
    for turn, found in zip(turns, resolved_turns(turns), strict=True):
        for at in [at for at, tokens in enumerate(found["hits"]) if not tokens]:
            seen += 1
            shots = turn["shots"][:at] + turn["shots"][at + 1 :]
            to = stream.randint(0, len(shots))
            moved = [*shots[:to], turn["shots"][at], *shots[to:]]
            for changed in resolved_turns([turn | {"shots": shots}, turn | {"shots": moved}]):
                assert {key: changed[key] for key in ("threats", "zones", "out")} == {
                    key: found[key] for key in ("threats", "zones", "out")
                }
    assert seen > 50
