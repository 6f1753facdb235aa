"""The second game: its box, its figures and its odds are those of the specification."""

from __future__ import annotations

import json
import re
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest
import yaml

from cardforge.app.check import Checking
from cardforge.app.validate import validate_files
from cardforge.check.host.dice import chance_of_successes, chance_of_winning
from tests.conftest import REPOSITORY

PACKS = REPOSITORY / "packs" / "armada"
DEFAULTS: dict[str, Any] = yaml.safe_load((PACKS / "defaults.yaml").read_text("utf-8"))
TOTALS = {  # the declared totals, edition 1 and edition 2
    "die": (10, 10),
    "board": (4, 4),
    "gem": (20, 20),
    "cube": (30, 30),
    "mini_card": (100, 99),
    "euro_card": (115, 132),
    "hex_tile": (31, 31),
    "miniature": (47, 51),
    "punch_token": (68, 46),
    "scenario_token": (24, 24),  # crowns and colonists: printed, and counted apart
}
COUNTS = {  # copies of each kind of file, edition 1 and edition 2
    "armada-deck": (80, 80),
    "event": (20, 19),
    "aid": (4, 4),
    "commander": (6, 6),
    "boss": (4, 6),
    "ark": (1, 1),
    "peril": (1, 1),
    "sweep": (12, 12),
    "explore": (16, 16),
    "action-common": (26, 26),
    "action-special": (10, 10),
    "dossier": (10, 10),
    "gate-repair": (10, 10),
    "reprisal": (7, 7),
    "scenario": (8, 11),
    "downfall": (0, 8),
    "item": (0, 4),
    "tile": (31, 31),
    "board": (4, 4),
    "token": (92, 70),
    "figure": (47, 51),
}


def documents(kind: str) -> list[dict[str, Any]]:
    return [yaml.safe_load(file.read_text("utf-8")) for file in sorted((PACKS / kind).glob("*.yaml"))]


def cards(kind: str, edition: int = 2) -> list[dict[str, Any]]:
    """The cards of a kind that an edition has, each as often as it is printed."""
    found = [card for document in documents(kind) for card in document["cards"]]
    return [card for card in found if edition in card.get("edition", (1, 2)) for _ in range(card.get("copies", 1))]


def value(rewards: dict[str, int]) -> int:
    """What rewards are worth, in half points."""
    values = DEFAULTS["reward_values"]
    return sum(count * values["token" if key.startswith("tok_") else key] for key, count in rewards.items())


@pytest.mark.parametrize("edition", [1, 2])
def test_a_build_declares_the_totals_and_its_packs_fill_them(edition: int, in_repository: Path) -> None:
    name = ("first-edition", "second-edition")[edition - 1]
    (judged,) = Checking([f"packs/armada/build/{name}.yaml"]).judgements()
    manifest = documents("build")[edition - 1]["manifest"]

    assert judged.problems == ()
    assert {group: part["total"] for group, part in manifest.items()} == {k: v[edition - 1] for k, v in TOTALS.items()}
    assert {verdict.status for verdict in judged.verdicts} == {"pass"}
    assert judged.summary[0]["rows"][-1][:2] == ["all pieces", str((425 + 24, 423 + 24)[edition - 1])]


def test_everything_in_the_folder_is_legal(in_repository: Path) -> None:
    judged = {each.kind: each for each in Checking(["packs/armada"]).judgements()}

    assert set(judged) == {"build", "setup", "loadout", "map", "step"}
    assert [each.problems for each in judged.values()] == [()] * 5


