"""A command that stops, at a limit or at a file it cannot do without: the same problems in every format it has.

A process reads a limit once, so commands with one run in a process of their own.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.fuzz.hostile import game
from tests.support.commands import call, run
from tests.support.grey_coast import grey_coast
from tests.support.pdf_drafts import made
from tests.support.projects import write_files

_FEW = {"CARDFORGE_MAX_COMMAND_VALUES": "1"}


def _texts(format: str, stdout: str) -> list[tuple[str, str]]:
    """The code and the place of every problem in a report."""
    if format == "github":
        return [
            (line.split("title=")[1].split("::")[0], line.split("file=")[1].split(",")[0])
            for line in stdout.split("\n")
            if line
        ]
    report = json.loads(stdout)
    if format == "json":
        return [(each["code"], each["path"]) for each in report["problems"]]
    return [
        (each["ruleId"], each["locations"][0]["physicalLocation"]["artifactLocation"]["uri"])
        for each in report["runs"][0]["results"]
    ]


@pytest.mark.parametrize("format", ["json", "sarif", "github"])
def test_a_limit_that_stops_validate_is_in_every_format(format: str, tmp_path: Path) -> None:
    game(tmp_path, {})
    done = run("validate", "--format", format, "--select", "TO1", cwd=tmp_path, **_FEW)

    assert done.returncode == 1
    assert _texts(format, done.stdout) == [("CF005", "packs/toy/a.yaml")]
    assert not done.stderr


def test_the_text_of_a_limit_names_the_same_problem(tmp_path: Path) -> None:
    game(tmp_path, {})
    done = run("validate", cwd=tmp_path, **_FEW)

    assert done.returncode == 1
    assert done.stdout.startswith("packs/toy/a.yaml: error CF005: with this file")


def test_check_completes_its_json_when_a_limit_stops_it(tmp_path: Path) -> None:
    game(tmp_path, {})
    done = run("check", "packs/toy/deck.yaml", "--format", "json", cwd=tmp_path, **_FEW)
    report = json.loads(done.stdout)

    assert done.returncode == 1
    assert report["files"] == []
    assert [each["code"] for each in report["problems"]] == ["CF005"]
    assert not done.stderr


def test_a_campaign_over_a_limit_stops_check_with_json(tmp_path: Path) -> None:
    grey_coast(tmp_path)
    words = ("check", "gc-boat.yaml", "--campaign", "gc-boat.yaml", "--format", "json")
    done = run(*words, cwd=tmp_path, CARDFORGE_MAX_COMMAND_TEXT="1")

    assert done.returncode == 1
    assert [each["code"] for each in json.loads(done.stdout)["problems"]] == ["CF005"]


def test_check_reports_problems_of_the_game_as_json_too(tmp_path: Path) -> None:
    game(tmp_path, {"schemas/toy/rules/a.star": "def f(:"})
    done = call("check", "packs/toy/deck.yaml", "--format", "json", cwd=tmp_path)

    found = [*json.loads(done.stdout)["problems"], *json.loads(done.stdout)["files"][0]["problems"]]
    assert done.returncode == 1
    assert "CF301" in [each["code"] for each in found]
    assert not done.stderr


def test_campaign_status_stops_with_json(tmp_path: Path) -> None:
    (tmp_path / "c.yaml").write_text("kind: campaign\nsystem: nebula\nname: [\n", encoding="utf-8")
    done = call("campaign", "status", "c.yaml", "--format", "json", cwd=tmp_path)

    assert done.returncode == 1
    assert [each["path"] for each in json.loads(done.stdout)["problems"]] == ["c.yaml"]


def test_preflight_stops_with_json(tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_bytes(made("x4"))
    write_files(tmp_path, {"packs/.keep": "", "templates/print/press.yaml": "kind: vendor\n" + "# long\n" * 100})
    done = run("preflight", "a.pdf", "--for", "press", "--format", "json", cwd=tmp_path, CARDFORGE_MAX_COMMAND_TEXT="1")

    assert done.returncode == 1
    assert [each["code"] for each in json.loads(done.stdout)["problems"]] == ["CF005"]
