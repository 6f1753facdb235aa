"""How the game drift looks and prints: its icons, the faces of its outfits, and the sheets of its box."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from cardforge.render.selection import select
from tests.conftest import REPOSITORY
from tests.support.commands import call
from tests.support.projects import write_files
from tools.drift_outfits import faces

TEMPLATES = REPOSITORY / "templates/drift"
# Sheets of each file of a box with every part, as section 5 of the specification counts them.
SHEETS = {
    "ships": 11,
    "abilities": 6,
    "missions": 14,
    "titles": 4,
    "events": 2,
    "npcs": 2,
    "reference": 2,
    "solo": 3,
    "campaign-log": 1,
    "outfits": 10,
    "mods": 1,
    "sectors": 16,
    "great-comet": 1,
    "boards": 3,
    "tokens": 2,
    "damage": 1,
    "markers": 1,
    "coins": 1,
    "standees": 2,
    "map-key": 1,
}


def test_icons_are_those_that_the_tool_draws(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "tools.drift_icons", str(tmp_path)], cwd=REPOSITORY, check=True)

    made = {file.name: file.read_text("utf-8") for file in tmp_path.iterdir()}
    assert made == {file.name: file.read_text("utf-8") for file in (TEMPLATES / "icons").iterdir()}


def test_faces_of_outfits_are_those_that_the_tool_writes() -> None:
    there = {file.name: file.read_text("utf-8") for file in (TEMPLATES / "faces").glob("outfit-*.yaml")}

    assert there == faces()


def test_the_back_of_an_outfit_is_the_mirror_image_of_its_front() -> None:
    load = YAML(typ="safe").load
    for name, text in faces().items():
        if name.endswith("-back.yaml"):
            continue
        front, back = load(text), load(faces()[name.replace(".yaml", "-back.yaml")])
        assert [row[::-1] for row in front["outline"]["cells"]] == back["outline"]["cells"]
        assert front["back"] == back["id"]


@pytest.fixture(scope="module")
def cutting_list(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("drift") / "box"
    done = call("render", "drift", "--all", "--edition", "every-part", "-o", str(folder), cwd=REPOSITORY)
    assert done.returncode == 0, done.stdout + done.stderr
    return (folder / "cutting-list.txt").read_text("utf-8")


def test_every_file_of_the_box_has_its_sheets(cutting_list: str) -> None:
    counted = re.findall(r"\d\d-([a-z-]+)\.pdf\n-+\n.*\n   Print (\d+) sheet", cutting_list)

    found = {name: int(sheets) for name, sheets in counted}
    assert {name: found[name] for name in SHEETS} == SHEETS


def test_nested_outfits_need_three_sheets(tmp_path: Path) -> None:
    command = ("render", "drift:outfit", "--nest", "--margin", "10", "--backs", "long-edge", "-o")
    done = call(*command, str(tmp_path / "x.pdf"), cwd=REPOSITORY)

    assert done.returncode == 0, done.stdout + done.stderr
    assert "105 cards on 3 sheets of a4" in done.stdout


def _piece(path: str, group: str) -> Mapping[str, Any]:
    selection = select([str(REPOSITORY / path)])
    (piece,) = [
        job.card.data for job in selection.jobs if job.card.data.get("group") == group and "facts" in job.card.data
    ]
    return piece


def test_tiles_of_a_loadout_lie_where_the_rules_found_room() -> None:
    piece = _piece("packs/drift/loadout/first-ship.yaml", "mat")

    found = {each["card"]: each["place"] for each in piece["facts"]["tiles"]}
    assert found["o-engine-1"] == [0, 1, 0, False]
    assert [place for place in found.values() if place] == list(found.values())
    assert [each["full_id"] for each in piece["named"]["ship"]] == ["ships/s-kite"]
    assert [each["cargo"] for each in piece["facts"]["cubes"] if each["cell"]] == ["resin", "resin"]


def test_a_tile_without_room_has_no_place_and_is_named(tmp_path: Path) -> None:
    tiles = "[{tile: o-engine-3}, {tile: o-engine-3}, {tile: m-errand-rack}]"
    loadout = tmp_path / "packs/drift/loadout/full.yaml"
    write_files(
        tmp_path,
        {
            "packs/drift/loadout/full.yaml": f"kind: loadout\nsystem: drift\nid: full\nname: Full\nship: s-kite\ntiles: {tiles}\ndamage: [[1, 1]]\n"
        },
    )
    (piece,) = [job.card.data for job in select([str(loadout)]).jobs if "facts" in job.card.data]

    first, second, rack = piece["facts"]["tiles"]
    assert first["place"]
    assert rack["place"]
    assert second["place"] is None
    assert second["says"] == "no room"
    assert piece["findings"][0]["says"].endswith("without Long Saturday (2), the rest fits")


def test_a_map_has_every_space_where_its_tile_lies() -> None:
    piece = _piece("packs/drift/map/fifth-turn.yaml", "page")

    spaces = {tuple(each["at"]): each for each in piece["facts"]["spaces"]}
    assert len(spaces) == len(piece["facts"]["spaces"]) == 7 * 19
    assert spaces[(5, 2)]["ship"] == "Ada"
    assert {each["name"] for each in spaces.values() if each["name"]} == {
        each["name"] for each in piece["facts"]["tiles"]
    }
    assert [each["same"] for each in piece["facts"]["joins"]].count(True) >= 6
    assert piece["facts"]["size"] == "near"


def test_the_round_on_the_map_key_is_the_trade_of_the_tiles() -> None:
    (key,) = [job.card.data for job in select(["drift:page"]).jobs if job.card.data["id"] == "map-key"]
    load = YAML(typ="safe").load
    sectors = load((REPOSITORY / "packs/drift/sector/sectors.yaml").read_text("utf-8"))["cards"]
    at = {
        (cell.get("space"), cell.get("cargo")): sector["name"]
        for sector in sectors
        for cell in sector["cells"]
        if sector["type"].endswith("_planet")
    }

    stops = key["blocks"][3]["table"]
    after = [*stops[1:], stops[0]]
    assert [(planet, there[0]) for (planet, _), there in zip(stops, after, strict=True)] == [
        (at["buy", cargo], at["sell", cargo]) for _, cargo in stops
    ]
    assert {cargo for _, cargo in stops} == {"resin", "lumen", "verdure", "ion", "wire"}