def test_rules_count_in_english_and_say_what_to_do(in_repository: Path) -> None:
    """Over all examples: `1 raider` and never `1 raiders`, and every problem has a hint."""
    examples = [
        file for file in sorted((REPOSITORY / "tests/rules").glob("AR-*/*/*.yaml")) if file.parent.name != "packs"
    ]
    judged = [file for file in examples if re.search("^kind: (setup|loadout|map|step)$", file.read_text("utf-8"), re.M)]
    said: set[str] = set()
    for judgement in Checking(map(str, judged)).judgements():
        found = [problem for problem in judgement.problems if problem.code.startswith("AR-")]
        said |= {words for verdict in judgement.verdicts for words in verdict.says}
        said |= {words for problem in found for words in (problem.message, problem.hint)}
        assert [problem.message for problem in found if not problem.hint] == []

    things = (
        "raider|tile|token|card|event|player|core|check|level|sector|starbase|die|dice|boss|encounter|ship|tech|unit"
    )
    assert len(said) > 500
    assert [words for words in said if re.search(rf"(?<!player )\b1 ([a-z]+ )?({things})(e?s)\b", words)] == []


def test_a_pack_is_in_a_box_once(tmp_path: Path, in_repository: Path) -> None:
    box = (PACKS / "build/second-edition.yaml").read_text("utf-8").replace("  - bosses\n", "  - bosses\n  - bosses\n")
    (tmp_path / "box.yaml").write_text(box.replace("id: second-edition", "id: mine"), encoding="utf-8")

    (problem,) = validate_files([str(tmp_path / "box.yaml")]).problems

    assert (problem.code, problem.severity.name) == ("CF101", "ERROR")
    assert "bosses" in problem.message


@pytest.mark.parametrize("broken", ["id: My Sweep", "id: my-sweep\ncolour: [", "id: my-sweep\ncards: []"])
def test_a_pack_that_cannot_be_read_is_the_only_thing_blamed(broken: str, tmp_path: Path, in_repository: Path) -> None:
    """A box with a broken pack is neither legal nor short of cards: the mistake is reported where it is."""
    box = (PACKS / "build/second-edition.yaml").read_text("utf-8").replace("  - sweep\n", "  - my-sweep\n")
    (tmp_path / "box.yaml").write_text(box.replace("id: second-edition", "id: mine"), encoding="utf-8")
    sweep = (PACKS / "sweep/sweep.yaml").read_text("utf-8").replace("id: sweep", broken, 1)
    (tmp_path / "drawn.yaml").write_text(sweep, encoding="utf-8")
    (judged,) = Checking([str(tmp_path / "box.yaml")], [str(tmp_path)]).judgements()

    assert {Path(problem.where.path).name for problem in judged.problems} == {"drawn.yaml"}
    assert {each.rule.code for each in judged.verdicts if each.status == "not judged"} >= {"AR-09", "AR-12", "AR-45"}


def test_a_report_says_where_a_step_left_out_what_there_is_to_spend(tmp_path: Path, in_repository: Path) -> None:
    paid = "kind: step\nsystem: armada\nname: One token\ndo: remove_event\nphase: upkeep\n"
    paid += "step: {tokens: [{player: 1, count: 1}], return_to: card}\n"
    says = []
    for name, situation in (("untold", ""), ("told", "situation: {holds: [1]}\n")):
        (tmp_path / f"{name}.yaml").write_text(paid + situation, encoding="utf-8")
        (judged,) = Checking([str(tmp_path / f"{name}.yaml")]).judgements()
        says += [each.says[0] for each in judged.verdicts if each.rule.code == "AR-57"]

    assert ["taken as enough" in words for words in says] == [True, False]


PLACES = "first: {sector: asteroid_field, colour: red}\n  second: {sector: gravity_well, colour: blue}"
STEPS = {
    "AR-46": f"""do: place_core
step: {{lays: 2}}
situation:
  map: [{{cell: [0, 0], sector: gate}}, {{cell: [1, 0], sector: haven}}]
  {PLACES}
  left: 1""",
    "AR-66": """do: fight
step: {players: 1, enemies: 1, first: player, enemy_hull: 2, shield_successes: 1, damage: 1}
situation:
  speed: 3
  enemy: {speed: 1, attack: 2, hull: 2}""",
    "AR-69": """do: build_starbase
phase: expand
step:
  to: [0, 1]
  fights_boss: false
  pays: [{cell: [0, 1], tok_exploration: 3, tok_combat: 3, holds: {tok_exploration: 3, tok_combat: 3}}]
situation:
  cell: [0, 1]
  boss_here: false""",
}


