"""What NPCs are and do when one captain plays, from seeds: figures within their per cents, nine cards, few actions done twice."""

from __future__ import annotations

from collections import Counter

import pytest
import yaml

from cardforge.generate.workshop import SeedRequest, Workshop
from tests.conftest import REPOSITORY
from tests.recipes.armada import SEEDS, Bench, generated, made

NPCS = ("warden", "reaver", "hauler")
ACTIONS = ("attack", "buy", "sell")


@pytest.mark.soak
@pytest.mark.parametrize("kind", ["stats", "behaviour"])
def test_no_rule_objects_to_npcs_alone(drift_bench: Bench, drift: Workshop, kind: str) -> None:
    packs = {str(drift.make(SeedRequest(kind, f"slice {seed}", {})).files) for seed in range(SEEDS)}

    assert drift_bench.heard == []
    assert len(packs) == SEEDS


@pytest.mark.soak
def test_figures_keep_to_the_per_cents_of_their_side(drift: Workshop) -> None:
    """Of what is on the NPC cards: side A 90 to 100, side B 110 to 130; dice stay."""
    cards = {
        card["id"]: card
        for card in yaml.safe_load((REPOSITORY / "packs/drift/npc/npcs.yaml").read_text("utf-8"))["cards"]
    }
    seen: set[tuple[str, str, int]] = set()
    for each in generated(drift, "stats"):
        (card,) = each.document["cards"]
        for side, low, high in (("A", 90, 100), ("B", 110, 130)):
            for npc in NPCS:
                figures = card["sides"][side][npc]
                for key in ("move", "to_kill"):
                    assert low * cards[npc][key] <= 100 * figures[key] <= high * cards[npc][key], (npc, figures)
                    seen.add((npc + side, key, figures[key]))
                assert figures["defense_die"] == cards[npc]["defense_die"]
                assert figures.get("attack_die") == cards[npc].get("attack", {}).get("die")
        assert all(points >= 90 for _, points in each.bill)
    assert {value for key, what, value in seen if (key, what) == ("haulerB", "to_kill")} == {17, 18, 19}


@pytest.mark.soak
def test_each_npc_has_three_cards_of_two_behaviours(drift: Workshop) -> None:
    for pack in made(drift, "behaviour"):
        cards = pack["cards"]

        assert Counter(card["npc"] for card in cards) == dict.fromkeys(NPCS, 3)
        assert all(len(card["behaviours"]) == 2 for card in cards)
        assert len({each["name"] for card in cards for each in card["behaviours"]}) == 18
        assert len({card["name"] for card in cards}) == len({card["flavor"] for card in cards}) == 9


@pytest.mark.soak
def test_behaviours_of_one_card_differ(drift: Workshop) -> None:
    for pack in made(drift, "behaviour"):
        for card in pack["cards"]:
            one, other = card["behaviours"]

            assert one["target"] != other["target"]
            assert [step["verb"] for step in one["steps"]] != [step["verb"] for step in other["steps"]] or one[
                "steps"
            ] != other["steps"]


@pytest.mark.soak
def test_at_most_two_actions_are_done_twice(drift: Workshop) -> None:
    """And only on the third card of an NPC, the aggressive one."""
    numbers: Counter[int] = Counter()
    for each in generated(drift, "behaviour"):
        cards = each.document["cards"]
        twice = [
            (at % 3, step)
            for at, card in enumerate(cards)
            for behaviour in card["behaviours"]
            for step in behaviour["steps"]
            if "times" in step
        ]

        assert all(at == 2 and step["times"] == 2 and step["verb"] in ACTIONS for at, step in twice)
        numbers[len(twice)] += 1
        assert [points for _, points in each.bill] == [
            sum(step.get("times", 1) for one in card["behaviours"] for step in one["steps"] if step["verb"] in ACTIONS)
            for card in cards
        ]
    assert set(numbers) == {0, 1, 2}


@pytest.mark.soak
def test_only_the_hauler_adds_to_the_fame_of_npcs(drift: Workshop) -> None:
    found = [
        (card["npc"], each)
        for pack in made(drift, "behaviour")
        for card in pack["cards"]
        for each in card["behaviours"]
    ]
    bonuses = [npc for npc, each in found if "fame_bonus" in each]

    assert set(bonuses) == {"hauler"}
    assert 0.45 <= len(bonuses) / sum(npc == "hauler" for npc, _ in found) <= 0.75
