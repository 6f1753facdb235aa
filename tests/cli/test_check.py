"""`cardforge check` as a player runs it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.conftest import REPOSITORY
from tests.support.commands import call

DECKS = sorted((REPOSITORY / "packs/nebula/decks").glob("*.yaml"))
SCENARIOS = sorted((REPOSITORY / "packs/nebula/scenarios").glob("*.yaml"))
LONG_HAUL = """\
kind: deck
system: nebula
name: The Long Haul
starship: {pack: wayfarer, card: drayhorse-mk1}
crew: [tovan-reel, mirel-sun, ada-voss, brakk]
equipment: [ember-reactor, longwake-drive, aegis-lattice, rail-lance]
additional: [ysolde-quill]
items: [medkit, ration-crate, coffee-tin]
"""


def deck(folder: Path, *changes: tuple[str, str]) -> Path:
    text = LONG_HAUL
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    file = folder / "mine.yaml"
    file.write_text(text, encoding="utf-8")
    return file


@pytest.mark.parametrize("file", DECKS + SCENARIOS, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_every_shipped_deck_and_scenario_is_legal_without_a_warning(file: Path, tmp_path: Path) -> None:
    done = call("check", str(file), "--strict", cwd=tmp_path)

    assert (done.returncode, done.stderr) == (0, "")
    assert ": legal, " in done.stdout.splitlines()[-1]


def test_there_are_three_decks_and_two_scenarios() -> None:
    assert len(DECKS) >= 3
    assert len(SCENARIOS) >= 2


def test_a_failing_deck_shows_numbers_place_cure_and_a_verdict(tmp_path: Path) -> None:
    deck(tmp_path, ("brakk]", "brak]"), ("rail-lance]", "rail-lance, deep-ear]"))
    done = call("check", "mine.yaml", cwd=tmp_path)

    assert done.returncode == 1
    assert "FAIL  NB203  5 equipment packs listed, 4 are needed" in done.stdout
    assert "mine.yaml:6:1: error NB203" in done.stdout
    assert "hint: take out 1 equipment pack" in done.stdout
    assert "there is no crew `brak`" in done.stdout
    assert "hint: did you mean `brakk`?" in done.stdout
    assert done.stdout.splitlines()[-1].startswith("The Long Haul: not legal, 2 errors to fix.")


def test_every_rule_is_listed_with_its_status(tmp_path: Path) -> None:
    deck(tmp_path)
    (file,) = json.loads(call("check", "mine.yaml", "--format", "json", cwd=tmp_path).stdout)["files"]

    assert [rule["code"] for rule in file["rules"]] == [f"NB{number}" for number in range(201, 214)]
    assert {rule["status"] for rule in file["rules"]} == {"pass", "not applicable"}
    assert file["legal"] is True
    assert "4 crew packs listed, at least 4 are needed" in file["rules"][1]["says"]


def test_summary_alone_shows_the_deck_and_no_rule(tmp_path: Path) -> None:
    deck(tmp_path)
    done = call("check", "mine.yaml", "--summary", cwd=tmp_path)

    assert "Shuffled cards by role" in done.stdout
    assert "█" in done.stdout
    assert "NB2" not in done.stdout


def test_rules_that_do_not_apply_are_counted_or_listed(tmp_path: Path) -> None:
    step = str(REPOSITORY / "packs/armada/step/past-a-raider.yaml")
    done = call("check", step, cwd=tmp_path)
    every = call("check", step, "--all-rules", cwd=tmp_path)
    (file,) = json.loads(call("check", step, "--format", "json", cwd=tmp_path).stdout)["files"]
    unapplied = [rule["code"] for rule in file["rules"] if rule["status"] == "not applicable"]

    assert len(unapplied) > 20
    assert f"  {len(unapplied)} rules do not apply; --all-rules lists them\n" in done.stdout
    assert "–" not in done.stdout
    assert [line.split()[1] for line in every.stdout.splitlines() if line.startswith("    –")] == unapplied
    assert every.stdout.splitlines()[-1] == done.stdout.splitlines()[-1]


def test_packs_are_taken_from_the_files_folder_and_from_more_folders(tmp_path: Path) -> None:
    brakk = (REPOSITORY / "packs/nebula/crew/brakk.yaml").read_text("utf-8")
    deck(tmp_path, ("brakk]", "brokk]"))
    for folder in (tmp_path, tmp_path / "more"):
        folder.mkdir(exist_ok=True)
        (folder / "brokk.yaml").write_text(brakk.replace("id: brakk\n", "id: brokk\n", 1), encoding="utf-8")
        arguments = ("--packs", "more") if folder != tmp_path else ()
        assert call("check", "mine.yaml", *arguments, cwd=tmp_path).returncode == 0
        (folder / "brokk.yaml").unlink()
    (tmp_path / "more/other.yaml").write_text("kind: crew\n", encoding="utf-8")

    assert call("check", "mine.yaml", "--packs", "more", cwd=tmp_path).returncode == 1


def test_in_a_folder_every_deck_has_the_packs_beside_it_and_no_others(tmp_path: Path) -> None:
    brakk = (REPOSITORY / "packs/nebula/crew/brakk.yaml").read_text("utf-8")
    for name, pack in (("one", brakk), ("two", brakk.replace("role: gunner", "role: pilot")), ("three", "")):
        (tmp_path / "all" / name).mkdir(parents=True)
        deck(tmp_path / "all" / name, ("brakk]", "brokk]"))
        if pack:
            text = pack.replace("id: brakk\n", "id: brokk\n", 1)
            (tmp_path / "all" / name / "brokk.yaml").write_text(text, encoding="utf-8")
    done = call("check", "all", "--format", "json", cwd=tmp_path)
    files = {file["path"]: file for file in json.loads(done.stdout)["files"]}

    assert {path: file["legal"] for path, file in files.items()} == {
        "all/one/mine.yaml": True,
        "all/two/mine.yaml": True,
        "all/three/mine.yaml": False,
    }
    assert files["all/three/mine.yaml"]["lost"] == ["brokk"]


def test_the_decks_of_a_project_can_be_checked_by_naming_the_whole_of_it() -> None:
    done = call("check", "packs", "--format", "json", cwd=REPOSITORY)

    assert {file["legal"] for file in json.loads(done.stdout)["files"]} == {True}
    assert {*map(str, (*DECKS, *SCENARIOS))} <= {
        str(REPOSITORY / file["path"]) for file in json.loads(done.stdout)["files"]
    }


def test_a_folder_with_packs_and_decks_is_judged_by_its_own_packs(tmp_path: Path) -> None:
    shutil.copytree(REPOSITORY / "packs" / "nebula", tmp_path / "packs" / "nebula")
    done = call("check", "packs/nebula", cwd=tmp_path)

    assert done.returncode == 0
    assert done.stdout.count(": legal, ") >= 5
    assert "CF2" not in done.stdout


def test_a_broken_pack_is_reported_at_its_place_and_the_deck_judged_as_far_as_possible(tmp_path: Path) -> None:
    brakk = (REPOSITORY / "packs/nebula/crew/brakk.yaml").read_text("utf-8")
    deck(tmp_path, ("brakk]", "brokk]"), ("additional: [ysolde-quill]\n", ""))
    for broken, size in (
        (brakk.replace("id: brakk\n", "id: brokk\n", 1).replace("role: gunner", "role: gunnr"), "pass"),
        ("id: brokk\ncards: [", "not judged"),
    ):
        (tmp_path / "brokk.yaml").write_text(broken, encoding="utf-8")
        done = call("check", "mine.yaml", "--format", "json", cwd=tmp_path)
        (file,) = json.loads(done.stdout)["files"]
        status = {rule["code"]: rule["status"] for rule in file["rules"]}

        assert done.returncode == 1
        assert {problem["path"] for problem in file["problems"]} == {"brokk.yaml"}
        assert file["lost"] == ["brokk"]
        assert status["NB205"] == size  # only an unreadable pack hides how many cards it has
        assert status["NB209"] == "not judged"
        assert status["NB202"] == status["NB203"] == "pass"
        assert "could not be checked" in file["verdict"]


def test_a_deck_with_a_schema_mistake_is_judged_in_the_same_run(tmp_path: Path) -> None:
    deck(tmp_path, ("brakk]", "brak]"), ("rail-lance]", "rail-lance, deep-ear]"), ("name: The", "nmae: The"))
    done = call("check", "mine.yaml", "--format", "json", cwd=tmp_path)
    (file,) = json.loads(done.stdout)["files"]

    assert done.returncode == 1
    assert [(problem["code"], problem["line"]) for problem in file["problems"]] == [
        ("CF101", 3),
        ("CF201", 5),
        ("NB203", 6),
    ]


def test_a_rule_that_needs_a_mistaken_key_is_not_judged_and_blames_nobody(tmp_path: Path) -> None:
    deck(tmp_path, ("crew: [", "crow: ["))
    done = call("check", "mine.yaml", "--format", "json", cwd=tmp_path)
    (file,) = json.loads(done.stdout)["files"]
    status = {rule["code"]: rule["status"] for rule in file["rules"]}

    assert [problem["code"] for problem in file["problems"]] == ["CF101"]
    assert status["NB202"] == status["NB205"] == "not judged"
    assert "could not be checked" in file["verdict"]


def test_the_same_id_in_two_folders_names_both(tmp_path: Path) -> None:
    brakk = (REPOSITORY / "packs/nebula/crew/brakk.yaml").read_text("utf-8")
    deck(tmp_path)
    (tmp_path / "brakk.yaml").write_text(brakk, encoding="utf-8")
    done = call("check", "mine.yaml", cwd=tmp_path)

    assert done.returncode == 1
    assert "duplicate id `brakk`" in done.stdout
    assert "packs/nebula/crew/brakk.yaml" in done.stdout


def test_a_pack_and_a_missing_file_are_told_where_to_go(tmp_path: Path) -> None:
    pack = call("check", str(REPOSITORY / "packs/nebula/crew/brakk.yaml"), cwd=tmp_path)
    missing = call("check", "nothing.yaml", cwd=tmp_path)

    assert (pack.returncode, missing.returncode) == (1, 3)
    assert "CF304" in pack.stdout
    assert "use `cardforge validate` for it" in pack.stdout


def test_an_unreadable_deck_is_a_problem_and_others_are_still_judged(tmp_path: Path) -> None:
    deck(tmp_path)
    (tmp_path / "torn.yaml").write_text("kind: [deck\n", encoding="utf-8")
    done = call("check", "mine.yaml", "torn.yaml", cwd=tmp_path)

    assert done.returncode == 1
    assert "The Long Haul: legal" in done.stdout
    assert "torn.yaml: not legal, 1 error" in done.stdout


def test_a_campaign_that_is_none_is_refused(tmp_path: Path) -> None:
    done = call("check", str(SCENARIOS[0]), "--campaign", str(DECKS[0]), cwd=tmp_path)

    assert done.returncode == 2
    assert "is not a usable campaign" in done.stderr
