"""Ids of what seeds make: no two alike, none that of a built-in pack, and folders of many that are legal."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from cardforge.generate.recipes import Recipes
from cardforge.generate.workshop import RecipeKit, kit_for
from cardforge.load.project import builtin_project
from tests.support.commands import run

PROJECT = builtin_project()
KITS = {
    game: kit_for(kind, game, PROJECT) for game, kind in (("nebula", "crew"), ("armada", "setup"), ("drift", "ship"))
}
KINDS = [(game, kind) for game in KITS for kind in PROJECT.recipe_kinds(game)]
SEEDS = 300
SLOW = {("nebula", "deck"): 100, ("nebula", "scenario"): 100, ("nebula", "sector"): 20}  # of a dozen packs or more
SUFFIX = re.compile("-[bcdfghjkmnpqrstvwxz256789]{5}")


def builtin_ids(kit: RecipeKit) -> set[str]:
    return {proven.document.data["id"] for proven in kit.around.proven if "id" in proven.document.data}


def packs_of(recipes: Recipes, game: str, kind: str) -> list[dict[str, Any]]:
    """All documents with an id that many seeds give, also those brought along."""
    made = [recipes.make(kind, f"ids/{seed}", {}) for seed in range(SLOW.get((game, kind), SEEDS))]
    return [document for each in made for document in (each.document, *each.also) if "id" in document]


@pytest.mark.parametrize(("game", "kind"), KINDS)
def test_no_two_seeds_share_an_id_and_none_has_that_of_a_built_in_pack(game: str, kind: str) -> None:
    packs = packs_of(Recipes(KITS[game].texts), game, kind)
    ids = [pack["id"] for pack in packs]

    assert [id for id, count in Counter(ids).items() if count > 1] == []
    assert set(ids) & builtin_ids(KITS[game]) == set()
    assert all(SUFFIX.fullmatch(pack["id"][-6:]) for pack in packs)
    assert [pack["name"] for pack in packs if pack["id"][-5:] in pack["name"].lower()] == []  # people read names
    assert len(ids) >= SEEDS or kind == "map"  # a map has no id


@pytest.mark.parametrize(("game", "kind"), KINDS)
def test_a_chosen_name_is_the_whole_id(game: str, kind: str) -> None:
    document = Recipes(KITS[game].texts).make(kind, "x", {"name": "Ada Voss"}).document

    assert document["name"] == "Ada Voss"
    assert document.get("id", "ada-voss") == "ada-voss"


@pytest.mark.parametrize(
    ("game", "kind", "options"),
    [
        ("nebula", "deck", []),
        ("nebula", "scenario", []),
        ("nebula", "sector", []),
        ("armada", "setup", ["--set", "players=4"]),
        ("armada", "loadout", []),
    ],
)
def test_a_folder_with_twenty_is_legal(tmp_path: Path, game: str, kind: str, options: list[str]) -> None:
    order = ["generate", kind, "--game", game, "--seed", "shelf", "--count", "20", *options]
    done = run(*order, "-o", "shelf", cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    done = run("validate", "shelf", cwd=tmp_path)

    assert done.returncode == 0, done.stdout
    assert "no problems" in done.stdout
