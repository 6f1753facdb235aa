"""The ready decks and scenarios of nebula as numbers on the table.

Takes the packs of the repository; gives frozen decks and stories for the page about playability. Counting is exact:
cards, energy and odds are whole numbers and fractions, and nothing is played out by chance.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parents[1]
PACKS = ROOT / "packs/nebula"
HIGHEST_EVASION = 5  # after all changes
STATS = ("skill", "morale", "loyalty")
Card = Mapping[str, Any]


def documents(kind: str) -> dict[str, dict[str, Any]]:
    """The files of a kind by their names."""
    return {file.stem: yaml.safe_load(file.read_text("utf-8")) for file in sorted((PACKS / kind).glob("*.yaml"))}


@dataclass(frozen=True, eq=False)  # one deck is itself and no other, so that counts can be remembered for it
class Deck:
    name: str
    ship: Card
    crew: tuple[Card, ...]  # permanents
    devices: tuple[Card, ...]  # permanents
    skills: tuple[Card, ...]  # basic cards of crew packs, one for each copy
    actions: tuple[Card, ...]  # the same of equipment packs
    items: tuple[Card, ...]
    hand: int  # cards of an opening hand

    @property
    def roles(self) -> Counter[str]:
        return Counter(card["role"] for card in self.crew)

    @property
    def best_stats(self) -> dict[str, int]:
        """The highest of each stat among the crew."""
        return {stat: max((card["stats"][stat] for card in self.crew), default=0) for stat in STATS}

    @property
    def energy(self) -> int:
        """Energy symbols in play, ship and devices."""
        return int(self.ship["stats"]["energy_capacity"] + sum(card.get("energy", 0) for card in self.devices))

    @property
    def evasion(self) -> int:
        return min(self._with_bonus("evasion"), HIGHEST_EVASION)

    @property
    def hold(self) -> int:
        return self._with_bonus("cargo_capacity")

    @property
    def shuffled(self) -> int:
        return len(self.skills) + len(self.actions)

    @property
    def playable(self) -> tuple[Card, ...]:
        """Actions that somebody aboard has the role for."""
        return tuple(card for card in self.actions if card["role"] in self.roles)

    @property
    def resources(self) -> int:
        return sum(card["group"] == "resource" for card in self.items)

    @property
    def chance_of_action(self) -> Fraction:
        """That an opening hand holds at least one playable action."""
        others = self.shuffled - len(self.playable)
        return 1 - Fraction(comb(others, self.hand), comb(self.shuffled, self.hand))

    def _with_bonus(self, stat: str) -> int:
        return int(self.ship["stats"][stat] + sum(card.get("stat_bonus", {}).get(stat, 0) for card in self.devices))


@dataclass(frozen=True)
class Ending:
    id: str
    name: str
    won: bool
    cards: tuple[Card, ...]  # of the encounter deck, that lead to it

    @property
    def tracks(self) -> dict[str, tuple[Card, ...]]:
        """The cards by the track they move."""
        found: dict[str, list[Card]] = {}
        for card in self.cards:
            found.setdefault(card["progress"]["target"], []).append(card)
        return {track: tuple(cards) for track, cards in found.items()}


@dataclass(frozen=True)
class Story:
    name: str
    npcs: tuple[str, ...]
    events: tuple[Card, ...]  # the encounter deck, each card once
    endings: tuple[Ending, ...]

    @property
    def size(self) -> int:
        """Cards of the encounter deck, copies counted."""
        return sum(card.get("copies", 1) for card in self.events)

    @property
    def checks(self) -> int:
        """Those that ask for a check."""
        return sum(card.get("copies", 1) for card in self.events if "check" in card)

    @property
    def debuffs(self) -> int:
        """Those that can put a debuff token on a ship or a crew member."""
        return sum(card.get("copies", 1) for card in self.events if "ut a debuff token on" in card["effect"])


def threshold(cards: tuple[Card, ...]) -> int:
    """The tokens that the cards of a track need together."""
    return int(cards[0]["progress"]["threshold"])


def tokens(cards: tuple[Card, ...] | list[Card]) -> int:
    """The tokens that cards add, copies counted."""
    return sum(card["progress"]["amount"] * card.get("copies", 1) for card in cards)


def _copies(cards: list[Card], group: str) -> Iterator[Card]:
    for card in cards:
        if card["group"] == group:
            yield from [card] * card.get("copies", 1)


def _permanent(pack: Mapping[str, Any]) -> Card:
    return next(card for card in pack["cards"] if card["group"] == "permanent")


def decks() -> list[Deck]:
    """The ready decks."""
    packs = {kind: documents(kind) for kind in ("starship", "crew", "equipment", "item")}
    items = {card["id"]: card for pack in packs["item"].values() for card in pack["cards"]}
    hand = yaml.safe_load((PACKS / "game.yaml").read_text("utf-8"))["limits"]["opening_hand"]
    found = []
    for deck in documents("decks").values():
        listed = [*deck["crew"], *deck["equipment"], *deck.get("additional", [])]
        crew = [packs["crew"][id] for id in listed if id in packs["crew"]]
        equipment = [packs["equipment"][id] for id in listed if id in packs["equipment"]]
        ship = next(
            card
            for card in packs["starship"][deck["starship"]["pack"]]["cards"]
            if card["id"] == deck["starship"]["card"]
        )
        found.append(
            Deck(
                deck["name"],
                ship,
                tuple(_permanent(pack) for pack in crew),
                tuple(_permanent(pack) for pack in equipment),
                tuple(card for pack in crew for card in _copies(pack["cards"], "basic")),
                tuple(card for pack in equipment for card in _copies(pack["cards"], "basic")),
                tuple(items[id] for id in deck["items"]),
                hand,
            )
        )
    return found


def stories() -> list[Story]:
    """The ready scenarios, in the order in which the sectors tell them."""
    agendas, npcs, locations = (documents(kind) for kind in ("agenda", "npc", "location"))
    ready = {scenario["agenda"]: scenario for scenario in documents("scenarios").values()}
    told = [each["agenda"] for sector in reversed(documents("sector").values()) for each in sector["scenarios"]]
    found = []
    for agenda in (id for id in told if id in ready):
        scenario = ready[agenda]
        packs = [npcs[id] for id in scenario["npcs"]] + [locations[id] for id in scenario["locations"]]
        events = tuple(card for pack in packs for card in pack["cards"] if card["group"] != "permanent")
        endings = tuple(
            Ending(
                card["id"],
                card["name"],
                card["outcome"] == "win",
                tuple(event for event in events if card["id"] in event.get("triggers", [])),
            )
            for card in agendas[agenda]["cards"]
            if card["group"] == "resolution"
        )
        found.append(Story(scenario["name"], tuple(scenario["npcs"]), events, endings))
    return found
