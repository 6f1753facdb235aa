"""Packs of drift from seeds: legal, and with the budgets and distributions of the specification."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise, product

import pytest
import yaml

from cardforge.generate.workshop import SeedRequest, Workshop
from tests.conftest import REPOSITORY
from tests.recipes.armada import SEEDS, Bench, generated, made
from tests.test_drift_content import Card, Space, cells_of, fits, rolls, worth

KINDS = ("ship", "ability", "outfit", "title", "goal")
SIZED = ("ship", "ability")  # with a chosen number of cards
TARGETS = {1: 230, 2: 290, 3: 370}
OUTLINES = {"i3": ["XXX"], "v3": ["XX", "X."], "l4": ["XXX", "X.."], "t4": ["XXX", ".X."], "l5": ["XXXX", "X..."]}
KITS = (("l5",), ("i3", "v3"), ("l4", "v3"), ("i3", "t4"))  # scout, pedlar, hand, raider


@pytest.mark.soak
@pytest.mark.parametrize("kind", KINDS)
def test_every_seed_gives_what_no_rule_objects_to(drift_bench: Bench, drift: Workshop, kind: str) -> None:
    """Warnings count too: DR-12 warns of figures outside the range of a tier."""
    for seed in range(SEEDS):
        drift.make(SeedRequest(kind, f"slice {seed}", {}))

    assert drift_bench.heard == []


@pytest.mark.soak
@pytest.mark.parametrize("kind", SIZED)
def test_names_and_texts_of_a_pack_differ(drift: Workshop, kind: str) -> None:
    for pack in made(drift, kind, cards=6):
        assert len({card["id"] for card in pack["cards"]}) == len({card["name"] for card in pack["cards"]}) == 6


@pytest.mark.soak
@pytest.mark.parametrize("kind", KINDS)
def test_seeds_give_packs_that_differ(drift: Workshop, kind: str) -> None:
    packs = list(made(drift, kind))

    assert len({str(pack["cards"]) for pack in packs}) == len(packs)


def ships(workshop: Workshop) -> list[Card]:
    return [card for pack in made(workshop, "ship", cards=6) for card in pack["cards"]]


def takes_a_connector(hold: frozenset[Space], cell: Space) -> bool:
    """Whether a bar of three fits beside a space, outside the hold; it touches with its middle or an end."""
    x, y = cell
    for bar in (
        [(x + dx + dy * step, y + dy + dx * step) for step in steps]
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
        for steps in (range(-1, 2), range(3), range(-2, 1))
    ):
        if not hold & set(bar):
            return True
    return False


@pytest.mark.soak
def test_ships_are_worth_what_their_tier_asks(drift: Workshop) -> None:
    for each in generated(drift, "ship", {"cards": 6}):
        for card, (_, points) in zip(each.document["cards"], each.bill, strict=True):
            score = 10 * card["hold_size"] + 8 * card["energy_max"] + 15 * card["impulse"]

            assert points == score
            assert abs(score - TARGETS[card["tier"]]) <= 0.08 * TARGETS[card["tier"]], card


@pytest.mark.soak
def test_holds_fit_on_the_mat_and_take_connecting_tiles(drift: Workshop) -> None:
    for card in ships(drift):
        hold = cells_of(card["hold"])

        assert max(len(card["hold"]), *map(len, card["hold"])) <= 6
        assert sum(takes_a_connector(hold, cell) for cell in hold) >= 4, card["hold"]


@pytest.mark.soak
def test_first_ships_take_the_learning_kits_and_leave_three_spaces(drift: Workshop) -> None:
    for card in ships(drift):
        if card["tier"] == 1:
            hold = cells_of(card["hold"])
            assert len(hold) >= 3 + 3 + 3  # an engine and a shield of tier 1, and three spaces that stay free
            assert all(fits(hold, ["/".join(OUTLINES[name]) for name in kit]) for kit in KITS), card["hold"]


@pytest.mark.soak
def test_seven_of_ten_holds_are_mirrored(drift: Workshop) -> None:
    """A hold that grew freely can happen to be symmetric as well."""
    holds = [card["hold"] for card in ships(drift)]
    mirrored = sum(hold == [row[::-1] for row in hold] for hold in holds)

    assert 0.62 <= mirrored / len(holds) <= 0.8


@pytest.mark.soak
def test_every_hold_and_figure_of_a_tier_comes_up(drift: Workshop) -> None:
    found = ships(drift)
    for tier, sizes in ((1, range(9, 14)), (2, range(13, 18)), (3, range(17, 23))):
        assert {card["hold_size"] for card in found if card["tier"] == tier} == set(sizes)
        assert {3, 4, 5} <= {card["impulse"] for card in found if card["tier"] == tier}


def test_a_pack_can_be_of_one_tier(drift: Workshop) -> None:
    pack = next(made(drift, "ship", tier=2, cards=4))

    assert [card["tier"] for card in pack["cards"]] == [2, 2, 2, 2]


# Abilities


@pytest.mark.soak
def test_rolled_abilities_are_worth_their_energy(drift: Workshop) -> None:
    """1.5 units for each energy; a card without a cost gives 2, and asks for something else."""
    for each in generated(drift, "ability"):
        for card, (_, points) in zip(each.document["cards"], each.bill, strict=True):
            success = sum(rolls(row) for row in card["table"] if not row.get("fails"))
            gain = sum(rolls(row) * worth(row["effect"]) for row in card["table"]) / 20
            asked = 1.5 * card["energy_cost"] or 2

            assert 0.45 * 20 <= success <= 0.75 * 20
            assert 2 <= len(card["table"]) <= 4
            assert 0 <= card["energy_cost"] <= 4
            assert abs(float(gain) - asked) <= 0.07 * asked, card
            assert points == int(gain * 100 / asked)
            assert card.get("shields") == (
                int(worth(card["table"][-1]["effect"])) if "shields" in card["table"][-1]["effect"] else None
            )


@pytest.mark.soak
def test_talents_are_always_on_and_give_two_units_at_most(drift: Workshop) -> None:
    for pack in made(drift, "ability", set="x2"):
        for card in pack["cards"]:
            assert (card["use"], card["energy_cost"], card["rolls"], card["exhausts"]) == ("passive", 0, False, False)
            assert "1 " in card["text"] or "Once per turn" in card["text"]
        assert (
            max(int(digit) for card in pack["cards"] for digit in card["text"].split("at least")[0] if digit.isdigit())
            <= 2
        )


@pytest.mark.soak
def test_every_use_and_cost_comes_up(drift: Workshop) -> None:
    found = [card for pack in made(drift, "ability") for card in pack["cards"]]
    uses = Counter(card["use"] for card in found)

    assert set(uses) == {"action", "minor", "defense", "attack"}
    assert min(uses.values()) >= len(found) / 20
    assert {card["energy_cost"] for card in found} == {0, 1, 2, 3, 4}
    assert Counter(len(card["table"]) for card in found).keys() == {2, 3, 4}


def test_abilities_belong_to_the_ships_beside_them(drift: Workshop) -> None:
    for each in generated(drift, "ability"):
        (ships,) = each.also

        assert [card["ship"] for card in each.document["cards"]] == [ship["id"] for ship in ships["cards"]]


# Outfits

DICE = {"d6": 3.5, "d8": 4.5, "d12": 6.5}
FAMILY = [(sort, tier) for sort in ("engine", "shield", "blaster", "missile") for tier in (1, 2, 3)]


def neighbours(cell: Space, cells: frozenset[Space]) -> int:
    x, y = cell
    return len(cells & {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)})


def ways_in(shape: list[str], hold: frozenset[Space]) -> int:
    """In how many ways a shape lies in a hold."""
    found, now = set(), cells_of(shape)
    for turn in range(8):
        now = frozenset((-y, x) if turn != 4 else (y, x) for x, y in now)
        for right, down in product(range(-6, 7), repeat=2):
            placed = frozenset((x + right, y + down) for x, y in now)
            if placed <= hold:
                found.add(placed)
    return len(found)


@pytest.mark.soak
def test_outfits_are_families_that_roll_what_their_tier_allows(drift: Workshop) -> None:
    allowed = {1: {7}, 2: {9, 13.5}, 3: {13, 19.5}}
    rolled: dict[int, set[float]] = {1: set(), 2: set(), 3: set()}
    for each in generated(drift, "outfit"):
        pack = each.document["cards"]
        means = [DICE[card["die"]] * len(card["use"]) for card in pack]

        assert [(card["type"], card["tier"]) for card in pack] == FAMILY
        assert [points for _, points in each.bill] == [2 * mean for mean in means]
        assert all(len(card["use"]) == 2 for card in pack if card["type"] == "blaster" and card["tier"] < 3)
        for card, mean in zip(pack, means, strict=True):
            rolled[card["tier"]].add(mean)
    assert rolled == allowed


@pytest.mark.soak
def test_use_spaces_lie_on_ends_first(drift: Workshop) -> None:
    for pack in made(drift, "outfit"):
        for card in pack["cards"]:
            cells = cells_of(card["shape"])
            used = {(x, y) for x, y in card["use"]}

            assert max(neighbours(cell, cells) for cell in used) <= min(
                neighbours(cell, cells) for cell in cells - used
            )


@pytest.mark.soak
def test_more_dice_come_on_bulkier_shapes(drift: Workshop) -> None:
    """In a plain hold of the tier a shape with three dice has fewer places on average; every outline of the size comes up."""
    found = [card for pack in made(drift, "outfit") for card in pack["cards"]]
    for tier, hold, outlines in ((2, ["####"] * 3 + ["###."], 5), (3, ["####"] * 5, 12)):
        places: dict[int, list[int]] = {2: [], 3: []}
        for card in found:
            if card["tier"] == tier:
                places[len(card["use"])].append(ways_in(card["shape"], cells_of(hold)))

        assert sum(places[3]) / len(places[3]) < sum(places[2]) / len(places[2])
        assert len({card["group"] for card in found if card["tier"] == tier}) == outlines


def test_a_pack_can_be_of_one_type(drift: Workshop) -> None:
    pack = next(made(drift, "outfit", type="missile"))

    assert [(card["type"], card["tier"]) for card in pack["cards"]] == [("missile", 1), ("missile", 2), ("missile", 3)]


# Titles


@pytest.mark.soak
@pytest.mark.parametrize(
    ("set_", "shares", "excluded"), [("core", {1: 9, 2: 6, 3: 3}, 3), ("x1", {1: 5, 2: 4, 3: 1}, 1)]
)
def test_titles_are_shared_out_by_fame(drift: Workshop, set_: str, shares: dict[int, int], excluded: int) -> None:
    """In the shares of the box; four of both sets together need other captains, and are left out of solo games."""
    for each in generated(drift, "title", {"set": set_}):
        pack = each.document["cards"]
        solo = [card for card in pack if card.get("solo_excluded")]

        assert Counter(card["fame"] for card in pack) == shares
        assert [points for _, points in each.bill] == [card["fame"] for card in pack]
        assert len(solo) == excluded
        assert all(re.search("captain", card["objective"]) for card in solo)
        assert not [card for card in pack if "captain" in card["objective"] and card not in solo]
        for key in ("name", "objective", "skill", "flavor"):
            assert len({card[key] for card in pack}) == len(pack), key
        assert not [card for card in pack if "{" in str(list(card.values()))[1:-1]]


@pytest.mark.soak
def test_the_five_kinds_of_objective_take_turns(drift: Workshop) -> None:
    """Among the titles of one fame that need no captains, no kind comes twice more often than another."""
    words = yaml.safe_load((REPOSITORY / "templates/drift/recipes/words/honours.yaml").read_text("utf-8"))
    kinds = {
        re.sub(r"\\\{\w+\\\}", ".+", re.escape(pattern)): kind
        for kind, by_fame in words["objectives"].items()
        for patterns in by_fame.values()
        for pattern in patterns
    }
    for pack in made(drift, "title"):
        for fame in (1, 2, 3):
            found = Counter(
                kind
                for card in pack["cards"]
                if card["fame"] == fame and not card.get("solo_excluded")
                for pattern, kind in kinds.items()
                if re.fullmatch(pattern, card["objective"])
            )
            assert found.total() == {1: 7, 2: 5, 3: 3}[fame]
            assert (
                max(found.values()) - min(found.get(kind, 0) for kind in words["objectives"] if kind != "captains") <= 1
            )


# Goals


@pytest.mark.soak
def test_goals_are_ten_that_rise_from_8_to_20(drift: Workshop) -> None:
    words = yaml.safe_load((REPOSITORY / "templates/drift/recipes/words/goals.yaml").read_text("utf-8"))
    hard = set(words["restrictions"]["hard"])
    for each in generated(drift, "goal"):
        pack = each.document["cards"]
        fame = [card["fame_goal"] for card in pack]

        assert [points for _, points in each.bill] == fame
        assert (len(fame), fame[0], fame[-1]) == (10, 8, 20)
        assert {later - earlier for earlier, later in pairwise(fame)} == {1, 2}
        assert [card["special_rules"] in hard for card in pack] == [False] * 7 + [True] * 3
        for key in ("name", "special_rules", "reward", "flavor"):
            assert len({card[key] for card in pack}) == 10, key


def test_goals_reward_the_next_game_with_no_more_than_a_first_upgrade(drift: Workshop) -> None:
    """1,000 cr, 2 cubes, energy or damage at most; and there is a step I that gives as much each turn."""
    for pack in made(drift, "goal"):
        for card in pack["cards"]:
            amounts = [
                int(number.replace(",", "")) for number in re.findall(r"\d[\d,]*", card["reward"].replace("d20", ""))
            ]
            assert all(amount <= (1000 if amount >= 1000 else 2) for amount in amounts), card["reward"]
            assert "next game" in card["reward"]
