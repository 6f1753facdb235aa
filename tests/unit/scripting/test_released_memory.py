"""What a project was opened with goes when nobody needs it: a page is open for days, and opens files again at every save."""

from __future__ import annotations

import gc
from pathlib import Path
from weakref import ref

from cardforge.check.rulebook import Rulebook
from cardforge.fonts import FontBook
from cardforge.generate.recipes import Recipes
from cardforge.generate.workshop import kit_for
from cardforge.layout.art import ArtRecipe
from cardforge.layout.boxes import Box
from cardforge.load.game import Games
from cardforge.load.project import builtin_project, project_at
from cardforge.load.source import Source
from tests.support.fair import fair

ART = """
def art(card, canvas):
    return [fill(circle(between("x", 0, canvas.width), 5, 1), "#102030")]
"""


def test_a_font_that_was_asked_goes_with_its_book() -> None:
    font = FontBook(()).font("source-sans")
    kept = ref(font)
    assert font.reach(font.shape("office"))[0] > 0

    del font
    gc.collect()
    assert kept() is None


def test_an_artist_that_has_drawn_goes_though_its_script_calls_it() -> None:
    art_recipe = ArtRecipe(Source("art.star", ART))
    kept = ref(art_recipe)
    assert art_recipe.draw({}, Box(0, 0, 20, 20), {}, "seed")

    del art_recipe
    gc.collect()
    assert kept() is None


def test_recipes_that_were_used_go_though_their_scripts_call_them(tmp_path: Path) -> None:
    recipes = Recipes(kit_for("deck", project=project_at(fair(tmp_path))).texts)
    kept = ref(recipes)
    for seed in ("a", "b", "c"):  # a recipe is read again when it is used again
        assert recipes.make("deck", seed, {}).also

    gc.collect()
    gc.disable()
    try:
        del recipes
        assert kept() is None  # at once, as no collection knows how much memory scripts take
    finally:
        gc.enable()


def test_rules_go_at_once() -> None:
    """Not at the next garbage collection, which knows nothing of the 27 MB that they take outside of Python."""
    gc.collect()
    gc.disable()
    try:
        rulebook = Rulebook(Games(builtin_project())["alert"])  # its rules load each other's functions
        kept = ref(rulebook)
        assert len(rulebook.rules) > 10

        del rulebook
        assert kept() is None
        assert gc.collect() == 0
    finally:
        gc.enable()
