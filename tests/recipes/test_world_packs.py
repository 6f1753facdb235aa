"""NPCs, locations, stories, scenarios and decks from seeds: legal together, balanced, readable, and seldom alike."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from cardforge.app.check import Checking
from cardforge.core.errors import UsageError
from cardforge.generate.recipes import Generated, Recipes
from cardforge.generate.workshop import SeedRequest, Workshop
from tests.conftest import REPOSITORY

_SOAK = bool(os.environ.get("CARDFORGE_SOAK"))
SEEDS = {
    **dict.fromkeys(("npc", "location", "agenda"), 10_000 if _SOAK else 60),
    **dict.fromkeys(("scenario", "deck"), 10_000 if _SOAK else 20),
}
WORDS = REPOSITORY / "templates/nebula/recipes/words"
PRICES: dict[str, Any] = yaml.safe_load((WORDS / "world-prices.yaml").read_text("utf-8"))
PLOTS: list[str] = yaml.safe_load((WORDS / "world-plots.yaml").read_text("utf-8"))["plots"]
# What the faces hold, in letters: tried with every text at this length.
LONGEST = {"name": 30, "effect": 190, "flavor": 100, "then": 130, "trigger": 90, "text": 480}
PACKS = ("npc", "location")
ALONE = (*PACKS, "agenda")

each_pack = pytest.mark.parametrize("kind", PACKS)
each_alone = pytest.mark.parametrize("kind", ALONE)
each_plot = pytest.mark.parametrize("plot", PLOTS)


def power_of(seed: int) -> int:
    return seed % 10 + 1


def made(recipes: Recipes, kind: str) -> Iterator[tuple[int, Generated]]:
    """What the seeds give, with every power in turn."""
    for seed in range(SEEDS[kind]):
        yield power_of(seed), recipes.make(kind, f"slice {seed}", {"power": power_of(seed)})


def texts(card: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Everything that is printed on a card, with its key."""
    for key in ("name", "effect", "flavor", "text"):
        if key in card:
            yield key, card[key]
    if "ability" in card:
        yield from card["ability"].items()
    if "progress" in card:
        yield "then", card["progress"]["then"]


@pytest.mark.soak
@pytest.mark.parametrize("kind", SEEDS)
def test_every_seed_gives_legal_files(workshop: Workshop, kind: str) -> None:
    """What breaks a schema or an error-level rule, alone or together, is refused by the workshop."""
    for seed in range(SEEDS[kind]):
        piece = workshop.make(SeedRequest(kind, f"slice {seed}", {"power": power_of(seed)}))

        assert piece.kinds[0] == kind
        assert (len(piece.files) > 1) == (kind not in PACKS)


@pytest.mark.parametrize("kind", ["scenario", "deck"])
def test_nothing_warns_when_it_is_played_together(workshop: Workshop, kind: str, tmp_path: Path) -> None:
    """No dead action, no device without power, no way without a way back, no track that cannot be filled."""
    for seed in range(5):
        piece = workshop.make(SeedRequest(kind, f"warns {seed}", {"power": 2 * seed + 1}))
        folder = tmp_path / str(seed)
        folder.mkdir()
        for name, text in piece.files.items():
            (folder / name).write_text(text, "utf-8")
        checking = Checking([str(folder / f"{piece.id}.yaml")], [str(folder)])
        judged = list(checking.judgements())

        assert len(judged) == 1
        assert [each.message for each in (*judged[0].problems, *checking.problems)] == []


@pytest.mark.soak
@each_pack
def test_every_pack_spends_its_budget(recipes: Recipes, kind: str) -> None:
    price = PRICES[kind]
    for power, pack in made(recipes, kind):
        due = price["budget"]["base"] + price["budget"]["each"] * power

        assert abs(sum(points for _, points in pack.bill) - due) <= price["tolerance"], pack.document["seed"]


@pytest.mark.soak
def test_what_an_npc_costs_is_what_is_printed(recipes: Recipes) -> None:
    for _, pack in made(recipes, "npc"):
        stats = pack.document["cards"][0]["stats"]

        assert sum(PRICES["npc"][stat] * value for stat, value in stats.items()) == sum(p for _, p in pack.bill[:3])
        assert stats["attack"] >= 1  # whoever arrives can attack


@pytest.mark.soak
@each_alone
def test_texts_are_short_and_none_is_empty(recipes: Recipes, kind: str) -> None:
    for _, pack in made(recipes, kind):
        for card in pack.document["cards"]:
            for key, text in texts(card):
                assert 0 < len(text) <= LONGEST[key], text


