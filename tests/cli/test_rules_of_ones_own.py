"""`cardforge rules --test`, and what else a project's own game needs that a built-in one never missed."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from cardforge.app.render import lay_out
from cardforge.app.rules import try_examples
from cardforge.app.schema import schema_of
from cardforge.app.validate import validate_files
from cardforge.core.errors import ProblemsError, SurroundingsError, UsageError
from cardforge.generate.workshop import SeedRequest, Workshop, kit_for
from cardforge.load.skeleton import skeleton
from cardforge.load.targets import existing
from tests.support.commands import call
from tests.support.projects import edit, write_files

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
    write_files(tmp_path, skeleton("tea", "Tea", "TE101"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


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


def test_problems_are_shown_with_their_lines(tea: Path) -> None:
    edit(tea / FAIL, "sets: []", "sets: [first-cards]")
    done = call("rules", "--test", cwd=tea)

    assert done.returncode == 1
    assert f"{FAIL}: error CF305: this example should break TE101, but passes" in done.stdout
    assert done.stdout.endswith("1 rule, 2 examples: 1 problem.\n")


def test_a_rule_that_cannot_be_read_is_told_in_a_line(tea: Path) -> None:
    edit(tea / RULES, "rule(\n", "rule\n")
    (problem,) = try_examples().problems

    assert (problem.code, problem.where.path) == ("CF301", RULES)
    assert len(problem.message) < 120


@pytest.mark.parametrize("folder", ["packs", "packs/tea/set", "schemas/tea", "templates/tea/faces"])
def test_a_folder_of_a_project_is_the_project(tea: Path, folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without that, `validate` would praise the packs that come with cardforge."""
    monkeypatch.chdir(tea / folder)

    assert validate_files([]).files == 5
    assert [each.rule.code for each in try_examples().rules] == ["TE101"]


def test_where_there_is_no_game_of_ones_own_it_says_how_to_begin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UsageError) as refused:
        try_examples()

    assert "cardforge new NAME" in refused.value.hint


@pytest.mark.parametrize(("wrong", "code"), [("cost: dear", "CF101"), ("cost: [", "CF004")])
def test_a_broken_pack_is_not_left_out_in_silence(tea: Path, wrong: str, code: str) -> None:
    """`game:kind` names packs without naming files; one that cannot be drawn must stop the sheets all the same."""
    text = (tea / PACK).read_text("utf-8").replace("id: first-cards", "id: more")
    (tea / "packs/tea/set/more.yaml").write_text(text, encoding="utf-8")
    edit(tea / PACK, "cost: 1", wrong)
    rendering = lay_out(["tea:set"])

    assert [(problem.code, problem.where.path) for problem in rendering.problems] == [(code, PACK)]
    assert len(rendering.cards) == 4


def test_a_misspelt_field_of_a_face_is_told_once(tea: Path) -> None:
    edit(tea / "templates/tea/faces/set.yaml", "{effect}", "{efect}")
    (problem,) = lay_out(["tea:set"]).problems

    assert (problem.code, problem.hint) == ("CF407", "did you mean `effect`?")


def test_a_broken_schema_is_told_and_what_refers_to_its_packs_is_not_blamed(tea: Path) -> None:
    edit(tea / "schemas/tea/set.schema.json", '"minItems": 1,', '"minItems": 1')
    (problem,) = validate_files([]).problems

    assert (problem.code, problem.where.path) == ("CF102", "schemas/tea/set.schema.json")


def test_a_game_that_is_named_like_a_file_gets_a_way_to_go_on(tea: Path) -> None:
    for name in ("tea", "nebula"):
        with pytest.raises(SurroundingsError) as refused:
            existing(name)
        assert f"packs/{name}" in refused.value.hint


def test_ones_own_game_is_meant_where_a_built_in_one_has_the_kind_too(tea: Path) -> None:
    """`deck` is a kind of other games as well, and `tea` lies in this folder."""
    (tea / "templates/tea/recipes/deck.star").write_text("", encoding="utf-8")

    assert '"const": "tea"' in schema_of("deck").text
    assert kit_for("deck").game.system == "tea"


def test_a_schema_without_seed_is_told_and_not_the_recipe(tea: Path) -> None:
    schema = tea / "schemas/tea/set.schema.json"
    lines = schema.read_text("utf-8").splitlines(keepends=True)
    schema.write_text("".join(line for line in lines if '"seed"' not in line), encoding="utf-8")
    with closing(Workshop(kit_for("set"))) as workshop, pytest.raises(ProblemsError) as refused:
        workshop.make(SeedRequest("set", "tea", {}))

    assert [problem.code for problem in refused.value.problems] == ["CF603"]
    assert "the schema of set has no `seed`" in refused.value.message
