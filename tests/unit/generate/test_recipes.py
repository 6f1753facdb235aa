"""What recipes can do, and what happens when they cannot."""

from __future__ import annotations

import re
from typing import Any

import pytest

from cardforge.check.host import HOST_FUNCTIONS
from cardforge.core.errors import UsageError
from cardforge.generate.recipes import Recipes, RecipeTexts, Refused, slug
from cardforge.generate.remote_recipes import RemoteRecipes
from cardforge.scripting.script import ScriptError
from tests.support.fair import BAND, DECK, WORDS


def recipes(band: str = BAND, deck: str = DECK, words: str = WORDS) -> Recipes:
    return Recipes(texts(band, deck, words))


def texts(band: str = BAND, deck: str = DECK, words: str = WORDS) -> RecipeTexts:
    return RecipeTexts(
        "fair", {"band": ("band.star", band), "deck": ("deck.star", deck)}, {"names": ("names.yaml", words)}
    )


def band(text: str = BAND, seed: str = "tea", **options: Any) -> dict[str, Any]:
    return recipes(text).make("band", seed, options).document


def value(expression: str, top: str = "") -> Any:
    """What an expression gives inside a recipe."""
    recipe = f'RECIPE = struct(kind = "band", version = 1, options = [])\n{top}\ndef make(o):\n    return {{"name": "x", "value": {expression}}}\n'
    return recipes(recipe).make("band", "tea", {}).document["value"]


def test_a_seed_gives_the_same_again_and_another_seed_something_else() -> None:
    assert band() == band()
    assert band(seed="tee")["cards"] != band()["cards"]


def test_what_was_made_before_does_not_matter() -> None:
    """A recipe is read again with the paths it has met; seeds give the same before and after."""
    one = recipes()
    many = [one.make("band", str(seed), {}) for seed in range(60)]

    assert many == [recipes().make("band", str(seed), {}) for seed in range(60)]


def test_a_document_says_where_it_came_from_behind_its_name() -> None:
    made = band(size=2)

    assert list(made) == ["kind", "system", "id", "name", "seed", "style", "cards"]
    assert made["seed"] == {"text": "tea", "recipe": "band", "version": 1, "options": {"size": 2}}
    assert "options" not in band()["seed"]


# Independence: what is added to a recipe changes nothing else.

MUTATIONS = {
    "a card more": ("range(o.size)]", "range(o.size)] + [_player(77)]"),
    "a field before the others": ('"cost": 1', '"mood": roll(path + "mood", 9), "cost": 1'),
    "an option more": ('option("size"', 'option("tempo", low = 1, high = 9), option("size"'),
    "a draw before everything": ("    cards = [", '    extra = [roll("extra/%d" % at, 6) for at in range(50)]\n    cards = ['),
    "another kind of card": ("range(o.size)]", 'range(o.size)] + [{"id": "drum", "name": fill("drum/name", "{noun}", WORDS), "cost": 1}]'),
}  # fmt: skip


@pytest.mark.parametrize("what", MUTATIONS)
def test_other_values_stay_when_a_recipe_gets(what: str) -> None:
    old, new = MUTATIONS[what]
    changed = BAND.replace(old, new, 1)
    assert changed != BAND
    for seed in ("tea", "salt", "7"):
        before, after = band(BAND, seed), band(changed, seed)
        cards = [{key: each for key, each in card.items() if key != "mood"} for card in after.pop("cards")]

        assert cards[:3] == before.pop("cards")
        assert after == before


def test_a_version_and_a_kind_have_their_own_numbers() -> None:
    assert band(BAND.replace("version = 1", "version = 2"))["cards"] != band()["cards"]


def test_an_option_that_is_given_leaves_the_rest() -> None:
    assert band(style="dirge")["cards"] == band()["cards"]
    assert band(size=2)["cards"] == band(size=4)["cards"][:2]


# Words.


