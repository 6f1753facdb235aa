"""Tables and maps of drift from seeds: legal, or wrong in one thing on purpose."""

from __future__ import annotations

from collections import Counter

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
