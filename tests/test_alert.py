"""The third game: its boxes, and its rules against a second way to work out the same figures."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement, permutations, product
from pathlib import Path
from typing import Any

import pytest
import yaml

from cardforge.app.check import Checking
from tests.conftest import REPOSITORY

PACKS, EXAMPLES = REPOSITORY / "packs/alert", REPOSITORY / "tests/rules"
LENT = (str(EXAMPLES / "packs"),)
TOTALS = {"supplement": (160, 49, 7, 216), "standalone": (301, 98, 7, 406)}  # cards, tokens, badges, together

OPS = [
    "attack",
    "damage",
    "heal",
    "knock_out",
    "disable",
    "drain",
    "advance",
    "bonus",
    "jump",
    "move",
    "relocate",
    "call",
    "blind",
    "seal",
    "screens",
    "mine",
    "poison",
    "infect",
    "sabotage",
    "delay",
    "repeat",
    "swap",
    "rockets",
    "force",
    "draw_and_run",
    "cancel",
    "manual",
]
TRAITS = [
    "skips",
    "hidden_at",
    "cap",
    "slowed_when_hurt",
    "accelerates",
    "pierces",
    "exit_z",
    "lives_on",
    "last_point_costs",
    "lone_bonus",
    "places_bonus",
    "manual",
]

LETTERS = {"white": "W", "yellow": "Y", "red": "R"}
COLOURS = {
    "W": ["white"],
    "WY": ["white", "yellow"],
    "Y": ["yellow"],
    "WYR": list(LETTERS),
    "YR": ["yellow", "red"],
    "R": ["red"],
}
CHAIN = [("W", "WY"), ("WY", "Y"), ("WY", "WYR"), ("Y", "YR"), ("WYR", "YR"), ("YR", "R")]  # each the next harder

Document = dict[str, Any]


def statuses(documents: list[Document], code: str, folder: Path) -> list[str]:
    """What a rule says of each document: pass, fail, or another word."""
    files = [folder / f"{number:03d}.yaml" for number in range(len(documents))]
    for file, document in zip(files, documents, strict=True):
        file.write_text(yaml.safe_dump(document), encoding="utf-8")
    found = []
    for judgement in Checking(map(str, files), LENT).judgements():
        found += [verdict.status for verdict in judgement.verdicts if verdict.rule.code == code]
    assert len(found) == len(documents)
    return found


@pytest.mark.parametrize("edition", TOTALS)
def test_a_build_is_whole_and_has_the_sums_of_its_edition(edition: str, in_repository: Path) -> None:
    (judged,) = Checking([f"packs/alert/build/{edition}.yaml"]).judgements()
    manifest = yaml.safe_load((PACKS / f"build/{edition}.yaml").read_text("utf-8"))["manifest"]
    *pieces, together = TOTALS[edition]

    assert judged.problems == ()
    assert {verdict.status for verdict in judged.verdicts} == {"pass"}
    assert [manifest[group]["total"] for group in ("card", "token", "badge")] == pieces
    assert judged.summary[0]["rows"][-1][:2] == ["pieces together", str(together)]
    assert manifest["token"]["lines"]["letter"] + manifest["token"]["lines"]["span"] == 12


def test_everything_in_the_folder_is_legal(in_repository: Path) -> None:
    judged = list(Checking(["packs/alert"]).judgements())

    assert {each.kind for each in judged} >= {"build", "mission", "setup", "plan", "step", "report", "explorer"}
    assert {each.path: each.problems for each in judged if each.problems} == {}


@pytest.mark.parametrize("lacking", ["tokens", "double-actions", "special-actions", "badges", "corrections"])
def test_a_box_without_a_pack_is_not_legal(lacking: str, tmp_path: Path, in_repository: Path) -> None:
    box = (PACKS / "build/supplement.yaml").read_text("utf-8").replace(f"  - {lacking}\n", "")
    (tmp_path / "box.yaml").write_text(box.replace("id: supplement", "id: mine"), encoding="utf-8")
    (judged,) = Checking([str(tmp_path / "box.yaml")]).judgements()

    assert judged.problems
    assert {problem.code[:3] for problem in judged.problems} == {"AL-"}


def test_every_op_and_trait_is_known_and_explained() -> None:
    schema = json.loads((REPOSITORY / "schemas/alert/threat.schema.json").read_text("utf-8"))
    op, trait = (schema["$defs"][kind]["properties"][kind] for kind in ("op", "trait"))

    assert set(OPS) <= set(op["enum"])
    assert set(TRAITS) <= set(trait["enum"])
    for known in (op, trait):
        assert [word for word in known["enum"] if f"`{word}`:" not in known["description"]] == []


def test_rules_count_in_english_and_say_what_to_do(in_repository: Path) -> None:
    """Over all examples: `1 player` and never `1 players`, and every problem has a hint."""
    files = [
        file
        for file in sorted(EXAMPLES.glob("AL-*/*/*.yaml"))
        if file.parent.name in ("pass", "fail")
        and re.search("^kind: (setup|mission|report|explorer)$", file.read_text("utf-8"), re.MULTILINE)
    ]
    said: set[str] = set()
    for judgement in Checking(map(str, files), LENT).judgements():
        found = [problem for problem in judgement.problems if problem.code.startswith("AL-")]
        said |= {words for verdict in judgement.verdicts for words in verdict.says}
        said |= {words for problem in found for words in (problem.message, problem.hint)}
        assert [problem.message for problem in found if not problem.hint] == []

    things = (
        "player|android|card|threat|mission|seat|level|claim|box|deck|token|draw|flight|tick|explorer|specialization"
    )
    assert len(said) > 200
    assert [words for words in said if re.search(rf"\b1 ([a-z]+ )?({things})(e?s)\b", words)] == []


# Another way to the same figures


def _is_at_least(one: str, other: str) -> bool:
    return one == other or any(_is_at_least(below, other) for below, above in CHAIN if above == one)


def _greatest_of_both(one: str, other: str) -> str:
    common = [each for each in COLOURS if _is_at_least(one, each) and _is_at_least(other, each)]
    (greatest,) = [each for each in common if all(_is_at_least(each, below) for below in common)]
    return greatest


def mission(id: str, normal: str, serious: str, difficulty: str) -> Document:
    document: Document = yaml.safe_load((EXAMPLES / "packs/alert-mission-red.yaml").read_text("utf-8"))
    return document | {
        "id": id,
        "colours": {"normal": COLOURS[normal], "serious": COLOURS[serious]},
        "difficulty": difficulty,
    }


def test_the_difficulty_of_two_tiers_is_the_greatest_that_both_reach(tmp_path: Path, in_repository: Path) -> None:
    pairs = list(product(COLOURS, COLOURS))
    right = [mission(f"right-{at}", *pair, _greatest_of_both(*pair)) for at, pair in enumerate(pairs)]
    wrong = [
        mission(f"wrong-{at}", *pair, next(each for each in COLOURS if each != _greatest_of_both(*pair)))
        for at, pair in enumerate(pairs)
    ]

    assert statuses(right, "AL-41", tmp_path) == ["pass"] * 36
    assert statuses(wrong, "AL-41", tmp_path) == ["fail"] * 36


def setup(players: list[list[int]], androids: int) -> Document:
    document: Document = yaml.safe_load((EXAMPLES / "packs/alert-setup.yaml").read_text("utf-8"))
    seats = [{"who": "player", "name": f"Player {at}", "deal": deal} for at, deal in enumerate(players)]
    seats += [{"who": "android", "name": f"Android {at}", "deal": [0, 0, 0]} for at in range(androids)]
    return document | {"seats": seats}


@pytest.mark.parametrize(
    ("players", "androids", "cards"),
    [
        ([[10, 6, 6], [10, 6, 6]], 2, 44),
        ([[11, 6, 6], [10, 6, 6]], 3, 45),
        ([[6, 6, 6], [7, 6, 6], [6, 6, 6]], 1, 55),
        ([[5, 5, 5]] * 4, 0, 60),
        ([[6, 5, 5], *[[5, 5, 5]] * 3], 1, 61),
        ([[5, 5, 5]] * 5, 0, 75),
    ],
)
def test_a_crew_is_dealt_so_many_cards_and_no_other_number(
    players: list[list[int]], androids: int, cards: int, tmp_path: Path, in_repository: Path
) -> None:
    others = [
        [[*deal[:phase], deal[phase] + by, *deal[phase + 1 :]], *players[1:]]
        for deal in players[:1]
        for phase, by in product(range(3), (-1, 1))
    ]
    documents = [setup(deals, androids) for deals in [players, *others]]
    dealt = statuses(documents, "AL-47", tmp_path)
    shared = statuses(documents, "AL-48", tmp_path)

    assert sum(map(sum, players)) == cards
    assert (dealt[0], shared[0]) == ("pass", "pass" if androids else "not applicable")
    assert [pair for pair in list(zip(dealt, shared, strict=True))[1:] if "fail" not in pair] == []


def report(scores: list[int], planned: int | None, experience: int) -> Document:
    document: Document = yaml.safe_load((EXAMPLES / "packs/alert-report.yaml").read_text("utf-8"))
    flights = [{"mission": "ex-red", "seats": [{"who": "player", "name": "Ada"}], "score": score} for score in scores]
    campaign = {"planned": planned, "agreed": True} if planned else {}
    return document | campaign | {"id": "mine", "flights": flights, "experience": {"m": experience}}


def test_a_mission_earns_two_and_one_for_each_full_ten_points(tmp_path: Path, in_repository: Path) -> None:
    earned = {-3: 2, 0: 2, 9: 2, 10: 3, 19: 3, 20: 4, 27: 4, 30: 5, 100: 12}

    assert statuses([report([score], None, m) for score, m in earned.items()], "AL-65", tmp_path) == ["pass"] * 9
    assert statuses([report([score], None, m + 1) for score, m in earned.items()], "AL-65", tmp_path) == ["fail"] * 9


def test_a_campaign_earns_by_how_far_it_came(tmp_path: Path, in_repository: Path) -> None:
    base = {3: [2, 6, 12], 5: [2, 6, 10, 14, 20]}
    flown = [(planned, missions + 1, m) for planned, row in base.items() for missions, m in enumerate(row)]
    right = [report([0] * missions, planned, m) for planned, missions, m in flown] + [report([14, 20], 3, 9)]

    assert statuses(right, "AL-66", tmp_path) == ["pass"] * 9
    assert statuses([each | {"experience": {"m": 13}} for each in right], "AL-66", tmp_path) == ["fail"] * 9


def explorer(boxes: tuple[int, ...]) -> Document:
    specs = ["rigger", "shifter", "surveyor", "infiltrator", "fold-pilot", "field-doctor", "power-fitter"]
    ticked = {spec: list(range(1, number + 1)) for spec, number in zip(specs, boxes, strict=False)}
    return {
        "kind": "explorer",
        "system": "alert",
        "id": "mine",
        "name": "Mine",
        "consent": False,
        "level": sum(boxes),
        "boxes": [],
        "specs": ticked,
        "achievements": [],
    }


def _orders(boxes: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    yield from permutations([at for at, number in enumerate(boxes) for _ in range(number)])


def _is_legal(order: tuple[int, ...]) -> bool:
    """Tick n is made at level n: the second box of anything needs level 3, the third level 6."""
    seen: Counter[int] = Counter()
    for level, spec in enumerate(order, start=1):
        seen[spec] += 1
        if level < {1: 1, 2: 3, 3: 6}[seen[spec]]:
            return False
    return True


def test_ticks_are_right_where_they_can_be_put_in_an_order(tmp_path: Path, in_repository: Path) -> None:
    shapes = [
        boxes for specs in range(1, 8) for boxes in combinations_with_replacement((3, 2, 1), specs) if sum(boxes) <= 7
    ]
    expected = ["pass" if any(map(_is_legal, _orders(boxes))) else "fail" for boxes in shapes]

    assert Counter(expected).keys() == {"pass", "fail"}
    assert statuses([explorer(boxes) for boxes in shapes], "AL-64", tmp_path) == expected