@pytest.mark.parametrize(
    ("expression", "wanted"),
    [
        ('[a(word) for word in ["engine", "hour", "unit", "uncle", "one-way", "European", "heir", "Ox", "8-ball"]]',
         ["an engine", "an hour", "a unit", "an uncle", "a one-way", "a European", "an heir", "an Ox", "an 8-ball"]),
        ('[plural(n, "token") for n in [0, 1, 2]]', ["0 tokens", "1 token", "2 tokens"]),
        ('[plural(2, word) for word in ["ally", "day", "box", "match", "loss"]]', ["2 allies", "2 days", "2 boxes", "2 matches", "2 losses"]),
        ('plural(2, "die", "dice")', "2 dice"),
        ('[capital("ada"), capital("")]', ["Ada", ""]),
        ('slug("Ada O\'Hara, Østby")', "ada-ohara-stby"),
        ('fill("x", "no places", {})', "no places"),
        ('fill("x", "{a noun} and {Noun}", {"noun": ["hour"]})', "an hour and Hour"),
        ('fill("x", "{a thing}, {Thing}", {"thing": ["{noun}"], "noun": ["hour"]})', "an hour, Hour"),
        ('fill("x", "{a thing}", {"thing": ["idle {noun}"], "noun": ["hour"]})', "an idle hour"),
        ('[sorted(picks("x", [1, 2, 3], 3)), sorted(shuffled("y", [1, 2]))]', [[1, 2, 3], [1, 2]]),
        ('[chance("x", 0), chance("x", 100)]', [False, True]),
    ],
)  # fmt: skip
def test_words_of_the_prelude(expression: str, wanted: Any) -> None:
    assert value(expression) == wanted


def test_an_id_is_short_and_has_letters() -> None:
    assert len(slug("x y" * 100)) <= 60
    with pytest.raises(ValueError, match="no letter"):
        slug("灯台")


def test_an_id_of_a_drawn_name_is_the_seeds_own_and_of_a_chosen_one_the_name() -> None:
    text = BAND.replace("slug(name)", "own_id(name, o.name)").replace('"The {Adjective} {Noun}"', '"The Upper Hour"')
    ids = {band(text, str(seed))["id"] for seed in range(300)}

    assert len(ids) == 300
    assert [id for id in ids if not re.fullmatch("the-upper-hour-[bcdfghjkmnpqrstvwxz256789]{5}", id)] == []
    assert band(text, "7", size=5)["id"] in ids
    assert band(text, name="The Upper Hour")["id"] == "the-upper-hour"


def test_an_own_id_is_no_longer_than_another() -> None:
    assert re.fullmatch("x{54}-.{5}", value('own_id("x" * 80)'))
    assert re.fullmatch("x{53}-[^-]{5}", value('own_id("x" * 53 + " and more")'))


# Others.


def test_a_recipe_can_ask_another_and_the_answer_can_be_made_again_alone() -> None:
    made = recipes().make("deck", "tea", {"style": "reel"})
    alone = recipes().make("band", "tea/band/1", {"name": "Band 1", "style": "reel"})

    assert [each["id"] for each in made.also] == made.document["bands"] == ["band-1", "band-2"]
    assert made.also[0] == alone.document


@pytest.mark.parametrize(
    ("deck", "reason"),
    [
        ('make_other("bnad", "x")', "no recipe for `bnad`"),
        ('make_other("band", "x", {"style": "rel"})', "`style` cannot be `rel`"),
        ('make_other("deck", "x")', "too often"),
        ('[make_other("band", "x/%d" % at) for at in range(201)]', "too often"),
    ],
)
def test_what_others_cannot_do_is_told_at_the_place(deck: str, reason: str) -> None:
    text = (
        f'RECIPE = struct(kind = "deck", version = 1, options = [])\n\ndef make(o):\n    x = {deck}\n    return {{}}\n'
    )
    with pytest.raises(ScriptError) as caught:
        recipes(deck=text).make("deck", "tea", {})

    assert reason in caught.value.message
    assert (caught.value.path, caught.value.line) == ("deck.star", 4)


def test_what_goes_wrong_in_another_recipe_is_told_there() -> None:
    with pytest.raises(ScriptError) as caught:
        recipes(band=BAND.replace("1 + roll", "1 + rool")).make("deck", "tea", {})

    assert caught.value.path == "band.star"
    with pytest.raises(Refused, match="at most 4 players"):
        recipes(deck=DECK.replace('"style": o.style', '"style": "dirge", "size": 5')).make("deck", "tea", {})