@pytest.mark.parametrize(("code", "told"), [("AR-46", "pile: 5"), ("AR-66", "shield: 2"), ("AR-69", "left: 1")])
def test_a_report_says_what_a_situation_left_out(code: str, told: str, tmp_path: Path, in_repository: Path) -> None:
    """The pile that two tiles come from, the dice of a shield, the starbases in the box."""
    says = []
    for name, more in (("untold", ""), ("told", f"\n  {told}")):
        file = tmp_path / f"{name}.yaml"
        file.write_text(f"kind: step\nsystem: armada\nname: X\n{STEPS[code]}{more}\n", encoding="utf-8")
        (judged,) = Checking([str(file)]).judgements()
        says += [each.says[0] for each in judged.verdicts if each.rule.code == code]

        assert not judged.problems
    assert ["taken as enough" in words for words in says] == [True, False]


def court_fights() -> list[tuple[int, int, int]]:
    """The Overlord as scenarios of both sources have it to be fought: attack, speed, hull."""
    words = yaml.safe_load((REPOSITORY / "templates/armada/recipes/words/scenarios.yaml").read_text("utf-8"))
    rules = [scenario["rules"] for scenario in (*cards("scenario"), *words["campaign"])]
    found = [re.search(r"attack (\d+), speed (\d+) and hull (\d+)", text) for text in rules]
    return [(int(each[1]), int(each[2]), int(each[3])) for each in found if each]


def test_the_overlord_can_be_beaten_three_times_by_a_grown_fleet() -> None:
    """A fleet of 5, 5, 5 with hull 10 wins about two fights in three, so three of five more often than not."""
    assert len(court_fights()) == 2
    for overlord in court_fights():
        once = win((5, 5, 5, 10), overlord)
        three_of_five = 10 * once**3 * (1 - once) ** 2 + 5 * once**4 * (1 - once) + once**5

        assert f"{float(once):.2f}" == "0.66"
        assert Fraction(70, 100) <= three_of_five <= Fraction(85, 100)
        assert win((3, 3, 3, 10), overlord) < Fraction(1, 100)  # nobody wins on the first evening walk


def test_every_event_says_how_long_it_lasts() -> None:
    """No event is once and gone: constant ones hold while they are in play, the others act in every events phase."""
    begins = {"constant": "While this is in play, ", "instant": "In every events phase: "}
    words = yaml.safe_load((REPOSITORY / "templates/armada/recipes/words/events.yaml").read_text("utf-8"))
    printed = [(card["kind"], card["effect"]["text"]) for card in cards("event", 1) if "effect" in card]
    printed += [(kind, design["text"]) for kind in begins for design in words[kind]]

    assert len(printed) == 14 + 13 + 13
    for kind, text in printed:
        assert text.startswith(begins[kind]), text
        assert "at once" not in text


def test_what_scenarios_bring_is_printed() -> None:
    tokens = {card["line"]: card["copies"] for card in cards("token") if card.get("group") == "scenario"}
    words = yaml.safe_load((REPOSITORY / "templates/armada/recipes/words/scenarios.yaml").read_text("utf-8"))

    assert tokens == {"crown": 20, "colonist": 4}
    assert any(card["line"] == "first_player" for card in cards("token"))
    for scenario in (*cards("scenario"), *words["campaign"], *words["arena"]):
        for piece, count in scenario.get("overrides", {}).get("own_tokens", {}).items():
            assert count <= tokens[piece]
        said = " ".join(scenario[key] for key in ("extra_setup", "goal", "loss", "rules"))
        assert "paper" not in said  # nobody cuts pieces out by hand


