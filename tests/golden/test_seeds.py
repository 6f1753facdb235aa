"""The version contract: what twenty seeds of every recipe give, kept as hashes beside the recipe's version.

A recipe that gives something else under the same version breaks a promise, so `--approve` writes new hashes only for a
new version. While a version has never been released, delete its file and approve again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from cardforge.core.errors import UsageError
from cardforge.generate.description import Recipe
from cardforge.generate.workshop import SeedRequest, Workshop, kit_for
from cardforge.load.project import Project, builtin_project, project_at
from tests.conftest import REPOSITORY
from tests.support.fair import BAND, fair

APPROVED = REPOSITORY / "tests/golden/seeds"
SEEDS = ("tea", "salt and lanterns", "42", "Zoë", "灯台", *(f"golden/{number}" for number in range(15)))
Vectors = dict[str, Any]


def orders(recipe: Recipe) -> Iterator[SeedRequest]:
    """Half of the seeds with nothing chosen, the others with one option each."""
    for at, seed in enumerate(SEEDS):
        chosen: dict[str, Any] = {}
        if at >= len(SEEDS) // 2 and recipe.options:
            option = recipe.options[at % len(recipe.options)]
            low, high = option.low or 0, option.high or 0
            chosen[option.name] = (
                option.choices[at % len(option.choices)] if option.choices else "ada" if option.text else low + at % (high - low + 1)
            )  # fmt: skip
        yield SeedRequest(recipe.kind, seed, chosen)


def vectors(kind: str, project: Project, game: str = "") -> Vectors:
    """A recipe's version, and a hash of the files that each order gives; a refusal is an answer too."""
    with closing(Workshop(kit_for(kind, game, project))) as workshop:
        recipe = workshop.recipe(kind)
        found = {}
        for order in orders(recipe):
            try:
                files: Mapping[str, str] = workshop.make(order).files
            except UsageError as refused:
                files = {"refused": refused.message}
            # Whether a command must name its game depends on what other games there are, and is no part of the promise.
            text = json.dumps(files, ensure_ascii=False).replace(f" --game {workshop.kit.game.system}", "")
            found[order.command] = hashlib.sha256(text.encode()).hexdigest()[:16]
    return {"version": recipe.version, "seeds": found}


def fault(found: Vectors, approved: Vectors | None) -> str:
    """What breaks the contract, or nothing."""
    if approved is None:
        return "has no approved seeds; run `make approve`"
    if found["version"] != approved["version"]:
        return f"is version {found['version']}, approved is {approved['version']}; run `make approve`"
    changed = [order for order, hash in found["seeds"].items() if approved["seeds"].get(order) != hash]
    return f"gives something else without a new version: {changed[0]} and {len(changed) - 1} more" if changed else ""


def test_every_recipe_keeps_its_promise(approve: bool) -> None:
    for path in sorted((REPOSITORY / "templates").glob("*/recipes/*.star")):
        if path.stem == "shared":
            continue
        file = APPROVED / f"{path.parts[-3]}-{path.stem}.json"
        found = vectors(path.stem, builtin_project(), path.parts[-3])
        approved = json.loads(file.read_text("utf-8")) if file.exists() else None
        if approve and (approved is None or approved["version"] != found["version"]):
            APPROVED.mkdir(exist_ok=True)
            file.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
            approved = found

        assert not fault(found, approved), f"{path.name} {fault(found, approved)}"


def test_no_approved_seeds_are_of_a_recipe_that_is_gone() -> None:
    for file in APPROVED.glob("*.json"):
        game, _, kind = file.stem.partition("-")
        assert (REPOSITORY / f"templates/{game}/recipes/{kind}.star").exists(), file.name


@pytest.mark.parametrize(
    ("old", "new", "is_caught"),
    [
        ("1 + roll(path", "2 + roll(path", True),
        ("Play {a noun}:", "Play {a noun},", True),
        ('path + "skill"', 'path + "craft"', True),
        ("_player", "_musician", False),  # what it is called inside is its own business
        ("version = 1", "version = 2", True),
    ],
)
def test_a_change_without_a_new_version_is_caught(tmp_path: Path, old: str, new: str, is_caught: bool) -> None:
    before, after = (_vectors_of(tmp_path / name, text) for name, text in (("a", BAND), ("b", BAND.replace(old, new))))

    assert len(before["seeds"]) == len(SEEDS)
    assert not fault(before, before)
    assert bool(fault(after, before)) == is_caught


def _vectors_of(folder: Path, band: str) -> Vectors:
    project = project_at(fair(folder, band.replace("high = 9", "high = 6")))
    assert project
    return vectors("band", project)
