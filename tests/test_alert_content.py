"""The content of the third game: counts, splits and figures of its specification, and texts that say what the data does."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from typing import Any

import pytest
import yaml

from tests.conftest import REPOSITORY
from tests.support.alert_resolver import packs, resolved_plan

PACKS = REPOSITORY / "packs/alert"
COLOURS = ("white", "yellow", "red")
Document = dict[str, Any]


def documents(kind: str) -> list[Document]:
    files = sorted((PACKS / kind).glob("*.yaml"))
    assert files, kind
    return [yaml.safe_load(file.read_text("utf-8")) for file in files]


def cards(kind: str, edition: str = "") -> list[Document]:
    found = [card for pack in documents(kind) for card in pack["cards"]]
    return [card for card in found if not edition or edition in card.get("edition", ["supplement", "standalone"])]


def count(found: list[Document]) -> int:
    return sum(card.get("copies", 1) for card in found)


def opened(name: str) -> Document:
    (found,) = [card for card in cards("threat") if card["name"] == name]
    return found


def ops(card: Document) -> list[Document]:
    effects = [op for effect in card.get("effects", []) for op in effect["do"]]
    return [op for action in "XYZ" for op in card["actions"][action]] + effects


THREATS = documents("threat")
CELLS = [pack for pack in THREATS if not pack.get("correction")]
DOUBLES = cards("double-action")
ENTRIES = documents("achievements")[0]["entries"]
MISSIONS = documents("mission")
DEFAULTS = yaml.safe_load((PACKS / "defaults.yaml").read_text("utf-8"))
each_threat = pytest.mark.parametrize("card", cards("threat"), ids=lambda card: card["code"])
each_mission = pytest.mark.parametrize("mission", MISSIONS, ids=lambda mission: mission["id"])


# The box


def own(pack: Document) -> list[Document]:
    return [card for card in pack["cards"] if "supplement" in card.get("edition", ["supplement"])]


def test_the_supplement_has_216_pieces() -> None:
    new = sum(len(own(pack)) for pack in CELLS)
    corrected = [card for pack in THREATS if pack.get("correction") for card in pack["cards"]]
    lines = Counter({card["line"]: 0 for card in cards("token", "supplement")})
    for token in cards("token", "supplement"):
        lines[token["line"]] += token.get("copies", 1)

    assert (new, len(corrected), len(DOUBLES), len(cards("special-action"))) == (48, 2, 90, 20)
    assert lines == {
        "intruder": 8,
        "weapon-malfunction": 3,
        "blinded-optics": 3,
        "hazard-drone": 2,
        "letter": 10,
        "span": 2,
        "ring": 3,
        "numbered": 16,
        "teleport": 2,
    }
    assert len({card["title"] for card in cards("badge")}) == 7
    assert new + len(corrected) + len(DOUBLES) + 20 + sum(lines.values()) + 7 == 216


def test_the_new_threats_are_split_by_colour_as_counted() -> None:
    split = {(pack["side"], pack["tier"], pack["colour"]): len(own(pack)) for pack in CELLS}

    assert len(split) == 12
    assert {key: number for key, number in split.items() if number != (8 if key[2] == "red" else 2)} == {}


def test_the_standalone_edition_fills_every_cell_to_eight() -> None:
    filled = Counter[tuple[str, str, str]]()
    for pack in THREATS:
        filled[pack["side"], pack["tier"], pack["colour"]] += len(pack["cards"])

    assert set(filled.values()) == {8}
    assert filled.total() == 96


def test_the_corrected_darts_are_there_once_each() -> None:
    darts = [card for card in cards("threat") if "Dart" in card["name"] and card["name"] != "Mirrorhull Dart"]

    assert {card["name"]: card["speed"] for card in darts}.keys() == {"Dart", "Veiled Dart"}
    assert opened("Veiled Dart")["speed"] == 3


def test_new_internal_threats_are_sixteen_malfunctions_and_eight_intruders() -> None:
    inside = [card for pack in CELLS if pack["side"] == "internal" for card in own(pack)]
    broken = [card for card in inside if card["class"] == "malfunction"]
    portraits = {token["id"] for token in cards("token", "supplement") if token["line"] == "intruder"}
    stations: Counter[str] = Counter()
    for card in broken:
        places = card["location"] if isinstance(card["location"], list) else list(card["location"].values())
        stations.update({place: 2 // len(places) for place in places})

    assert Counter(card["class"] for card in inside) == {"malfunction": 16, "intruder": 8}
    assert {card["portrait"] for card in inside if card["class"] == "intruder"} == portraits
    assert sorted(Counter(card["system"] for card in broken).values()) == [5, 5, 6]
    assert set(stations.values()) == {5, 6}  # in halves: two and a half or three each


def test_every_portrait_and_marker_of_a_card_is_in_the_standalone_box() -> None:
    tokens = cards("token", "standalone")
    lines, ids = {token["line"] for token in tokens}, {token["id"] for token in tokens}
    needed = {need for card in cards("threat") for need in card.get("needs", []) if not need.endswith("-block")}

    assert needed <= lines
    assert {card["portrait"] for card in cards("threat") if card.get("class") == "intruder"} <= ids


def test_the_checklist_says_what_is_counted() -> None:
    (checklist,) = [page for page in cards("page") if page["id"] == "checklist-supplement"]
    figures = {row[0]: row[1] for section in checklist["sections"] for row in section["rows"]}

    assert sum(int(figures[line]) for line in list(figures)[:5]) == int(figures["Cards"]) == 160
    assert sum(int(figures[line]) for line in list(figures)[6:12]) == int(figures["Tokens"]) == 49


# Threats


ARCHETYPES = [
    "Mirrorhull Dart, Blinker Array, Gyre Disc, Bulwark Lancer, Plasma Stiletto, Cold Casket, Current Eel, Current Leviathan",
    "Fold Weaver, Hive Matron, Beacon Buoy, Rogue Moonlet, Central Beam Jam, Side Beam Jam, Cell Overload, Burst Short",
    "Inverted Screens, Vented Lock, Flicker Anomaly, Time Eddy, Borer, Lurcher, Flicker Sapper, Shade, Mad Hound, Lure",
    "Wire Imp, Leech, Ashen Picket",
]


@pytest.mark.parametrize("name", [name for line in ARCHETYPES for name in line.split(", ")])
def test_an_archetype_is_among_the_new_cards(name: str) -> None:
    assert name in {card["name"] for pack in CELLS for card in own(pack)}


@pytest.mark.parametrize(
    "name", ["Herald Skiff", "Ooze", "Mote Shoal", "Hot Core", "Prowler", "Colossus", "Power Surge"]
)
def test_a_card_that_rules_name_is_in_the_standalone_filler(name: str) -> None:
    assert opened(name)["edition"] == ["standalone"]


def figures(name: str) -> tuple[int, int, int]:
    card = opened(name)
    return card["speed"], card["shield"], card["hp"]


def values(name: str, key: str) -> list[int]:
    return [op[key] for op in ops(opened(name)) if key in op]


def trait(name: str) -> dict[str, Any]:
    return {each["trait"]: each.get("value", each.get("weapons", True)) for each in opened(name).get("traits", [])}


def test_archetypes_have_their_figures() -> None:
    assert figures("Mirrorhull Dart") == (3, 1, 4)
    assert values("Mirrorhull Dart", "value") == [1, 2, 4]
    assert opened("Mirrorhull Dart")["points"] == {"survived": 4, "destroyed": 8}
    assert figures("Blinker Array") == (2, 0, 6)
    assert (values("Blinker Array", "value"), values("Blinker Array", "bracket")) == ([1, 1, 3], [0, 1, 2])
    assert {op["zones"] for op in ops(opened("Blinker Array"))} == {"all"}
    assert figures("Ashen Picket") == (2, 1, 5)
    assert (values("Ashen Picket", "value"), values("Ashen Picket", "bracket")) == ([2, 2, 4], [1, 1, 3])
    assert trait("Bulwark Lancer") == {"pierces": 2}
    assert trait("Plasma Stiletto") == {"skips": ["heavy_laser"]}
    assert trait("Hive Matron") == {"cap": 2}
    assert trait("Beacon Buoy") == {"hidden_at": 3}
    assert (opened("Rogue Moonlet")["speed"], trait("Rogue Moonlet")) == (1, {"accelerates": 1})
    assert trait("Fold Weaver") == {"exit_z": True}
    assert trait("Central Beam Jam") == trait("Side Beam Jam") == {"last_point_costs": 1}
    assert opened("Side Beam Jam")["location"] == {"odd": "upper-red", "even": "upper-blue"}
    assert "upper red if it comes on an odd turn, in upper blue on an even" in opened("Side Beam Jam")["text"]["rule"]
    assert opened("Leech")["location"] == "attached"


@pytest.mark.parametrize("tier", ["normal", "serious"])
def test_red_cells_outside_have_each_red_keyword(tier: str) -> None:
    (pack,) = [pack for pack in CELLS if (pack["side"], pack["tier"], pack["colour"]) == ("external", tier, "red")]

    assert {"polarized", "jumps", "spans", "calls-in"} <= {
        word for card in pack["cards"] for word in card.get("keywords", [])
    }


def test_names_codes_and_lines_of_the_world_are_used_once() -> None:
    lines = [card["flavor"] for kind in ("threat", "special-action", "track") for card in cards(kind)]
    names = [card["name"] for card in cards("threat")]

    assert [line for line, number in Counter(lines).items() if number > 1] == []
    assert [name for name, number in Counter(names).items() if number > 1] == []
    assert max(map(len, lines)) <= 90


def sentence(op: Document) -> str:
    """How a text says an attack or damage that depends on nothing."""
    value = f"{op['value']}" + (f" [{op['bracket']}]" if "bracket" in op else "")
    if op["op"] == "attack":
        return f"Attack {value}" + {"own": "", "all": " on all zones", "white": " on white"}[op["zones"]] + "."
    return (
        f"{value} damage" + {"own": "", "all": " in all zones", "red": " in red", "blue": " in blue"}[op["zones"]] + "."
    )


@each_threat
def test_a_text_says_what_the_ops_do(card: Document) -> None:
    for action in "XYZ":
        told = card["text"][action]
        struck = [op for op in card["actions"][action] if op["op"] in ("attack", "damage")]
        plain = [op for op in struck if not {"plus", "times"} & op.keys() and op["zones"] != "infected"]
        assert [op for op in plain if sentence(op) not in told] == []
        assert len(re.findall(r"Attack \d|\d(?: \[\d\])? damage", told)) == len(struck)
        moves = [op["direction"] for op in card["actions"][action] if op["op"] in ("jump", "move")]
        assert re.findall(r"[Jj]ump (\w+)|[Mm]ove (left|right|toward)", told) == [
            (way, "") if card["code"].lstrip("S")[0] == "E" else ("", way.replace("worst", "toward")) for way in moves
        ]


@each_threat
def test_a_call_says_what_comes(card: Document) -> None:
    told = {action: re.findall(r"Call a (\w+) threat from (inside|outside)", card["text"][action]) for action in "XYZ"}
    places = {"internal": "inside", "external": "outside"}
    called = card.get("calls")

    assert {action: found for action, found in told.items() if found} == (
        {called["action"]: [(called["tier"], places[called["side"]])]} if called else {}
    )


@each_threat
def test_a_rule_is_printed_if_there_is_one(card: Document) -> None:
    assert ("rule" in card["text"]) == bool(card.get("traits") or card.get("effects"))
    for each in card.get("traits", []):
        assert each["trait"] != "manual" or each["text"] in card["text"]["rule"]


# Action cards


def firsts(shade: str) -> Counter[str]:
    return Counter(card[f"{shade}_half"][0] for card in DOUBLES if card["doubled"] == shade)


def seconds(shade: str) -> tuple[int, int]:
    found = [card[f"{shade}_half"][1] for card in DOUBLES if card["doubled"] == shade]
    return sum(each in "ABCR" for each in found), sum(each not in "ABCR" for each in found)


def test_the_double_deck_is_spread_exactly_as_specified() -> None:
    single = {
        shade: Counter(card[f"{other}_half"][0] for card in DOUBLES if card["doubled"] == shade)
        for shade, other in (("action", "movement"), ("movement", "action"))
    }

    assert Counter(card["doubled"] for card in DOUBLES) == {"action": 45, "movement": 45}
    assert firsts("action") == {"A": 15, "B": 11, "C": 12, "R": 7}
    assert firsts("movement") == {"red": 15, "blue": 15, "lift": 15}
    assert seconds("action") == (27, 18)
    assert seconds("movement") == (23, 22)
    assert single["action"] == {"red": 15, "blue": 15, "lift": 15}
    assert single["movement"] == {"A": 14, "B": 12, "C": 12, "R": 7}
    assert len({(tuple(card["action_half"]), tuple(card["movement_half"])) for card in DOUBLES}) == 90


def test_few_doubles_repeat_a_weapon_or_a_lift() -> None:
    repeats = [
        card["id"] for card in DOUBLES if card["action_half"] == ["A", "A"] or card["movement_half"] == ["lift", "lift"]
    ]

    assert len(repeats) < 0.05 * len(DOUBLES)


def test_the_single_deck_serves_five_players_and_three_draws() -> None:
    plain = [card for card in cards("core-action") if not card.get("boosted")]

    assert count(plain) == 75 + 3 * 5
    assert count([card for card in cards("core-action") if card.get("boosted")]) == 5


def test_each_specialization_has_a_basic_and_an_advanced_card() -> None:
    found = Counter((card["spec"], card["tier"]) for card in cards("special-action"))

    assert set(found.values()) == {1}
    assert len({spec for spec, _ in found}) == 10


# Achievements and careers


def test_achievements_are_as_many_as_specified() -> None:
    assert Counter(entry["category"] for entry in ENTRIES) == DEFAULTS["achievements"]
    assert len(ENTRIES) == 95
    assert Counter(entry["min_level"] for entry in ENTRIES) == {0: 57, 2: 24, 5: 14}
    columns = Counter((entry["category"], entry["column"]) for entry in ENTRIES if "column" in entry)
    assert columns == {("missions", n): 6 for n in (1, 2, 3)} | {("company", n): 5 for n in (1, 2, 3)}


def test_the_points_of_an_achievement_fit_its_mark() -> None:
    limits = {0: (1, 3), 2: (2, 4), 5: (3, 6)}

    assert [e["id"] for e in ENTRIES if not limits[e["min_level"]][0] <= e["points"] <= limits[e["min_level"]][1]] == []


def test_the_achievements_that_the_rules_name_are_there() -> None:
    named = (
        "First Double, Three of Three, Double Mixed, Double Amber, Full Mix, Double Full Mix, Amber-Red Run, Red Run, Clean Double, "
        "Spotless, Double Four, Bridge of Four, Long Haul, Same Crew Day, Many Crews Day, Scribe, Head Scribe, Pest Control, "
        "Passenger, Which Copy?"
    )

    assert set(named.split(", ")) <= {entry["name"] for entry in ENTRIES}


def test_difficulty_goals_say_so_in_their_criterion() -> None:
    words = {"WY": "white-yellow", "Y": "yellow", "WYR": "white-yellow-red", "YR": "yellow-red", "R": "red"}

    for entry in ENTRIES:
        if "difficulty" in entry:
            assert f"at {words[entry['difficulty']]}" in entry["criterion"], entry["id"]


def test_only_one_personal_company_box_needs_nobody() -> None:
    alone = [
        e["id"] for e in ENTRIES if e["category"] == "company" and e.get("column") == 1 and "judged" not in e["flags"]
    ]

    assert alone == ["sewn-on"]


def test_the_log_has_675_boxes_and_165_dotted_ones() -> None:
    rows = documents("career-track")[0]["rows"]

    assert sum(row["boxes"] for row in rows) == 675
    assert sum(len(row["dotted"]) for row in rows) == 165


def test_explorers_ticked_what_the_reports_claim() -> None:
    claimed: dict[str, list[str]] = {}
    for report in documents("report"):
        for claim in report.get("claims", []):
            claimed.setdefault(claim["explorer"], []).append(claim["achievement"])

    for explorer in documents("explorer"):
        assert set(claimed.get(explorer["id"], [])) <= set(explorer["achievements"]), explorer["id"]


# Missions


def weight(threats: list[Document]) -> int:
    return sum(2 if threat["tier"] == "serious" else 1 for threat in threats)


def seconds_of(clock: str) -> int:
    minutes, rest = clock.split(":")
    return 60 * int(minutes) + int(rest)


def for_seats(mission: Document, players: int) -> list[Document]:
    return [threat for threat in mission["threats"] if players == 5 or not threat.get("five_only")]


def test_two_missions_are_easier_and_four_are_standard() -> None:
    assert [mission["count"] for mission in MISSIONS] == [7, 8, 10, 10, 10, 10]
    assert [mission["count_of_five"] for mission in MISSIONS] == [8, 9, 12, 12, 12, 12]
    assert [mission.get("easier", False) for mission in MISSIONS] == [True, True, False, False, False, False]
    assert [mission.get("standard", False) for mission in MISSIONS] == [False, False, True, True, True, True]


@each_mission
def test_a_mission_counts_what_it_says(mission: Document) -> None:
    assert weight(for_seats(mission, 4)) == mission["count"]
    assert weight(for_seats(mission, 5)) == mission["count_of_five"]


@pytest.mark.parametrize("players", [4, 5])
@each_mission
def test_arrivals_are_spread(mission: Document, players: int) -> None:
    threats = for_seats(mission, players)
    outside = [
        threat["zone"] for threat in sorted(threats, key=lambda each: each["turn"]) if threat["side"] == "external"
    ]

    assert 0.25 <= sum(threat["side"] == "internal" for threat in threats) / len(threats) <= 0.4
    assert max(Counter(outside).values()) * 2 <= len(outside)
    assert all(len(set(outside[at : at + 3])) > 1 for at in range(len(outside) - 2))
    assert max(Counter((threat["side"], threat["turn"]) for threat in threats).values()) == 1
    assert all(1 <= threat["turn"] <= 8 for threat in threats)
    assert min(threat["turn"] for threat in threats if threat["tier"] == "serious") >= 2


@each_mission
def test_the_clock_runs_forward_and_tells_each_arrival_in_time(mission: Document) -> None:
    ends = [seconds_of(cue["time"]) for cue in mission["cues"] if cue["say"] == "phase_end"]
    every = [seconds_of(each["time"]) for each in mission["threats"] + mission["cues"]]
    said = Counter(cue["say"] for cue in mission["cues"])

    assert [sorted(group) for group in ([seconds_of(t["time"]) for t in mission["threats"]], ends)] == [
        [seconds_of(t["time"]) for t in mission["threats"]],
        ends,
    ]
    assert ends[-1] == max(every) == seconds_of(mission["length"]) == seconds_of(DEFAULTS["missions"]["length_double"])
    assert (
        min(later - earlier for earlier, later in pairwise(sorted(every))) >= 10
    )  # a sentence takes ten seconds to say
    for threat in mission["threats"]:
        phase = next(at for at, last in enumerate(DEFAULTS["ship"]["phases"]) if threat["turn"] <= last)
        assert seconds_of(threat["time"]) < ends[phase]
    assert said["phase_end"] == 3
    assert 2 <= said["bonus_draw"] <= 3
    assert 2 <= said["hand_over"] <= 4


# Pages


def table(page: str, title: str) -> list[list[str]]:
    (found,) = [
        section["rows"]
        for card in cards("page")
        if card["id"] == page
        for section in card["sections"]
        if section["title"] == title
    ]
    return found  # type: ignore[no-any-return]


def test_the_table_of_experience_is_that_of_the_rules() -> None:
    _, *rows = table("experience", "A campaign of three or more")

    for flown, *columns in rows:
        right = [
            4 * planned if int(flown) == planned else 2 + 4 * (int(flown) - 1)
            for planned in (3, 4, 5)
            if int(flown) <= planned
        ]
        assert [int(each) for each in columns if each] == right
    assert [row[0] for row in rows] == ["1", "2", "3", "4", "5"]


def test_the_table_of_the_deal_adds_up() -> None:
    rows = {row[0]: row[1:] for row in table("deal", "With special actions")}

    assert int(rows["2 players, 2 androids"][3]) == 2 * (10 + 6 + 6)
    assert int(rows["3 players, 1 android"][3]) == 3 * (6 + 6 + 6) + 1
    assert int(rows["4 players"][3]) == 4 * 15
    assert int(rows["5 players"][3]) == 5 * 15


def test_the_ship_board_shows_the_figures_of_the_defaults() -> None:
    (ship,) = [board for board in cards("board") if board["group"] == "ship"]
    zones = {zone["id"]: zone["holds"] for zone in ship["zones"]}
    figures = DEFAULTS["ship"]

    for zone, kind in (("red", "side"), ("white", "central"), ("blue", "side")):
        for place in ("reactor", "shield"):
            room = figures[f"{place}s"][kind]
            assert zones[f"{place}-{zone}"] == f"up to {room['capacity']} energy, {room['start']} at the start"
        assert f"A heavy laser {figures['heavy_laser'][kind]} " in zones[f"upper-{zone}"]
    assert f"A light laser {figures['light_laser']['side']} " in zones["lower-red"]
    assert (zones["fuel"], zones["rockets"]) == (f"{figures['fuel']} cells", f"{figures['rockets']} rockets")


def test_the_action_board_has_a_space_for_a_card_on_each_turn() -> None:
    (board,) = [board for board in cards("board") if board["group"] == "action"]
    size = DEFAULTS["card_sizes"]["action"]
    phases = [
        next(at for at, last in enumerate(DEFAULTS["ship"]["phases"], 1) if turn <= last) for turn in range(1, 13)
    ]

    assert [zone["holds"] for zone in board["zones"]] == [f"phase {phase}" for phase in phases]
    assert [
        zone["id"] for zone in board["zones"] if zone["width"] < size["width"] or zone["height"] < size["height"]
    ] == []


# Cards that the resolver plays


def log_of(mission: str, draws: dict[int, Document], acts: dict[str, dict[int, str]]) -> str:
    """The log of a plan in which seats do single symbols on some turns, and nothing on the others."""
    lanes = {"red": "short-lane", "white": "far-lane", "blue": "long-lane", "internal": "long-corridor"}
    seats = [
        {
            "who": "player",
            "name": name,
            "turns": [[{"symbols": [does[turn]]}] if turn in does else [] for turn in range(1, 13)],
        }
        for name, does in acts.items()
    ]
    plan = {
        "mission": mission,
        "modules": ["threats", "double"],
        "tracks": {zone: f"tracks/{lane}" for zone, lane in lanes.items()},
        "draws": [{"arrival": at, **draw} for at, draw in draws.items()],
        "seats": seats,
        "packs": [pack for kind in ("threat", "mission", "track") for pack in packs(kind).values()],
    }
    return str(resolved_plan(plan)["log"])


@pytest.mark.parametrize(("shot", "moved"), [({}, 4), ({4: "A"}, 3)])
def test_what_an_unhurt_casket_calls_is_faster(shot: dict[int, str], moved: int) -> None:
    casket = {"card": "red-external-normal/e3-105", "calls": "red-internal-normal/i3-105"}

    log = log_of("double-6", {4: casket}, {"Ada": shot})

    assert "calls Sour Coupling as alpha" in log
    assert f"alpha 0 to {moved}" in log


def test_the_anomaly_blinds_white_and_leaves_red_for_later() -> None:
    hammer, ice, anomaly = (
        "white-external-normal/e1-105",
        "white-external-serious/se1-106",
        "yellow-internal-serious/si2-102",
    )
    draws = {1: {"card": hammer}, 2: {"card": ice}, 3: {"card": anomaly}}

    log = log_of("double-5", draws, {"Ada": {4: "A", 7: "A"}, "Ben": {1: "red", 7: "A"}})

    assert "Ada hits e1" in log
    assert "Ada hits nothing" in log
    assert "Ben hits e2" in log
