"""The content of the fourth game: names, counts and budgets of its specification, and texts that say what the data does."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
import yaml

from tests.conftest import REPOSITORY

PACKS = REPOSITORY / "packs/drift"
KINDS = [
    "ship",
    "ability",
    "outfit",
    "mod",
    "mission",
    "title",
    "event",
    "npc",
    "stats",
    "behaviour",
    "goal",
    "reference",
    "sector",
    "exploration",
    "relic",
    "board",
    "token",
    "figure",
    "aid",
]
Card = dict[str, Any]
Space = tuple[int, int]


def cards(kind: str, set_: str = "") -> list[Card]:
    files = sorted((PACKS / kind).glob("*.yaml"))
    assert files, kind
    found = [card for file in files for card in yaml.safe_load(file.read_text("utf-8"))["cards"]]
    return [card for card in found if not set_ or card["set"] == set_]


def pieces(found: list[Card]) -> int:
    return sum(card.get("copies", 1) for card in found)


def by_set(kind: str, **wanted: str) -> dict[str, int]:
    found = Counter[str]()
    for card in cards(kind):
        if all(card.get(key) == value for key, value in wanted.items()):
            found[card["set"]] += card.get("copies", 1)
    return dict(found)


def rolls(row: Card) -> int:
    return int(row["hi"]) - int(row["lo"]) + 1


SHIPS, ABILITIES, OUTFITS, MISSIONS = cards("ship"), cards("ability"), cards("outfit"), cards("mission")
SECTORS = [card for card in cards("sector") if "group" not in card]
NAMES = {card["id"]: card["name"] for card in SECTORS}
each_sector = pytest.mark.parametrize("sector", SECTORS, ids=lambda sector: sector["id"])
each_mission = pytest.mark.parametrize("mission", MISSIONS, ids=lambda mission: mission["id"])


# The box


def test_every_set_has_its_number_of_cards() -> None:
    assert by_set("ship") == {"core": 18, "x1": 3, "x3": 1}
    assert by_set("ability") == {"core": 18, "x1": 6, "x2": 21, "x3": 1}
    assert by_set("outfit") == {"core": 84, "x1": 20, "x3": 1}
    assert by_set("mod") == {"x1": 45}
    assert by_set("mission") == {"core": 52, "x1": 32, "x2": 32, "x4": 8}
    assert by_set("title") == {"core": 18, "x1": 10}
    assert by_set("event") == {"x1": 16}
    assert by_set("npc") == {"core": 3, "x1": 1, "x3": 1}
    assert len(cards("stats") + cards("behaviour") + cards("goal")) == 1 + 9 + 10
    assert by_set("reference") == {"core": 5, "x1": 5, "x3": 1}
    assert pieces(cards("aid")) == 5


def test_every_set_has_its_number_of_tiles_and_tokens() -> None:
    assert by_set("sector") == {"core": 21, "x1": 11 + 1}
    assert by_set("exploration") == {"core": 21, "x1": 30}
    assert by_set("relic") == {"x1": 15}
    assert by_set("board", group="track") == {"core": 1, "x1": 1}
    assert by_set("board", group="economy") == {"x1": 1}
    assert by_set("figure") == {"core": 18 + 3, "x1": 3 + 1 + 3, "x3": 1}
    lines = Counter[str]()
    for token in cards("token"):
        lines[token["group"]] += token.get("copies", 1)
    assert lines == {
        "die": 4,
        "marker": 30,
        "impulse": 5,
        "colour_ring": 5,
        "outlaw_ring": 7,
        "cube": 75 + 15,
        "coin": 30 + 10 + 10 + 10,
        "damage": 80,
        "ice_damage": 60,
        "event": 8,
        "victory": 1,
        "copy": 1,
        "first_player": 1,
    }


def test_the_coins_are_worth_110000() -> None:
    coins = [token for token in cards("token") if token["group"] == "coin"]

    assert sum(coin["value"] * coin.get("copies", 1) for coin in coins) == 110_000


def test_a_pack_holds_cards_of_one_set() -> None:
    mixed = [
        file.name
        for kind in KINDS
        for file in (PACKS / kind).glob("*.yaml")
        if len({card["set"] for card in yaml.safe_load(file.read_text("utf-8"))["cards"]}) != 1
    ]

    assert mixed == []


def test_places_people_and_goods_have_the_names_of_the_game() -> None:
    gathered = {
        (card["name"], cell["space"], cell["cargo"])
        for card in SECTORS
        for cell in card["cells"]
        if cell.get("space") in ("mine", "harvest", "salvage", "quarry")
    }

    assert {(card["type"], card["name"]) for card in SECTORS if card["type"].endswith("_planet")} == {
        ("lawful_planet", "Aldgate"),
        ("lawful_planet", "Calder"),
        ("neutral_planet", "Merrow"),
        ("neutral_planet", "Fennick"),
        ("neutral_planet", "Port Ansel"),
        ("neutral_planet", "Ollin"),
        ("outlaw_planet", "Gallow"),
        ("outlaw_planet", "The Burrow"),
        ("outlaw_planet", "Vesk"),
    }
    assert gathered == {
        ("Cinder Belt", "mine", "resin"),
        ("Moss Gap", "mine", "verdure"),
        ("Rose Veil", "harvest", "lumen"),
        ("Teal Deep", "harvest", "ion"),
        ("Old Armada", "salvage", "wire"),
        ("Wreck Nine", "salvage", "wire"),
        ("Whitefall", "quarry", "opal"),
        ("Cold Mill", "quarry", "opal"),
    }
    assert {"Brightheart", "North Gate", "Stray Gate", "Hollow Star", "Widow's Spiral"} <= set(NAMES.values())
    assert [card["name"] for card in cards("npc", "core")] == ["Warden", "Reaver", "Hauler"]
    assert [card["name"] for card in cards("npc", "x1") + cards("npc", "x3")] == ["Halo Dock", "Hired Gun"]
    assert {card["mod"]: card["copies"] for card in cards("mod")} == {
        "breacher": 12,
        "hazard_screen": 11,
        "thrust_trim": 11,
        "errand_rack": 11,
    }
    (comet,) = [card for card in cards("event") if "extra_tile" in card]
    assert (comet["name"], comet["extra_tile"]) == ("The Great Comet", "great-comet")


# Ships and what is aboard


def test_ships_of_a_tier_are_worth_the_same() -> None:
    target = {1: 230, 2: 290, 3: 370}
    scores = {ship["id"]: 10 * ship["hold_size"] + 8 * ship["energy_max"] + 15 * ship["impulse"] for ship in SHIPS}

    assert Counter(ship["tier"] for ship in SHIPS) == {1: 7, 2: 8, 3: 7}
    assert Counter(ship["tier"] for ship in SHIPS if ship["set"] == "core") == {1: 6, 2: 6, 3: 6}
    assert [
        id_ for ship in SHIPS if abs(scores[id_ := ship["id"]] - target[ship["tier"]]) > 0.08 * target[ship["tier"]]
    ] == []


def test_most_holds_are_symmetric_and_all_fit_on_the_mat() -> None:
    mirrored = [ship for ship in SHIPS if ship["hold"] in ([row[::-1] for row in ship["hold"]], ship["hold"][::-1])]

    assert max(max(len(ship["hold"]), len(ship["hold"][0])) for ship in SHIPS) <= 6
    assert 0.6 <= len(mirrored) / len(SHIPS) <= 0.8


def test_the_learning_kits_fit_every_first_ship_and_leave_room_to_trade() -> None:
    kits = [["XXXX/X..."], ["XXX", "XX/X."], ["XXX/X..", "XX/X."], ["XXX", "XXX/.X."]]
    firsts = [ship for ship in SHIPS if ship["tier"] == 1]

    assert [(ship["id"], kit) for ship, kit in product(firsts, kits) if not fits(cells_of(ship["hold"]), kit)] == []
    assert [ship["id"] for ship in firsts if ship["hold_size"] < 3 + 3 + 3] == []


def cells_of(rows: list[str]) -> frozenset[Space]:
    return frozenset((x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark in "#X")


def fits(hold: frozenset[Space], tiles: list[str]) -> bool:
    if not tiles:
        return True
    piece = cells_of(tiles[0].split("/"))
    for flip, turns, (left, top) in product((1, -1), range(4), hold):
        turned = {(flip * x, y) for x, y in piece}
        for _ in range(turns):
            turned = {(-y, x) for x, y in turned}
        first = min(turned)
        placed = {(x - first[0] + left, y - first[1] + top) for x, y in turned}
        if placed <= hold and fits(hold - placed, tiles[1:]):
            return True
    return False


UNIT = {
    "Move": Fraction(1),
    "Gain energy": Fraction(1),
    "Heal": Fraction(1),
    "Add": Fraction(1),
    "Attack": Fraction(1),
    "That": Fraction(1),
    "Load": Fraction(4),
    "Gain cr": Fraction(4, 1000),
}
REFRESHED = "Refresh one other ability card of yours."


def worth(effect: str) -> Fraction:
    """What a row of an ability is worth: a space, a point of damage, a shield or an energy is 1, 1,000 cr are 4."""
    if effect == "Nothing happens.":
        return Fraction(0)
    (number,) = re.findall(r"\d[\d,]*", effect)
    verb = effect.split(maxsplit=1)[0]
    verb = f"Gain {'cr' if 'cr' in effect else 'energy'}" if verb == "Gain" else verb
    return UNIT[verb] * Fraction(number.replace(",", ""))


def test_rolled_abilities_give_about_one_and_a_half_for_each_energy() -> None:
    for card in ABILITIES:
        if not card["rolls"]:
            continue
        success = sum(rolls(row) for row in card["table"] if not row.get("fails"))
        assert 9 <= success <= 15, card["id"]
        assert 2 <= len(card["table"]) <= 4, card["id"]
        if card["energy_cost"] and REFRESHED not in [row["effect"] for row in card["table"]]:
            gain = sum(rolls(row) * worth(row["effect"]) for row in card["table"]) / 20 / card["energy_cost"]
            assert 1.3 <= gain <= 1.65, card["id"]


def test_abilities_are_spread_over_the_ships() -> None:
    talents = [card for card in ABILITIES if card["set"] == "x2"]
    replaced = {card["replaces"]: card["ship"] for card in ABILITIES if card.get("replaces")}

    assert {card["use"] for card in talents} == {"passive"}
    assert {card["ship"] for card in talents} == {ship["id"] for ship in SHIPS if ship["set"] != "x3"}
    assert {card["use"] for card in ABILITIES if card["set"] == "core"} == {"action", "minor", "defense", "attack"}
    assert replaced == {card["id"]: card["ship"] for card in ABILITIES if card["id"] in replaced}
    assert len(replaced) == 3
    assert [card["name"] for card in ABILITIES if "two_player_text" in card] == ["Already Gone"]
    assert [card["name"] for card in ABILITIES if "copy token" in card["text"]] == ["True Copy"]


def test_a_defense_card_says_what_it_adds() -> None:
    shielding = {card["id"]: card for card in ABILITIES if "shields" in card}

    assert len(shielding) == 2
    assert [
        id_
        for id_, card in shielding.items()
        if card["table"][-1]["effect"] != f"Add {card['shields']} to your shields."
    ] == []


def test_outfits_roll_what_their_tier_allows() -> None:
    mean = {"d6": 3.5, "d8": 4.5, "d12": 6.5}
    allowed = {1: (7,), 2: (9, 13.5), 3: (13, 19.5)}  # two or three dice of d6, d8 and d12
    rolled = {card["id"]: mean[card["die"]] * len(card["use"]) for card in OUTFITS if "die" in card}

    assert Counter((card["type"], card["tier"]) for card in OUTFITS if card["set"] == "core") == dict.fromkeys(
        product(("engine", "shield", "blaster", "missile"), (1, 2, 3)), 1
    )
    assert {card["copies"] for card in OUTFITS if card["set"] == "core"} == {7}
    assert [card["id"] for card in OUTFITS if "die" in card and rolled[card["id"]] not in allowed[card["tier"]]] == []
    assert [card["set"] for card in OUTFITS if card.get("unique")] == ["x3"]


# Missions


SPLIT = {
    "core": {"shuttle": 12, "research": 10, "bounty_hunter": 6, "assassin": 8, "smuggler": 8, "thief": 8},
    "x1": {"cargo": 8, "private_eye": 8, "arms_dealer": 8, "coerce": 8},
    "x2": {"assist": 8, "transport": 8, "blast": 8, "counterfeit": 8},
    "x4": {"envoy": 8},
}


def test_missions_are_split_by_type() -> None:
    assert {set_: dict(Counter(card["type"] for card in MISSIONS if card["set"] == set_)) for set_ in SPLIT} == SPLIT
    assert Counter(card["law"] for card in MISSIONS) == {"lawful": 68, "outlaw": 56}


def test_targets_are_two_of_each_seat() -> None:
    aimed = Counter((card["type"], card["target"]) for card in MISSIONS if "target" in card)

    assert len(aimed) == 7 * 4
    assert set(aimed.values()) == {2}


@pytest.mark.parametrize("set_", ["core", "x1", "x4"])
def test_every_mission_point_is_about_equally_busy(set_: str) -> None:
    open_to = {"core"} if set_ != "x1" else {"core", "x1"}
    points = [card["id"] for card in SECTORS if card["set"] in open_to and "mission" in spaces(card)]
    ends = [
        end for card in MISSIONS if card["set"] == set_ for end in (card["start"].get("sector"), card["deliver"]) if end
    ]
    found = Counter(ends)
    mean = len(ends) / len(points)

    assert set(found) <= set(points)
    assert [point for point in points if abs(found[point] - mean) > 1] == []


SEATS = {"left1": "on your left", "right1": "on your right", "left2": "two to your left", "right2": "two to your right"}


@each_mission
def test_a_mission_says_where_it_goes(mission: Card) -> None:
    told = " ".join(mission["steps"])

    for place in (mission["start"].get("sector"), mission["deliver"]):
        assert place is None or NAMES[place] in told
    if "type" in mission["start"]:
        assert mission["start"]["type"].removesuffix("_planet") in told
    for cube, number in Counter(mission["start"].get("cubes", [])).items():
        assert f"{number} {cube.capitalize()}" in told
    assert mission["start"].get("outfit", "") in told
    assert re.findall(r"the target, ((?:on|two to) your \w+),", told) == [
        SEATS[mission[key]] for key in ("target",) if key in mission
    ]


def test_a_mission_says_how_much_bounty_it_brings() -> None:
    silent = [
        card["id"]
        for card in MISSIONS
        if "bounty" in card and f"{card['bounty']['hi']:,} cr" not in card["bounty"]["text"]
    ]

    assert silent == []
    assert {card["type"] for card in MISSIONS if card["law"] == "lawful" and "bounty" in card} == {"transport"}


def mean_pay(mission: Card) -> float:
    rows = mission["payment"]["rows"]
    weights = [rolls(row) for row in rows] if mission["payment"]["by"] == "result" else [1] * len(rows)
    return float(sum(w * row["pay"] for w, row in zip(weights, rows, strict=True)) / sum(weights))


def test_crime_pays_better_in_the_core_game() -> None:
    pay = {
        law: [mean_pay(card) for card in MISSIONS if card["law"] == law and card["set"] == "core"]
        for law in ("lawful", "outlaw")
    }
    lawful, outlaw = (sum(found) / len(found) for found in pay.values())

    assert {mean_pay(card) for card in MISSIONS if card["type"] == "research"} == {2650}
    assert 1.3 <= outlaw / lawful <= 1.6


# Titles, events and NPCs


def test_titles_are_shared_out_by_fame() -> None:
    assert Counter((card["set"], card["fame"]) for card in cards("title")) == {
        ("core", 1): 9,
        ("core", 2): 6,
        ("core", 3): 3,
        ("x1", 1): 5,
        ("x1", 2): 4,
        ("x1", 3): 1,
    }
    assert sum(card.get("solo_excluded", False) for card in cards("title")) == 4


def test_events_differ_in_scope_and_length() -> None:
    events = cards("event")

    assert Counter(card["scope"] for card in events) == {"global": 8, "sector": 5, "party": 3}
    assert len([card for card in events if card["rounds"]]) == 10
    assert sum(card.get("harmful", False) for card in events) <= 4
    assert sum(card.get("solo_excluded", False) for card in events) == 2
    assert [card["id"] for card in events if "Stray Gate is a working gate" in card["while_in_play"]] == [
        "e-fitters-at-work"
    ]


def test_an_event_says_how_many_tokens_and_rounds_it_needs() -> None:
    for card in cards("event"):
        told = re.findall(r"(\d|an) event token", card["while_in_play"])
        assert bool(told) == ("tokens" in card), card["id"]
        assert str(card.get("tokens", "")) in re.sub(r"\d+ (?:fame|energy|cr)|\d,\d+", "", card["while_in_play"]), card[
            "id"
        ]
        assert re.findall(r"(\d) round", card["leaves_play_when"]) == ([str(card["rounds"])] if card["rounds"] else [])


def test_solo_stats_stay_near_the_cards() -> None:
    (stats,) = cards("stats")
    npcs = {card["id"]: card for card in cards("npc", "core")}

    for side, low, high in (("A", 0.9, 1.0), ("B", 1.1, 1.3)):
        for npc, key in product(npcs, ("move", "to_kill")):
            assert low <= stats["sides"][side][npc][key] / npcs[npc][key] <= high, (side, npc, key)


def test_behaviours_are_three_cards_for_each_npc_and_few_act_twice() -> None:
    found = cards("behaviour")
    doubled = [
        step for card in found for each in card["behaviours"] for step in each["steps"] if step.get("times", 1) > 1
    ]

    assert Counter(card["npc"] for card in found) == {"warden": 3, "reaver": 3, "hauler": 3}
    assert {len(card["behaviours"]) for card in found} == {2}
    assert len(doubled) <= 2


def test_goals_grow_step_by_step() -> None:
    goals = [card["fame_goal"] for card in cards("goal")]

    assert goals == sorted(set(goals))
    assert (goals[0], goals[-1]) == (8, 20)


# Sectors


DIRECTIONS = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)]


def spaces(sector: Card) -> list[str]:
    return [cell["space"] for cell in sector["cells"] if "space" in cell]


def test_sectors_are_split_by_type() -> None:
    assert Counter((card["set"], card["type"]) for card in SECTORS) == {
        ("core", "lawful_planet"): 2,
        ("core", "neutral_planet"): 3,
        ("core", "outlaw_planet"): 2,
        ("core", "star"): 1,
        ("core", "asteroid"): 3,
        ("core", "nebula"): 3,
        ("core", "debris"): 3,
        ("core", "gate"): 4,
        ("x1", "star"): 1,
        ("x1", "neutral_planet"): 1,
        ("x1", "outlaw_planet"): 1,
        ("x1", "ice"): 3,
        ("x1", "dead_world"): 3,
        ("x1", "anomaly"): 2,
    }


@pytest.mark.parametrize("set_", ["core", "x1"])
def test_sectors_carry_the_shares_of_points(set_: str) -> None:
    found = [card for card in SECTORS if card["set"] == set_]

    assert {card["type"] for card in found if "spawn" not in spaces(card)} == {"star"}
    assert all(spaces(card).count(point) <= 1 for card in found for point in ("mission", "spawn", "exploration"))
    assert 0.75 <= sum("exploration" in spaces(card) for card in found) / len(found) <= 0.9
    assert sum("mission" in spaces(card) for card in SECTORS) / len(SECTORS) >= 0.7
    assert [card["id"] for card in found if card["type"] == "star" and "mission" in spaces(card)] == []


SIZES = {
    "planet": (4, 7),
    "nebula": (4, 8),
    "asteroid": (4, 9),
    "ice": (4, 9),
    "debris": (3, 6),
    "star": (1, 7),
    "gate": (3, 3),
}


@each_sector
def test_the_region_of_a_sector_has_the_right_size(sector: Card) -> None:
    region = "planet" if sector["type"].endswith("_planet") else sector["type"]
    size = sum(cell["in"] == region for cell in sector["cells"])

    if region in SIZES:
        assert SIZES[region][0] <= size <= SIZES[region][1]
        gathering = [
            cell["in"] for cell in sector["cells"] if cell.get("space") in ("mine", "harvest", "salvage", "quarry")
        ]
        assert set(gathering) <= {region}


@each_sector
def test_a_planet_has_one_or_two_entrances_that_face_apart(sector: Card) -> None:
    planet = {tuple(cell["cell"]) for cell in sector["cells"] if cell["in"] == "planet"}
    outwards = [d if (q, r) in planet else (d + 3) % 6 for q, r, d in sector.get("entrances", [])]

    assert (1 <= len(outwards) <= 2) == bool(planet)
    assert len(set(outwards)) == len(outwards)


def test_no_two_sectors_have_their_symbols_in_the_same_order() -> None:
    orders = set()
    for sector in SECTORS:
        start = sector["symbols"].index("sun")
        orders.add(tuple(sector["symbols"][start:] + sector["symbols"][:start]))

    assert len(orders) == len(SECTORS)
    assert {tuple(sorted(order)) for order in orders} == {("leaf", "moon", "ring", "star", "sun", "wave")}


def test_paths_are_as_long_as_their_dice_and_mostly_end_badly() -> None:
    gravity = [(sector, path) for sector in SECTORS for path in sector.get("paths", []) if path["kind"] == "gravity"]
    loops = [path for sector in SECTORS for path in sector.get("paths", []) if path["kind"] != "gravity"]
    bad = 0
    for sector, path in gravity:
        q, r, d = path["exit"]
        regions = {tuple(cell["cell"]): cell["in"] for cell in sector["cells"]}
        bad += regions[q + DIRECTIONS[d][0], r + DIRECTIONS[d][1]] in ("star", "nebula")
        assert 6 <= len(path["cells"]) <= 12
        assert path["die"] == ("d6" if len(path["cells"]) <= 7 else "d12")

    assert Fraction(bad, len(gravity)) == Fraction(3, 5)
    assert {path["die"] for path in loops} == {"d6"}


# Texts


LINES = [
    "flavor",
    "story",
    "backstory",
    "victory",
    "objective",
    "skill",
    "while_in_play",
    "special_rules",
    "reward",
    "two_player_text",
]


def texts(value: Any, key: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        for inner, each in value.items():
            yield from texts(each, inner)
    elif isinstance(value, list):
        for each in value:
            yield from texts(each, key)
    elif isinstance(value, str):
        yield key, value


ALL_TEXTS = [(kind, card["id"], key, text) for kind in KINDS for card in cards(kind) for key, text in texts(card)]


def test_no_line_of_the_world_comes_twice() -> None:
    lines = Counter(text for kind, _, key, text in ALL_TEXTS if key in LINES and kind != "relic" and " " in text)
    own = Counter(
        text
        for kind, _, key, text in ALL_TEXTS
        if key == "text" and kind in ("ability", "mod", "outfit", "relic", "exploration")
    )

    assert [text for text, number in (lines + own).items() if number > 1] == []


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "token"])
def test_no_two_cards_share_a_name(kind: str) -> None:
    names = [card["name"] for card in cards(kind)]

    assert [name for name, number in Counter(names).items() if number > 1] == []


def test_every_card_that_is_read_has_a_line_of_the_world() -> None:
    silent = [
        card["id"]
        for kind in ("outfit", "mod", "title", "event", "npc", "goal", "sector", "ability")
        for card in cards(kind)
        if "flavor" not in card
    ]
    silent += [card["id"] for card in MISSIONS if len(card["story"]) < 25]

    assert silent == []


def test_amounts_are_written_in_one_way() -> None:
    odd = [
        (id_, text)
        for _, id_, key, text in ALL_TEXTS
        if key != "id" and re.search(r"(?<!-)\b\d{4,}\b|\d ?credit", text)
    ]

    assert odd == []


def test_stories_fit_the_back_of_a_mat() -> None:
    backs = [ship["back"] for ship in SHIPS]

    assert max(len(back[story]) for back in backs for story in ("backstory", "victory")) <= 400
    assert {len(back["data"]) for back in backs} == {3}
