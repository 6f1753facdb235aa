"""Effects from seeds that make sense: conditions that can hold, upgrades that give more, things that are what they are."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cardforge.app.render import lay_out
from cardforge.generate.recipes import Recipes
from cardforge.generate.workshop import SeedRequest, Workshop
from tests.recipes.pricing import TITLES

PACKS = (
    10_000 if os.environ.get("CARDFORGE_SOAK") else 400
)  # odd pairs are rare: a slice of the usual size would hold none


def packs(recipes: Recipes, kind: str, **options: str) -> Iterator[dict[str, Any]]:
    for seed in range(PACKS):
        yield recipes.make(kind, f"sense/{seed}", {"power": seed % 10 + 1, **options}).document


def words(card: dict[str, Any]) -> str:
    ability = card.get("ability")
    return f"{ability['trigger']}: {ability['effect']}" if ability else card["effect"]


# What a card has just done or asked for decides these; whoever reads them looks for a trick that is not there.
SENSELESS = {
    "whole after a price in damage": r"deal \d damage to your ship: .*(if your ship has (no )?damage|if it has damage)",
    "an or that never or always holds": r"ship has (no |\d or more )?damage[,:] (it|your ship) has .*or \+\d if it has damage",
    "hurt twice": r"while your ship has damage: .*if your ship has (no )?damage",
    "a hurt NPC twice": r"while an active NPC has damage: .*if an active NPC has damage",
    "NPCs counted twice": r"while 2 or more NPCs are active: .*if 2 or more NPCs",
    "a hand counted twice": r"fewer cards in hand: .*if you have \d or (more|fewer) cards in hand",
    "the tired counted twice": r"members is exhausted: .*if \d or more of your crew",
    "spent at the start of a turn": r"^at the start of your turn: .*if (you have .*(energy|tokens) left|\d or more of your crew|you have played)",
    "whole when hit": r"ship takes damage in each encounter phase: .*if your ship has (no )?damage",
    "cards played in the Encounter Phase": r"each encounter phase: .*if you have played",
    "it is a ship": r"ship has [^.:]*\. it gets",  # after a colon, it can be an NPC
}


@pytest.mark.soak
@pytest.mark.parametrize("kind", ["crew", "equipment", "item"])
def test_no_condition_is_settled_before_it_is_asked(recipes: Recipes, kind: str) -> None:
    found = [
        (what, words(card))
        for pack in packs(recipes, kind)
        for card in pack["cards"]
        for what, pattern in SENSELESS.items()
        if re.search(pattern, words(card), re.IGNORECASE)
    ]

    assert found == []


def numbers(text: str) -> tuple[str, list[int]]:
    """A text without its numbers, and these; one of a thing counts as 1."""
    text = (
        re.sub(r"\ba (?=debuff|crew member)", "1 ", text)
        .replace("the top card", "the top 1 card")
        .replace("up to ", "")
    )
    text = re.sub(r"\b(card|token|attack|item|resource|member)s\b", r"\1", text)
    return re.sub(r"\d+", "#", text), [int(each) for each in re.findall(r"\d+", text)]


@pytest.mark.soak
@pytest.mark.parametrize("kind", ["crew", "equipment", "starship"])
def test_an_upgrade_that_says_the_same_takes_nothing_away(recipes: Recipes, kind: str) -> None:
    """What it asks for may fall, what it gives may not; both at once would be a trade and no upgrade."""
    for pack in packs(recipes, kind):
        by_id = {card["id"]: card for card in pack["cards"]}
        for card in pack["cards"]:
            if "supersedes" not in card:
                continue
            (old, before), (new, after) = numbers(words(by_id[card["supersedes"]])), numbers(words(card))
            steps = [b - a for a, b in zip(before, after, strict=True)] if old == new else []

            assert not (min(steps, default=0) < 0 < max(steps, default=0)), (before, words(card))


@pytest.mark.soak
def test_a_reactor_gives_more_energy_than_it_takes(recipes: Recipes) -> None:
    for pack in packs(recipes, "equipment", type="reactor"):
        assert pack["cards"][0]["energy"] > pack["cards"][0]["energy_cost"], pack["seed"]


@pytest.mark.soak
def test_what_burns_up_is_not_kept(recipes: Recipes) -> None:
    names = {
        way: tuple(f" {name}" for row in TITLES["objects"].values() for name in row.get(way, []))
        for way in ("used", "kept")
    }
    for pack in packs(recipes, "item"):
        for card in pack["cards"]:
            if card["group"] == "item":
                assert card["name"].endswith(names["used" if card["consumable"] else "kept"]), card


def test_nothing_is_both_kept_and_used_up() -> None:
    for row in TITLES["objects"].values():
        assert set(row["used"]).isdisjoint(row.get("kept", []))


@pytest.mark.soak
def test_no_two_ships_of_a_pack_share_a_word(recipes: Recipes) -> None:
    for pack in packs(recipes, "starship"):
        first = [card["name"].split()[0] for card in pack["cards"]]

        assert len(set(first)) == len(first), first


@pytest.mark.soak
@pytest.mark.parametrize("kind", ["npc", "location"])
def test_gifts_are_joined_by_one_and(recipes: Recipes, kind: str) -> None:
    for pack in packs(recipes, kind):
        for card in pack["cards"]:
            assert not re.search(r"hold and [^.;]* and |gain [^.;]* and [^.;]* and put", words(card)), words(card)


def test_a_story_names_whom_it_is_about(recipes: Recipes) -> None:
    for seed in range(40):
        story = recipes.make("agenda", f"sense/{seed}", {"plot": "nest"})
        told = " ".join(card["text"] for card in story.document["cards"])

        assert story.also[0]["name"].removeprefix("The ") in told


def test_a_title_has_the_article_that_its_word_needs(recipes: Recipes) -> None:
    titles = {recipes.make("agenda", f"sense/{seed}", {"plot": "fever"}).document["name"] for seed in range(100)}

    assert len(titles) > 40
    assert [title for title in titles if re.match("A [AEIOU]", title)] == []


@pytest.mark.parametrize("name", ["Wilhelmina Featherstonehaugh", "Featherstonehaugh-Cholmondeley"])
def test_a_long_name_that_is_taken_fits_every_card(workshop: Workshop, name: str, tmp_path: Path) -> None:
    for text in workshop.make(SeedRequest("crew", "x", {"name": name})).files.values():
        (tmp_path / "x.yaml").write_text(text, "utf-8")

    assert lay_out([str(tmp_path / "x.yaml")]).problems == ()
