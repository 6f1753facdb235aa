"""What only all packs of a build together can show: each rule that looks at it, on a build with a few values changed."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
import yaml

from cardforge.check.rulebook import Rulebook
from cardforge.load.game import Games
from cardforge.load.project import builtin_project
from tests.conftest import REPOSITORY

Document = dict[str, Any]
Changes = dict[str, Any]  # values by place; GONE takes a value out
GONE = object()
NO_LINKS: Document = {"references": {}, "findings": []}
FILES = {
    file.stem: yaml.safe_load(file.read_text("utf-8")) for file in sorted((REPOSITORY / "packs/drift").glob("*/*.yaml"))
}


@pytest.fixture(scope="module")
def rules() -> Rulebook:
    return Rulebook(Games(builtin_project())["drift"])


def changed(packs: dict[str, Document], place: str, value: Any) -> None:
    """Put a value at a place such as `@ferry#/cards/0/deliver`, or take out what is there."""
    pack, _, path = place[1:].partition("#/")
    *steps, last = [int(step) if step.isdigit() else step for step in path.split("/")]
    inner: Any = packs[pack]
    for step in steps:
        inner = inner[step]
    if value is GONE:
        del inner[last]
    else:
        inner[last] = value


def faults_of(rules: Rulebook, code: str, build: str, changes: Changes) -> list[str]:
    """The places to which one rule objects in a build whose packs are changed."""
    packs = {id: copy.deepcopy(FILES[id]) for id in FILES[build]["contents"]}
    for place, value in changes.items():
        changed(packs, place, value)
    linked = {id: {"document": pack, "links": NO_LINKS} for id, pack in packs.items()}
    subject = {
        "document": FILES[build],
        "links": NO_LINKS,
        "packs": linked,
        "lost": [],
        "campaign": None,
        "alone": False,
    }
    (file,) = [file for file in rules.files if any(rule.code == code for rule in file.rules)]
    (result,) = file.run("build", json.dumps(subject), code)["results"]
    assert result["status"] == ("fail" if result["faults"] else "pass")
    return [fault["at"] for fault in result["faults"]]


def of_all(*packs: str, **values: Any) -> Changes:
    """The same values for each card of some packs."""
    return {
        f"@{pack}#/cards/{at}/{key}": value
        for pack in packs
        for at in range(len(FILES[pack]["cards"]))
        for key, value in values.items()
    }


def at(pack: str, id: str) -> str:
    """The place of a card."""
    return f"@{pack}#/cards/{[card['id'] for card in FILES[pack]['cards']].index(id)}"


def cell_at(pack: str, id: str, space: str) -> str:
    """The place of the cell with a space of a kind on a tile."""
    (cells,) = [card["cells"] for card in FILES[pack]["cards"] if card["id"] == id]
    return f"{at(pack, id)}/cells/{[cell.get('space') for cell in cells].index(space)}"


def fewer(pack: str, count: int) -> Changes:
    return {f"@{pack}#/cards": FILES[pack]["cards"][:count]}


SHIPS = ("ships", "frontier-ships")
SAME_NAME = FILES["sectors"]["cards"][0]["name"]
CASES: list[tuple[str, str, Changes, list[str]]] = [
    ("DR-12", "frontier", of_all(*SHIPS, impulse=5), ["/contents"]),
    ("DR-12", "frontier", of_all(*SHIPS, energy_max=7), ["/contents"]),
    ("DR-40", "core", {"@ferry#/cards/0/deliver": "brightheart"}, ["@ferry#/cards/0/deliver"]),
    ("DR-40", "core", {"@ferry#/cards/0/start/sector": "brightheart"}, ["@ferry#/cards/0/start/sector"]),
    ("DR-40", "core", {"@ferry#/cards/0/deliver": "merrow"}, ["@ferry#/cards/0/deliver"]),
    (
        "DR-40",
        "core",
        {cell_at("sectors", "moss-gap", "mission") + "/space": "rules"},
        [
            f"@{pack}#/cards/{card}/{key}"
            for pack in FILES["core"]["contents"]
            if FILES[pack]["kind"] == "mission"
            for card, mission in enumerate(FILES[pack]["cards"])
            for key, named in (("deliver", mission["deliver"]), ("start/sector", mission["start"].get("sector")))
            if named == "moss-gap"
        ],
    ),
    ("DR-43", "frontier", {"@titles#/cards/0/solo_excluded": True}, [at("titles", "t-duellist") + "/solo_excluded"]),
    ("DR-43", "frontier", {"@titles#/cards/1/solo_excluded": False}, ["/contents"]),
    (
        "DR-43",
        "frontier",
        {"@titles#/cards/0/name": FILES["frontier-titles"]["cards"][0]["name"]},
        ["@titles#/cards/0/name"],
    ),
    ("DR-44", "frontier", fewer("events", 5), ["/contents", "/contents"]),
    ("DR-44", "frontier", {"@events#/cards/15/solo_excluded": True}, ["@events#/cards/15/solo_excluded"]),
    ("DR-49", "frontier", {"@goals#/cards/3/fame_goal": 25}, ["@goals#/cards/3/fame_goal"]),
    ("DR-49", "frontier", fewer("goals", 9), ["/contents"]),
    ("DR-51", "frontier", {"@sectors#/cards/5/name": SAME_NAME}, ["@sectors#/cards/5/name"]),
    (
        "DR-51",
        "frontier",
        {at("frontier-sectors", "vesk") + "/name": SAME_NAME},
        ["@sectors#/cards/0/name"],
    ),
    (
        "DR-52",
        "frontier",
        {at("frontier-sectors", "vesk") + "/symbols": ["sun", "moon", "star", "ring", "wave", "wave"]},
        [at("frontier-sectors", "vesk") + "/symbols"],
    ),
    ("DR-52", "core", of_all("sectors", symbols=["sun", "moon"] * 3), ["@sectors#/cards/0/symbols"]),
    ("DR-55", "frontier", {at("frontier-sectors", "hush") + "/copies": 3}, ["/contents"]),
    (
        "DR-55",
        "frontier",
        {cell_at("frontier-sectors", "hush", "relic_stack") + "/number": 5},
        [cell_at("frontier-sectors", "hush", "relic_stack") + "/number"],
    ),
    ("DR-56", "core", {cell_at("sectors", "calder", "spawn") + "/number": 10}, ["@sectors#/cards/1/cells/3/number"]),
    (
        "DR-56",
        "core",
        {cell_at("sectors", "aldgate", "spawn") + "/space": "rules"},
        [at("sectors", "aldgate") + "/cells"],
    ),
    ("DR-58", "frontier", {at("frontier-sectors", "cold-mill") + "/copies": 2}, ["/contents"]),
    (
        "DR-67",
        "frontier",
        {"@relics#/cards/0/reward": {"credits": 2000, "mod": "breacher"}},
        ["/contents", "/contents"],
    ),
    (
        "DR-67",
        "frontier",
        of_all("mods", mod="breacher"),
        [f"@relics#/cards/{card}/reward/mod" for card in (12, 13, 14)],
    ),
    ("DR-95", "core", {"@night-freight#/cards/0/deliver": "cinder-belt"}, ["@night-freight#/cards/0/deliver"]),
    # A mission to a planet of another box.
    ("DR-46", "core", {"@ferry#/cards/0/deliver": "vesk"}, ["@ferry#/cards/0/deliver"]),
    ("DR-46", "core", {"@npcs#/cards/2/route/4": "ollin"}, ["@npcs#/cards/2/route"]),
]


@pytest.mark.parametrize(
    ("code", "build", "changes", "places"), CASES, ids=lambda value: value if isinstance(value, str) else ""
)
def test_a_changed_build_is_refused_at_its_place(
    rules: Rulebook, code: str, build: str, changes: Changes, places: list[str]
) -> None:
    assert faults_of(rules, code, build, changes) == places


@pytest.mark.parametrize(("code", "build"), sorted({(code, build) for code, build, *_ in CASES}))
def test_the_unchanged_build_is_accepted(rules: Rulebook, code: str, build: str) -> None:
    assert faults_of(rules, code, build, {}) == []
