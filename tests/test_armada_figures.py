"""Every figure that is our choice is read from the defaults: a project that changes one is judged by its own."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from cardforge.app.check import Checking
from cardforge.app.validate import validate_files
from tests.conftest import REPOSITORY

EXAMPLES = REPOSITORY / "tests" / "rules"
DEFAULTS = (REPOSITORY / "packs/armada/defaults.yaml").read_text("utf-8")
JUDGED = ("build", "setup", "loadout", "map", "step")

# An example of a rule, and a figure with which it is judged the other way.
TURNED = [
    ("AR-13/fail/nothing-raised", "least: 1", "least: 0"),
    ("AR-14/fail/common-with-two", "common: 1, special: 2}", "common: 2, special: 2}"),
    ("AR-14/pass/one-and-one", "common: 1, special: 2}", "common: 1, special: 1}"),
    ("AR-19/fail/two-tokens", "tokens_on_a_card: 1", "tokens_on_a_card: 2"),
    ("AR-19/fail/activated-again", "tokens_on_a_card: 1", "tokens_on_a_card: 2"),
    ("AR-21/pass/first-edition", "refit_recoveries: [1, 1]", "refit_recoveries: [2, 1]"),
    ("AR-21/fail/repair-and-a-token", "refit_recoveries: [1, 1]", "refit_recoveries: [1, 2]"),
    ("AR-24/fail/no-tech-chosen", "facility_bonus_equips: true", "facility_bonus_equips: false"),
    ("AR-37/pass/seven-of-each", "cost: 4, of_each_colour: 1", "cost: 4, of_each_colour: 2"),
    ("AR-38/fail/singularity-on-the-map", "singularity_set_aside: true", "singularity_set_aside: false"),
    ("AR-39/pass/past-a-raider", "explore_evades: false", "explore_evades: true"),
    ("AR-41/fail/second-haven", "haven: {count: 1", "haven: {count: 2"),
    ("AR-42/fail/speed-three", "gravity_well: {count: 8, cost: 2", "gravity_well: {count: 8, cost: 1"),
    ("AR-42/fail/past-a-boss", "evade_costs: {boss: 4}", "evade_costs: {boss: 1}"),
    ("AR-45/pass/three-of-each", "sweep_repeats: 3", "sweep_repeats: 2"),
    ("AR-47/pass/face-down", "arrivals_face_up_only: true", "arrivals_face_up_only: false"),
    ("AR-49/fail/four-successes", "dice: 2, millionths: 250000", "dice: 4, millionths: 50000"),
    ("AR-49/fail/easy-hull", "hull_checks: false", "hull_checks: true"),
    ("AR-52/pass/one-and-three", "starglass: 2, token: 2", "starglass: 0, token: 2"),
    ("AR-61/fail/boss-with-hull-six", "bosses_exceed_raiders: true", "bosses_exceed_raiders: false"),
    ("AR-68/fail/two-sectors", "raider_moves: [1, 1]", "raider_moves: [1, 2]"),
    ("AR-70/fail/two", "starbases_per_sector: 1", "starbases_per_sector: 2"),
    ("AR-80/fail/five-slots", "opening, explore_choice", "equip_limit, opening, explore_choice"),
]


def codes(example: Path) -> set[str]:
    """The codes of what is found in an example, which the packs of its rule lie beside."""
    kind = example.read_text("utf-8").partition("kind: ")[2].split()[0]
    if kind not in JUDGED:
        return {problem.code for problem in validate_files([str(example)]).problems}
    lent = [str(folder) for folder in (example.parent / "packs",) if folder.is_dir()]
    (judged,) = Checking([str(example)], lent).judgements()
    return {problem.code for problem in judged.problems}


def brought(name: str, folder: Path) -> Path:
    """A copy of an example in a project of its own."""
    example = folder / "example.yaml"
    example.write_text((EXAMPLES / f"{name}.yaml").read_text("utf-8"), encoding="utf-8")
    packs = (EXAMPLES / name).parent.parent / "packs"
    if packs.is_dir():
        shutil.copytree(packs, folder / "packs")
    return example


@pytest.mark.parametrize(("name", "ours", "theirs"), TURNED)
def test_a_project_with_another_figure_is_judged_by_it(
    name: str, ours: str, theirs: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, wrong_with_ours = name.partition("/")[0], "/fail/" in name
    example = brought(name, tmp_path)
    monkeypatch.chdir(tmp_path)
    assert (code in codes(example)) == wrong_with_ours

    assert DEFAULTS.count(ours) == 1
    (tmp_path / "packs/armada").mkdir(parents=True)
    (tmp_path / "packs/armada/defaults.yaml").write_text(DEFAULTS.replace(ours, theirs), encoding="utf-8")

    assert (code in codes(example)) != wrong_with_ours


def test_a_build_that_says_nothing_of_mirrored_decks_is_as_usual(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    example = brought("AR-12/fail/same-name-another-card", tmp_path)
    example.write_text(example.read_text("utf-8").replace("mirrored: true\n", ""), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert codes(example) == set()

    (tmp_path / "packs/armada").mkdir(parents=True)
    (tmp_path / "packs/armada/defaults.yaml").write_text(
        DEFAULTS.replace("mirrored: false", "mirrored: true"), encoding="utf-8"
    )

    assert codes(example) == {"AR-12"}
