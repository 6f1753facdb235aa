"""Cards of armada that lie on the table, from seeds: their numbers, their prices and their words are those of the specification."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
import yaml

from cardforge.generate.workshop import Workshop
from tests.conftest import REPOSITORY
from tests.recipes.armada import SEEDS, generated, made
from tests.test_armada import DEFAULTS, cards, value, win

STATS = ("combat", "shield", "speed")
WORDS = REPOSITORY / "templates/armada/recipes/words"
LESS = {"at the haven": 1, "at the gate": 1, "beside a starbase": 1, "with hull 3 or less": 2, "if no enemy is in": 1}


def price(does: list[dict[str, Any]], text: str) -> int:
    """What a card is worth, in half points, reckoned apart from the recipes."""
    total = 0
    for effect in does:
        match effect:
            case {"do": "reroll" | "reduce_damage" | "block_damage" | "repair", "amount": amount}:
                total += 1 + amount
            case {"do": "move_raider", "count": count, "sectors": sectors}:
                total += count + sectors
            case {"do": "recover_activation", "amount": amount}:
                total += 1 + 2 * amount
            case {"do": "gain", "reward": what, "amount": amount} | {"do": "draw", "deck": what, "amount": amount}:
                total += value({what: amount})
            case {"do": "roll_bonus", "stat": stat}:
                total += 5 if stat == "all" else 3
            case {"do": "step_self" | "extra_combat"}:
                total += 5
            case {"do": "pull_player"}:
                total += 4
            case _:
                assert effect == {"do": "scenario"}
    return total - sum(less for place, less in LESS.items() if place in text.lower())


def paid(card: dict[str, Any]) -> int:
    return price(card["effect"]["does"], card["effect"]["text"])


def of_edition(pack: dict[str, Any], edition: int) -> list[dict[str, Any]]:
    return [card for card in pack["cards"] if edition in card.get("edition", (1, 2))]


@pytest.mark.parametrize(
    ("kind", "low", "high"), [("action-common", 3, 3), ("action-special", 5, 5), ("dossier", 3, 6)]
)
def test_cards_that_people_wrote_cost_what_those_of_seeds_do(kind: str, low: int, high: int) -> None:
    assert {card["id"]: paid(card) for card in cards(kind) if not low <= paid(card) <= high} == {}


def test_items_and_gate_repairs_that_people_wrote_are_worth_what_they_ask_for() -> None:
    assert all(4 <= paid(card) * (1 if card["uses"] == 1 else 2) <= 6 for card in cards("item"))
    for card in cards("gate-repair"):
        tokens = card["requirement"].get("tokens")
        much = sum(tokens.values()) if tokens else int(card["requirement"]["check"][-2])
        assert much in (2, 3, 4), card["id"]
        assert much + 1 <= paid(card) <= much + 2, card["id"]


@pytest.mark.soak
def test_common_actions_are_thirteen_designs_twice_and_cost_the_same(armada: Workshop) -> None:
    for pack in made(armada, "action-common"):
        timings = [card["timing"] for card in pack["cards"] for _ in range(card["copies"])]

        assert Counter(timings) == {"instant": 14, "movement": 6, "upkeep": 6}
        assert {card["copies"] for card in pack["cards"]} == {2}
        assert {paid(card) for card in pack["cards"]} == {3}
        assert len({card["effect"]["text"] for card in pack["cards"]}) == 13


@pytest.mark.soak
def test_special_actions_take_tokens_back_and_bring_starglass(armada: Workshop) -> None:
    for pack in made(armada, "action-special"):
        does = [effect for card in pack["cards"] for effect in card["effect"]["does"]]

        assert Counter(card["timing"] for card in pack["cards"]) == {"instant": 5, "movement": 3, "upkeep": 2}
        assert {card.get("copies", 1) for card in pack["cards"]} == {1}
        assert {paid(card) for card in pack["cards"]} == {5}
        assert "recover_activation" in {effect["do"] for effect in does}
        assert "starglass" in {effect.get("reward") for effect in does}


@pytest.mark.soak
def test_events_have_their_mix_in_both_editions(armada: Workshop) -> None:
    for pack in made(armada, "event"):
        for edition, instant in ((1, 7), (2, 6)):
            kinds = Counter(card["kind"] for card in of_edition(pack, edition))
            assert kinds == {"constant": 7, "instant": instant, "check": 6}
        guards = [card["guard"] for card in pack["cards"] if card["kind"] == "check"]
        does = [effect for card in pack["cards"] if "effect" in card for effect in card["effect"]["does"]]

        assert Counter(guard.split("(")[0] for guard in guards) == dict.fromkeys(STATS, 2)
        assert set(guards) <= {f"{stat}({n}) or hull-{k}" for stat, n, k in product(STATS, (2, 3), (1, 2, 3))}
        assert len(set(guards)) == 6
        assert max(Counter(effect["facility"] for effect in does if effect["do"] == "lock").values(), default=0) <= 2
        assert all(effect["amount"] == 1 for effect in does if effect["do"] == "damage_all")


@pytest.mark.soak
@pytest.mark.parametrize("kind", ["event", "scenario", "boss", "commander"])
def test_one_edition_has_the_cards_that_both_give_it(armada: Workshop, kind: str) -> None:
    counts = {"event": (20, 19), "scenario": (8, 11), "boss": (4, 6), "commander": (6, 6)}[kind]
    for edition in (1, 2):
        own, both = made(armada, kind, edition=str(edition)), made(armada, kind)
        for one, whole in zip(own, both, strict=True):
            assert one["cards"] == of_edition(whole, edition)
            assert len(one["cards"]) == counts[edition - 1]


@pytest.mark.soak
def test_dossiers_are_ten_people_worth_three_to_six(armada: Workshop) -> None:
    for pack in made(armada, "dossier"):
        assert len({card["effect"]["text"] for card in pack["cards"]}) == 10
        assert {paid(card) for card in pack["cards"]} <= {3, 4, 5, 6}
        assert all(card["title"].startswith("The ") for card in pack["cards"])


@pytest.mark.soak
def test_a_verb_that_two_halves_share_is_left_out_only_if_it_is_the_same(armada: Workshop) -> None:
    """To take less damage and to take back a token are two verbs."""
    packs = [pack for kind in ("action-special", "dossier", "item") for pack in made(armada, kind)]
    texts = [card["effect"]["text"] for pack in packs for card in pack["cards"]]

    assert [text for text in texts if re.search(r"less damage from one attack and takes? back", text)]
    assert [text for text in texts if re.search(r"\band back\b", text)] == []


@pytest.mark.soak
def test_gate_repairs_give_more_for_more(armada: Workshop) -> None:
    for pack in made(armada, "gate-repair"):
        asked = [card["requirement"] for card in pack["cards"]]
        for card, requirement in zip(pack["cards"], asked, strict=True):
            tokens = requirement.get("tokens")
            much = sum(tokens.values()) if tokens else int(requirement["check"][-2])
            assert much in (2, 3, 4)
            assert much + 1 <= paid(card) <= much + 2
            assert not {effect.get("reward") for effect in card["effect"]["does"]} & set(tokens or ())

        assert len(asked) == 10
        assert 4 <= sum("check" in requirement for requirement in asked) <= 5
        assert len({str(requirement) for requirement in asked}) == 10
        assert len({card["effect"]["text"] for card in pack["cards"]}) == 10


@pytest.mark.soak
def test_reprisals_bring_raiders_and_move_them(armada: Workshop) -> None:
    for pack in made(armada, "reprisal"):
        does = [[effect["do"] for part in card["enemy_actions"] for effect in part["does"]] for card in pack["cards"]]
        texts = [part["text"] for card in pack["cards"] for part in card["enemy_actions"]]

        assert Counter(len(card["enemy_actions"]) for card in pack["cards"]) == {1: 4, 2: 3}
        assert sum("spawn_raiders" in each for each in does) >= 2
        assert sum("move_raider" in each for each in does) >= 2
        assert len(set(texts)) == len(texts)


@pytest.mark.soak
def test_downfalls_are_eight_of_edition_2_and_the_last_one_ends_it(armada: Workshop) -> None:
    for pack in made(armada, "downfall"):
        assert [card["edition"] for card in pack["cards"]] == [[2]] * 8
        assert len({card["effect"]["text"] for card in pack["cards"]}) == 8
        assert pack["cards"][-1]["title"] == "The Long Fall"  # scenarios name it


@pytest.mark.soak
def test_one_item_serves_in_every_round_and_is_worth_twice(armada: Workshop) -> None:
    for pack in made(armada, "item"):
        points = [paid(card) * (1 if card["uses"] == 1 else 2) for card in pack["cards"]]

        assert Counter(card["uses"] for card in pack["cards"]) == {1: 3, "unlimited": 1}
        assert [card["edition"] for card in pack["cards"]] == [[2]] * 4
        assert set(points) <= {4, 5, 6}


@pytest.mark.soak
def test_scenarios_have_an_arena_and_goals_that_people_wrote(armada: Workshop) -> None:
    words = yaml.safe_load((WORDS / "scenarios.yaml").read_text("utf-8"))
    written = {aim["goal"] for mode in ("campaign", "arena") for aim in words[mode]}
    for pack in made(armada, "scenario"):
        modes = Counter(card["mode"] for card in of_edition(pack, 1))
        goals = [card["goal"] for card in pack["cards"]]

        assert 1 <= modes["arena"] <= 3
        assert len(set(goals)) == len(goals) == 11
        assert set(goals) <= written
        assert all(card["players"]["from"] >= 2 for card in pack["cards"] if card["mode"] == "arena")
        assert all(card["players"]["to"] <= 4 for card in pack["cards"])
        for card in pack["cards"]:
            said, changed = f"{card['extra_setup']} {card['rules']}".lower(), card.get("overrides", {})
            supplies = changed.get("supplies", "")
            given = [(supplies, "")] if isinstance(supplies, str) else supplies.items()
            assert all(str(count or what).lower() in said for what, count in given)
            assert ("explore_choice" in changed) == ("always hard" in said)
            assert ("arrival_level" in changed) == ("arrive at level 2" in said)
            assert "opening" not in changed or "singularity" in said


def test_the_aid_is_the_usual_one_unless_raiders_are_drawn(armada: Workshop) -> None:
    (usual,) = next(made(armada, "aid"))["cards"]

    assert usual["raiders"] == DEFAULTS["raiders"]
    assert {**usual, "id": "", "title": ""} == {**cards("aid")[0], "id": "", "title": ""}


FLEETS = [  # fleets that should win against a level, and how often at least
    (1, (2, 2, 2, 8), Fraction(95, 100)),
    (2, (3, 3, 3, 10), Fraction(90, 100)),
    (3, (5, 5, 5, 10), Fraction(90, 100)),
]


def test_all_raiders_that_a_seed_can_draw_are_in_reach() -> None:
    """The exact odds of every row; a fresh fleet must not beat the third level."""
    rows = yaml.safe_load((WORDS / "aid.yaml").read_text("utf-8"))["raiders"]
    for level, fleet, chance in FLEETS:
        row = rows[level - 1]
        ranges = [range(row[key][0], row[key][1] + 1) for key in ("attack", "speed", "hull")]
        for attack, speed, hull in product(*ranges):
            assert win(fleet, (attack, speed, hull)) >= chance, (level, attack, speed, hull)
            if level == 3:
                assert win((2, 2, 2, 8), (attack, speed, hull)) <= Fraction(1, 10)
        assert {value(rewards) for rewards in row["rewards"]} == {(2, 4, 7)[level - 1]}


@pytest.mark.soak
def test_drawn_raiders_rise_and_stay_below_every_boss(armada: Workshop) -> None:
    tables = set()
    for pack in made(armada, "aid", raiders="drawn"):
        rows = pack["cards"][0]["raiders"]
        attack, speed, hull = ([row[key] for row in rows] for key in ("attack", "speed", "hull"))
        tables.add((*attack, *speed, *hull))

        assert [row["level"] for row in rows] == [1, 2, 3]
        assert attack == sorted(set(attack))
        assert hull == sorted(set(hull))
        assert speed == sorted(speed)
        assert attack[2] == 4 < DEFAULTS["boss"]["attack"][0]  # a raider that deals 4 damage must be possible
        assert hull[2] < DEFAULTS["boss"]["hull"][0]
        assert [value(row["rewards"]) for row in rows] == [2, 4, 7]
        assert all(row["rewards"]["tok_combat"] >= 1 for row in rows)
    assert len(tables) > SEEDS // 8 or SEEDS > 1_000


@pytest.mark.soak
def test_tiles_are_those_of_the_box_and_only_their_order_is_drawn(armada: Workshop) -> None:
    keys = ("sector", "colour", "shape", "cost")
    box = Counter(tuple(tile.get(key) for key in keys) for tile in cards("tile"))
    orders = set()
    for pack in made(armada, "tile"):
        tiles = [tuple(tile.get(key) for key in keys) for tile in pack["cards"]]
        orders.add(tuple(tiles))

        assert Counter(tiles) == box
        assert [tile[0] for tile in tiles[:3]] == ["gate", "haven", "singularity"]
    assert len(orders) == SEEDS


@pytest.mark.soak
@pytest.mark.parametrize("kind", ["action-common", "action-special"])
def test_titles_leave_room_for_the_mark_beside_them(armada: Workshop, kind: str) -> None:
    for pack in made(armada, kind):
        assert max(len(card["title"]) for card in pack["cards"]) <= 22


@pytest.mark.soak
@pytest.mark.parametrize("kind", ["action-common", "action-special", "dossier", "event", "gate-repair", "item"])
def test_seeds_give_packs_that_differ(armada: Workshop, kind: str) -> None:
    """In any twenty packs, most titles stand once or twice."""
    packs = [each.document for each, _ in zip(generated(armada, kind), range(20), strict=False)]
    titles = Counter(card["title"] for pack in packs for card in pack["cards"])

    assert len({str([card["title"] for card in pack["cards"]]) for pack in packs}) == 20
    assert len(titles) > sum(titles.values()) * 2 // 5
