"""Sectors from seeds: legal with everything in them, one map, and stories that some play can open, each of them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from cardforge.app.check import Checking
from cardforge.generate.recipes import Generated, Recipes
from cardforge.generate.workshop import SeedRequest, Workshop
from cardforge.layout.art import ArtRecipe
from cardforge.render.rendering import renderer_for
from cardforge.render.selection import select

_SOAK = bool(os.environ.get("CARDFORGE_SOAK"))
SEEDS = 10_000 if _SOAK else 6  # of some twenty-five files each
AT_A_TIME = 200  # sectors in memory at once
OPENED = 25  # sectors in one opened project
ROWS = {"npcs": 12, "locations": 16, "scenarios": 8}  # of the log sheet
Fields = Mapping[str, Any]
State = tuple[frozenset[tuple[str, str]], tuple[tuple[str, int], ...]]  # what was won and lost; who feels how


@pytest.fixture(scope="module", params=range(0, SEEDS, AT_A_TIME))
def sectors(request: pytest.FixtureRequest, recipes: Recipes) -> list[Generated]:
    """A part of the sectors, made once for all tests that look at them."""
    seeds = range(request.param, min(request.param + AT_A_TIME, SEEDS))
    return [recipes.make("sector", f"slice {seed}", {"power": seed % 10 + 1}) for seed in seeds]


def by_kind(made: Generated, kind: str) -> dict[str, dict[str, Any]]:
    return {document.get("id", document["name"]): document for document in made.also if document["kind"] == kind}


def holds(condition: Fields, ended: Mapping[str, str], feelings: Mapping[str, int]) -> bool:
    """Whether a requirement holds: worked out apart from the rules of the game, so that both can be wrong alone."""
    [(word, value), *_] = condition.items()
    if word in ("all", "any", "none"):
        inner = [holds(each, ended, feelings) for each in value]
        return all(inner) if word == "all" else any(inner) == (word == "any")
    if word == "npc":
        feeling = feelings.get(value, 0)
        return bool(condition["is"] == ("friendly" if feeling > 0 else "antagonist" if feeling < 0 else "neutral"))
    return value in ended if word == "played" else ended.get(value) == word


def opened_by_some_play(made: Generated) -> set[str]:
    """Play every open scenario to every ending, again and again, and note which ones were ever open."""
    agendas = by_kind(made, "agenda")
    found: set[str] = set()
    begin: State = (frozenset(), ())
    todo, seen = [begin], {begin}
    while todo:
        state = todo.pop()
        ended, feelings = dict(state[0]), dict(state[1])
        for scenario in made.document["scenarios"]:
            if scenario["id"] in ended or not holds(scenario.get("requires", {"all": []}), ended, feelings):
                continue
            found.add(scenario["id"])
            for ending in (c for c in agendas[scenario["agenda"]]["cards"] if c["group"] == "resolution"):
                after = dict(feelings)
                for shift in ending["disposition"]:
                    after[shift["npc"]] = max(-3, min(3, after.get(shift["npc"], 0) + shift["shift"]))
                outcome = {"win": "won", "lose": "lost"}[ending["outcome"]]
                new = (state[0] | {(scenario["id"], outcome)}, tuple(sorted(after.items())))
                if new not in seen:
                    seen.add(new)
                    todo.append(new)
    return found


@pytest.mark.soak
def test_a_sector_brings_all_kinds_of_packs(sectors: list[Generated]) -> None:
    for made in sectors:
        kinds = [made.document["kind"], *(each["kind"] for each in made.also)]

        assert kinds[0] == "sector"
        assert set(kinds) == {"sector", "scenario", "agenda", "npc", "location"}


@pytest.mark.soak
def test_some_play_opens_every_scenario(sectors: list[Generated]) -> None:
    for made in sectors:
        scenarios = [scenario["id"] for scenario in made.document["scenarios"]]

        assert opened_by_some_play(made) == set(scenarios), made.document["seed"]
        assert len(scenarios) in (3, 4)
        assert "requires" not in made.document["scenarios"][0]
        assert all("requires" in scenario for scenario in made.document["scenarios"][1:])


def test_a_story_that_nothing_opens_is_noticed(recipes: Recipes) -> None:
    made = recipes.make("sector", "x", {"scenarios": 4})
    last = made.document["scenarios"][-1]
    last["requires"] = {"all": [{"won": last["id"]}]}

    assert last["id"] not in opened_by_some_play(made)


@pytest.mark.soak
def test_its_places_are_one_map_with_a_way_back_everywhere(sectors: list[Generated]) -> None:
    for made in sectors:
        lanes = {id: set(pack["cards"][0]["connections"]) for id, pack in by_kind(made, "location").items()}
        near, todo = set(), [next(iter(lanes))]
        while todo:
            place = todo.pop()
            if place not in near:
                near.add(place)
                todo += lanes[place]

        assert near == set(lanes) == set(made.document["locations"])
        assert [(one, other) for one, ways in lanes.items() for other in ways if one not in lanes[other]] == []
        assert max(map(len, lanes.values())) <= 3


@pytest.mark.soak
def test_it_names_all_that_it_brings_and_fits_its_log(sectors: list[Generated]) -> None:
    for made in sectors:
        sector, scenarios = made.document, [each for each in made.also if each["kind"] == "scenario"]
        names = [pack["name"] for pack in made.also] + [faction["name"] for faction in sector["factions"]]

        assert list(by_kind(made, "npc")) == sector["npcs"] == [id for each in scenarios for id in each["npcs"]]
        assert set(sector["locations"]) == {id for each in scenarios for id in each["locations"]}
        assert [scenario["agenda"] for scenario in sector["scenarios"]] == [each["agenda"] for each in scenarios]
        assert len(set(names)) == len(names)
        assert {key: len(sector[key]) <= most for key, most in ROWS.items()} == dict.fromkeys(ROWS, True)


@pytest.mark.soak
def test_its_words_name_its_own_people_and_places(sectors: list[Generated]) -> None:
    told = []
    for made in sectors:
        sector = made.document
        first = by_kind(made, "agenda")[sector["scenarios"][0]["agenda"]]["cards"][0]
        place = by_kind(made, "location")[first["locations"][0]["id"]]["name"].removeprefix("The ")
        words = " ".join([sector["history"], *(faction["text"] for faction in sector["factions"])])
        told.append(place in words)

        assert not set("{}") & set(words)
        assert "  " not in words
        assert sector["history"].count("\n\n") == 1

    assert sum(told) > len(told) // 2


def test_nothing_warns_when_its_scenarios_are_played(workshop: Workshop, tmp_path: Path) -> None:
    for seed in range(2):
        made = workshop.make(SeedRequest("sector", f"warns {seed}", {"power": 8 * seed + 1}))
        folder = tmp_path / str(seed)
        folder.mkdir()
        for name, text in made.files.items():
            (folder / name).write_text(text, "utf-8")
        names = [name for name, kind in zip(made.files, made.kinds, strict=True) if kind == "scenario"]
        checking = Checking([str(folder / name) for name in names], [str(folder)])
        judged = list(checking.judgements())

        assert len(judged) == len(names)
        assert [each.message for one in judged for each in one.problems] + [e.message for e in checking.problems] == []


def seen_on_faces(
    workshop: Workshop, requests: Iterable[SeedRequest], of: frozenset[str] | None = None
) -> list[object]:
    """What is wrong on the faces of what the seeds give, of all kinds or of those named; art is left out."""
    count = 0
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        for count, request in enumerate(requests, 1):
            for name, text in workshop.make(request).files.items():
                Path(folder, f"{count}-{name}").write_text(text, "utf-8")
        patch.setattr(ArtRecipe, "draw", lambda *_: ())
        ordered = select([folder])
        renderer, _ = renderer_for(ordered.project)
        drawn = list(renderer.draw([job for job in ordered.jobs if of is None or job.card.view.kind in of]))

    assert len(drawn) >= count
    return [*ordered.problems, *(each for card in drawn for each in (*card.problems, *card.findings))]


@pytest.mark.soak
@pytest.mark.parametrize("start", range(0, SEEDS, OPENED))
def test_every_sector_is_legal_and_its_map_its_log_and_its_dividers_fit(workshop: Workshop, start: int) -> None:
    """The workshop refuses what a rule objects to; the map, the log and the dividers bear the sector's own names."""
    seeds = range(start, min(start + OPENED, SEEDS))
    requests = [SeedRequest("sector", f"slice {seed}", {"power": seed % 10 + 1}) for seed in seeds]

    assert seen_on_faces(workshop, requests, frozenset({"sector"})) == []


@pytest.mark.soak
def test_all_its_cards_fit(workshop: Workshop) -> None:
    for seed in range(200 if _SOAK else 2):
        request = SeedRequest("sector", f"slice {seed}", {"power": seed % 10 + 1, "scenarios": 4})

        assert seen_on_faces(workshop, [request]) == []
