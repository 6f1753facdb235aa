"""Tables and maps of drift from seeds: legal, or wrong in one thing on purpose."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
import yaml

from cardforge.core.errors import UsageError
from cardforge.core.problems import Severity
from cardforge.generate.workshop import SeedRequest, Workshop
from tests.conftest import REPOSITORY
from tests.recipes.armada import SEEDS, Bench, generated, made
from tests.recipes.test_drift_loadouts import cards

BREAKS = ("DR-32", "DR-69", "DR-70", "DR-71", "DR-72", "DR-73")


@pytest.mark.soak
@pytest.mark.parametrize("captains", range(1, 6))
def test_no_rule_objects_to_tables(drift_bench: Bench, drift: Workshop, captains: int) -> None:
    for seed in range(SEEDS // 2):
        drift.make(SeedRequest("setup", f"slice {seed}", {"captains": captains}))

    assert drift_bench.heard == []


@pytest.mark.soak
@pytest.mark.parametrize("code", BREAKS)
def test_a_table_breaks_the_rule_that_was_named_and_no_other(drift_bench: Bench, drift: Workshop, code: str) -> None:
    for seed in range(SEEDS // 4):
        drift_bench.heard.clear()
        piece = drift.make(SeedRequest("setup", f"slice {seed}", {"break": code}))

        assert f"# It breaks {code} on purpose.\n" in piece.files[f"{piece.id}.yaml"]
        assert {(problem.code, problem.severity) for problem in drift_bench.heard} == {(code, Severity.ERROR)}


@pytest.mark.soak
def test_tables_are_of_all_sizes_and_builds(drift: Workshop) -> None:
    found = list(made(drift, "setup"))

    assert set(Counter(len(setup["captains"]) for setup in found)) == {1, 2, 3, 4, 5}
    assert {setup["build"] for setup in found} == {"core", "frontier", "everything"}
    assert {setup["goal"] for setup in found} == {5, 10, 20}
    assert {setup["difficulty"] for setup in made(drift, "setup", captains=1)} == {"easy", "normal", "hard"}
    assert len({str(setup["map"]) for setup in found}) == len(found)


@pytest.mark.soak
def test_everybody_buys_an_engine_at_least(drift: Workshop) -> None:
    outfits = cards("outfit")
    for each in generated(drift, "setup"):
        for captain, (words, credits) in zip(each.document["captains"], each.bill, strict=True):
            bought = [outfits[id_] for id_ in captain["outfits"]]

            assert words.startswith(captain["name"])
            assert sum(card["price"] for card in bought) <= captain["credits"] == credits
            assert any(card["type"] == "engine" for card in bought)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"captains": 1, "build": "core"}, "one captain needs x1"),
        ({"captains": 3, "break": "DR-73"}, "DR-73 is not broken"),
    ],
)
def test_what_contradicts_itself_is_refused(drift: Workshop, options: dict[str, object], words: str) -> None:
    with pytest.raises(UsageError, match=words):
        drift.make(SeedRequest("setup", "tea", options))


# Maps

STEPS = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)]


@pytest.mark.soak
@pytest.mark.parametrize("captains", range(1, 6))
def test_no_rule_objects_to_maps(drift_bench: Bench, drift: Workshop, captains: int) -> None:
    """Nor warns that a tile is reached through a hazard only."""
    for seed in range(SEEDS // 5):
        drift.make(SeedRequest("map", f"slice {seed}", {"captains": captains}))

    assert drift_bench.heard == []


@pytest.mark.soak
def test_a_map_breaks_the_rule_that_was_named_and_no_other(drift_bench: Bench, drift: Workshop) -> None:
    for seed in range(SEEDS // 5):
        drift_bench.heard.clear()
        piece = drift.make(SeedRequest("map", f"slice {seed}", {"break": "DR-69"}))

        assert "# It breaks DR-69 on purpose.\n" in piece.files[f"{piece.id}.yaml"]
        assert {problem.code for problem in drift_bench.heard if problem.severity is Severity.ERROR} == {"DR-69"}


@pytest.mark.soak
@pytest.mark.parametrize(("set_", "number"), [("core", 21), ("x1", 32)])
def test_a_map_has_a_tile_for_each_captain_and_the_rest_in_the_stack(drift: Workshop, set_: str, number: int) -> None:
    shapes = set()
    for each in generated(drift, "map", {"set": set_, "captains": 4}):
        places = [tuple(tile["place"]) for tile in each.document["tiles"]]
        reached = [points for words, points in each.bill if "in the stack" not in words]

        assert len(places) == len(set(places)) == len(reached) == (4 if set_ == "core" else 5)
        assert all(0 < points <= 19 for points in reached)
        assert each.document["stack"] == len(each.bill) - len(reached) == number - len(reached)
        shapes.add(tuple(places))
        if set_ == "x1":
            assert set(places[1:]) < set(STEPS)
        else:
            assert all((b[0] - a[0], b[1] - a[1]) in STEPS for a, b in pairwise(places))
    assert len(shapes) > SEEDS / 4


@pytest.mark.soak
def test_captains_start_on_the_spawn_points_of_their_tiles(drift: Workshop) -> None:
    for each in generated(drift, "map"):
        sectors = {card["id"]: card for pack in each.also for card in pack["cards"]}
        spawns = set()
        for tile in each.document["tiles"]:
            for cell in sectors[tile["sector"]]["cells"]:
                if cell.get("space") == "spawn":
                    q, r = cell["cell"]
                    for _ in range(tile.get("turn", 0)):
                        q, r = -r, q + r
                    a, b = tile["place"]
                    spawns.add((q + 3 * a - 2 * b, r + 2 * a + 5 * b))
        ships = [tuple(ship["cell"]) for ship in each.document["ships"]]

        assert len(set(ships)) == len(ships)
        assert set(ships) <= spawns


def test_the_box_that_tables_use_is_the_one_of_the_packs() -> None:
    box = yaml.safe_load((REPOSITORY / "templates/drift/recipes/words/box.yaml").read_text("utf-8"))
    tiles = {id_: card for id_, card in cards("sector").items() if "group" not in card}
    flagged = {id_ for kind in ("title", "event") for id_, card in cards(kind).items() if card.get("solo_excluded")}

    assert set(box["ships"]) == {
        id_ for id_, card in cards("ship").items() if (card["tier"], card["set"]) == (1, "core")
    }
    assert set(box["flagged"]) == flagged
    for set_ in ("core", "x1"):
        assert box["sectors"][set_] == {
            id_: {
                "symbols": card["symbols"],
                "spawn": next((cell["number"] for cell in card["cells"] if cell.get("space") == "spawn"), None),
                "explored": sum(cell.get("space") == "exploration" for cell in card["cells"]),
            }
            for id_, card in tiles.items()
            if card["set"] == set_
        }
