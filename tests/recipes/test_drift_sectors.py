"""Sector tiles of drift from seeds: every rule, the shares of the specification, and one circle of trade."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from cardforge.generate.workshop import SeedRequest, Workshop
from tests.recipes.armada import SEEDS, Bench, generated, made
from tests.recipes.test_drift_loadouts import cards

SETS = ("core", "x1")
STEPS = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)]
SIZES = {
    "planet": range(4, 8), "asteroid": range(4, 10), "ice": range(4, 10), "nebula": range(4, 9), "debris": range(3, 7), "gate": range(3, 4),
    "star": range(1, 8),
}  # fmt: skip
GATHERS = {"mine": "asteroid", "harvest": "nebula", "salvage": "debris", "quarry": "ice"}
BOX = {card["name"] for card in cards("sector").values()}
Tile = dict[str, Any]


def tiles(workshop: Workshop, set_: str) -> Iterator[Tile]:
    for pack in made(workshop, "sector", set=set_):
        yield from pack["cards"]


def regions(tile: Tile) -> dict[tuple[int, int], str]:
    return {(cell["cell"][0], cell["cell"][1]): cell["in"] for cell in tile["cells"]}


def beyond(border: list[int]) -> tuple[int, int]:
    q, r, d = border
    return q + STEPS[d][0], r + STEPS[d][1]


def spaces(pack: dict[str, Any], *kinds: str) -> list[tuple[Tile, Tile]]:
    return [(tile, cell) for tile in pack["cards"] for cell in tile["cells"] if cell.get("space") in kinds]


@pytest.mark.soak
@pytest.mark.parametrize("set_", SETS)
def test_no_rule_objects_to_sectors(drift_bench: Bench, drift: Workshop, set_: str) -> None:
    packs = {str(drift.make(SeedRequest("sector", f"slice {seed}", {"set": set_})).files) for seed in range(SEEDS)}

    assert drift_bench.heard == []
    assert len(packs) == SEEDS


@pytest.mark.soak
@pytest.mark.parametrize(
    ("set_", "types"),
    [
        ("core", {"lawful_planet": 2, "neutral_planet": 3, "outlaw_planet": 2, "star": 1, "gate": 4, "asteroid": 3, "nebula": 3, "debris": 3}),
        ("x1", {"star": 1, "neutral_planet": 1, "outlaw_planet": 1, "ice": 3, "dead_world": 3, "anomaly": 2}),
    ],
)  # fmt: skip
def test_tiles_are_of_the_types_of_the_box(drift: Workshop, set_: str, types: dict[str, int]) -> None:
    for each in generated(drift, "sector", {"set": set_}):
        pack = each.document

        assert Counter(tile["type"] for tile in pack["cards"]) == types
        assert len({tile["name"] for tile in pack["cards"]} - BOX) == len(
            pack["cards"]
        )  # and none is called like one of the box
        assert all(
            3 <= sides <= 6 for tile, (_, sides) in zip(pack["cards"], each.bill, strict=True) if tile["type"] != "star"
        )


@pytest.mark.soak
def test_regions_have_the_sizes_of_their_type(drift: Workshop) -> None:
    seen: dict[str, set[int]] = {}
    for set_ in SETS:
        for tile in tiles(drift, set_):
            kind = "planet" if tile["type"].endswith("planet") else tile["type"]
            if kind in SIZES:
                size = sum(region == kind for region in regions(tile).values())
                assert size in SIZES[kind], tile
                seen.setdefault(kind, set()).add(size)
    assert seen == {kind: set(sizes) - ({2, 3} if kind == "star" else set()) for kind, sizes in SIZES.items()}


@pytest.mark.soak
@pytest.mark.parametrize("set_", SETS)
def test_shares_of_what_is_printed(drift: Workshop, set_: str) -> None:
    """Mission points on 70 % of the tiles, exploration on 75 to 90 %, a spawn point on all but stars, each number once."""
    for pack in made(drift, "sector", set=set_):
        number = len(pack["cards"])
        spawns = spaces(pack, "spawn")

        assert len(spaces(pack, "mission")) >= 0.7 * number
        assert 0.75 * number <= len(spaces(pack, "exploration")) <= 0.9 * number
        assert [tile["id"] for tile, _ in spawns] == [tile["id"] for tile in pack["cards"] if tile["type"] != "star"]
        assert len({cell["number"] for _, cell in spawns}) == len(spawns)


@pytest.mark.soak
@pytest.mark.parametrize("set_", SETS)
def test_what_is_gathered_lies_inside_the_hazard(drift: Workshop, set_: str) -> None:
    for pack in made(drift, "sector", set=set_):
        gathered = spaces(pack, *GATHERS)

        assert all(cell["in"] == GATHERS[cell["space"]] for _, cell in gathered)
        assert {cell["cargo"] for _, cell in gathered} == (
            {"opal"} if set_ == "x1" else {"resin", "lumen", "verdure", "ion", "wire"}
        )


@pytest.mark.soak
def test_trade_goes_round_five_planets(drift: Workshop) -> None:
    orders = set()
    for pack in made(drift, "sector"):
        bought = {cell["cargo"]: tile["id"] for tile, cell in spaces(pack, "buy") if cell["cargo"] != "any"}
        sold = {cell["cargo"]: tile["id"] for tile, cell in spaces(pack, "sell") if cell["cargo"] != "any"}
        places = [tile["id"] for tile in pack["cards"]]
        leads = {bought[cargo]: sold[cargo] for cargo in bought}
        way = [places[0]]
        while leads[way[-1]] not in way:
            way.append(leads[way[-1]])

        assert len(bought) == len(sold) == len(way) == 5
        assert leads[way[-1]] == way[0]
        assert not [tile for tile in pack["cards"] if tile["id"] in bought.values() and "rules_text" in tile]
        orders.add(tuple(places.index(id_) for id_ in way))
    assert len(orders) >= 12  # of 24


@pytest.mark.soak
def test_entrances_face_different_sides(drift: Workshop) -> None:
    numbers: Counter[int] = Counter()
    for tile in tiles(drift, "core"):
        if tile["type"].endswith("planet"):
            own = regions(tile)
            facing = [d if own[q, r] == "planet" else (d + 3) % 6 for q, r, d in tile["entrances"]]

            assert {own[q, r] for q, r, _ in tile["entrances"]} | {own[beyond(each)] for each in tile["entrances"]} == {
                "planet",
                "open",
            }
            assert len(set(facing)) == len(facing)
            numbers[len(facing)] += 1
    assert set(numbers) == {1, 2}


@pytest.mark.soak
def test_six_of_ten_gravity_exits_end_in_a_hazard(drift: Workshop) -> None:
    """Besides the spiral, which always ends in its star."""
    ends = []
    for set_ in SETS:
        for tile in tiles(drift, set_):
            for path in tile.get("paths", []):
                if path["kind"] == "gravity" and "spiral" not in tile.get("role", []):
                    assert 6 <= len(path["cells"]) <= 12
                    assert path["die"] == ("d6" if len(path["cells"]) <= 7 else "d12")
                    ends.append(regions(tile).get(beyond(path["exit"]), "open") != "open")
    assert 0.48 <= sum(ends) / len(ends) <= 0.72


@pytest.mark.soak
def test_symbols_are_shuffled(drift: Workshop) -> None:
    first = Counter(tile["symbols"][0] for tile in tiles(drift, "core"))

    assert len(first) == 6
    assert min(first.values()) >= first.total() / 10
