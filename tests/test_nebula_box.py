"""What a player finds in the box of nebula: enough of everything, written by people, and three decks at one table."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest
import yaml

from tests.conftest import REPOSITORY

NEBULA = REPOSITORY / "packs/nebula"
FOLDERS = ("starship", "crew", "equipment", "item", "decks")
FILES: dict[str, dict[str, dict[str, Any]]] = {
    folder: {file.stem: yaml.safe_load(file.read_text("utf-8")) for file in sorted((NEBULA / folder).glob("*.yaml"))}
    for folder in FOLDERS
}
DECKS = FILES["decks"].values()
PRINTED = ("name", "effect", "flavor")
# Cold Harbor is a name, and may be spelt as its founders did.
AMERICAN = re.compile(
    r"\b(\w*(color|favor|honor|labor|rumor|neighbor|armor|vapor)\w*|gray|center\w*|theater|afterward|maneuver|\w+eling|\w+eled"
    r"|\w{3,}(?<!pr)iz(e|es|ed|ing))\b",
    re.IGNORECASE,
)
ENGLISH = {"feeling", "steeled", "peeled", "peeling"}


def cards(folder: str) -> list[dict[str, Any]]:
    return [card for pack in FILES[folder].values() for card in pack["cards"]]


def test_every_role_and_every_type_of_device_is_there_twice() -> None:
    roles = Counter(card["role"] for card in cards("crew") if card["group"] == "permanent")
    types = Counter(card["type"] for card in cards("equipment") if card["group"] == "permanent")

    assert (len(roles), sum(roles.values())) == (5, 12)
    assert (len(types), sum(types.values())) == (5, 12)
    assert min(*roles.values(), *types.values()) >= 2
    assert len(FILES["starship"]) == 2


def test_there_are_forty_items_and_twelve_are_resources() -> None:
    assert Counter(card["group"] for card in cards("item")) == {"item": 28, "resource": 12}


def test_three_people_can_play_the_decks_from_one_box() -> None:
    """Every crew and equipment pack is in exactly one deck, no item in two, and no ship sails twice."""
    used = Counter(pack for deck in DECKS for key in ("crew", "equipment", "additional") for pack in deck.get(key, []))
    items = Counter(item for deck in DECKS for item in deck["items"])

    assert len(DECKS) == 3
    assert used == Counter([*FILES["crew"], *FILES["equipment"]])
    assert set(items.values()) == {1}
    assert len({deck["starship"]["card"] for deck in DECKS}) == 3


@pytest.mark.parametrize("folder", ["starship", "crew", "equipment", "item"])
def test_a_pack_in_the_box_was_written_by_a_person(folder: str) -> None:
    assert [name for name, pack in FILES[folder].items() if "seed" in pack] == []


@pytest.mark.parametrize("folder", ["crew", "equipment", "item", "starship"])
def test_no_line_is_told_twice(folder: str) -> None:
    lines = Counter(card["flavor"] for card in cards(folder) if "flavor" in card)
    names = Counter(card["name"] for card in cards(folder))

    assert [line for line, count in (lines + names).items() if count > 1] == []


@pytest.mark.parametrize("folder", ["starship", "crew", "equipment", "item"])
def test_texts_are_spelt_as_in_britain(folder: str) -> None:
    texts = [card.get(key, "") for card in cards(folder) for key in PRINTED]
    found = {match.group() for text in texts for match in AMERICAN.finditer(text)}

    assert found - ENGLISH == set()


def test_the_player_aid_says_what_a_turn_does() -> None:
    (aid,) = yaml.safe_load((NEBULA / "component/player-aid.yaml").read_text("utf-8"))["cards"]
    said = {step["title"]: " ".join(step["text"].split()) for step in aid["steps"]}

    assert list(said) == ["Start", "Play", "End", "Encounter Phase"]
    assert "What you had left is lost." in said["Start"]  # when it is restored, and not before
    assert "first exhaust a crew member of its role" in said["Play"]
    assert "lost" not in said["End"]
    assert said["Encounter Phase"].index("straighten") < said["Encounter Phase"].index("Draw")


def test_there_are_tokens_for_everything_that_is_counted() -> None:
    tokens = yaml.safe_load((NEBULA / "component/tokens.yaml").read_text("utf-8"))["cards"]

    assert {token["id"] for token in tokens} == {"energy", "shield", "progress", "damage", "resource", "debuff"}
    assert sum(token["copies"] for token in tokens) == 96  # one sheet of A4