@pytest.mark.parametrize("edition", [1, 2])
def test_every_kind_holds_as_many_cards_as_its_line(edition: int) -> None:
    assert {kind: len(cards(kind, edition)) for kind in COUNTS} == {k: v[edition - 1] for k, v in COUNTS.items()}


def test_the_packs_print_what_the_defaults_say() -> None:
    board, tiles = cards("board")[0], cards("tile")

    assert board["tracks"] == DEFAULTS["tracks"]
    assert {key: board[key] for key in ("width", "height", "zones")} == DEFAULTS["board"]
    assert cards("aid")[0]["raiders"] == DEFAULTS["raiders"]
    assert cards("ark")[0]["slots"] == DEFAULTS["ark_slots"]
    assert cards("peril")[0]["max"] == DEFAULTS["peril_max"]
    assert {(tile["sector"], tile["cost"]) for tile in tiles} == {(k, v["cost"]) for k, v in DEFAULTS["tiles"].items()}
    assert Counter(tile["sector"] for tile in tiles) == {k: v["count"] for k, v in DEFAULTS["tiles"].items()}
    for edition in (1, 2):
        for token in cards("token", edition):
            assert (
                token["diameter"]
                == DEFAULTS["token_diameters"][
                    token["line"].split("_")[0] if "activ" in token["line"] else token["line"]
                ]
            )
        for figure in cards("figure", edition):
            size = "large" if figure["line"] in ("boss", "overlord", "ark") else "small"
            assert {"width": figure["width"], "height": figure["height"]} == DEFAULTS["standees"][size]


def test_the_zones_of_the_board_lie_on_it_and_do_not_overlap() -> None:
    zones = DEFAULTS["board"]["zones"]
    for at, one in enumerate(zones):
        assert one["left"] + one["width"] <= DEFAULTS["board"]["width"]
        assert one["top"] + one["height"] <= DEFAULTS["board"]["height"]
        for other in zones[:at]:
            apart = (
                one["left"] >= other["left"] + other["width"] - 1e-6
                or other["left"] >= one["left"] + one["width"] - 1e-6
                or one["top"] >= other["top"] + other["height"] - 1e-6
                or other["top"] >= one["top"] + one["height"] - 1e-6
            )
            assert apart, (one["id"], other["id"])


ODDS = {  # dice: the chance of 1, 2, … successes, in thousandths; nothing where the specification gives none
    2: {1: 750, 2: 250},
    3: {1: 875, 2: 500, 3: 125},
    4: {1: 938, 2: 688, 3: 312, 4: 62},
    5: {1: 969, 2: 812, 3: 500, 4: 188},
    6: {1: 984, 2: 891, 3: 656, 4: 344},
    8: {4: 637, 5: 363},
    10: {5: 623},
}


@pytest.mark.parametrize("dice", ODDS)
def test_the_odds_of_a_check_are_those_of_the_specification(dice: int) -> None:
    for wanted, thousandths in ODDS[dice].items():
        # Half a thousandth is rounded to even there: 0.3125 is 0.312 and 0.0625 is 0.062.
        assert round(chance_of_successes(dice, wanted) * 1000) == thousandths


FIGHTS = [  # combat, shield, speed, hull; attack, speed, hull of the enemy; the chance, and its digits
    ((2, 2, 2, 8), (2, 1, 2), "0.999", 3),
    ((3, 3, 3, 10), (3, 3, 4), "0.98", 2),
    ((5, 5, 5, 10), (4, 5, 6), "0.986", 3),
    ((2, 2, 2, 8), (4, 5, 6), "0.002", 3),
    ((6, 6, 6, 10), (5, 4, 8), "0.98", 2),
    ((6, 6, 6, 10), (6, 5, 10), "0.68", 2),
    ((6, 6, 6, 10), (5, 6, 12), "0.60", 2),
    ((6, 6, 6, 10), (7, 4, 9), "0.53", 2),
    ((6, 6, 6, 10), (6, 7, 10), "0.32", 2),
]


