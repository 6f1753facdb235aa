"""The commands as a user runs them: output, exit codes, and the mistakes a new user makes."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import REPOSITORY
from tests.support.commands import call, codes, run, surroundings
from tests.support.projects import write_files

CREW = REPOSITORY / "packs/nebula/crew/ada-voss.yaml"


def test_help_begins_with_what_somebody_new_needs(tmp_path: Path) -> None:
    commands = re.findall(r"│ (\w+) ", call("--help", cwd=tmp_path).stdout)

    assert [name for name in commands if name in ("validate", "demo", "explain", "render")] == [
        "demo", "render", "validate", "explain",
    ]  # fmt: skip


def test_validate_in_an_empty_folder_checks_the_built_in_packs(tmp_path: Path) -> None:
    done = call("validate", cwd=tmp_path)

    assert done.returncode == 0, done.stdout
    assert "no problems" in done.stdout


def test_the_shipped_packs_have_no_problem_even_under_strict(in_repository: Path) -> None:
    done = call("validate", "--strict", cwd=REPOSITORY)

    assert (done.returncode, done.stderr) == (0, ""), done.stdout


def test_a_mistake_gives_its_place_and_exit_code_1(tmp_path: Path) -> None:
    (tmp_path / "ada.yaml").write_text(
        CREW.read_text("utf-8").replace("role: pilot", "role: pilto").replace("id: ada-voss", "id: ada-two"),
        encoding="utf-8",
    )
    done = call("validate", "ada.yaml", cwd=tmp_path)

    assert done.returncode == 1
    assert 'ada.yaml:10:11: error CF101: `role` is "pilto"' in done.stdout
    assert "hint: did you mean `pilot`?" in done.stdout
    assert done.stderr == ""


@pytest.fixture
def three_problems(tmp_path: Path) -> Path:
    """An error of the schema, an error of a rule, and a warning, in two files."""
    good = (REPOSITORY / "tests/rules/NB110/pass/different.yaml").read_text("utf-8")
    (tmp_path / "a.yaml").write_text(good.replace("consumable: false", "consumable: maybe"), encoding="utf-8")
    second = (
        good.replace("nb110", "second")
        .replace("name: Coin", "name: Rope")
        .replace("id: second-coin", "id: second-rope")
    )
    (tmp_path / "b.yaml").write_text(second, encoding="utf-8")
    return tmp_path


def test_all_problems_of_all_files_come_in_one_run(three_problems: Path) -> None:
    assert codes(call("validate", ".", "--format", "json", cwd=three_problems)) == ["CF101", "NB102", "NB110"]


def test_problems_can_be_selected_and_ignored(three_problems: Path) -> None:
    assert codes(call("validate", ".", "--format", "json", "--select", "NB", cwd=three_problems)) == ["NB102", "NB110"]
    assert codes(call("validate", ".", "--format", "json", "--ignore", "NB1,CF", cwd=three_problems)) == []
    assert call("validate", ".", "--select", "nonsense!", cwd=three_problems).returncode == 2


def test_a_warning_fails_only_under_strict(three_problems: Path) -> None:
    only_warning = ("validate", ".", "--select", "NB110")

    assert call(*only_warning, cwd=three_problems).returncode == 0
    assert call(*only_warning, "--strict", cwd=three_problems).returncode == 1


@pytest.mark.parametrize("format", ["text", "json", "sarif", "github"])
def test_every_format_carries_the_same_codes(three_problems: Path, format: str) -> None:
    done = call("validate", ".", "--format", format, cwd=three_problems)

    assert done.returncode == 1
    assert all(code in done.stdout for code in ("CF101", "NB102", "NB110"))


def test_the_sarif_report_is_sarif(three_problems: Path) -> None:
    log = json.loads(call("validate", ".", "--format", "sarif", cwd=three_problems).stdout)

    assert log["version"] == "2.1.0"
    assert all(rule["shortDescription"]["text"] != rule["id"] for rule in log["runs"][0]["tool"]["driver"]["rules"])


def test_output_is_plain_when_it_is_not_a_terminal(three_problems: Path) -> None:
    assert "\x1b" not in call("validate", ".", cwd=three_problems).stdout


def test_one_broken_file_does_not_hide_another(tmp_path: Path) -> None:
    (tmp_path / "broken.yaml").write_text("kind: [crew\n", encoding="utf-8")
    (tmp_path / "wrong.yaml").write_text("kind: crw\nsystem: nebula\n", encoding="utf-8")
    (tmp_path / "latin.yaml").write_bytes(b"name: caf\xe9\n")
    done = call("validate", ".", "--format", "json", cwd=tmp_path)

    assert codes(done) == ["CF004", "CF002", "CF104"]


def test_a_loose_file_only_gets_warnings_for_what_may_be_elsewhere(tmp_path: Path) -> None:
    text = (REPOSITORY / "tests/rules/NB109/fail/unknown-item.yaml").read_text("utf-8")
    (tmp_path / "npc.yaml").write_text(text, encoding="utf-8")

    assert call("validate", "npc.yaml", cwd=tmp_path).returncode == 0
    assert call("validate", ".", cwd=tmp_path).returncode == 1


def test_an_unknown_path_game_kind_or_code_names_the_nearest(tmp_path: Path) -> None:
    for arguments, hint, code in (
        (("validate", "nowhere.yaml"), "no file or folder", 3),
        (("validate", "--game", "nebla"), "did you mean `nebula`?", 2),
        (("rules", "--game", "nebla"), "did you mean `nebula`?", 2),
        (("schema", "crw"), "did you mean `crew`?", 2),
        (("schema",), "name a kind", 2),
        (("explain", "NB1001"), "did you mean `NB101`?", 2),
        (("frobnicate",), "No such command", 2),
    ):
        done = call(*arguments, cwd=tmp_path)
        assert (done.returncode, hint in done.stderr) == (code, True), (arguments, done.stderr)
        assert "Traceback" not in done.stderr


@pytest.mark.parametrize("code", ["NB101", "nb105", "CF007"])
def test_explain_prints_title_reason_and_example(tmp_path: Path, code: str) -> None:
    done = call("explain", code, cwd=tmp_path)

    assert done.returncode == 0
    assert done.stdout.startswith(f"{code.upper()}: ")
    assert "Wrong:" in done.stdout
    assert "Right:" in done.stdout


def test_rules_lists_every_rule(tmp_path: Path) -> None:
    lines = call("rules", cwd=tmp_path).stdout.splitlines()
    of_one = call("rules", "--game", "nebula", cwd=tmp_path).stdout.splitlines()

    assert [line.split()[0] for line in lines][:3] == ["AL-01", "AL-02", "AL-03"]
    assert [line.split()[0] for line in of_one][:3] == ["NB101", "NB102", "NB103"]
    assert set(of_one) < set(lines)


def test_schema_prints_the_file(tmp_path: Path) -> None:
    printed = call("schema", "crew", cwd=tmp_path).stdout

    assert printed == (REPOSITORY / "schemas/nebula/crew.schema.json").read_text("utf-8")
    assert json.loads(call("schema", "game", cwd=tmp_path).stdout)["title"] == "Game"


def test_schema_editor_writes_the_line_and_says_so(tmp_path: Path) -> None:
    file = tmp_path / "ada.yaml"
    file.write_text("kind: crew\nsystem: nebula\n", encoding="utf-8")
    done = call("schema", "--editor", "ada.yaml", cwd=tmp_path)
    first, rest = file.read_text("utf-8").split("\n", 1)

    assert done.returncode == 0
    assert first.startswith("# yaml-language-server: $schema=file://")
    assert first.endswith("schemas/nebula/crew.schema.json")
    assert rest == "kind: crew\nsystem: nebula\n"


def test_schema_editor_knows_faces(tmp_path: Path) -> None:
    file = tmp_path / "templates/nebula/faces/item.yaml"
    file.parent.mkdir(parents=True)
    file.write_text("kind: face\nid: item\nfor: [item]\n", encoding="utf-8")
    done = call("schema", "--editor", str(file), cwd=tmp_path)

    assert done.returncode == 0, done.stdout
    assert file.read_text("utf-8").split("\n")[0].endswith("schemas/face.schema.json")


def test_schema_editor_leaves_a_file_it_cannot_place_alone(tmp_path: Path) -> None:
    file = tmp_path / "x.yaml"
    for text in ("kind: [", "name: x\n", "kind: crw\nsystem: nebula\n"):
        file.write_text(text, encoding="utf-8")
        done = call("schema", "--editor", "x.yaml", cwd=tmp_path)

        assert done.returncode == 1
        assert file.read_text("utf-8") == text


def test_a_project_of_another_game_is_checked_with_its_own_rules(tmp_path: Path) -> None:
    """A fifth game without a line of Python, from a stranger, in a worker."""
    write_files(
        tmp_path,
        {
            "packs/tea/game.yaml": 'kind: game\nsystem: tea\nname: Tea\nversion: "1.0"\nkinds:\n  leaf: {is: pack, title: leaf pack}\n',
            "schemas/tea/leaf.schema.json": '{"required": ["id"], "properties": {"cards": {"type": "array"}}}',
            "schemas/tea/rules/leaf.star": (
                "def _few(pack):\n    return compare(len(pack.cards), 'leaves', at_least = 2, at = '/cards')\n"
                "rule(code = 'TE101', name = 'too-few', on = 'pack', check = _few, title = 'T', why = 'W.', wrong = 'x', right = 'y')\n"
            ),
            "packs/tea/leaf/oolong.yaml": "kind: leaf\nsystem: tea\nid: oolong\ncards:\n  - {id: a}\n",
        },
    )
    done = call("validate", "--format", "json", cwd=tmp_path)

    assert [(p["code"], p["path"], p["line"]) for p in json.loads(done.stdout)["problems"]] == [
        ("TE101", "packs/tea/leaf/oolong.yaml", 4)
    ]
    assert "TE101" in call("rules", cwd=tmp_path).stdout


def test_a_broken_game_is_reported_and_its_packs_are_not_blamed(tmp_path: Path) -> None:
    (tmp_path / "packs/tea/leaf").mkdir(parents=True)
    (tmp_path / "packs/tea/game.yaml").write_text("kind: game\nsystem: tea\n", encoding="utf-8")
    (tmp_path / "packs/tea/leaf/a.yaml").write_text("kind: leaf\nsystem: tea\n", encoding="utf-8")
    done = call("validate", "--format", "json", cwd=tmp_path)

    assert {(p["code"], p["path"]) for p in json.loads(done.stdout)["problems"]} == {("CF101", "packs/tea/game.yaml")}


def test_demo_shows_the_packs_leaves_sheets_to_print_and_says_what_to_type_next(tmp_path: Path) -> None:
    """Also where the command lies in an environment that nobody has activated, as behind `make demo`."""
    command = Path(sys.executable).parent / "cardforge"
    environment = surroundings(PATH="/usr/bin:/bin")
    done = subprocess.run([command, "demo"], cwd=tmp_path, env=environment, capture_output=True, text=True, check=True)

    assert "crew" in done.stdout
    assert "no problems" in done.stdout
    assert "153 cards on 17 sheets of a4 in output/demo-deck.pdf" in done.stdout
    assert (tmp_path / "output/demo-deck.pdf").read_bytes().startswith(b"%PDF-1.7")
    assert "1 crew from the seed `salt and lanterns` in output/demo-crew.yaml" in done.stdout
    assert "17 cards on 2 sheets of a4 in output/demo-crew.pdf" in done.stdout
    proposed = re.findall(r"^  (\S+) (serve|new tea-party) ", done.stdout, re.MULTILINE)
    assert [does for _, does in proposed] == ["serve", "new tea-party"]
    assert {(tmp_path / each).resolve() for each, _ in proposed} == {command.resolve()}


def test_a_reader_that_leaves_early_is_no_error(tmp_path: Path) -> None:
    pipe = f"{sys.executable} -m cardforge schema crew | head -n 1"
    done = subprocess.run(["/bin/sh", "-c", pipe], cwd=tmp_path, capture_output=True, text=True, check=False)

    assert done.stdout == "{\n"
    assert done.stderr == ""


def test_a_bug_of_ours_asks_for_a_report_and_hides_its_trace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardforge.app.rules.rules_of", lambda game: 1 / 0)
    done = call("rules", cwd=tmp_path)

    assert done.returncode == 4
    assert "this is a bug in cardforge" in done.stderr
    assert "Traceback" not in done.stderr


def test_output_in_another_locale_is_still_utf_8(tmp_path: Path) -> None:
    done = run("validate", cwd=tmp_path, LC_ALL="C", PYTHONIOENCODING="ascii", PYTHONUTF8="0")

    assert done.returncode == 0, done.stderr


def test_a_schema_mistake_hides_no_mistake_that_only_a_rule_finds(tmp_path: Path) -> None:
    cards = CREW.read_text("utf-8").split("\n  - id: ")
    basic = [at for at, card in enumerate(cards) if "group: basic" in card]
    cards[basic[0]] += "\n    rolle: pilot"
    del cards[basic[-1]]
    write_files(tmp_path, {"packs/nebula/crew/ada-voss.yaml": "\n  - id: ".join(cards)})
    done = call("validate", cwd=tmp_path)

    assert "error CF101: unknown key `rolle`" in done.stdout
    assert f"error NB101: {len(basic) - 1} basic skills in this crew pack, {len(basic)} are needed" in done.stdout
    assert "2 errors in 1 file" in done.stdout


def test_a_rule_that_a_schema_mistake_may_have_caused_to_fail_is_not_reported(tmp_path: Path) -> None:
    text = CREW.read_text("utf-8").replace("group: basic", "group: basik", 1)
    write_files(tmp_path, {"packs/nebula/crew/ada-voss.yaml": text})

    assert codes(call("validate", "--format", "json", cwd=tmp_path)) == ["CF101"]
