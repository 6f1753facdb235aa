"""Packs of armada from seeds: legal, and with the numbers and prices of the specification."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from cardforge.generate.workshop import SeedRequest, Workshop
from tests.recipes.armada import CARDS, DECKS, SEEDS, SITUATIONS, Bench, made
from tests.test_armada import DEFAULTS, is_within_budget, value, win

COLOURS = ("green", "blue", "yellow", "red")


@pytest.mark.soak
@pytest.mark.parametrize("kind", [*DECKS, *CARDS, *SITUATIONS])
def test_every_seed_gives_what_no_rule_objects_to(armada_bench: Bench, armada: Workshop, kind: str) -> None:
    """What breaks a schema or an error-level rule is refused by the workshop; warnings and notes are told here."""
    pieces = [armada.make(SeedRequest(kind, f"slice {seed}", {})) for seed in range(SEEDS)]

    assert armada_bench.heard == []
    assert {piece.kinds[0] for piece in pieces} == {kind}
    assert {len(piece.files) for piece in pieces} == {"loadout": {3}, "setup": {3, 4, 5, 6}}.get(kind, {1})


@pytest.mark.soak
@pytest.mark.parametrize("kind", [*DECKS, *CARDS])
def test_titles_are_unique_in_a_pack(armada: Workshop, kind: str) -> None:
    for pack in made(armada, kind):
        ids = [card["id"] for card in pack["cards"]]
        assert len(set(ids)) == len(ids), pack["name"]


@pytest.mark.soak
def test_sweeps_have_every_place_and_colour_three_times(armada: Workshop) -> None:
    for pack in made(armada, "sweep"):
        spots = [[(card[key]["sector"], card[key]["colour"]) for card in pack["cards"]] for key in ("first", "second")]
        arrivals = [card["arrivals"] for card in pack["cards"]]
        first = Counter(spots[0])

        assert set(Counter(spots[0] + spots[1]).values()) == {3}
        assert len(first) == 8
        assert set(first.values()) == {1, 2}
        assert Counter(sector for sector, _ in spots[0]) == {"asteroid_field": 6, "gravity_well": 6}
        assert Counter(arrivals) == dict.fromkeys(COLOURS, 3)
        assert all(one != other for one, other in zip(*spots, strict=True))
        assert all(colour != spot[1] for colour, spot in zip(arrivals, spots[0], strict=True))


@pytest.mark.soak
def test_explorations_ask_and_pay_as_they_should(armada: Workshop) -> None:
    for pack in made(armada, "explore"):
        easy, hard = ([card[side] for card in pack["cards"]] for side in ("easy", "hard"))
        asked = [Counter(zone["check"].split("(")[0] for zone in side) for side in (easy, hard)]
        numbers = [
            Counter(int(zone["check"][-2]) for zone in side if "hull" not in zone["check"]) for side in (easy, hard)
        ]

        assert asked == [{"combat": 5, "shield": 5, "speed": 6}, {"combat": 5, "shield": 4, "speed": 5, "hull": 2}]
        assert numbers == [{1: 10, 2: 6}, {3: 9, 4: 5}]
        assert all(zone["check"] in ("hull(4)", "hull(5)") for zone in hard if "hull" in zone["check"])
        assert all(2 <= value(zone["rewards"]) <= 5 for zone in easy)
        assert all(6 <= value(zone["rewards"]) <= 10 for zone in hard)


@pytest.mark.soak
def test_bosses_are_fair_and_all_different(armada: Workshop) -> None:
    for pack in made(armada, "boss"):
        bosses = pack["cards"]
        triples = {(boss["attack"], boss["speed"], boss["hull"]) for boss in bosses}
        does = [[effect["do"] for effect in boss["effect"]["does"]] for boss in bosses]

        assert [boss.get("edition", [1, 2]) for boss in bosses] == [[1, 2]] * 4 + [[2]] * 2
        assert len(triples) == 6
        assert all(Fraction(3, 10) <= win((6, 6, 6, 10), triple) <= Fraction(99, 100) for triple in triples)
        assert does.count(["spawn_raiders", "move_raider"]) == 1
        assert len({boss["effect"]["text"] for boss in bosses}) == 6
        assert all(12 <= value(boss["rewards"]) <= 18 for boss in bosses)
        assert all({"tok_combat", "action_special"} <= set(boss["rewards"]) for boss in bosses)
        for key, (low, high) in DEFAULTS["boss"].items():
            assert all(low <= boss[key] <= high for boss in bosses)


def test_the_bosses_that_a_seed_can_give_are_all_that_are_fair() -> None:
    fair, drawn = set(), set()
    for triple in [(attack, speed, hull) for attack in (5, 6, 7) for speed in (4, 5, 6, 7) for hull in range(8, 13)]:
        attack, speed, hull = triple
        if Fraction(3, 10) <= win((6, 6, 6, 10), triple) <= Fraction(99, 100):
            fair.add(triple)
        if not ((attack == 7 and (speed >= 6 or hull >= 11)) or (attack == 6 and speed >= 6 and hull >= 11)):
            drawn.add(triple)

    assert fair == drawn
    assert len(fair) == 42


@pytest.mark.soak
def test_commanders_have_three_points_each(armada: Workshop) -> None:
    for pack in made(armada, "commander"):
        for edition in (1, 2):
            cards = [card for card in pack["cards"] if edition in card.get("edition", (1, 2))]
            bonuses = [card["setup_bonus"] for card in cards]
            levels = Counter(key for bonus in bonuses for key in bonus if key in ("dockyard", "laboratory"))
            points = [sum(n * (2 if key in levels else 1) for key, n in bonus.items()) for bonus in bonuses]
            costs = Counter(card["activation_cost"] for card in cards)

            assert points == [3] * 6
            assert all(1 <= n <= 2 for bonus in bonuses for n in bonus.values())
            assert len({tuple(sorted(bonus.items())) for bonus in bonuses}) == 6
            assert sum(levels.values()) == 3
            assert set(levels) == {"dockyard", "laboratory"}
            assert costs["tok_activation"] == (6 if edition == 1 else 4)
            assert len(costs) == (1 if edition == 1 else 3)


@pytest.mark.soak
def test_armada_decks_have_their_mix(armada: Workshop) -> None:
    for pack in made(armada, "armada-deck"):
        mix = Counter((card["type"], card["quality"]) for card in pack["cards"])
        again = [card for card in pack["cards"] if card["ability"]["does"] == [{"do": "extra_combat"}]]

        assert mix == {("unit", "common"): 6, ("unit", "special"): 4, ("tech", "common"): 6, ("tech", "special"): 4}
        assert len(again) == 1
        for sort in ("unit", "tech"):
            own = [card["stat_bonus"] for card in pack["cards"] if card["type"] == sort]
            assert Counter(stat for bonus in own[:6] for stat in bonus) == {"combat": 2, "shield": 2, "speed": 2}
            assert Counter(len(bonus) for bonus in own[6:]) == {2: 3, 1: 1}
            assert all(sum(bonus.values()) == 2 for bonus in own[6:])
            pairs = [("combat", "shield"), ("combat", "speed"), ("shield", "speed")]
            assert sorted(tuple(sorted(bonus)) for bonus in own[6:] if len(bonus) == 2) == pairs
        assert [card["id"] for card in pack["cards"] if not is_within_budget(card)] == []