@cache
def win(fleet: tuple[int, int, int, int], enemy: tuple[int, int, int]) -> Fraction:
    """The chance that a fleet beats an enemy; a tie in speed is the enemy's."""
    combat, shield, speed, hull = fleet
    return chance_of_winning((combat, shield, hull), (enemy[0], enemy[2]), goes_first=speed > enemy[1])


@pytest.mark.parametrize(("fleet", "enemy", "chance", "digits"), FIGHTS)
def test_the_odds_of_a_fight_are_those_of_the_specification(
    fleet: tuple[int, int, int, int], enemy: tuple[int, int, int], chance: str, digits: int
) -> None:
    assert f"{float(win(fleet, enemy)):.{digits}f}" == chance


def test_bosses_are_a_fight_and_pay_for_it() -> None:
    bosses = cards("boss")
    triples = {(boss["attack"], boss["speed"], boss["hull"]) for boss in bosses}

    assert len(triples) == len(bosses)
    for attack, speed, hull in triples:
        assert Fraction(30, 100) <= win((6, 6, 6, 10), (attack, speed, hull)) <= Fraction(99, 100), (
            attack,
            speed,
            hull,
        )
    for boss in bosses:
        assert 12 <= value(boss["rewards"]) <= 18, boss["id"]
        assert boss["rewards"]["tok_combat"] >= 1
        assert boss["rewards"]["action_special"] >= 1
    assert (
        sum([each["do"] for each in boss["effect"]["does"]] == ["spawn_raiders", "move_raider"] for boss in bosses) == 1
    )


COMMON_ABILITIES = ("reroll", "reduce_damage", "repair", "move_raider")  # worth 2 to 3 half points
SPECIAL_ABILITIES = ("roll_bonus", "extra_combat", "pull_player", "step_self")  # worth 4 to 5


def is_within_budget(card: dict[str, Any]) -> bool:
    """Whether the ability of a unit or tech is one that its quality pays for."""
    (effect,) = card["ability"]["does"]
    if card["quality"] == "special":
        return effect["do"] in SPECIAL_ABILITIES and effect.get("persistent", effect["do"] != "roll_bonus")
    return (
        effect["do"] in COMMON_ABILITIES and effect.get("amount", effect.get("count")) == effect.get("sectors", 1) == 1
    )


def test_every_deck_has_the_distribution_of_the_specification() -> None:
    for deck in documents("armada-deck"):
        assert [card["id"] for card in deck["cards"] if not is_within_budget(card)] == []
        for sort in ("unit", "tech"):
            own = [card for card in deck["cards"] if card["type"] == sort]
            common = [tuple(card["stat_bonus"]) for card in own if card["quality"] == "common"]
            special = Counter(tuple(card["stat_bonus"].items()) for card in own if card["quality"] == "special")
            assert Counter(common) == {("combat",): 2, ("shield",): 2, ("speed",): 2}
            assert {("combat", 1), ("shield", 1)} in map(set, special)
            assert {("shield", 1), ("speed", 1)} in map(set, special)
            assert {("combat", 1), ("speed", 1)} in map(set, special)
            assert sum(len(bonus) == 1 and bonus[0][1] == 2 for bonus in special) == 1
        fights = [card for card in deck["cards"] if {"do": "extra_combat"} in card["ability"]["does"]]
        assert len(fights) <= 1
    titles = [card["title"] for card in cards("armada-deck")]
    assert len(set(titles)) == len(titles)


def test_thirteen_beginnings_cost_three_points() -> None:
    stats = [bonus for bonus in product(range(3), repeat=3) if sum(bonus) in (1, 3)]

    assert sum(1 if sum(bonus) == 3 else 2 for bonus in stats) == 13  # one stat and either facility, or stats alone


