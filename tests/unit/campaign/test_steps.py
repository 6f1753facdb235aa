"""A game that nobody here knows has campaigns too; and what becomes of steps that do not work."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from cardforge.app.check import Checking
from cardforge.app.validate import validate_files
from cardforge.core.errors import ProblemsError, UsageError
from cardforge.products.campaign_file import open_campaign
from cardforge.products.new_campaign import new_campaign
from tests.conftest import REPOSITORY
from tests.support.projects import write_files

GUIDE = (REPOSITORY / "docs/campaigns.md").read_text("utf-8")
(STEPS,) = re.findall(r"```starlark\n(.*?)```", GUIDE, re.DOTALL)
GAME = """kind: game
system: ferry
name: Ferry
version: "1.0"
kinds:
  island: {is: pack, title: island}
  route: {is: setting, title: route}
  journey: {is: log, title: journey}
"""
HEAD = {"kind": True, "system": True, "id": {"type": "string"}, "name": {"type": "string"}}
SCHEMAS = {
    "island": {"type": "object", "properties": HEAD | {"toll": {"type": "integer"}}},
    "route": {"type": "object", "properties": HEAD},
    "journey": {"type": "object", "properties": HEAD | {"route": {"x-refers-to": "route"}, "steps": {"type": "array"}}},
}


@pytest.fixture
def ferry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with a game of its own, the steps of which are those of the guide."""
    files = {"packs/ferry/game.yaml": GAME, "schemas/ferry/steps.star": STEPS}
    files |= {f"schemas/ferry/{kind}.schema.json": json.dumps(schema) for kind, schema in SCHEMAS.items()}
    for id, toll in {"skua": 1, "tern": 2, "auk": 9}.items():
        files[f"packs/ferry/island/{id}.yaml"] = f"kind: island\nsystem: ferry\nid: {id}\nname: {id}\ntoll: {toll}\n"
    files["packs/ferry/route/north.yaml"] = "kind: route\nsystem: ferry\nid: north\nname: North\n"
    write_files(tmp_path, files)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def begin() -> None:
    new_campaign("boat.yaml", "", "ferry", {"route": "north"})


def test_the_steps_of_the_guide_make_a_campaign(ferry: Path) -> None:
    begin()
    with open_campaign("boat.yaml") as opened:
        assert opened.take("land", ["tern"]) == ("tern seen", "coins 1")
        assert opened.take("rest", []) == ("coins 2",)
        with pytest.raises(ProblemsError, match="the toll is 9, and there are 2 coins") as error:
            opened.take("land", ["auk"])
        assert error.value.hint == "rest first"
        with pytest.raises(ProblemsError, match="`tern` cannot be the island now"):
            opened.take("land", ["tern"])
        with pytest.raises(UsageError, match="is one too many"):
            opened.take("rest", ["long"])
        assert opened.played.state == {"route": "north", "seen": ["tern"], "coins": 2}
        assert opened.view.shows == ({"title": "Boat", "rows": [["coins", "2"], ["seen", "tern"]]},)
        assert [each.status for each in opened.view.scenarios] == ["open", "open", "finished"]
    assert validate_files(["boat.yaml"]).problems == []


def test_steps_use_the_defaults_and_the_shared_code_of_rules(ferry: Path) -> None:
    steps = STEPS.replace('state["coins"] += 1', 'state["coins"] += earned() + tip(game.defaults.tip)')
    write_files(
        ferry,
        {
            "packs/ferry/defaults.yaml": "kind: defaults\nsystem: ferry\ntip: 4\n",
            "schemas/ferry/rules/shared.star": "def tip(coins):\n    return coins\n",
            "schemas/ferry/rules/shared/work.star": "def earned():\n    return tip(game.defaults.tip) * 10\n",
            "schemas/ferry/steps.star": 'load("shared/work.star", "earned")\n' + steps,
        },
    )
    begin()
    with open_campaign("boat.yaml") as opened:
        assert opened.take("rest", []) == ("coins 47",)


BROKEN = {
    "not Starlark": ("def (", "CF701"),
    "no campaign": ('step(name = "start", title = "", fields = [], take = None)', "CF701"),
    "no first step": (STEPS.replace('step(name = "start"', 'step(name = "begin"'), "CF701"),
    "a step twice": (STEPS.replace('step(name = "rest"', 'step(name = "land"'), "CF701"),
    "the engine's words replaced": (STEPS + "\ndef cardforge_describe():\n    return 7\n", "CF701"),
    "a crash": (STEPS.replace('state["coins"] = 3', 'state["coins"] = 3 // 0'), "CF703"),
    "an endless loop": (STEPS.replace('state["coins"] = 3', 'state["coins"] = len([1 for _ in range(1000000000)])'), "CF703"),
    "all the memory": (STEPS.replace('state["coins"] = 3', 'state["coins"] = len("x" * 4000000000)'), "CF703"),
    "words that are none": (STEPS.replace('return ["coins 3"]', "return struct(reason = 7, hint = [])"), "CF702"),
    "a state that is none": (STEPS.replace('return {"route": head.route, "seen": [], "coins": 0}', "return 7"), "CF703"),
}  # fmt: skip


@pytest.mark.parametrize("name", BROKEN)
def test_steps_that_do_not_work_are_told_and_nothing_is_written(name: str, ferry: Path) -> None:
    text, code = BROKEN[name]
    (ferry / "schemas/ferry/steps.star").write_text(text, encoding="utf-8")
    with pytest.raises(ProblemsError) as error:
        begin()

    assert [problem.code for problem in error.value.problems] == [code]
    assert not (ferry / "boat.yaml").exists()


def test_a_game_without_steps_has_no_campaigns(ferry: Path) -> None:
    begin()
    (ferry / "schemas/ferry/steps.star").unlink()
    with pytest.raises(UsageError, match="ferry has no campaigns"):
        new_campaign("again.yaml", "", "ferry", {"route": "north"})
    with pytest.raises(UsageError, match="Ferry has no campaigns"), open_campaign("boat.yaml"):
        pass


def test_broken_steps_are_found_when_the_project_is_validated(ferry: Path) -> None:
    (ferry / "schemas/ferry/steps.star").write_text(STEPS.replace("campaign(", "campain("), encoding="utf-8")
    problems = validate_files([]).problems

    assert [problem.code for problem in problems] == ["CF701"]
    assert problems[0].where.path == "schemas/ferry/steps.star"


def test_a_campaign_of_another_game_says_nothing_about_a_scenario(ferry: Path) -> None:
    begin()
    scenario = REPOSITORY / "packs/nebula/scenarios/the-dark-lamps.yaml"
    (ferry / "lamps.yaml").write_text(scenario.read_text("utf-8"), encoding="utf-8")
    (judged,) = Checking(["lamps.yaml"], campaign="boat.yaml").judgements()

    assert [problem.code for problem in judged.problems] == ["CF707"]
    assert "is for nebula, but the campaign boat.yaml is for ferry" in judged.problems[0].message
