"""Threats and trajectories of alert from seeds: within the budget, with the rates of the specification, and all different."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice, pairwise, product
from typing import Any

import pytest
import yaml

from cardforge.generate.recipes import Recipes
from cardforge.generate.workshop import SeedRequest, Workshop
from tests.conftest import REPOSITORY
from tests.recipes.armada import SEEDS, Bench, made

COLOURS = ("white", "yellow", "red")
CELLS = tuple(product(("external", "internal"), ("normal", "serious"), COLOURS))
TARGETS = {"normal": (11, 15, 19), "serious": (18, 24, 30)}
EACH = 5_000 // len(CELLS) if SEEDS > 1_000 else 12  # packs of each cell


def packs(workshop: Workshop, side: str, tier: str, colour: str) -> Iterator[dict[str, Any]]:
    return islice(made(workshop, "threat", side=side, tier=tier, colour=colour), EACH)


def offence(card: dict[str, Any], action: str) -> float:
    """What the attacks and the damage of an action deal; all zones count twice."""
    ops = [op for op in card["actions"][action] if op["op"] in ("attack", "damage")]
    total: float = sum(
        op["value"] * (2 if op["zones"] == "all" else 1) * (1.5 if op["op"] == "damage" else 1) for op in ops
    )
    return total


@pytest.mark.soak
@pytest.mark.parametrize("kind", ["threat", "track"])
def test_every_seed_gives_what_no_rule_objects_to(alert_bench: Bench, alert: Workshop, kind: str) -> None:
    """Not even AL-26, which only warns of an unfair threat."""
    for seed in range(SEEDS):
        alert.make(SeedRequest(kind, f"slice {seed}", {}))

    assert alert_bench.heard == []


@pytest.mark.soak
@pytest.mark.parametrize(("side", "tier", "colour"), CELLS)
def test_each_threat_is_worth_what_its_cell_asks(alert: Workshop, side: str, tier: str, colour: str) -> None:
    """The bill of the report, within 1 point of the target; a whole pack is as near on average."""
    recipes = Recipes(alert.kit.texts)
    target, sums = TARGETS[tier][COLOURS.index(colour)], []
    for seed in range(min(EACH, 200)):
        bill = recipes.make("threat", f"slice {seed}", {"side": side, "tier": tier, "colour": colour}).bill
        assert all(abs(points - target) <= 1 for _, points in bill), bill
        sums.append(sum(points for _, points in bill))

    assert abs(sum(sums) / len(sums) / 8 - target) < 0.5


@pytest.mark.soak
@pytest.mark.parametrize(("side", "tier", "colour"), CELLS)
def test_figures_are_those_of_the_cell(alert: Workshop, side: str, tier: str, colour: str) -> None:
    low, high = {
        ("external", "normal"): (3, 7), ("external", "serious"): (6, 11), ("internal", "normal"): (1, 3), ("internal", "serious"): (2, 4)
    }[side, tier]  # fmt: skip
    for pack in packs(alert, side, tier, colour):
        assert {(pack["side"], pack["tier"], pack["colour"], len(pack["cards"]))} == {(side, tier, colour, 8)}
        assert len({card["name"] for card in pack["cards"]}) == len({card["code"] for card in pack["cards"]}) == 8
        assert len({card["flavor"] for card in pack["cards"]}) == 8
        for card in pack["cards"]:
            assert low <= card["hp"] <= high
            assert 1 <= card["speed"] <= 4
            if side == "external":
                assert card["shield"] in ((3, 4, 5) if "bulwark" in card.get("keywords", ()) else range(4))


@pytest.mark.soak
def test_keywords_come_as_often_as_they_should(alert: Workshop) -> None:
    """White 40 % with one, yellow 60 %, red 70 % with one and 20 % with two; never phasing with calls-in."""
    for colour, none, one, two in (("white", 60, 40, 0), ("yellow", 40, 60, 0), ("red", 10, 70, 20)):
        counts: Counter[int] = Counter()
        for side, tier in (
            ("external", "normal"),
            ("external", "serious"),
            ("internal", "normal"),
            ("internal", "serious"),
        ):
            if (side, colour) == ("internal", "white"):
                continue  # no keyword begins there
            for pack in packs(alert, side, tier, colour):
                counts.update(len(card.get("keywords", ())) for card in pack["cards"])
                assert not [card for card in pack["cards"] if {"phasing", "calls-in"} <= set(card.get("keywords", ()))]
        shares = [100 * counts[number] / sum(counts.values()) for number in range(3)]

        assert all(abs(share - right) <= 6 for share, right in zip(shares, (none, one, two), strict=True)), (
            colour,
            shares,
        )


@pytest.mark.soak
@pytest.mark.parametrize("tier", ["normal", "serious"])
def test_a_red_pack_outside_has_each_red_keyword(alert: Workshop, tier: str) -> None:
    for pack in packs(alert, "external", tier, "red"):
        words = {word for card in pack["cards"] for word in card.get("keywords", ())}
        assert {"polarized", "jumps", "spans", "calls-in"} <= words


@pytest.mark.soak
def test_inside_systems_and_stations_are_even(alert: Workshop) -> None:
    for pack in packs(alert, "internal", "normal", "yellow"):
        systems = Counter(card["system"] for card in pack["cards"] if card["class"] == "malfunction")
        stations = Counter(card["location"][0] for card in pack["cards"])

        assert sorted(systems.values()) == [1, 2, 2]
        assert sorted(stations.values()) == [1, 1, 1, 1, 2, 2]


@pytest.mark.soak
def test_most_threats_grow_from_first_to_last_action(alert: Workshop) -> None:
    """At least 80 %; what counts is damage, as ops that deal none cannot be compared."""
    cards = [card for cell in CELLS for pack in packs(alert, *cell) for card in pack["cards"]]
    growing = [card for card in cards if offence(card, "X") <= offence(card, "Y") <= offence(card, "Z")]

    assert len(growing) >= 0.8 * len(cards)


@pytest.mark.soak
def test_speeds_are_spread(alert: Workshop) -> None:
    """A speed is drawn among those that the budget can pay, so white threats are slower and red ones as given."""
    speeds = Counter(card["speed"] for cell in CELLS for pack in packs(alert, *cell) for card in pack["cards"])
    shares = {speed: 100 * number / speeds.total() for speed, number in speeds.items()}

    assert all(abs(shares[speed] - right) <= 6 for speed, right in ((1, 15), (2, 45), (3, 30), (4, 10))), shares


@pytest.mark.soak
def test_seeds_give_packs_that_differ(alert: Workshop) -> None:
    shown = list(islice(made(alert, "threat", side="external", tier="normal", colour="yellow"), 20))
    names = Counter(card["name"] for pack in shown for card in pack["cards"])

    assert len({str(pack["cards"]) for pack in shown}) == 20
    assert len(names) > names.total() * 2 // 3


def test_one_seed_gives_every_cell_threats_of_its_own(alert: Workshop) -> None:
    """Twelve packs of a seed go into one box: ids, codes and nearly all names differ."""
    found = [next(packs(alert, *cell)) for cell in CELLS]

    assert len({pack["id"] for pack in found}) == 12
    assert len({card["code"] for pack in found for card in pack["cards"]}) == 96
    assert len({card["name"] for pack in found for card in pack["cards"]}) >= 90


@pytest.mark.soak
@pytest.mark.parametrize("marks", [None, 0, 1, 2])
@pytest.mark.parametrize("length", [None, 9, 16])
def test_tracks_have_the_marks_and_the_length_that_were_asked_for(
    alert: Workshop, length: int | None, marks: int | None
) -> None:
    options = {key: value for key, value in (("length", length), ("marks", marks)) if value is not None}
    for pack in islice(made(alert, "track", **options), EACH):
        assert Counter(card["side"] for card in pack["cards"]) == {"external": 5, "internal": 3}
        for card in pack["cards"]:
            row = [card["x"], *card["y"], card["z"]]

            assert all(later - mark >= 2 for mark, later in pairwise(row))
            assert card["x"] >= 3
            assert length is None or card["squares"] == length
            assert marks is None or len(card["y"]) == marks


def test_recipes_name_what_the_box_holds() -> None:
    """The list of trajectories and specializations that recipes use is that of the packs."""
    box = yaml.safe_load((REPOSITORY / "templates/alert/recipes/words/box.yaml").read_text("utf-8"))
    tracks = yaml.safe_load((REPOSITORY / "packs/alert/track/tracks.yaml").read_text("utf-8"))
    special = yaml.safe_load((REPOSITORY / "packs/alert/special-action/special-actions.yaml").read_text("utf-8"))

    for side, names in box["tracks"].items():
        assert names == [f"{tracks['id']}/{card['id']}" for card in tracks["cards"] if card["side"] == side]
    assert set(box["specs"]) == {card["spec"] for card in special["cards"]}
    for deck in (
        *box["decks"].values(),
        *box["beside"],
        *(pack for beside in box["beside"].values() for pack in beside),
    ):
        assert f"\nid: {deck}\n" in "".join(path.read_text("utf-8") for path in REPOSITORY.glob("packs/alert/*/*.yaml"))


def test_each_cell_of_the_box_holds_eight() -> None:
    """So that a set-up finds all threats of its mission in the decks that a recipe names (AL-44)."""
    box = yaml.safe_load((REPOSITORY / "templates/alert/recipes/words/box.yaml").read_text("utf-8"))
    threats = [yaml.safe_load(path.read_text("utf-8")) for path in REPOSITORY.glob("packs/alert/threat/*.yaml")]
    sizes = {pack["id"]: len(pack["cards"]) for pack in threats}
    for side, tier, colour in CELLS:
        cell = f"{colour}-{side}-{tier}"
        assert sum(sizes[pack] for pack in (cell, *box["beside"].get(cell, ()))) == 8


@pytest.mark.soak
def test_badges_are_seven_duties_under_titles_of_their_own(alert_bench: Bench, alert: Workshop) -> None:
    """Seven as in the box (AL-07), with its icons in its order."""
    box = yaml.safe_load((REPOSITORY / "packs/alert/badge/badges.yaml").read_text("utf-8"))
    for seed in range(SEEDS):
        alert.make(SeedRequest("badge", f"slice {seed}", {}))
    assert alert_bench.heard == []
    for pack in made(alert, "badge"):
        assert [badge["icon"] for badge in pack["cards"]] == [badge["icon"] for badge in box["cards"]]
        assert len({badge["title"] for badge in pack["cards"]}) == 7
