"""Packs that people wrote cost what the price list of the recipes says, within `by_hand` of prices.yaml."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from typing import Any, NamedTuple

import pytest
import yaml

from cardforge.generate.recipes import Recipes
from cardforge.generate.workshop import Workshop, kit_for
from cardforge.load.project import project_at
from tests.conftest import REPOSITORY
from tests.recipes.pricing import PRICES, due, numbers_of, share
from tests.recipes.written import words_of

BY_HAND = PRICES["by_hand"]
POWER = BY_HAND["power"]
KINDS = ("crew", "equipment", "starship", "item")
PACKS: dict[str, dict[str, Any]] = {
    f"{kind}/{file.stem}": yaml.safe_load(file.read_text("utf-8"))
    for kind in KINDS
    for file in sorted((REPOSITORY / "packs/nebula" / kind).glob("*.yaml"))
}

each_pack = pytest.mark.parametrize("name", PACKS)


class Billed(NamedTuple):
    numbers: int
    words: int | None  # None where the price list does not have them
    due: float

    @property
    def off(self) -> float:
        """How far the whole card is off its budget."""
        return self.numbers + (self.words or 0) - self.due


def billed(pack: Mapping[str, Any], card: Mapping[str, Any]) -> Billed:
    return Billed(numbers_of(pack["kind"], card), words_of(pack, card), due(pack["kind"], card, POWER))


def allowed(card: Mapping[str, Any], budget: float) -> float:
    return float(budget * BY_HAND["tiers"] / 100 if "stats" in card else BY_HAND["cards"])


@each_pack
def test_a_card_whose_words_have_a_price_is_worth_its_budget(name: str) -> None:
    pack = PACKS[name]
    bills = {card["id"]: (billed(pack, card), card) for card in pack["cards"]}
    off = {
        id: bill
        for id, (bill, card) in bills.items()
        if bill.words is not None and abs(bill.off) > allowed(card, bill.due)
    }

    assert off == {}


def test_few_cards_say_what_the_price_list_cannot_read() -> None:
    bills = [billed(pack, card) for pack in PACKS.values() for card in pack["cards"]]
    unread = [bill for bill in bills if bill.words is None]

    assert 0 < len(unread) <= len(bills) * BY_HAND["unread"] / 100


def test_every_device_on_the_table_has_a_price() -> None:
    devices = [(pack, card) for pack in PACKS.values() for card in pack["cards"] if "energy_cost" in card]

    assert len(devices) == len([name for name in PACKS if name.startswith("equipment/")])
    assert [card["id"] for pack, card in devices if words_of(pack, card) is None] == []


def test_crew_has_the_stats_that_the_recipe_buys_at_each_tier() -> None:
    with closing(Workshop(kit_for("crew", "nebula", project_at(REPOSITORY)))) as workshop:
        made = Recipes(workshop.kit.texts).make("crew", "any seed", {"power": POWER}).document
    wanted = [numbers_of("crew", card) for card in made["cards"] if "stats" in card]

    for name, pack in PACKS.items():
        if pack["kind"] == "crew":
            assert [numbers_of("crew", card) for card in pack["cards"] if "stats" in card] == wanted, name


@pytest.mark.parametrize("name", [name for name in PACKS if name.startswith("starship/")])
def test_the_stats_of_a_ship_leave_room_for_what_it_does(name: str) -> None:
    """Whatever its words: the stats alone cost the budget less the share of the effect."""
    effects = PRICES["budgets"]["starship"]["effect"]
    for card in PACKS[name]["cards"]:
        bill = billed(PACKS[name], card)
        wanted = bill.due - share(effects[card["tier"] - 1], POWER)

        assert abs(bill.numbers - wanted) <= allowed(card, bill.due), card["id"]


def test_a_resource_is_never_worth_more_than_its_budget() -> None:
    for pack in PACKS.values():
        for card in pack["cards"]:
            if "resource_value" in card:
                bill = billed(pack, card)
                assert bill.numbers <= bill.due, card["id"]


@each_pack
def test_an_upgrade_costs_what_it_adds(name: str) -> None:
    """Where both cards have a price; a ship counts from the ship before it, all others from the card they began as."""
    pack = PACKS[name]
    cards = {card["id"]: card for card in pack["cards"]}
    off = {}
    for card in pack["cards"]:
        first = card
        while "supersedes" in first and (first is card or pack["kind"] != "starship"):
            first = cards[first["supersedes"]]
        new, old = billed(pack, card), billed(pack, first)
        if first is card or new.words is None or old.words is None:
            continue
        kind = {"equipment": "action", "starship": "ship"}.get(pack["kind"], "tier" if "stats" in card else "skill")
        added = new.numbers + new.words - old.numbers - old.words
        fair = added / PRICES["resource_buys"][kind] + (card["tier"] - 1 if kind == "ship" else 0)
        if abs(card["cost"] - max(1, fair)) > BY_HAND["cost"]:
            off[card["id"]] = (card["cost"], fair)

    assert off == {}