ODD = {
    "a word twice": r"\b(\w+) \1\b",
    "a place left open": r"[{}]",
    "two spaces": r"  ",
    "a before a vowel": r"\b[Aa] (?!one\b|uni|use)[aeiou]",
    "an before a consonant": r"\b[Aa]n (?!hour|hon|heir)[^aeiouAEIOU]",
    "one of many": r"\b1 (cards|tokens|items|resources|crew members|shield tokens|progress tokens)\b",
    "many of one": r"(?<![-+])\b[2-9] (card|item|resource|crew member|shield token|progress token|debuff token)\b",
    "a small letter after a full stop": r"\. [a-z]",
    "no end": r"[^.?]$",
    "a doubled mark": r"[.,;:]{2}",
    "an order and its opposite": r"discard \d cards? or discard|exhaust a \w+ or exhaust a crew|deal 1 damage .* repair 1|no cards in your hand, discard",
}


@pytest.mark.soak
@each_alone
def test_texts_read_as_if_a_person_had_written_them(recipes: Recipes, kind: str) -> None:
    for _, pack in made(recipes, kind):
        for card in pack.document["cards"]:
            for text in [text for key, text in texts(card) if key not in ("name", "trigger")]:
                assert [odd for odd, pattern in ODD.items() if re.search(pattern, text)] == [], text


@pytest.mark.soak
@each_alone
def test_no_card_of_a_pack_is_a_copy_of_another(recipes: Recipes, kind: str) -> None:
    for _, pack in made(recipes, kind):
        cards = pack.document["cards"]
        for key in ("id", "name", "effect", "text", "flavor"):
            several = Counter(card[key] for card in cards if key in card)

            assert [value for value, count in several.items() if count > 1] == []


def _titles(rows: Any) -> Iterator[str]:
    """Every title of the situations below some rows."""
    if isinstance(rows, dict):
        yield from rows["name"] if isinstance(rows.get("name"), list) else ()
        rows = list(rows.values())
    for row in rows if isinstance(rows, list) else ():
        yield from _titles(row)


def test_no_two_situations_of_an_npc_have_the_same_title() -> None:
    """Of two cards with one title a pack keeps the first, and the other is lost with what it does."""
    every: dict[str, Any] = yaml.safe_load((WORDS / "world-npc.yaml").read_text("utf-8"))
    regards = every.pop("regard")
    for name in every["classes"]:
        own = yaml.safe_load((WORDS / f"world-npc-{name}.yaml").read_text("utf-8"))
        titles = Counter(_titles([own, every, regards.get(name) or regards["people"]]))

        assert len(titles) > 50
        assert [title for title, count in titles.items() if count > 1] == []


# Stories


def story(recipes: Recipes, plot: str, seed: str = "x") -> dict[str, list[dict[str, Any]]]:
    """The cards of a scenario's files, by the kind of file."""
    found: dict[str, list[dict[str, Any]]] = {}
    for document in recipes.make("scenario", seed, {"plot": plot}).also:
        found.setdefault(document["kind"], []).extend(document["cards"])
    return found


@each_plot
def test_every_ending_of_a_plot_can_be_reached(recipes: Recipes, plot: str) -> None:
    """Every resolution is named by cards, and their tracks can be filled by the cards that are there."""
    cards = story(recipes, plot)
    endings = {card["id"]: card for card in cards["agenda"] if card["group"] == "resolution"}
    events = [card for card in cards["npc"] + cards["location"] if "triggers" in card]

    assert {ending for card in events for ending in card["triggers"]} == set(endings)
    assert Counter(card["outcome"] for card in endings.values()) == {"win": 2, "lose": 1}
    for id, ending in endings.items():
        steps = [card["progress"] for card in events if card["triggers"] == [id]]

        assert len({(step["target"], step["threshold"], step["then"]) for step in steps}) == 1
        assert sum(step["amount"] for step in steps) >= steps[0]["threshold"]
        assert steps[0]["then"].endswith(f"Read the {ending['name']} resolution.")


@each_plot
def test_a_story_names_its_own_people_and_places(recipes: Recipes, plot: str) -> None:
    agenda, npc, place = recipes.make("agenda", "x", {"plot": plot}), *recipes.make("agenda", "x", {"plot": plot}).also
    told = " ".join(card["text"] for card in agenda.document["cards"])

    assert npc["name"].removeprefix("The ") in told
    assert place["name"].removeprefix("The ") in told
    assert {shift["npc"] for card in agenda.document["cards"] for shift in card.get("disposition", [])} == {npc["id"]}


def test_setup_cards_use_all_four_forms_of_slot(recipes: Recipes) -> None:
    forms: dict[str, set[str]] = {"npcs": set(), "locations": set()}
    for _, pack in made(recipes, "agenda"):
        for key, found in forms.items():
            found.update(
                form for slot in pack.document["cards"][0][key] for form in slot if form not in ("note", "prefer")
            )

    assert forms == {"npcs": {"id", "class", "role", "any"}, "locations": {"id", "type", "status", "any"}}