def test_commanders_cost_the_same_and_begin_differently() -> None:
    for edition in (1, 2):
        vectors = [card["setup_bonus"] for card in cards("commander", edition)]
        points = [
            sum(n * (2 if key in ("dockyard", "laboratory") else 1) for key, n in bonus.items()) for bonus in vectors
        ]
        assert points == [3] * 6
        assert len({tuple(sorted(bonus.items())) for bonus in vectors}) == 6
        facilities = Counter(key for bonus in vectors for key in bonus if key in ("dockyard", "laboratory"))
        assert sum(facilities.values()) == 3
        assert set(facilities) == {"dockyard", "laboratory"}
    paid = Counter(card["activation_cost"] for card in cards("commander", 2))
    assert paid == {"tok_activation": 4, "tok_combat": 1, "tok_exploration": 1}


def test_sweeps_begin_in_every_place_and_never_where_raiders_arrive() -> None:
    sweeps = cards("sweep")
    first = Counter((card["first"]["sector"], card["first"]["colour"]) for card in sweeps)

    assert Counter(card["first"]["sector"] for card in sweeps) == {"asteroid_field": 6, "gravity_well": 6}
    assert len(first) == 8
    assert set(first.values()) <= {1, 2}
    assert all(card["arrivals"] != card["first"]["colour"] for card in sweeps)


def test_explorations_ask_and_pay_as_the_specification_says() -> None:
    sides = {side: [card[side] for card in cards("explore")] for side in ("easy", "hard")}
    stats = {side: Counter(zone["check"].split("(")[0] for zone in zones) for side, zones in sides.items()}
    numbers = {
        side: Counter(zone["check"][-2] for zone in zones if "hull" not in zone["check"])
        for side, zones in sides.items()
    }

    assert stats["easy"] == {"combat": 5, "shield": 5, "speed": 6}
    assert stats["hard"] == {"combat": 5, "shield": 4, "speed": 5, "hull": 2}
    assert numbers == {"easy": Counter({"1": 10, "2": 6}), "hard": Counter({"3": 9, "4": 5})}
    assert all(2 <= value(zone["rewards"]) <= 5 for zone in sides["easy"])
    assert all(6 <= value(zone["rewards"]) <= 10 for zone in sides["hard"])


def test_events_actions_and_the_rest_have_their_mix() -> None:
    events = [Counter(card["kind"] for card in cards("event", edition)) for edition in (1, 2)]
    guards = Counter(card["guard"].split("(")[0] for card in cards("event") if "guard" in card)
    locks = Counter(
        e["facility"]
        for card in cards("event")
        if "effect" in card
        for e in card["effect"]["does"]
        if e["do"] == "lock"
    )
    reprisals = [[e["do"] for part in card["enemy_actions"] for e in part["does"]] for card in cards("reprisal")]
    specials = [e for card in cards("action-special") for e in card["effect"]["does"]]

    assert events == [{"constant": 7, "instant": 7, "check": 6}, {"constant": 7, "instant": 6, "check": 6}]
    assert guards == {"combat": 2, "shield": 2, "speed": 2}
    assert max(locks.values()) <= 2
    assert Counter(card["timing"] for card in cards("action-common")) == {"instant": 14, "movement": 6, "upkeep": 6}
    assert Counter(card["timing"] for card in cards("action-special")) == {"instant": 5, "movement": 3, "upkeep": 2}
    assert any(e["do"] == "recover_activation" for e in specials)
    assert any(e["do"] == "gain" and e["reward"] == "starglass" for e in specials)
    assert sum("spawn_raiders" in does for does in reprisals) >= 2
    assert sum("move_raider" in does for does in reprisals) >= 2
    assert Counter(card["uses"] for card in cards("item")) == {1: 3, "unlimited": 1}
    assert any(card["mode"] == "arena" for card in cards("scenario"))


