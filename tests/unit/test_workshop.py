"""What a workshop lets out: what a recipe means to break, and figures that are those of the game."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from cardforge.errors import ProblemsError
from cardforge.generation import Order, Workshop, kit_for
from cardforge.load.project import project_at
from tests.seeded import BAND, fair

LOUD = BAND.replace("bill = [", 'breaks = ["FR101"],\n        bill = [')


def made(folder: Path, band: str, size: int) -> str:
    with closing(Workshop(kit_for("band", project=project_at(fair(folder, band))))) as workshop:
        (text,) = workshop.make(Order("band", "tea", {"size": size})).files.values()
    return text


def test_a_rule_that_is_broken_on_purpose_is_named_on_top_of_the_file(tmp_path: Path) -> None:
    assert made(tmp_path, LOUD, 7).splitlines()[1] == "# It breaks FR101 on purpose."


def test_a_rule_that_was_to_be_broken_and_is_kept_is_told(tmp_path: Path) -> None:
    with pytest.raises(ProblemsError) as told:
        made(tmp_path, LOUD, 6)

    assert [(each.code, "keeps FR101" in each.message) for each in told.value.problems] == [("CF603", True)]


def test_breaking_one_rule_on_purpose_allows_no_other(tmp_path: Path) -> None:
    rule = tmp_path / "a/schemas/fair/rules/more.star"
    fair(tmp_path / "a", LOUD)
    rule.write_text(
        "def _even(band):\n    return compare(len(band.cards) % 2, equals = 0, unit = 'left over', at = band.at)\n\n"
        "rule(code = 'FR102', name = 'odd-band', on = 'pack', check = _even, title = 'A band is even', why = 'Pairs.',"
        " wrong = 'x', right = 'y')\n",
        encoding="utf-8",
    )
    with closing(Workshop(kit_for("band", project=project_at(tmp_path / "a")))) as workshop:
        with pytest.raises(ProblemsError, match="FR102") as told:
            workshop.make(Order("band", "tea", {"size": 7}))
        assert workshop.make(Order("band", "tea", {"size": 8})).id

    assert len(told.value.problems) == 1


def test_a_recipe_reads_the_defaults_of_its_game(tmp_path: Path) -> None:
    root = fair(tmp_path, BAND.replace("1 + roll(path", 'words("defaults")["fee"] + roll(path'))
    (root / "packs/fair/defaults.yaml").write_text("kind: defaults\nsystem: fair\nfee: 90\n", encoding="utf-8")
    with closing(Workshop(kit_for("band", project=project_at(root)))) as workshop:
        piece = workshop.make(Order("band", "tea", {}))

    assert all(points >= 90 for _, points in piece.bill)