def test_a_scenario_brings_the_very_packs_that_its_agenda_names(recipes: Recipes) -> None:
    scenario = recipes.make("scenario", "x", {})
    agenda = recipes.make("agenda", "x/agenda", scenario.also[0]["seed"]["options"])

    assert scenario.also[0] == agenda.document
    assert agenda.also[0] in scenario.also
    assert [each["id"] for each in agenda.also] == [scenario.document["npcs"][0], scenario.document["locations"][0]]


def test_a_pack_brought_along_is_what_its_own_seed_gives(recipes: Recipes) -> None:
    """Also in the order of its keys: a friend who types the seed in a pack gets the same file."""
    for kind in ("scenario", "deck", "sector"):
        for document in recipes.make(kind, "x", {}).also:
            seed = document["seed"]
            again = recipes.make(seed["recipe"], seed["text"], seed["options"]).document

            assert again == document
            assert list(again) == list(document)
            assert [list(card) for card in again.get("cards", [])] == [list(card) for card in document.get("cards", [])]


# Options


@pytest.mark.parametrize(
    ("kind", "option", "key", "value"),
    [
        ("npc", "class", "class", "beast"),
        ("location", "type", "type", "anomaly"),
        ("location", "lanes", "connections", "lamp-nine cold-harbor"),
    ],
)
def test_an_option_is_on_the_permanent_card(recipes: Recipes, kind: str, option: str, key: str, value: str) -> None:
    printed = recipes.make(kind, "x", {option: value}).document["cards"][0][key]

    assert printed == (value.split() if option == "lanes" else value)


def test_an_npc_can_play_the_part_that_was_asked_for(recipes: Recipes) -> None:
    for part in ("antagonist", "traitor", "informant", "rival", "ally", "target", "wildcard"):
        for seed in range(10):
            assert part in recipes.make("npc", str(seed), {"part": part}).document["cards"][0]["roles"]


@each_pack
def test_a_name_can_be_chosen_and_changes_no_number(recipes: Recipes, kind: str) -> None:
    own, drawn = recipes.make(kind, "x", {"name": "The Ninth Wave"}), recipes.make(kind, "x", {})

    assert (own.document["name"], own.document["id"]) == ("The Ninth Wave", "the-ninth-wave")
    assert [points for _, points in own.bill] == [points for _, points in drawn.bill]


@each_pack
def test_a_name_too_long_for_the_card_is_refused(workshop: Workshop, kind: str) -> None:
    with pytest.raises(UsageError, match="at most"):
        workshop.make(SeedRequest(kind, "x", {"name": "The Reluctant Congregation of Ash"}))


# Looks and variety


@each_pack
def test_packs_are_seldom_alike(recipes: Recipes, kind: str) -> None:
    packs = [recipes.make(kind, f"variety/{seed}", {}).document for seed in range(1_000)]
    first = Counter(
        " ".join(text for key, text in texts(pack["cards"][0]) if key in ("effect", "trigger")).replace(
            pack["name"].removeprefix("The "), "…"
        )
        for pack in packs
    )

    assert len({pack["name"] for pack in packs}) >= 800
    assert len({card.get("flavor") for pack in packs for card in pack["cards"]}) >= 800
    assert first.most_common(1)[0][1] <= 0.03 * len(packs), first.most_common(3)


# The page about stories


def keys_of(value: Any) -> set[str]:
    """Every key of a story, however deep; facts are the story's own."""
    if isinstance(value, dict):
        return set(value).union(*(keys_of(each) for key, each in value.items() if key != "facts"))
    return set().union(*(keys_of(each) for each in value)) if isinstance(value, list) else set()


def test_the_page_about_stories_names_every_key_and_file() -> None:
    page = (REPOSITORY / "docs/stories-nebula.md").read_text("utf-8")
    named = set(re.findall(r"`([a-z]+)`", page))
    plots = [yaml.safe_load((WORDS / f"world-plot-{plot}.yaml").read_text("utf-8")) for plot in PLOTS]
    files = {re.sub(r"(npc|location|plot)-[a-z-]+", r"\1", path.stem) for path in WORDS.glob("world-*.yaml")}

    assert {key for plot in plots for key in keys_of(plot)} <= named
    assert {file for file in files if file not in page and f"{file}-" not in page} == set()


def test_the_page_about_stories_has_the_numbers_of_the_price_list() -> None:
    page = " ".join((REPOSITORY / "docs/stories-nebula.md").read_text("utf-8").split())
    npc, place = PRICES["npc"], PRICES["location"]

    assert f"{npc['budget']['base']} + {npc['budget']['each']}p" in page
    assert f"within {npc['tolerance']};" in page
    assert f"takes {place['budget']['base']} + p from" in page
    assert f"within {place['tolerance']}:" in page
