"""The NPCs that come with nebula follow the price list that generated ones are made by."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from cardforge.generate.recipes import Recipes
from cardforge.generate.workshop import kit_for
from cardforge.load.project import project_at
from tests.conftest import REPOSITORY
from tools.npc_prices import PRICES, WORDS, bill, event_points

THICK = 6  # hull that an NPC may have beyond its power, as in npc.star


def documents(kind: str) -> dict[str, dict[str, Any]]:
    files = sorted((REPOSITORY / "packs/nebula" / kind).glob("*.yaml"))
    return {file.stem: yaml.safe_load(file.read_text("utf-8")) for file in files}


NPCS = documents("npc")
ENDINGS = {
    card["id"]: card["outcome"]
    for pack in documents("agenda").values()
    for card in pack["cards"]
    if card["group"] == "resolution"
}
each_npc = pytest.mark.parametrize("npc", NPCS)


@each_npc
def test_an_npc_meets_the_budget_of_its_power_to_the_point(npc: str) -> None:
    due = bill(NPCS[npc], ENDINGS)

    assert due.off == 0, due
    assert 1 <= due.power <= 10


@each_npc
def test_its_numbers_are_those_of_its_class(npc: str) -> None:
    permanent = NPCS[npc]["cards"][0]
    row = yaml.safe_load((WORDS / f"world-npc-{permanent['class']}.yaml").read_text("utf-8"))
    low, high = row["evasion"]

    assert low <= permanent["stats"]["evasion"] <= high
    assert permanent["stats"]["attack"] >= 1  # whoever arrives can attack
    assert permanent["stats"]["hull"] <= THICK + bill(NPCS[npc], ENDINGS).power


def test_a_changed_number_or_word_changes_the_bill() -> None:
    pack = yaml.safe_load(yaml.safe_dump(NPCS["keth-armada"]))
    before = bill(pack, ENDINGS)
    pack["cards"][0]["stats"]["attack"] += 1
    toll = next(card for card in pack["cards"] if card["id"] == "reasonable-toll")
    toll["effect"] = "Discard 1 resource from your hold. If you do not, deal 2 damage to your ship."

    after = bill(pack, ENDINGS)

    assert after.stats == before.stats + PRICES["npc"]["attack"]
    assert after.words == before.words + 1


def test_what_has_no_price_is_said() -> None:
    pack = yaml.safe_load(yaml.safe_dump(NPCS["quiet-choir"]))
    pack["cards"][1]["effect"] = "Win the game."

    with pytest.raises(AssertionError, match="Win the game"):
        bill(pack, ENDINGS)


def test_generated_encounters_are_read_as_their_recipe_priced_them() -> None:
    """Two ways to the same points: the recipe's own bill, and the words on the card alone."""
    recipes = Recipes(kit_for("npc", "nebula", project_at(REPOSITORY)).texts)
    priced = 0
    for seed in range(60):
        made = recipes.make("npc", f"priced {seed}", {"power": seed % 10 + 1})
        points = dict(made.bill)
        for card in made.document["cards"][2:]:  # the first is the NPC, the second how it arrives
            if "progress" not in card:
                assert event_points(card["effect"], made.document["name"]) == points[card["name"]], card["effect"]
                priced += 1

    assert priced > 200