def test_the_chart_of_signs_has_every_sector_and_what_is_won() -> None:
    (chart,) = [page for page in cards("page") if "signs" in page]
    signs = {row["icon"] for group in chart["signs"] for row in group["rows"]}
    won = [zone["rewards"] for card in cards("explore") for zone in (card["easy"], card["hard"])]
    won += [boss["rewards"] for boss in cards("boss")] + [raider["rewards"] for raider in DEFAULTS["raiders"]]

    assert set(DEFAULTS["tiles"]) - {"haven"} <= signs  # the Haven stands beside the Gate
    assert {reward for rewards in won for reward in rewards} <= signs


def test_scenarios_ask_only_for_what_the_box_has() -> None:
    """A deck never runs out, since cards go back under it, and of each colour there is one starbase."""
    words = yaml.safe_load((REPOSITORY / "templates/armada/recipes/words/scenarios.yaml").read_text("utf-8"))
    usual = {"arrival_level": 1, "success_value": 4}
    for scenario in [*cards("scenario"), *words["campaign"], *words["arena"]]:
        said = " ".join(scenario[key] for key in ("extra_setup", "goal", "loss", "rules"))
        needed, changed = scenario.get("needs", []), scenario.get("overrides", {})

        assert "deck is empty" not in said
        assert not re.search(r"(\d|two) starbases of", said)
        assert not usual.items() & {key: value for key, value in changed.items() if key in usual}.items()
        assert needed == list(changed.get("own_tokens", []))
        assert all(f"{piece}s" in said for piece in needed)


def test_a_scenario_that_speaks_of_a_piece_beyond_the_box_brings_it() -> None:
    """Colonists and crowns are in no manifest (X-05); nor does a card print the words by which the rules call things."""
    words = yaml.safe_load((REPOSITORY / "templates/armada/recipes/words/scenarios.yaml").read_text("utf-8"))
    for scenario in (*cards("scenario"), *words["campaign"], *words["arena"]):
        said = " ".join(scenario[key] for key in ("extra_setup", "goal", "loss", "rules"))

        assert {piece for piece in ("colonist", "crown", "marker") if piece in said} == set(scenario.get("needs", []))
        assert not re.search(r"of kind|constant|tok_|[a-z]_[a-z]", said)


def test_a_word_means_the_same_in_every_schema_of_the_game() -> None:
    seen: dict[str, Any] = {}
    for file in sorted((REPOSITORY / "schemas" / "armada").glob("*.schema.json")):
        for name, meaning in json.loads(file.read_text("utf-8"))["$defs"].items():
            if name not in ("card", "player"):  # each kind has its own
                assert seen.setdefault(name, meaning) == meaning, (file.name, name)
    assert len(seen) > 20


@pytest.mark.parametrize(
    "override",
    [
        "explore_choice: middle",
        "arrival_level: 4",
        "success_value: 9",
        "raider_movement: far",
        "own_tokens: {crown: 0}",
    ],
)
def test_a_scenario_changes_a_thing_only_to_what_it_can_be(override: str, tmp_path: Path) -> None:
    text = (REPOSITORY / "tests/rules/AR-80/pass/hard-side-only.yaml").read_text("utf-8")
    file = tmp_path / "scenario.yaml"
    file.write_text(text.replace("explore_choice: hard", override), "utf-8")

    assert [problem.code for problem in validate_files([str(file)]).problems] == ["CF101"]


def test_the_step_of_the_guide_is_legal(in_repository: Path, tmp_path: Path) -> None:
    guide = (REPOSITORY / "docs" / "armada.md").read_text("utf-8")
    (example,) = re.findall(r"```yaml\n(kind: step\n.*?)```", guide, re.DOTALL)
    (tmp_path / "step.yaml").write_text(example, encoding="utf-8")
    (judged,) = Checking([str(tmp_path / "step.yaml")]).judgements()

    assert judged.problems == ()
    assert [verdict.rule.code for verdict in judged.verdicts if verdict.status == "pass"] == ["AR-39"]
