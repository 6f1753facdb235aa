"""Crew, equipment, starships and items from seeds: legal, balanced, readable, and no two alike."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from cardforge.core.errors import UsageError
from cardforge.generate.recipes import Generated, Recipes
from cardforge.generate.workshop import SeedRequest, Workshop
from tests.recipes.pricing import GRAMMAR, PRICES, budget, worth

SEEDS = 10_000 if os.environ.get("CARDFORGE_SOAK") else 100
KINDS = ("crew", "equipment", "starship", "item")
CREW_PACKS = 1_000  # the number that the figures of variety are promised for
LONGEST_EFFECT = 150
LONGEST_FLAVOUR = 90
LONGEST_NAME = 34

each_kind = pytest.mark.parametrize("kind", KINDS)


def power_of(seed: int) -> int:
    return seed % 10 + 1


def made(recipes: Recipes, kind: str, count: int = SEEDS) -> Iterator[tuple[int, Generated]]:
    """What the seeds give, with every power in turn."""
    for seed in range(count):
        power = power_of(seed)
        yield power, recipes.make(kind, f"slice {seed}", {"power": power})


def texts(card: dict[str, Any]) -> list[str]:
    ability = card.get("ability")
    return [ability["trigger"] + ":", ability["effect"]] if ability else [card["effect"]]


@pytest.mark.soak
@each_kind
def test_every_seed_gives_a_legal_pack(workshop: Workshop, kind: str) -> None:
    """What breaks a schema or an error-level rule is refused by the workshop."""
    counts = Counter(
        len(workshop.make(SeedRequest(kind, f"slice {seed}", {"power": power_of(seed)})).files) for seed in range(SEEDS)
    )

    assert counts == {1: SEEDS}


@pytest.mark.soak
@each_kind
def test_every_pack_spends_its_budget(recipes: Recipes, kind: str) -> None:
    for power, pack in made(recipes, kind):
        due = budget(pack.document, power)

        assert abs(sum(points for _, points in pack.bill) - due) <= due * PRICES["tolerance"] / 100, pack.document[
            "seed"
        ]


@pytest.mark.soak
@each_kind
def test_the_bill_is_what_the_printed_cards_are_worth(recipes: Recipes, kind: str) -> None:
    for _, pack in made(recipes, kind):
        billed: Counter[str] = Counter()
        for what, points in pack.bill:
            billed[what.partition(":")[0]] += points

        assert billed == worth(pack.document)


@pytest.mark.soak
@each_kind
def test_an_upgrade_is_worth_more_than_what_it_supersedes(recipes: Recipes, kind: str) -> None:
    for _, pack in made(recipes, kind):
        points = worth(pack.document)
        upgrades = [card for card in pack.document["cards"] if "supersedes" in card]

        assert [card["id"] for card in upgrades if points[card["id"]] <= points[card["supersedes"]]] == []
        assert all(card["cost"] >= 1 for card in upgrades)


@pytest.mark.soak
@each_kind
def test_texts_are_short_and_none_is_empty(recipes: Recipes, kind: str) -> None:
    for _, pack in made(recipes, kind):
        for card in pack.document["cards"]:
            assert 0 < sum(map(len, texts(card))) <= LONGEST_EFFECT + (60 if "ability" in card else 0), card
            assert 0 < len(card.get("flavor", "-")) <= LONGEST_FLAVOUR, card
            assert 0 < len(card["name"]) <= LONGEST_NAME, card


ODD = {
    "a word twice": r"\b(\w+) \1\b",
    "a place left open": r"[{}]",
    "two spaces": r"  ",
    "a before a vowel": r"\b[Aa] (?!one\b|uni|use)[aeiou]",
    "an before a consonant": r"\b[Aa]n (?!hour|hon|heir)[^aeiouAEIOU]",
    "one of many": r"\b1 (cards|tokens|attacks|items|resources|crew members|shield tokens)\b",
    "many of one": r"(?<![-+])\b[2-9] (card|token|attack|item|resource|crew member|shield token|progress token|debuff token)\b",
    "a small letter after a full stop": r"\. [a-z]",
    "no end": r"[^.:?]$",
    "a doubled mark": r"[.,;:]{2}",
}


@pytest.mark.soak
@each_kind
def test_texts_read_as_if_a_person_had_written_them(recipes: Recipes, kind: str) -> None:
    for _, pack in made(recipes, kind):
        for card in pack.document["cards"]:
            for text in [*texts(card), *([card["flavor"]] if "flavor" in card else [])]:
                assert [odd for odd, pattern in ODD.items() if re.search(pattern, text)] == [], text


@pytest.mark.soak
@each_kind
def test_no_card_of_a_pack_is_a_copy_of_another(recipes: Recipes, kind: str) -> None:
    for _, pack in made(recipes, kind):
        cards = pack.document["cards"]
        played = [card["effect"] for card in cards if "effect" in card and "stats" not in card]
        lines = [card["flavor"] for card in cards if "flavor" in card]

        for several in ([card["name"] for card in cards], [card["id"] for card in cards], played, lines):
            assert [one for one, count in Counter(several).items() if count > 1] == []


@pytest.mark.soak
def test_a_device_does_only_what_its_type_is_for(recipes: Recipes) -> None:
    for _, pack in made(recipes, "equipment"):
        device, *actions = pack.document["cards"]
        words = " ".join(card["effect"] for card in (device, *actions))

        hits = re.search("damage to an active NPC|attack", words)
        assert hits or device["type"] != "weapon"
        assert (
            not re.search(r"[Dd]eal \d (unavoidable )?damage (?!to your ship)", words) or device["type"] == "weapon"
        ), words
        assert {card["role"] for card in actions} <= set(GRAMMAR["types"][device["type"]]["crew"])
        assert device["energy"] >= 1 or device["type"] != "reactor"


@pytest.mark.soak
def test_an_ability_never_straightens_its_own_role(recipes: Recipes) -> None:
    """Two crew members who straighten each other would never tire."""
    for _, pack in made(recipes, "crew"):
        for card in pack.document["cards"][:5]:
            effect = card["ability"]["effect"].lower()

            assert "straighten" not in effect or "other role" in effect or "another role" in effect, effect


@pytest.mark.soak
def test_a_deck_can_be_built_for_every_ship(recipes: Recipes) -> None:
    """Eight packs are 48 shuffled cards; a ship has room for as many."""
    for _, pack in made(recipes, "starship"):
        for card in pack.document["cards"]:
            stats = card["stats"]

            assert stats["max_crew"] + stats["equipment_slots"] >= 8
            assert stats["required_crew"] <= stats["max_crew"]


def test_crew_packs_are_seldom_alike(recipes: Recipes) -> None:
    """The figures that are promised: names, effect texts, and how common an ability is."""
    names: set[str] = set()
    effects: list[str] = []
    abilities: Counter[str] = Counter()
    for seed in range(CREW_PACKS):
        pack = recipes.make("crew", f"variety/{seed}", {}).document
        first = pack["name"].partition(" ")[0]
        names.add(pack["name"])
        effects += [" ".join(texts(card)).replace(first, "…") for card in pack["cards"]]
        abilities.update({" ".join(texts(card)).replace(first, "…") for card in pack["cards"][:5]})

    assert len(names) >= 0.99 * CREW_PACKS
    assert len(set(effects)) >= 0.70 * len(effects)
    assert abilities.most_common(1)[0][1] <= 0.03 * CREW_PACKS


# Options


@pytest.mark.parametrize("role", GRAMMAR["roles"])
def test_a_role_can_be_chosen(recipes: Recipes, role: str) -> None:
    assert recipes.make("crew", "x", {"role": role}).document["cards"][0]["role"] == role


@pytest.mark.parametrize("kind", GRAMMAR["types"])
def test_a_type_of_device_can_be_chosen(recipes: Recipes, kind: str) -> None:
    assert recipes.make("equipment", "x", {"type": kind}).document["cards"][0]["type"] == kind


def test_a_theme_of_ship_changes_its_numbers(recipes: Recipes) -> None:
    hauler, courier = (
        recipes.make("starship", "x", {"theme": theme}).document["cards"][0]["stats"] for theme in ("hauler", "courier")
    )

    assert hauler["cargo_capacity"] > courier["cargo_capacity"]
    assert hauler["evasion"] < courier["evasion"]


@each_kind
def test_a_name_can_be_chosen_and_changes_no_number(recipes: Recipes, kind: str) -> None:
    own, drawn = recipes.make(kind, "x", {"name": "Ada Voss"}), recipes.make(kind, "x", {})

    assert own.document["name"] == "Ada Voss"
    assert own.document["id"] == "ada-voss"
    assert [points for _, points in own.bill] == [points for _, points in drawn.bill]


@each_kind
def test_a_name_too_long_for_the_card_is_refused(workshop: Workshop, kind: str) -> None:
    with pytest.raises(UsageError, match="at most"):
        workshop.make(SeedRequest(kind, "x", {"name": "Wilhelmina Featherstonehaugh-Cholmondeley"}))


def test_a_stranger_to_the_lists_has_no_pronoun(recipes: Recipes) -> None:
    for seed in range(30):
        cards = recipes.make("crew", f"stranger {seed}", {"name": "Zaphira"}).document["cards"][:5]

        assert not re.search(
            r"\b(she|he|her|his|him)\b", " ".join(card.get("flavor", "") for card in cards), re.IGNORECASE
        )


@pytest.mark.parametrize("count", [1, 4, 12, 40])
def test_a_set_has_as_many_items_as_asked_for_and_resources_among_them(recipes: Recipes, count: int) -> None:
    groups = Counter(card["group"] for card in recipes.make("item", "x", {"count": count}).document["cards"])

    assert groups.total() == count
    assert groups["resource"] == count // 4
