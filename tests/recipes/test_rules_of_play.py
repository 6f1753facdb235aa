"""Generated cards play by the rules of nebula: checks, debuffs, spoils, dispositions, trade, and only common phrases."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from cardforge.generate.recipes import Recipes
from tests.conftest import REPOSITORY
from tests.support.nebula_phrases import rule_texts, unread

_SOAK = bool(os.environ.get("CARDFORGE_SOAK"))
PACKS = 10_000 if _SOAK else 150
WORLD = ("npc", "location")
READ = 0.999  # of all texts
WORDS = REPOSITORY / "templates/nebula/recipes/words"
ITEMS: dict[str, Any] = yaml.safe_load((WORDS / "world-items.yaml").read_text("utf-8"))
FEELING = re.compile(r"If (.+?) is (?:friendly|neutral|an antagonist), ")
CHECK = re.compile(r"Check (\w+) (\d)\. (?:If you pass, [^.]+\. )?(?:If you (?:pass|fail), )", re.IGNORECASE)

each_world = pytest.mark.parametrize("kind", WORLD)


def packs(recipes: Recipes, kind: str, plot: str | None = None) -> Iterator[dict[str, Any]]:
    for seed in range(PACKS):
        options = {"power": seed % 10 + 1} | ({"plot": plot} if plot else {})
        yield recipes.make(kind, f"play {seed}", options).document


def events(recipes: Recipes, kind: str, plot: str | None = None) -> list[dict[str, Any]]:
    return [card for pack in packs(recipes, kind, plot) for card in pack["cards"][1:]]


def rules_on(card: dict[str, Any]) -> str:
    return f"{card['effect']} {card.get('progress', {}).get('then', '')}"


@pytest.mark.soak
@pytest.mark.parametrize("kind", ["crew", "equipment", "starship", "item", *WORLD])
def test_every_text_is_made_of_the_common_phrases(recipes: Recipes, kind: str) -> None:
    texts = [(shapes, text) for pack in packs(recipes, kind) for _, shapes, text in rule_texts(pack)]
    odd = [text for shapes, text in texts if unread(text, shapes)]

    assert len(texts) > 5 * PACKS
    assert len(odd) <= len(texts) * (1 - READ), odd[:5]


@pytest.mark.soak
def test_the_cards_of_a_story_are_made_of_the_common_phrases(recipes: Recipes) -> None:
    for seed in range(PACKS if _SOAK else 15):
        for document in recipes.make("scenario", f"play {seed}", {}).also:
            for _, shapes, text in rule_texts(document) if document["kind"] in WORLD else ():
                assert unread(text, shapes) == "", text
            if document["kind"] == "agenda":
                setup = document["cards"][0]["text"]
                assert unread(setup[setup.rindex("Begin at ") :], "setup") == "", setup


def test_a_text_of_other_words_is_noticed() -> None:
    assert unread("You may tap a pilot. If you do, win the game.")


# The world


@pytest.mark.soak
@each_world
@pytest.mark.parametrize("plot", [None, "siege"])
def test_one_event_in_six_asks_for_a_check_of_each_stat(recipes: Recipes, kind: str, plot: str | None) -> None:
    cards = events(recipes, kind, plot)
    asked = Counter(card["check"]["stat"] for card in cards if "check" in card)

    assert asked.total() >= len(cards) / 6
    assert set(asked) == {"skill", "morale", "loyalty"}
    assert min(asked.values()) >= asked.total() / 5, asked


@pytest.mark.soak
@each_world
def test_a_check_is_what_the_text_says_and_can_be_passed_and_failed(recipes: Recipes, kind: str) -> None:
    numbers = set()
    for card in events(recipes, kind):
        said = CHECK.search(card["effect"])

        assert bool(said) == ("check" in card), card["effect"]
        if said:
            assert card["check"] == {"stat": said[1], "number": int(said[2])}
            numbers.add(card["check"]["number"])

    # A crew member has 1 to 4 at first and 5 at last, and most cards add 1.
    assert numbers <= {3, 4, 5, 6}
    assert len(numbers) >= 2


@pytest.mark.soak
@each_world
def test_about_one_event_in_eight_gives_a_debuff(recipes: Recipes, kind: str) -> None:
    cards = events(recipes, kind)
    given = [card for card in cards if "ut a debuff token on" in rules_on(card)]

    assert 1 / 10 <= len(given) / len(cards) <= 1 / 5


@pytest.mark.soak
@pytest.mark.parametrize("plot", [None, "bell", "nest"])
def test_a_card_of_every_npc_reads_how_it_feels(recipes: Recipes, plot: str | None) -> None:
    for pack in packs(recipes, "npc", plot):
        read = {name for card in pack["cards"][1:] for name in FEELING.findall(card["effect"])}

        assert {name.removeprefix("the ") for name in read} == {pack["name"].removeprefix("The ")}, pack["seed"]


@pytest.mark.soak
def test_every_npc_has_spoils_of_items_that_there_are(recipes: Recipes) -> None:
    for pack in packs(recipes, "npc"):
        spoils = pack["cards"][0]["spoils"]

        assert 1 <= len(spoils) <= 2
        assert set(spoils) <= set(ITEMS)


@pytest.mark.soak
def test_a_place_has_spoils_where_a_card_can_destroy_it(recipes: Recipes) -> None:
    fallen = 0
    for pack in packs(recipes, "location"):
        falls = any("Destroy this location." in rules_on(card) for card in pack["cards"][1:])
        fallen += falls

        assert ("spoils" in pack["cards"][0]) == falls, pack["seed"]
        assert set(pack["cards"][0].get("spoils", [])) <= set(ITEMS)

    assert fallen


@pytest.mark.soak
@each_world
def test_some_cards_let_players_trade(recipes: Recipes, kind: str) -> None:
    cards = events(recipes, kind)

    assert len([card for card in cards if "rade 1 item" in card["effect"]]) >= len(cards) / 50


@pytest.mark.soak
@each_world
@pytest.mark.parametrize("plot", [None, "bell"])
def test_what_a_full_track_does_and_its_story_stand_apart(recipes: Recipes, kind: str, plot: str | None) -> None:
    tracks = [card["progress"] for card in events(recipes, kind, plot) if "progress" in card]

    assert len(tracks) >= PACKS
    for progress in tracks:
        assert unread(progress["then"]) == ""
        assert progress["story"]
        assert unread(progress["story"]) != "", "a story is no rule"


# Crew


@pytest.mark.soak
def test_using_a_crew_member_exhausts_them(recipes: Recipes) -> None:
    for pack in packs(recipes, "crew"):
        first = pack["name"].partition(" ")[0]
        for card in pack["cards"]:
            if "ability" in card:
                when, effect = card["ability"]["trigger"], card["ability"]["effect"]
                assert when.startswith(f"Exhaust {first}") != effect.startswith(f"Exhaust {first}: "), (when, effect)


@pytest.mark.soak
@pytest.mark.parametrize("kind", ["crew", "equipment"])
def test_no_pilot_is_exhausted_for_evasion_that_needs_one(recipes: Recipes, kind: str) -> None:
    """Whoever plays an action or uses an ability is exhausted; only skills need nobody."""
    for pack in packs(recipes, kind):
        pilots = pack["cards"][0].get("role") == "pilot"
        for card in pack["cards"]:
            if "ability" in card and pilots:
                assert "our ship has +" not in card["ability"]["effect"], card
            elif kind == "equipment" and card.get("role") == "pilot":
                assert "our ship has +" not in card["effect"], card
