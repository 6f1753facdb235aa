"""A campaign of nebula as its rules are told in a few sentences, to compare with the one that is replayed.

It reads the packs with another YAML reader, keeps its state as it goes and never replays anything.
"""

from __future__ import annotations

import copy
import random
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

import yaml

from tests.conftest import REPOSITORY

Words = list[str]  # a step as it is typed


class Model:
    """The state of a campaign, and which steps it allows."""

    def __init__(self, folder: Path, sector: str, deck: str) -> None:
        files = [*sorted((REPOSITORY / "packs/nebula").rglob("*.yaml")), *sorted(folder.glob("*.yaml"))]
        read = [yaml.load(file.read_text("utf-8"), yaml.CSafeLoader) for file in files]
        self.packs = {each["id"]: each for each in read if "id" in each}
        self.items = {card["id"]: card for each in read if each["kind"] == "item" for card in each["cards"]}
        self.sector = self.packs[sector]
        whole = yaml.load((folder / f"{deck}.yaml").read_text("utf-8"), yaml.CSafeLoader)
        self.state: dict[str, Any] = {
            "sector": sector,
            "npcs": {},
            "known": [],
            "deck": {key: value for key, value in whole.items() if key not in ("kind", "system", "items", "upgrades")},
            "upgrades": [],
            "hold": list(whole.get("items", [])),
            "tokens": 0,
            "retired": [],
            "finished": [],
            "unlocked": [],
        }

    def copy(self) -> Model:
        other = copy.copy(self)
        other.state = copy.deepcopy(self.state)
        return other

    def ids(self, kind: str) -> Words:
        return sorted(id for id, pack in self.packs.items() if pack["kind"] == kind)

    # The rules

    def card(self, name: str) -> dict[str, Any]:
        pack, _, id = name.partition("/")
        return next((card for card in self.packs.get(pack, {}).get("cards", []) if card["id"] == id), {})

    def listed(self) -> Words:
        deck = self.state["deck"]
        return [*deck["crew"], *deck["equipment"], *deck.get("additional", [])]

    def in_play(self) -> set[str]:
        ship = self.state["deck"]["starship"]
        basic = {
            f"{id}/{card['id']}"
            for id in self.listed()
            for card in self.packs[id]["cards"]
            if card["group"] in ("permanent", "basic")
        }
        have = basic | {f"{ship['pack']}/{ship['card']}"} | set(self.state["upgrades"])
        return have - {f"{name.partition('/')[0]}/{self.card(name)['supersedes']}" for name in self.state["upgrades"]}

    def is_deck_legal(self) -> bool:
        deck = self.state["deck"]
        ship = next(
            self.card(name)["stats"] for name in self.in_play() if name.startswith(deck["starship"]["pack"] + "/")
        )
        additional = deck.get("additional", [])
        kinds = [self.packs[id]["kind"] for id in self.listed()]
        shuffled = sum(card["group"] == "basic" for id in self.listed() for card in self.packs[id]["cards"])
        devices = [
            card
            for id in self.listed()
            if self.packs[id]["kind"] == "equipment"
            for card in self.packs[id]["cards"]
            if card["group"] == "permanent"
        ]
        room = ship["cargo_capacity"] + sum(card.get("stat_bonus", {}).get("cargo_capacity", 0) for card in devices)
        return (
            len(deck["crew"]) >= ship["required_crew"]
            and kinds.count("crew") <= ship["max_crew"]
            and len(deck["equipment"]) == ship["equipment_slots"]
            and len(additional) <= ship["max_additional_packs"]
            and len(set(self.listed())) == len(kinds)
            and shuffled >= 48
            and len(self.state["hold"]) <= max(0, room)
        )

    def is_open(self, scenario: dict[str, Any]) -> bool:
        if scenario["id"] in [each["scenario"] for each in self.state["finished"]]:
            return False
        return scenario["id"] in self.state["unlocked"] or self.holds(scenario.get("requires", {"all": []}))

    def holds(self, condition: dict[str, Any]) -> bool:
        (word, value), *rest = condition.items()
        ended = {each["scenario"]: each["outcome"] for each in self.state["finished"]}
        if word in ("all", "any", "none"):
            found = [self.holds(each) for each in value]
            return {"all": all(found), "any": any(found), "none": not any(found)}[word]
        if word == "npc":
            feeling = self.state["npcs"].get(value)
            wanted = rest[0][1]
            return feeling is not None and wanted == (
                "friendly" if feeling > 0 else "antagonist" if feeling < 0 else "neutral"
            )
        return {"won": ended.get(value) == "win", "lost": ended.get(value) == "lose", "played": value in ended}[word]

    # The steps; each tells whether it was legal

    def take(self, words: Words) -> bool:
        """Take a step, if it is legal; otherwise nothing has happened."""
        trial = self.copy()
        name, *values = words
        legal = bool(getattr(trial, f"_{name}")(*values)) and trial.is_deck_legal()
        if legal:
            self.state = trial.state
        return legal

    def _discover(self, npc: str) -> bool:
        fine = npc in self.ids("npc") and npc not in self.state["npcs"]
        self.state["npcs"][npc] = 0
        return fine

    def _visit(self, location: str) -> bool:
        fine = location in self.ids("location") and location not in self.state["known"]
        self.state["known"].append(location)
        return fine

    def _gain(self, *given: str) -> bool:
        items, tokens = self._sorted(given)
        self.state["hold"] += items
        self.state["tokens"] += tokens
        return bool(given) and all(item in self.items for item in items)

    def _sorted(self, given: tuple[str, ...]) -> tuple[Words, int]:
        """Items, and the number of tokens."""
        items = [word for word in given if not word.startswith("tokens=")]
        return items, sum(int(word.removeprefix("tokens=")) for word in given if word not in items)

    def _spend(self, *given: str) -> bool:
        items, tokens = self._sorted(given)
        hold = self.state["hold"]
        self.state["tokens"] -= tokens
        if not given or self.state["tokens"] < 0:
            return False
        for item in items:
            if item not in hold:
                return False
            hold.remove(item)
        return True

    def _finish(self, scenario: str, resolution: str) -> bool:
        entry = next((each for each in self.sector["scenarios"] if each["id"] == scenario), None)
        if entry is None or not self.is_open(entry):
            return False
        cards = self.packs[entry["agenda"]]["cards"]
        card = next((card for card in cards if card["id"] == resolution and card["group"] == "resolution"), None)
        if card is None:
            return False
        self.state["finished"].append({"scenario": scenario, "outcome": card["outcome"], "resolution": resolution})
        npcs = self.state["npcs"]
        for shift in card.get("disposition", []):
            if shift["npc"] in npcs:
                npcs[shift["npc"]] = sorted((-3, npcs[shift["npc"]] + shift["shift"], 3))[1]
        over = [each["scenario"] for each in self.state["finished"]]
        own = [each["id"] for each in self.sector["scenarios"]]
        news = [id for id in card.get("unlocks", []) if id in own and id not in over]
        self.state["unlocked"] += [id for id in news if id not in self.state["unlocked"]]
        return True

    def _unlock(self, scenario: str) -> bool:
        entry = next((each for each in self.sector["scenarios"] if each["id"] == scenario), None)
        over = [each["scenario"] for each in self.state["finished"]]
        fine = entry is not None and not self.is_open(entry) and scenario not in over
        self.state["unlocked"].append(scenario)
        return fine

    def _upgrade(self, name: str, *given: str) -> bool:
        pay = [word for word in given if not word.startswith("join=")]
        join = [word.removeprefix("join=") for word in given if word.startswith("join=")]
        pack, card = name.partition("/")[0], self.card(name)
        before = f"{pack}/{card.get('supersedes')}"
        if before not in self.in_play() or (pay and not self._spend(*pay)):
            return False
        items, tokens = self._sorted(tuple(pay))
        values = [self.items[item].get("resource_value", 0) for item in items] + [tokens] * bool(tokens)
        self.state["upgrades"].append(name)
        self.state["retired"].append(before)
        for id in join:
            if pack != self.state["deck"]["starship"]["pack"] or not self._may_come(id, ("crew", "equipment")):
                return False
            self.state["deck"][self.packs[id]["kind"]].append(id)
        return all(values) and sum(values) >= card["cost"]

    def _join(self, pack: str) -> bool:
        if not self._may_come(pack, ("crew", "equipment")):
            return False
        deck = self.state["deck"]
        ship = next(name for name in self.in_play() if name.startswith(deck["starship"]["pack"] + "/"))
        is_crew = self.packs[pack]["kind"] == "crew"
        has_slot = len(deck["equipment"]) < self.card(ship)["stats"]["equipment_slots"]
        key = "crew" if is_crew else "equipment" if has_slot else "additional"
        deck[key] = [*deck.get(key, []), pack]
        return True

    def _may_come(self, id: str, kinds: tuple[str, ...]) -> bool:
        return (
            self.packs.get(id, {}).get("kind") in kinds and id not in self.listed() and id not in self.state["retired"]
        )

    def _retire(self, pack: str, instead: str = "") -> bool:
        if pack not in self.listed() or (instead and not self._may_come(instead, (self.packs[pack]["kind"],))):
            return False
        for key in ("crew", "equipment", "additional"):
            ids = self.state["deck"].get(key, [])
            if pack in ids:
                at = ids.index(pack)
                ids[at : at + 1] = [instead] if instead else []
        self.state["upgrades"] = [name for name in self.state["upgrades"] if name.partition("/")[0] != pack]
        self.state["retired"].append(pack)
        return True

    # Steps to try

    def any_step(self, chance: random.Random) -> Words:
        """A step that may be legal or not."""
        names = ["discover", "visit", "gain", "spend", "finish", "upgrade", "upgrade", "join", "retire", "unlock"]
        name = chance.choice(names)
        return [name, *getattr(self, f"_try_{name}")(chance)]

    def _try_discover(self, chance: random.Random) -> Words:
        return [chance.choice([*self.ids("npc"), "gc-nobody"])]

    def _try_visit(self, chance: random.Random) -> Words:
        return [chance.choice([*self.ids("location"), "gc-nowhere"])]

    def _try_join(self, chance: random.Random) -> Words:
        return [chance.choice([*self.ids("crew"), *self.ids("equipment"), "gc-watch"])]

    def _try_gain(self, chance: random.Random) -> Words:
        if chance.random() < 0.2:
            return [f"tokens={chance.randint(1, 3)}"]
        return chance.choices([*sorted(self.items), *["gc-coin-9"] * 20], k=chance.randint(1, 3))

    def _try_spend(self, chance: random.Random) -> Words:
        if chance.random() < 0.2:
            return [f"tokens={chance.randint(1, 3)}"]
        return chance.choices([*self.state["hold"], "gc-rope"], k=chance.randint(1, 2))

    def _try_finish(self, chance: random.Random) -> Words:
        entry = chance.choice(self.sector["scenarios"])
        return [entry["id"], chance.choice([card["id"] for card in self.packs[entry["agenda"]]["cards"]])]

    def _try_unlock(self, chance: random.Random) -> Words:
        return [chance.choice(self.sector["scenarios"])["id"]]

    def _try_upgrade(self, chance: random.Random) -> Words:
        ship = self.state["deck"]["starship"]["pack"]
        pack = chance.choice([ship, *self.listed(), *self.listed()])
        cards = [f"{pack}/{card['id']}" for card in self.packs[pack]["cards"]]
        now = [name for name in cards if f"{pack}/{self.card(name).get('supersedes')}" in self.in_play()]
        name = chance.choice(now if now and chance.random() < 0.8 else cards)
        joins = [f"join={chance.choice(self.ids('crew') + self.ids('equipment'))}"] if chance.random() < 0.2 else []
        return [name, *self._payment(self.card(name).get("cost", 1), chance), *joins]

    def _payment(self, cost: int, chance: random.Random) -> Words:
        resources = [item for item in self.state["hold"] if self.items[item].get("resource_value")]
        if self.state["tokens"] and chance.random() < 0.4:
            return [f"tokens={chance.randint(1, self.state['tokens'] + 1)}"]
        if not resources or chance.random() < 0.1:
            return chance.choices([*self.state["hold"], "gc-rope"], k=1)
        for count in (1, 2, 3):
            for pay in combinations_with_replacement(sorted(set(resources)), count):
                if sum(self.items[item]["resource_value"] for item in pay) >= cost:
                    return list(pay)  # an item may be in it more often than in the hold
        return resources

    def _try_retire(self, chance: random.Random) -> Words:
        pack = chance.choice([*self.listed(), self.state["deck"]["starship"]["pack"]])
        others = self.ids(self.packs[pack]["kind"])
        free = [id for id in others if self._may_come(id, (self.packs[pack]["kind"],))]
        if chance.random() < 0.3:
            return [pack]
        return [pack, chance.choice(free if free and chance.random() < 0.8 else others)]