# What goes wrong.


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("def make(o)\n", "Parse error"),
        ("def make(o):\n    return {}\n", "`RECIPE`"),
        ('RECIPE = struct(kind = "bund", version = 1, options = [])\ndef make(o):\n    return {}\n', "the file is named band.star"),
        ('RECIPE = struct(kind = "band", version = 0, options = [])\ndef make(o):\n    return {}\n', "version"),
        ('RECIPE = struct(kind = "band", version = 1, options = [option("x")])\ndef make(o):\n    return {}\n', "`choices`"),
        ('RECIPE = struct(kind = "band", version = 1, options = [option("x", text = True, longest = "many")])\ndef make(o):\n    return {}\n', "`RECIPE`"),
        ('W = words("nmes")\n', "words/nmes.yaml; did you mean `names`?"),
    ],
)  # fmt: skip
def test_a_recipe_that_cannot_be_used_is_told_with_its_place(text: str, reason: str) -> None:
    with pytest.raises(ScriptError) as caught:
        recipes(text).recipe("band")

    assert caught.value.path == "band.star"
    assert reason in caught.value.message


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("return 5", ""),
        ("return struct(document = [])", "no document"),
        ('return struct(document = {}, bill = [["x"]])', "no document"),
        ('return {"name": "x", "cost": 1.5}', "1.5"),
        ('return {"x": pick("x", [])}', ""),
        ("for a in range(10000):\n        for b in range(10000):\n            for c in range(1000):\n                pass", "ran longer"),
    ],
)  # fmt: skip
def test_a_recipe_that_fails_is_told_with_its_place(body: str, reason: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardforge.scripting.script.MAX_SECONDS", 0.5)
    text = f'RECIPE = struct(kind = "band", version = 1, options = [])\ndef make(o):\n    {body}\n'
    with pytest.raises(ScriptError) as caught:
        recipes(text).make("band", "tea", {})

    assert reason in caught.value.message
    assert caught.value.path == "band.star"


def test_a_refusal_has_its_reason() -> None:
    with pytest.raises(Refused, match=r"^a dirge has at most 4 players$"):
        band(style="dirge", size=5)


@pytest.mark.parametrize(
    ("given", "message", "hint"),
    [
        ({"syle": "reel"}, "no option `syle`", "did you mean `style`?"),
        ({"zz": "1"}, "no option `zz`", "options: `size`, `style` and `name`"),
        ({"style": "real"}, "`reel`, `waltz` and `dirge`", "did you mean `reel`?"),
        ({"size": "12"}, "a whole number from 1 to 9", ""),
        ({"size": "many"}, "a whole number from 1 to 9", ""),
        ({"name": "x" * 41}, "at most 40 characters", ""),
        ({"name": " "}, "at most 40 characters", ""),
    ],
)
def test_options_that_a_recipe_does_not_take(given: dict[str, str], message: str, hint: str) -> None:
    with pytest.raises(UsageError) as caught:
        recipes().recipe("band").proven(given)

    assert message in caught.value.message
    assert caught.value.hint == hint


def test_a_text_can_be_as_long_as_its_option_says() -> None:
    recipe = recipes(BAND.replace("text = True", "text = True, longest = 50")).recipe("band")

    assert recipe.proven({"name": "x" * 50}) == {"name": "x" * 50}
    with pytest.raises(UsageError, match="at most 50 characters"):
        recipe.proven({"name": "x" * 51})


def test_options_come_in_the_order_of_the_recipe_and_as_what_they_are() -> None:
    given = recipes().recipe("band").proven({"name": " Ada  Vale ", "size": "4"})

    assert list(given.items()) == [("size", 4), ("name", "Ada Vale")]


def test_a_stranger_gets_the_same_and_dies_alone() -> None:
    remote = RemoteRecipes(texts())
    try:
        assert remote.recipe("band") == recipes().recipe("band")
        assert remote.make("deck", "tea", {"style": "reel"}) == recipes().make("deck", "tea", {"style": "reel"})
        with pytest.raises(Refused, match="at most 4"):
            remote.make("band", "tea", {"style": "dirge", "size": 5})
    finally:
        remote.close()
    greedy = RemoteRecipes(texts(BAND.replace("    cards = [", '    x = "x" * 2000000000\n    cards = [')))
    try:
        with pytest.raises(ScriptError, match="more memory than a recipe may have"):
            greedy.make("band", "tea", {})
    finally:
        greedy.close()


# Host functions of rules.


@pytest.mark.parametrize("program", [Recipes, RemoteRecipes])
def test_a_recipe_can_call_every_host_function_of_rules(program: type[Recipes] | type[RemoteRecipes]) -> None:
    calls = f"""RECIPE = struct(kind = "band", version = 1, options = [])
def make(o):
    known = [{", ".join(sorted(HOST_FUNCTIONS))}]
    return {{"name": "x", "known": len(known), "far": hex_distance([0, 0], [2, -1]), "odds": odds_of_rolling(3, 1)}}
"""
    opened = program(texts(calls))
    made = opened.make("band", "tea", {}).document
    if isinstance(opened, RemoteRecipes):
        opened.close()

    assert (made["known"], made["far"], made["odds"]) == (len(HOST_FUNCTIONS), 2, 875_000)


def test_a_host_function_that_refuses_its_arguments_names_the_line_of_the_recipe() -> None:
    top = "def badly():\n    return packing({'a': [[0, 0]], 'b': [[0, 0]]}, [])\n"
    with pytest.raises(ScriptError, match="duplicate cell") as caught:
        value("badly()", top)

    assert (caught.value.path, caught.value.line) == ("band.star", 3)
