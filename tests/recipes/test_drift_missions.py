"""Missions of drift from seeds: legal, spread over places and seats, and saying what their data does."""

from __future__ import annotations

import re
from collections import Counter
from itertools import islice
from typing import Any

import pytest
import yaml

from cardforge.generate.workshop import SeedRequest, Workshop
from tests.conftest import REPOSITORY
from tests.recipes.armada import SEEDS, Bench, generated, made
from tests.test_drift_content import NAMES, SEATS, SECTORS, SPLIT, mean_pay, spaces

WORDS: dict[str, Any] = yaml.safe_load((REPOSITORY / "templates/drift/recipes/words/missions.yaml").read_text("utf-8"))
TYPES = [(sort, set_, number) for set_, split in SPLIT.items() for sort, number in split.items()]
EACH = SEEDS // 10  # packs of each type
each_type = pytest.mark.parametrize(("sort", "set_", "number"), TYPES, ids=[sort for sort, _, _ in TYPES])


@pytest.mark.soak
def test_every_seed_gives_what_no_rule_objects_to(drift_bench: Bench, drift: Workshop) -> None:
    for seed in range(SEEDS):
        drift.make(SeedRequest("mission", f"slice {seed}", {"type": TYPES[seed % len(TYPES)][0]} if seed % 2 else {}))

    assert drift_bench.heard == []


@pytest.mark.soak
@each_type
def test_a_pack_is_the_deck_of_its_type(drift: Workshop, sort: str, set_: str, number: int) -> None:
    for pack in islice(made(drift, "mission", type=sort), EACH):
        cards = pack["cards"]

        assert {(card["type"], card["set"]) for card in cards} == {(sort, set_)}
        assert len(cards) == len({card["name"] for card in cards}) == len({card["story"] for card in cards}) == number
        assert len({card["id"] for card in cards}) == number
        if "target" in cards[0]:
            assert Counter(card["target"] for card in cards) == dict.fromkeys(SEATS, 2)


@pytest.mark.soak
@each_type
def test_every_place_is_about_equally_busy(drift: Workshop, sort: str, set_: str, number: int) -> None:
    """Within one of the mean. Smugglers deliver to the seven planets and start elsewhere, so these are counted apart."""
    points = {point for name in ("core", *(["x1"] if set_ == "x1" else [])) for point, _ in WORDS["points"][name]}
    planets = set(WORDS["planets"])
    for pack in islice(made(drift, "mission", type=sort), EACH):
        starts = [card["start"].get("sector") for card in pack["cards"]]
        delivers = [card["deliver"] for card in pack["cards"]]
        groups = (
            [(starts, points - planets), (delivers, planets)] if sort == "smuggler" else [(starts + delivers, points)]
        )
        for ends, allowed in groups:
            found = Counter(end for end in ends if end)

            assert set(found) <= allowed
            assert all(abs(found[point] - found.total() / len(allowed)) <= 1 for point in allowed)
        assert not [1 for start, end in zip(starts, delivers, strict=True) if start and start == end]


@pytest.mark.soak
@each_type
def test_a_mission_says_where_it_goes(drift: Workshop, sort: str, set_: str, number: int) -> None:
    for pack in islice(made(drift, "mission", type=sort), EACH):
        for card in pack["cards"]:
            told = " ".join(card["steps"])

            assert "{" not in told + card["story"] + card["name"]
            assert all(NAMES[place] in told for place in (card["start"].get("sector"), card["deliver"]) if place)
            assert card["start"].get("type", "").removesuffix("_planet") in told
            assert all(
                f"{count} {cube.capitalize()}" in told
                for cube, count in Counter(card["start"].get("cubes", [])).items()
            )
            assert f"undamaged {card['start'].get('outfit', '')}" in told or "outfit" not in card["start"]
            seats = re.findall(r"the target, ((?:on|two to) your \w+),", told)
            assert seats == ([SEATS[card["target"]]] if "target" in card else [])
            assert "bounty" not in card or f"{card['bounty']['hi']:,} cr" in card["bounty"]["text"]


@pytest.mark.soak
def test_crime_pays_one_and_a_half_times_as_well(drift: Workshop) -> None:
    """The core types in the numbers of the box: outlaw 1.4 times lawful, as near as their ranges allow; research always 2,650."""
    pays: dict[str, list[float]] = {"lawful": [], "outlaw": []}
    for sort in SPLIT["core"]:
        for each in islice(generated(drift, "mission", {"type": sort}), EACH):
            means = [mean_pay(card) for card in each.document["cards"]]
            pays[each.document["cards"][0]["law"]] += means

            assert [points for _, points in each.bill] == [int(mean // 100) for mean in means]
            assert sort != "research" or set(means) == {2650}
    lawful, outlaw = (sum(found) / len(found) for found in pays.values())

    assert 1.3 <= outlaw / lawful <= 1.6


def test_types_come_as_often_as_their_cards(drift: Workshop) -> None:
    """Nothing chosen: a shuttle is drawn more often than a warrant, and over the seeds at least ten types come up."""
    found = Counter(pack["cards"][0]["type"] for pack in made(drift, "mission"))

    assert len(found) >= 10


def test_the_words_name_the_mission_points_of_the_box() -> None:
    for set_ in ("core", "x1"):
        points = [[card["id"], card["name"]] for card in SECTORS if card["set"] == set_ and "mission" in spaces(card)]
        assert sorted(WORDS["points"][set_]) == sorted(points)
    planets = [card["id"] for card in SECTORS if card["set"] == "core" and card["type"].endswith("_planet")]
    assert sorted(WORDS["planets"]) == sorted(planets)
