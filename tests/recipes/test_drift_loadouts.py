"""Packed holds of drift from seeds: legal, full, different, and with `break` wrong in one thing."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from cardforge.core.problems import Severity
from cardforge.generate.recipes import Generated
from cardforge.generate.workshop import SeedRequest, Workshop
from tests.conftest import REPOSITORY
from tests.recipes.armada import SEEDS, Bench, generated
from tests.recipes.test_drift_packs import ways_in
from tests.test_drift_content import Card, Space, cells_of

BREAKS = ("DR-22", "DR-23", "DR-24", "DR-25", "DR-27", "DR-30", "DR-32")
BUDGETS = {1: 4000, 2: 8000, 3: 12000}


def cards(folder: str) -> dict[str, Card]:
    """The cards of the box of one kind, by id."""
    packs = [yaml.safe_load(path.read_text("utf-8")) for path in (REPOSITORY / "packs/drift" / folder).glob("*.yaml")]
    return {card["id"]: card for pack in packs for card in pack["cards"]}


def covered(loadout: dict[str, Any], shapes: dict[str, list[str]]) -> set[Space]:
    """Every cell that a tile lies on, worked out apart from the recipe."""
    found: set[Space] = set()
    for line in loadout["tiles"]:
        if line.get("over"):
            continue
        rows = shapes.get(line["tile"], ["X"])
        if line.get("flip"):
            rows = [row[::-1] for row in rows]
        for _ in range(line.get("turn", 0)):
            rows = ["".join(column) for column in zip(*rows[::-1], strict=True)]
        left, top = line["cell"]
        found |= {(left + x, top + y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark in "XC"}
    return found


def parts(each: Generated) -> tuple[dict[str, Any], Card, dict[str, Card]]:
    """A loadout, its ship, and the outfits that it could choose from."""
    ships, outfits = each.also
    return each.document, ships["cards"][0], {card["id"]: card for card in outfits["cards"]}


@pytest.mark.soak
def test_no_rule_objects_to_loadouts(drift_bench: Bench, drift: Workshop) -> None:
    """Nor warns: there is an engine, and no mod lies idle."""
    pieces = {str(drift.make(SeedRequest("loadout", f"slice {seed}", {})).files) for seed in range(SEEDS)}

    assert drift_bench.heard == []
    assert len(pieces) == SEEDS


@pytest.mark.soak
@pytest.mark.parametrize("code", BREAKS)
def test_a_loadout_breaks_the_rule_that_was_named_and_no_other(drift_bench: Bench, drift: Workshop, code: str) -> None:
    for seed in range(SEEDS // 2):
        drift_bench.heard.clear()
        piece = drift.make(SeedRequest("loadout", f"slice {seed}", {"break": code}))

        assert f"# It breaks {code} on purpose.\n" in piece.files[f"{piece.id}.yaml"]
        assert {(problem.code, problem.severity) for problem in drift_bench.heard} == {(code, Severity.ERROR)}


@pytest.mark.soak
def test_nothing_affordable_has_room(drift: Workshop) -> None:
    connecting = {id_: card["shape"] for id_, card in cards("outfit").items() if card["type"] in ("plating", "pod")}
    for each in generated(drift, "loadout"):
        loadout, ship, outfits = parts(each)
        shapes = connecting | {id_: card["shape"] for id_, card in outfits.items()}
        free = cells_of(ship["hold"]) - covered(loadout, shapes)
        left = BUDGETS[ship["tier"]] - sum(price for _, price in each.bill)

        assert loadout["budget"] == BUDGETS[ship["tier"]]
        assert left >= 0
        assert not [
            card
            for card in outfits.values()
            if card["price"] <= left and card["double_sided"] and ways_in(card["shape"], free)
        ]
        assert not left or not free  # an errand rack works anywhere


@pytest.mark.soak
def test_loadouts_are_of_all_tiers_and_use_every_sort_of_tile(drift: Workshop) -> None:
    found, tiers, sorts = 0, set(), set()
    for each in generated(drift, "loadout"):
        loadout, ship, outfits = parts(each)
        tiers.add(ship["tier"])
        sorts |= {
            outfits[line["tile"]]["type"] if line["tile"] in outfits else line["tile"] for line in loadout["tiles"]
        }
        found += any(line.get("turn") or line.get("flip") for line in loadout["tiles"])

    assert tiers == {1, 2, 3}
    assert sorts == {
        "engine", "shield", "blaster", "missile", "o-plating", "o-pod", "m-breacher", "m-hazard-screen", "m-thrust-trim", "m-errand-rack",
    }  # fmt: skip
    assert found > SEEDS / 2


def test_a_loadout_can_be_of_one_tier(drift: Workshop) -> None:
    for each in generated(drift, "loadout", {"tier": 1}):
        assert parts(each)[1]["tier"] == 1


def test_the_words_of_the_box_are_those_of_its_packs() -> None:
    box = yaml.safe_load((REPOSITORY / "templates/drift/recipes/words/box.yaml").read_text("utf-8"))

    assert box["connecting"] == {
        id_: card["shape"] for id_, card in cards("outfit").items() if card["type"] in ("plating", "pod")
    }
    assert box["mods"] == {card["mod"]: id_ for id_, card in cards("mod").items()}
