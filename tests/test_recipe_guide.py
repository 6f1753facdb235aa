"""The example of docs/recipes.md does what the page says."""

from __future__ import annotations

import re

import pytest

from cardforge.core.codes.engine import CODES
from cardforge.generate.recipes import Recipes, RecipeTexts, Refused
from tests.conftest import REPOSITORY

PAGE = (REPOSITORY / "docs/recipes.md").read_text("utf-8")
PRELUDE = (REPOSITORY / "cardforge/generate/generate.star").read_text("utf-8")


def block(language: str, number: int = 0) -> str:
    blocks: list[str] = re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    return blocks[number]


def test_the_example_makes_a_band() -> None:
    recipes = Recipes(
        RecipeTexts("fair", {"band": ("band.star", block("starlark"))}, {"names": ("names.yaml", block("yaml"))})
    )
    made = recipes.make("band", "tea", {"size": 4})

    assert len(made.document["cards"]) == len(made.bill) == 4
    assert re.match(r"Draw (1 card|[2-5] cards)\.$", made.document["cards"][0]["effect"])
    with pytest.raises(Refused, match="at most 4"):
        recipes.make("band", "tea", {"style": "dirge", "size": 5})


def test_a_recipe_calls_host_functions_as_the_page_shows() -> None:
    recipes = Recipes(RecipeTexts("fair", {"shelf": ("shelf.star", block("starlark", 1))}, {}))
    made = {seed: recipes.make("shelf", seed, {}).document for seed in ("tea", "rye", "salt", "malt")}

    assert {each["wide"] for each in made.values()} == {2, 3}
    for each in made.values():
        assert each["places"] == ([[0, 0, 0, False], [1, 0, 2, False]] if each["wide"] == 3 else [])


def test_the_page_knows_every_word_a_recipe_can_use() -> None:
    known = set(re.findall(r"^def ((?!cardforge_)[a-z]\w*)\(", PRELUDE, re.MULTILINE))

    assert len(known) > 12
    for word in known:
        assert f"{word}(" in PAGE, word


def test_the_codes_of_the_page_exist() -> None:
    assert {"CF601", "CF602", "CF603"} <= set(re.findall(r"CF\d+", PAGE)) <= set(CODES)
