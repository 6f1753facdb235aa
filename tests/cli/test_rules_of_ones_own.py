"""`cardforge rules --test`, and what else a project's own game needs that a built-in one never missed."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardforge.examples import try_examples
from cardforge.new_game import new_game
from cardforge.pipeline import validate_files
from tests.cli.test_commands import run

RULES = "schemas/tea/rules/rules.star"
PASS, FAIL = "tests/rules/TE101/pass/enough.yaml", "tests/rules/TE101/fail/nothing.yaml"
PACK = "packs/tea/set/first-cards.yaml"
TOO_DEAR = """
def _dear(pack):
    return compare(max([card.cost for card in pack.cards]), "coins for the dearest card", at_most = 3, at = "/cards")

rule(
    code = "TE102", name = "card-too-dear", on = "pack", check = _dear, title = "No card costs more than 3",
    why = "Nobody saves for longer than that.", wrong = "cost: 4", right = "cost: 3",
)
"""


@pytest.fixture
def tea(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A new game in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    new_game("tea")
    return tmp_path


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


def found() -> list[tuple[str, str]]:
    """The codes of what is wrong with rules and examples, and where."""
    return [(problem.code, problem.where.path) for problem in try_examples().problems]


def test_examples_that_are_what_they_should_be(tea: Path) -> None:
    trial = try_examples("tea")

    assert [(each.rule.code, each.passing, each.failing) for each in trial.rules] == [("TE101", 1, 1)]
    assert trial.problems == []


def test_an_example_in_the_wrong_folder_is_told(tea: Path) -> None:
    passing, failing = (tea / PASS).read_text("utf-8"), (tea / FAIL).read_text("utf-8")
    (tea / PASS).write_text(failing, encoding="utf-8")
    (tea / FAIL).write_text(passing, encoding="utf-8")

    assert found() == [("CF305", FAIL), ("CF305", PASS)]


def test_an_example_must_fail_for_its_own_reason(tea: Path) -> None:
    edit(tea / FAIL, "sets: []", "sets: []\ncolour: red")
    (problem,) = try_examples().problems

    assert (problem.code, problem.where.path, problem.where.line) == ("CF305", FAIL, 6)
    assert "CF101" in problem.message


def test_a_rule_for_packs_is_tried_too_and_needs_both_examples(tea: Path) -> None:
    (tea / RULES).write_text((tea / RULES).read_text("utf-8") + TOO_DEAR, encoding="utf-8")
    assert found() == [("CF306", "tests/rules/TE102/fail"), ("CF306", "tests/rules/TE102/pass")]

    pack = (tea / PACK).read_text("utf-8")
    for name, cost in (("pass", 3), ("fail", 4)):
        (tea / f"tests/rules/TE102/{name}").mkdir(parents=True)
        example = pack.replace("cost: 3", f"cost: {cost}").replace("id: first-cards", f"id: te102-{name}")
        (tea / f"tests/rules/TE102/{name}/one.yaml").write_text(example, encoding="utf-8")
    assert found() == []

    edit(tea / RULES, "at_most = 3", "at_most = 9")
    assert found() == [("CF305", "tests/rules/TE102/fail/one.yaml")]


def test_a_rule_that_crashes_is_told_at_its_line(tea: Path) -> None:
    edit(tea / RULES, "for card in pack.cards", "for card in pack.crads")
    (problem,) = {(each.code, each.where.path, each.where.line) for each in try_examples().problems}

    assert problem[:2] == ("CF303", RULES)
    assert "pack.crads" in (tea / RULES).read_text("utf-8").splitlines()[problem[2] - 1]


def test_where_there_is_no_game_of_ones_own_it_says_how_to_begin(tmp_path: Path) -> None:
    done = run("rules", "--test", cwd=tmp_path)

    assert done.returncode == 2
    assert "cardforge new NAME" in done.stderr


def test_problems_are_shown_with_their_lines(tea: Path) -> None:
    edit(tea / FAIL, "sets: []", "sets: [first-cards]")
    done = run("rules", "--test", cwd=tea)

    assert done.returncode == 1
    assert f"{FAIL}: error CF305: this example should break TE101, but passes" in done.stdout
    assert done.stdout.endswith("1 rule, 2 examples: 1 problem.\n")


@pytest.mark.parametrize(("old", "new", "code"), [("cost: 1", "cost: dear", "CF101"), ("cost: 1", "cost: [", "CF004")])
def test_a_broken_pack_is_not_left_out_in_silence(tea: Path, old: str, new: str, code: str) -> None:
    """`game:kind` names packs without naming files; one that cannot be drawn must stop the sheets all the same."""
    edit(tea / PACK, old, new)
    (tea / "packs/tea/set/more.yaml").write_text(
        "kind: set\nsystem: tea\nid: more\nname: More\ncards:\n  - {id: a, name: A, cost: 1, colour: sky, effect: B.}\n",
        encoding="utf-8",
    )
    for arguments in (("tea:set",), ("tea", "--all")):
        done = run("render", *arguments, cwd=tea)
        assert (done.returncode, f"{PACK}:" in done.stdout, code in done.stdout) == (1, True, True), done.stderr
    assert not (tea / "output").exists()


def test_ones_own_game_is_meant_where_a_built_in_one_has_the_kind_too(tea: Path) -> None:
    """`deck` is a kind of other games as well, and `tea` lies in this folder."""
    assert '"const": "tea"' in run("schema", "deck", cwd=tea).stdout
    recipe = 'RECIPE = struct(kind = "deck", version = 1, options = [])\n\ndef make(o):\n    return {"kind": "deck", "system": "tea", "name": "Whole", "sets": ["first-cards"]}\n'
    (tea / "templates/tea/recipes/deck.star").write_text(recipe, encoding="utf-8")
    edit(tea / "schemas/tea/deck.schema.json", '"sets": {', '"seed": {},\n    "sets": {')
    done = run("generate", "deck", "--seed", "tea", cwd=tea)

    assert (done.returncode, done.stdout) == (0, "1 deck from the seed `tea` in output/whole.yaml\n"), done.stderr


def test_a_misspelt_field_of_a_face_is_told_once(tea: Path) -> None:
    edit(tea / "templates/tea/faces/set.yaml", "{effect}", "{efect}")
    done = run("render", "tea:set", cwd=tea)

    assert done.returncode == 1
    assert done.stdout.count("CF407") == 1
    assert "did you mean `effect`?" in done.stdout


def test_a_broken_schema_is_told_and_what_refers_to_its_packs_is_not_blamed(tea: Path) -> None:
    edit(tea / "schemas/tea/set.schema.json", '"minItems": 1,', '"minItems": 1')
    done = run("validate", cwd=tea)

    assert done.returncode == 1
    assert "schemas/tea/set.schema.json:15:" in done.stdout
    assert "CF201" not in done.stdout


def test_a_rule_that_cannot_be_read_is_told_in_a_line(tea: Path) -> None:
    edit(tea / RULES, "rule(\n", "rule\n")
    (problem,) = try_examples().problems

    assert (problem.code, problem.where.path) == ("CF301", RULES)
    assert len(problem.message) < 120


def test_a_game_that_is_named_like_a_file_gets_a_way_to_go_on(tea: Path) -> None:
    for command in ("render", "validate", "check"):
        done = run(command, "tea", cwd=tea)
        assert (done.returncode, "packs/tea" in done.stderr) == (3, True), done.stderr


@pytest.mark.parametrize("folder", ["packs", "packs/tea/set", "schemas/tea", "templates/tea/faces"])
def test_a_folder_of_a_project_is_the_project(tea: Path, folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without that, `validate` would praise the packs that come with cardforge."""
    monkeypatch.chdir(tea / folder)

    assert validate_files([]).files == 5
    assert [each.rule.code for each in try_examples().rules] == ["TE101"]


def test_a_schema_without_seed_is_told_and_not_the_recipe(tea: Path) -> None:
    schema = tea / "schemas/tea/set.schema.json"
    lines = schema.read_text("utf-8").splitlines(keepends=True)
    schema.write_text("".join(line for line in lines if '"seed"' not in line), encoding="utf-8")
    done = run("generate", "set", "--seed", "tea", cwd=tea)

    assert done.returncode == 1
    assert "the schema of set has no `seed`" in done.stdout
    assert not (tea / "output").exists()
