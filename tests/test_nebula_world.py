"""The people, places and stories of nebula: complete, joined to each other, and told in one voice."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import pytest
import yaml

from tests.conftest import REPOSITORY
from tests.support.nebula_phrases import unread

PACKS = REPOSITORY / "packs/nebula"
EVENTS = ("encounter", "exploration")
STATS = ("skill", "morale", "loyalty")
FEELING = r" is (?:friendly|neutral|an antagonist), "
MIDDLE = 0  # how an NPC feels that has just been discovered


def documents(kind: str) -> dict[str, dict[str, Any]]:
    return {file.stem: yaml.safe_load(file.read_text("utf-8")) for file in sorted((PACKS / kind).glob("*.yaml"))}


WORLD = {kind: documents(kind) for kind in ("agenda", "npc", "location", "sector", "scenarios", "item")}
ITEMS = {card["id"]: card["name"] for pack in WORLD["item"].values() for card in pack["cards"]}
ENDINGS = {
    card["id"]: card for pack in WORLD["agenda"].values() for card in pack["cards"] if card["group"] == "resolution"
}


def permanent(pack: Mapping[str, Any]) -> dict[str, Any]:
    return next(card for card in pack["cards"] if card["group"] == "permanent")


def events() -> Iterator[tuple[str, dict[str, Any]]]:
    for kind in ("npc", "location"):
        for id, pack in WORLD[kind].items():
            yield from ((id, card) for card in pack["cards"] if card["group"] in EVENTS)


def texts(node: object) -> Iterator[str]:
    """All that a person reads of a document."""
    if isinstance(node, dict):
        for key, value in node.items():
            if key in ("name", "text", "effect", "flavor", "trigger", "then", "story", "note", "notes", "history"):
                yield from [value] if isinstance(value, str) else texts(value)
            else:
                yield from texts(value) if isinstance(value, (dict, list)) else ()
    elif isinstance(node, list):
        for each in node:
            yield from texts(each)


def test_every_class_and_every_type_is_in_the_box() -> None:
    recipes = REPOSITORY / "templates/nebula/recipes/words"
    classes = yaml.safe_load((recipes / "world-npc.yaml").read_text("utf-8"))["classes"]
    schema = json.loads((REPOSITORY / "schemas/nebula/agenda.schema.json").read_text("utf-8"))

    assert len(WORLD["npc"]) == 12
    assert {permanent(pack)["class"] for pack in WORLD["npc"].values()} == set(classes)
    assert len(WORLD["location"]) == 16
    assert {permanent(pack)["type"] for pack in WORLD["location"].values()} == set(
        schema["$defs"]["location-type"]["enum"]
    )


def test_every_pack_lives_in_a_sector_and_was_finished_by_hand() -> None:
    sectors = WORLD["sector"].values()
    for kind, key in (("npc", "npcs"), ("location", "locations")):
        assert {id for sector in sectors for id in sector[key]} == set(WORLD[kind])
        assert not any("seed" in pack for pack in WORLD[kind].values())
    assert {each["agenda"] for sector in sectors for each in sector["scenarios"]} == set(WORLD["agenda"])


def test_no_event_has_the_id_of_a_pack() -> None:
    """A name that is looked up by an id, such as that of a lane, is then found once."""
    packs = {id for kind in ("agenda", "npc", "location", "item") for id in WORLD[kind]}

    assert {card["id"] for _, card in events()} & packs == set()


def test_every_way_has_a_way_back() -> None:
    ways = {id: set(permanent(pack)["connections"]) for id, pack in WORLD["location"].items()}

    assert [(one, other) for one in ways for other in ways[one] if one not in ways[other]] == []


AMERICAN = r"\b(colors?|honors?|favors?|neighbors?|armor|rumors?|labor|gray|centers?|toward|afterward|traveler|\w+iz(e|es|ed|ing))\b"


@pytest.mark.parametrize("kind", ["agenda", "npc", "location", "sector", "scenarios"])
def test_the_spelling_is_british(kind: str) -> None:
    found = {text for pack in WORLD[kind].values() for text in texts(pack)}
    odd = {match[0] for text in found for match in re.finditer(AMERICAN, text.lower())}

    assert len(found) > 5
    assert odd <= {"size", "seized"}


def test_what_a_card_says_is_what_its_fields_say() -> None:
    """Tokens, tracks, items and endings stand in words on the card, with the numbers and names that the fields have."""
    for pack, card in events():
        says = card["effect"]
        track = card.get("progress")
        if track:
            title = re.search(r"add (\d) progress tokens? to ([A-Z][\w' ]+?)[.:]", says)
            title = title or re.search(r"Add (\d) progress tokens? to ([A-Z][\w' ]+?)[.:]", says)
            assert title, f"{pack}/{card['id']}"
            assert (int(title[1]), title[2].lower().replace(" ", "-")) == (track["amount"], track["target"])
        assert ("progress token" in says) == bool(track), f"{pack}/{card['id']}"
        checks = [(stat, int(number)) for stat, number in re.findall(r"Check (\w+) (\d)\.", says)]
        asked = [(card["check"]["stat"], card["check"]["number"])] if "check" in card else []
        assert checks == asked, f"{pack}/{card['id']}"
        named = [ITEMS[item] for item in card.get("grants", [])]
        assert all(re.search(rf"[Pp]ut (?:an? )?{name} in your hold", says) for name in named), f"{pack}/{card['id']}"
        assert says.count("in your hold") == len(named), f"{pack}/{card['id']}"
        led = re.findall(r"Read the ([\w' ]+) resolution", track["then"]) if track else []
        assert led == [ENDINGS[ending]["name"] for ending in card.get("triggers", [])], f"{pack}/{card['id']}"


def test_a_track_belongs_to_one_pack_and_its_cards_agree() -> None:
    owners: dict[str, set[tuple[str, int, str, str]]] = {}
    for pack, card in events():
        if "progress" in card:
            track = card["progress"]
            owners.setdefault(track["target"], set()).add((pack, track["threshold"], track["then"], track["story"]))

    assert len(owners) > 20
    assert {track: found for track, found in owners.items() if len(found) > 1} == {}


def copies(cards: Iterable[Mapping[str, Any]]) -> int:
    return sum(card.get("copies", 1) for card in cards)


def test_one_event_in_six_asks_for_a_check_of_each_stat_alike() -> None:
    cards = [card for _, card in events()]
    checks = [card for card in cards if "check" in card]
    stats = {stat: copies(card for card in checks if card["check"]["stat"] == stat) for stat in STATS}

    assert copies(checks) * 6 >= copies(cards)
    assert max(stats.values()) - min(stats.values()) <= 2, stats


def test_one_event_in_eight_puts_a_debuff_token_on_a_ship_or_a_crew_member() -> None:
    cards = [card for _, card in events()]
    on_ships, on_crew = (
        [card for card in cards if re.search(rf"[Pp]ut a debuff token on {whom}", card["effect"])]
        for whom in ("(?:your|each player's) ship", "(?:a|each of your) crew member")
    )

    assert (copies(on_ships) + copies(on_crew)) * 8 >= copies(cards)
    assert len(on_ships) >= 5
    assert len(on_crew) >= 5


@pytest.mark.parametrize("id", WORLD["scenarios"])
def test_every_scenario_has_checks_debuffs_and_somebody_who_remembers(id: str) -> None:
    ready = WORLD["scenarios"][id]
    packs = [*(WORLD["npc"][npc] for npc in ready["npcs"]), *(WORLD["location"][place] for place in ready["locations"])]
    cards = [card for pack in packs for card in pack["cards"] if card["group"] in EVENTS]

    assert copies(card for card in cards if "check" in card) >= 4
    assert {card["check"]["stat"] for card in cards if "check" in card} == set(STATS)
    assert copies(card for card in cards if "ut a debuff token on" in card["effect"]) >= 4
    assert any(re.search(FEELING, card["effect"]) for card in cards)


@pytest.mark.parametrize("id", WORLD["npc"])
def test_a_card_of_every_npc_reads_how_it_feels(id: str) -> None:
    pack = WORLD["npc"][id]
    name = pack["name"].removeprefix("The ")
    felt = [card for card in pack["cards"] if re.search(rf"\b{name}{FEELING}", card.get("effect", ""))]

    assert felt
    assert all(card["group"] == "encounter" for card in felt)


def test_most_npcs_and_some_locations_leave_spoils() -> None:
    rich = [id for id, pack in WORLD["npc"].items() if "spoils" in permanent(pack)]
    lost = [id for id, pack in WORLD["location"].items() if "spoils" in permanent(pack)]

    assert len(rich) * 4 >= len(WORLD["npc"]) * 3
    assert 3 <= len(lost) < len(WORLD["location"])
    assert {item for id in rich for item in permanent(WORLD["npc"][id])["spoils"]} <= set(ITEMS)
    assert {item for id in lost for item in permanent(WORLD["location"][id])["spoils"]} <= set(ITEMS)
    for id, pack in WORLD["location"].items():  # there is a way to destroy it, and a reason to
        destroyed = [card for card in pack["cards"] if "estroy this location" in card["effect"]]
        assert bool(destroyed) == (id in lost), id


def test_no_event_gives_or_takes_what_comes_back_at_the_next_start() -> None:
    """An event is the last thing of a turn; then energy is restored, shields are refreshed, and everybody straightens."""
    back = re.compile(
        r"[Ss]traighten|[Gg]ain \d energy|[Rr]efresh|(?:[Ii]f you do not|If you fail|if not), [^.;]*\b(?:exhaust|lose)\b"
    )
    idle = [card["id"] for _, card in events() if back.search(card["effect"])]
    idle += [card["id"] for _, card in events() if back.search(card.get("progress", {}).get("then", ""))]

    assert idle == []


def test_some_cards_let_players_trade() -> None:
    trades = {pack for pack, card in events() if re.search(r"[Tt]rade 1 item", card["effect"])}

    assert len(trades) >= 5
    assert len([pack for pack in WORLD["location"].values() if permanent(pack)["type"] == "space-station"]) >= 2


def test_the_end_of_a_track_keeps_its_rules_and_its_story_apart() -> None:
    tracks = [card["progress"] for _, card in events() if "progress" in card]

    assert len(tracks) > 80
    for track in tracks:
        assert unread(track["then"]) == ""
        assert unread(track["story"]) == track["story"]  # no sentence of it is a rule


def test_every_story_can_be_played_with_the_packs_of_its_sector() -> None:
    for sector in WORLD["sector"].values():
        for each in sector["scenarios"]:
            ready = WORLD["scenarios"][each["id"]]

            assert ready["agenda"] == each["agenda"]
            assert set(ready["npcs"]) <= set(sector["npcs"])
            assert set(ready["locations"]) <= set(sector["locations"])


# A campaign as far as the way on depends on it: how each scenario ended, and how the NPCs feel that were met.
Done = frozenset[tuple[str, str]]
Feelings = frozenset[tuple[str, int]]


def holds(condition: Mapping[str, Any], done: Mapping[str, str], feelings: Mapping[str, int]) -> bool:
    if "npc" in condition:
        feeling = feelings.get(condition["npc"])
        words = {"friendly": (1, 2, 3), "neutral": (0,), "antagonist": (-1, -2, -3)}
        return feeling in words[condition["is"]]
    for word in ("all", "any", "none"):
        if word in condition:
            found = [holds(each, done, feelings) for each in condition[word]]
            return {"all": all(found), "any": any(found), "none": not any(found)}[word]
    (word, scenario), *_ = condition.items()
    if word == "played" or scenario not in done:
        return scenario in done
    return bool(ENDINGS[done[scenario]]["outcome"] == {"won": "win", "lost": "lose"}[word])


def is_open(scenario: Mapping[str, Any], done: Mapping[str, str], feelings: Mapping[str, int]) -> bool:
    """Whether it asks for nothing, an ending has unlocked it, or what it asks for holds."""
    unlocked = any(scenario["id"] in ENDINGS[ending].get("unlocks", []) for ending in done.values())
    return "requires" not in scenario or unlocked or holds(scenario["requires"], done, feelings)


def waiting_in(sector: Mapping[str, Any], state: tuple[Done, Feelings]) -> list[dict[str, Any]]:
    """The scenarios that can be played next."""
    done, feelings = dict(state[0]), dict(state[1])
    return [each for each in sector["scenarios"] if each["id"] not in done and is_open(each, done, feelings)]


def after(
    state: tuple[Done, Feelings], scenario: Mapping[str, Any], ending: Mapping[str, Any]
) -> tuple[Done, Feelings]:
    """The campaign once a scenario, played with its ready cast, has ended so."""
    met = dict.fromkeys(WORLD["scenarios"][scenario["id"]]["npcs"], MIDDLE) | dict(state[1])
    for shift in ending.get("disposition", []):
        if shift["npc"] in met:
            met[shift["npc"]] = max(-3, min(3, met[shift["npc"]] + shift["shift"]))
    return state[0] | {(scenario["id"], ending["id"])}, frozenset(met.items())


def plays(sector: Mapping[str, Any]) -> set[tuple[Done, Feelings]]:
    """Every state that a campaign can come to, each scenario played at most once."""
    seen: set[tuple[Done, Feelings]] = set()
    waiting: list[tuple[Done, Feelings]] = [(frozenset(), frozenset())]
    while waiting:
        state = waiting.pop()
        if state not in seen:
            seen.add(state)
            for scenario in waiting_in(sector, state):
                endings = [card for card in WORLD["agenda"][scenario["agenda"]]["cards"] if "outcome" in card]
                waiting += [after(state, scenario, ending) for ending in endings]
    return seen


@pytest.mark.parametrize("id", WORLD["sector"])
def test_the_scenarios_of_a_sector_branch(id: str) -> None:
    """Every scenario can be played, and some campaigns end without one that others had."""
    sector = WORLD["sector"][id]
    states = plays(sector)
    ends = [state for state in states if not waiting_in(sector, state)]

    assert {scenario for done, _ in states for scenario, _ in done} == {each["id"] for each in sector["scenarios"]}
    assert len({frozenset(dict(done)) for done, _ in ends}) >= 3


@pytest.mark.parametrize("id", WORLD["sector"])
def test_every_requirement_lets_somebody_in_and_keeps_somebody_out(id: str) -> None:
    """A condition that always or never holds once the first scenario is over would be no branch."""
    begun = [(dict(done), dict(feelings)) for done, feelings in plays(WORLD["sector"][id]) if done]
    for scenario in WORLD["sector"][id]["scenarios"]:
        for condition in parts(scenario.get("requires", {})):
            found = {holds(condition, done, feelings) for done, feelings in begun}
            assert found == {True, False} or "played" in condition, f"{scenario['id']}: {condition}"


def parts(condition: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    if condition:
        yield condition
    for word in ("all", "any", "none"):
        for each in condition.get(word, []):
            yield from parts(each)


def test_an_ending_unlocks_only_scenarios_of_its_sector() -> None:
    for sector in WORLD["sector"].values():
        ids = {each["id"] for each in sector["scenarios"]}
        for scenario in sector["scenarios"]:
            for card in WORLD["agenda"][scenario["agenda"]]["cards"]:
                assert set(card.get("unlocks", [])) <= ids - {scenario["id"]}, card["id"]


def actions() -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Actions of written equipment, each with its device: playing one exhausts a crew member of its role."""
    for pack in documents("equipment").values():
        yield from ((permanent(pack), card) for card in pack["cards"] if "role" in card)


def test_no_action_needs_two_of_its_role() -> None:
    twice = [card["id"] for _, card in actions() if re.search(rf"[Ee]xhaust an? {card['role']}\b", card["effect"])]

    assert len(list(actions())) > 100
    assert twice == []


def test_an_action_that_helps_a_pilot_to_avoid_leaves_a_pilot_to_do_it() -> None:
    """Whoever plays it is exhausted, and cannot avoid an attack any more."""
    ready = re.compile(r"[Ss]traighten a pilot|without exhausting a pilot")
    helps = re.compile(r"^Your ship has \+|you avoid an attack")
    found = [(device, card) for device, card in actions() if card["role"] == "pilot" and helps.search(card["effect"])]

    assert len(found) > 10
    assert [card["id"] for device, card in found if not ready.search(f"{device['effect']} {card['effect']}")] == []
