"""Maps, moves and boards that grow at random: the rules of armada agree with another way to say the same."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from cardforge.check.rulebook import Rulebook
from cardforge.check.subject import Linked, Subject
from cardforge.link.collection import Entry
from cardforge.link.references import Links
from cardforge.load.document import Document
from cardforge.load.game import Games
from cardforge.load.project import builtin_project
from cardforge.load.source import Source
from tests.conftest import REPOSITORY
from tests.support.documents import document_of

PACKS = REPOSITORY / "packs" / "armada"
TILES: dict[str, dict[str, int]] = yaml.safe_load((PACKS / "defaults.yaml").read_text("utf-8"))["tiles"]
COLOURS = ("green", "blue", "yellow", "red")
Cell = tuple[int, int]
Place = dict[str, Any]


@cache
def _book() -> Rulebook:
    return Rulebook(Games(builtin_project())["armada"])


def _linked(document: Document, kind: str, is_pack: bool) -> Linked:
    return Linked(Entry(document, kind, is_pack, mentions=()), Links({}, ()))


@cache
def _pack(kind: str, file: str) -> Linked:
    path = PACKS / kind / f"{file}.yaml"
    return _linked(document_of(path.read_text("utf-8"), path.name), kind, True)


def faults(kind: str, data: dict[str, Any], packs: dict[str, Linked] | None = None) -> set[str]:
    """The codes of the rules that a situation breaks."""
    whole = {"kind": kind, "system": "armada", "name": "Any", **data}
    document = Document(Source("any.json", json.dumps(whole)), whole)
    judged = _book().judge(Subject("situation", _linked(document, kind, False), packs or {}))
    assert judged.problems == []
    return {problem.code for problem in judged.all_problems}


def ring(cell: Cell) -> list[Cell]:
    """The neighbours of a cell, by going through all cells near it: those whose cube coordinates differ by one step."""
    q, r = cell
    near = [(q + a, r + b) for a in (-1, 0, 1) for b in (-1, 0, 1)]
    return [(a, b) for a, b in near if max(abs(a - q), abs(b - r), abs(a + b - q - r)) == 1]


def far(cell: Cell) -> int:
    return max(abs(cell[0]), abs(cell[1]), abs(cell[0] + cell[1]))


def tiles(dice: random.Random) -> Iterator[Place]:
    """The common tiles of the box, shuffled."""
    pile = [
        {"sector": sector, "colour": colour}
        for sector, figures in TILES.items()
        for colour in COLOURS
        for _ in range(figures["of_each_colour"])
    ]
    dice.shuffle(pile)
    yield from pile


def grown(dice: random.Random, steps: int) -> list[Place]:
    """A map that was explored tile by tile, each beside two others and within 3 of the Gate."""
    there: dict[Cell, Place] = {(0, 0): {"sector": "gate"}, (1, 0): {"sector": "haven"}}
    for tile in [tile for tile, _ in zip(tiles(dice), range(steps), strict=False)]:
        free = sorted(
            {
                cell
                for ship in there
                for cell in ring(ship)
                if cell not in there and far(cell) <= 3 and sum(beside in there for beside in ring(cell)) >= 2
            }
        )
        there[dice.choice(free)] = {**tile, "laid": "explore"}
    return [{"cell": list(cell), **tile} for cell, tile in there.items()]


def as_map(places: list[Place]) -> dict[str, Any]:
    return {"map": places, "pile": 30 - len(places), "set_aside": ["singularity"]}


@settings(max_examples=60)
@given(st.randoms(use_true_random=False), st.integers(0, 28))
def test_every_prefix_of_a_map_that_was_explored_is_legal(dice: random.Random, steps: int) -> None:
    places = grown(dice, steps)

    assert faults("map", as_map(places)) == set()
    assert faults("map", as_map(places[: dice.randint(2, len(places))])) == set()


@settings(max_examples=60)
@given(st.randoms(use_true_random=False), st.integers(1, 20))
def test_a_map_with_one_tile_out_of_place_is_not(dice: random.Random, steps: int) -> None:
    places = grown(dice, steps)
    last, others = places[-1], {tuple(place["cell"]) for place in places[:-1]}
    cells = [(q, r) for q in range(-5, 6) for r in range(-5, 6)]
    wrong = [
        cell for cell in cells if cell not in others and (far(cell) > 3 or sum(b in others for b in ring(cell)) < 2)
    ]
    last["cell"] = list(dice.choice(wrong))

    assert faults("map", as_map(places)) == {"AR-39"}


@settings(max_examples=120)
@given(st.randoms(use_true_random=False), st.integers(0, 20), st.integers(0, 3))
def test_exploring_is_legal_where_it_should_be(dice: random.Random, steps: int, movement: int) -> None:
    places = grown(dice, steps)
    there = {tuple(place["cell"]) for place in places}
    ship = dice.choice(sorted(there))
    to = dice.choice([*ring(ship), (dice.randint(-4, 4), dice.randint(-4, 4))])
    legal = (
        to not in there
        and to in ring(ship)
        and sum(b in there for b in ring(to)) >= 2
        and far(to) <= 3
        and movement > 0
    )
    situation = {"map": places, "cell": list(ship), "movement": movement}
    step = {"to": list(to), "ship": list(to), "movement": 1, "moves_on": False}

    assert faults("step", {"do": "explore", "situation": situation, "step": step}) == (set() if legal else {"AR-39"})


@settings(max_examples=60)
@given(st.randoms(use_true_random=False), st.integers(0, 20), st.integers(0, 14), st.integers(0, 6))
def test_a_map_has_what_the_box_has(dice: random.Random, steps: int, raiders: int, cores: int) -> None:
    places = grown(dice, steps)
    for _ in range(raiders):
        dice.choice(places).setdefault("enemies", []).append(1)
    for place in dice.sample(places, min(cores, len(places))):
        place["core"] = True
    starbase = dice.choice(places)
    starbase["starbases"] = 1
    forbidden = raiders > 10 or sum(place.get("core", False) for place in places) > 5 or "enemies" in starbase

    assert faults("map", as_map(places)) == ({"AR-82"} if forbidden else set())


@settings(max_examples=60)
@given(st.randoms(use_true_random=False), st.integers(0, 2), st.integers(0, 2), st.integers(0, 2))
def test_an_event_takes_two_tokens_however_they_come(dice: random.Random, lying: int, one: int, other: int) -> None:
    phase = dice.choice(["events", "upkeep", "movement", "encounter", "expand"])
    legal = phase != "events" and one + other > 0 and lying + one + other <= 2
    step = {
        "tokens": [{"player": 1, "count": one}, {"player": 2, "count": other}],
        "return_to": "card" if lying + one + other < 2 else "supply",
    }
    seen = faults("step", {"do": "remove_event", "phase": phase, "situation": {"on_card": lying}, "step": step})

    assert seen == (set() if legal else {"AR-57"})


@settings(max_examples=120)
@given(st.randoms(use_true_random=False), st.integers(0, 12), st.lists(st.sampled_from([1, 2, 3, "boss"]), max_size=3))
def test_a_move_is_legal_where_speed_pays_for_it(dice: random.Random, speed: int, enemies: list[int | str]) -> None:
    places = grown(dice, 12)
    start = dice.choice(places)
    start["enemies"] = enemies
    to = dice.choice([place for place in places if place is not start])
    beside = tuple(to["cell"]) in ring(tuple(start["cell"]))
    price = TILES[to["sector"]]["cost"] + sum(4 if each == "boss" else int(each) for each in enemies)
    situation = {"map": places, "cell": start["cell"], "speed": speed, "spent": 0}
    seen = faults("step", {"do": "move", "situation": situation, "step": {"to": to["cell"]}})

    assert seen == (set() if beside and price <= speed else {"AR-42"})


def _deck(quality: str, sort: str) -> list[str]:
    cards = _pack("armada-deck", "blue").entry.document.data["cards"]
    return [f"armada-blue/{card['id']}" for card in cards if (card["quality"], card["type"]) == (quality, sort)]


def _loadout(dice: random.Random) -> tuple[dict[str, Any], dict[str, Linked]]:
    """A board at random levels with cards that they have earned."""
    packs = {
        "player-board": _pack("board", "player-board"),
        "armada-blue": _pack("armada-deck", "blue"),
        "commanders": _pack("commander", "commanders"),
    }
    tracks = packs["player-board"].entry.document.data["cards"][0]["tracks"]
    commander = dice.choice(packs["commanders"].entry.document.data["cards"])
    level = {track: dice.randint(commander["setup_bonus"].get(track, 0), 6) for track in ("dockyard", "laboratory")}
    crossed = [each for track, number in level.items() for each in tracks[track][:number]]
    bridge = sum(each.get("pip", False) for each in crossed)
    rewards = [each["reward"] for each in crossed + tracks["bridge"][:bridge]]
    chosen: dict[str, list[str]] = {"units": [], "techs": []}
    for sort in ("unit", "tech"):
        for quality in ("common", "special"):
            most = min(rewards.count(f"{sort}_{quality}"), 3 - len(chosen[f"{sort}s"]))
            chosen[f"{sort}s"] += dice.sample(_deck(quality, sort), dice.randint(0, most))
    cards = {f"armada-blue/{card['id']}": card for card in packs["armada-blue"].entry.document.data["cards"]}
    stats = {
        stat: min(
            10,
            2
            + commander["setup_bonus"].get(stat, 0)
            + rewards.count("stats_plus_1")
            + sum(cards[name]["stat_bonus"].get(stat, 0) for names in chosen.values() for name in names),
        )
        for stat in ("combat", "shield", "speed")
    }
    data = {
        "board": "player-board",
        "deck": "armada-blue",
        "commander": f"commanders/{commander['id']}",
        "facilities": {"bridge": bridge, **level},
        **chosen,
        "stats": stats,
        "hull": dice.randint(0, 10),
        "hold": {"tok_activation": 1 + rewards.count("tok_activation"), "cores": dice.randint(0, 1)},
    }
    return data, packs


@settings(max_examples=80)
@given(st.randoms(use_true_random=False))
def test_a_board_that_was_built_by_the_rules_is_legal(dice: random.Random) -> None:
    data, packs = _loadout(dice)

    assert faults("loadout", data, packs) == set()


BREAKS = {
    "AR-17": lambda data, dice: data["units"].extend(
        [name for name in _deck("special", "unit") if name not in data["units"]][:2]
    ),
    "AR-18": lambda data, dice: data["stats"].update({dice.choice(["combat", "shield", "speed"]): 0}),
    "AR-19": lambda data, dice: data.update({"tokens": [{"card": _deck("common", "unit")[0], "count": 2}]}),
    "AR-86": lambda data, dice: data["hold"].update(cores=2) if dice.random() < 0.5 else data.update(hull=11),
    "AR-87": lambda data, dice: data.update(
        commander="commanders/wick-tamsin", facilities={**data["facilities"], "dockyard": 0}
    ),
    "AR-88": lambda data, dice: data["hold"].update(
        tok_activation=data["hold"]["tok_activation"] + dice.choice((-1, 1))
    ),
    "AR-30": lambda data, dice: data["facilities"].update(bridge=data["facilities"]["bridge"] + 1),
}


@pytest.mark.parametrize("code", BREAKS)
@settings(max_examples=20)
@given(dice=st.randoms(use_true_random=False))
def test_one_broken_part_of_a_board_breaks_its_rule(code: str, dice: random.Random) -> None:
    data, packs = _loadout(dice)
    BREAKS[code](data, dice)

    assert code in faults("loadout", data, packs)


def test_the_other_way_to_find_neighbours_finds_six() -> None:
    assert len(ring((2, -1))) == 6
    assert [far((3, 0)), far((2, -3)), far((2, 2))] == [3, 3, 4]
