"""Events of drift from seeds: the shares of the specification, and what the box needs of them."""

from __future__ import annotations

from collections import Counter

import pytest

from cardforge.generate.workshop import SeedRequest, Workshop
from tests.recipes.armada import SEEDS, Bench, generated, made


@pytest.mark.soak
def test_no_rule_objects_to_events(drift_bench: Bench, drift: Workshop) -> None:
    packs = {str(drift.make(SeedRequest("event", f"slice {seed}", {})).files) for seed in range(SEEDS)}

    assert drift_bench.heard == []
    assert len(packs) == SEEDS


@pytest.mark.soak
def test_half_of_the_events_change_the_whole_game(drift: Workshop) -> None:
    for pack in made(drift, "event"):
        cards = pack["cards"]

        assert Counter(card["scope"] for card in cards) == {"global": 8, "sector": 5, "party": 3}
        assert [card["extra_tile"] for card in cards if "extra_tile" in card] == ["great-comet"]
        assert sum("Stray Gate is a working gate" in card["while_in_play"] for card in cards) == 1
        assert sum(card.get("harmful", False) for card in cards) <= len(cards) / 4


@pytest.mark.soak
def test_ten_of_sixteen_events_last_one_to_three_rounds(drift: Workshop) -> None:
    rounds: Counter[int] = Counter()
    for each in generated(drift, "event"):
        cards = each.document["cards"]
        lasting = [card for card in cards if card["rounds"]]

        assert (len(cards), len(lasting)) == (16, 10)
        assert sorted(points for _, points in each.bill) == sorted(card["rounds"] or 0 for card in cards)
        rounds.update(card["rounds"] for card in lasting)
    assert set(rounds) == {1, 2, 3}
    assert min(rounds.values()) >= rounds.total() / 4


@pytest.mark.soak
def test_events_that_need_other_captains_are_left_out_alone(drift: Workshop) -> None:
    for pack in made(drift, "event"):
        assert sum(card.get("solo_excluded", False) for card in pack["cards"]) == 2


@pytest.mark.soak
def test_events_say_how_many_tokens_they_take(drift: Workshop) -> None:
    for pack in made(drift, "event"):
        for card in pack["cards"]:
            if "event token" in card["while_in_play"]:
                lot = "each of " if "spawn point of each" in card["while_in_play"] else "Lay "
                assert card["while_in_play"].split(lot)[1].startswith(str(card["tokens"])), card
                assert card["tokens"] <= 8


@pytest.mark.soak
def test_no_two_events_of_a_pack_share_a_text(drift: Workshop) -> None:
    for pack in made(drift, "event"):
        for key in ("id", "name", "while_in_play", "flavor"):
            assert len({card[key] for card in pack["cards"]}) == 16, key
        assert "{" not in "".join(str(value) for card in pack["cards"] for value in card.values())
