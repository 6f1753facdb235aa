"""The game drift: every kind loads, its figures belong together, its samples are legal, its campaign keeps the rules."""

from __future__ import annotations

import json
import re
from collections.abc import Collection
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
import yaml

from cardforge.app.check import Checking, Judgement
from cardforge.app.validate import validate_files
from cardforge.core.errors import ProblemsError
from cardforge.products.campaign_file import open_campaign
from cardforge.products.new_campaign import new_campaign
from tests.conftest import REPOSITORY

DEFAULTS = yaml.safe_load((REPOSITORY / "packs/drift/defaults.yaml").read_text("utf-8"))
KINDS = yaml.safe_load((REPOSITORY / "packs/drift/game.yaml").read_text("utf-8"))["kinds"]

PACKS: dict[str, list[dict[str, Any]]] = {
    document["id"]: document["cards"]
    for document in (
        yaml.safe_load(file.read_text("utf-8")) for file in sorted((REPOSITORY / "packs/drift").glob("*/*.yaml"))
    )
    if document["kind"] not in ("aid", "page") and "cards" in document
}

CELLS = [[q, r] for q in range(-2, 3) for r in range(-2, 3) if abs(q + r) <= 2]
SECTOR: dict[str, Any] = {
    "id": "t-quiet",
    "name": "Quiet Test",
    "set": "core",
    "type": "asteroid",
    "symbols": ["sun", "moon", "star", "ring", "wave", "leaf"],
    "cells": [{"cell": at, "in": "asteroid" if at == [1, 0] else "open"} for at in CELLS],
}
CARDS: dict[str, dict[str, Any]] = {
    "ship": {
        "tier": 1,
        "price": 1000,
        "impulse": 4,
        "energy_max": 8,
        "hold_size": 7,
        "hold": [".###", "####"],
        "back": {"data": [], "backstory": "It was built twice.", "victory": "It came home."},
    },
    "ability": {
        "ship": "t-ship",
        "use": "minor",
        "energy_cost": 1,
        "rolls": False,
        "text": "Gain 1 energy.",
        "lasts": "instant",
        "exhausts": True,
    },
    "outfit": {
        "group": "t4",
        "type": "blaster",
        "tier": 2,
        "price": 2000,
        "die": "d8",
        "shape": ["XXX", ".X."],
        "use": [[0, 0], [2, 0]],
        "double_sided": True,
    },
    "mod": {"mod": "breacher", "price": 1000, "use": 1, "text": "Cuts shields by 4."},
    "title": {"objective": "Visit every gate.", "fame": 2, "skill": "Gates cost nothing."},
    "event": {"while_in_play": "Nothing moves.", "leaves_play_when": "After 2 rounds.", "rounds": 2},
    "npc": {"role": "hired_gun"},
    "stats": {"sides": {"A": {}}},
    "behaviour": {"npc": "t-npc", "behaviours": [{"name": "Plain", "target": "The nearest.", "steps": []}]},
    "goal": {"fame_goal": 9, "special_rules": "None.", "reward": "None."},
    "reference": {"group": "hire", "lines": [{"text": "Pay 2,000."}]},
    "sector": SECTOR,
    "exploration": {"reward": "energy"},
    "relic": {"reward": {"credits": 3000}},
    "board": {"group": "economy", "sections": ["resin"]},
    "token": {"group": "coin", "value": 1000},
    "figure": {"group": "ship", "ship": "t-ship"},
    "aid": {"blocks": [{"text": "Move."}]},
    "page": {"blocks": [{"text": "Move."}]},
    "mission": {
        "type": "shuttle",
        "law": "lawful",
        "story": "Somebody waits.",
        "start": {"from": "named_point", "sector": "t-quiet"},
        "steps": ["Pick up."],
        "payment": {"by": "distance", "rows": [{"lo": 1, "hi": None, "pay": 2000}]},
        "deliver": "t-quiet",
        "fame": 1,
    },
}
DOCUMENTS: dict[str, dict[str, Any]] = {
    "build": {
        "id": "t-build",
        "edition": "test",
        "sets": ["core"],
        "status": "draft",
        "manifest": {"core": {"ship": 1}},
        "contents": ["t-ships"],
    },
    "setup": {
        "id": "t-setup",
        "build": "t-build",
        "goal": 10,
        "seats": [{"who": "captain", "captain": "Ada"}],
        "captains": [{"name": "Ada", "ship": "t-ship", "spawn": 3, "credits": 4000}],
        "map": [{"sector": "t-quiet", "place": [0, 0]}],
    },
    "loadout": {"id": "t-loadout", "ship": "t-ship", "tiles": [{"tile": "t-outfit", "cell": [1, 0]}]},
    "map": {"id": "t-map", "tiles": [{"sector": "t-quiet", "place": [0, 0]}]},
    "step": {"do": "flip", "situation": {"goal": 15, "fame": [8, 3]}, "step": {}, "then": {"side": "B"}},
    "record": {"games": [], "upgrades": []},
    "campaign": {"format": 1, "steps": [{"step": "start", "difficulty": "easy"}]},
}


def minimal(kind: str) -> dict[str, Any]:
    """A file of a kind with no more than it needs."""
    own = {"kind": kind, "system": "drift"}
    if kind in DOCUMENTS:
        return {**own, "name": "Test", **DOCUMENTS[kind]}
    return {
        **own,
        "id": f"t-{kind}s",
        "name": "Test",
        "cards": [{"id": f"t-{kind}", "name": "Test", "set": "core", **CARDS[kind]}],
    }


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("drift")
    written = {}
    for kind in KINDS.keys() - {"defaults"}:
        written[kind] = folder / f"{kind}.yaml"
        written[kind].write_text(yaml.safe_dump(minimal(kind), sort_keys=False), "utf-8")
    return written


def test_a_small_file_of_each_kind_is_what_its_schema_asks_for(files: dict[str, Path]) -> None:
    """No engine code: neither the schema (CF1xx) nor a reference (CF2xx) objects, whatever the rules think of it."""
    outcome = validate_files(map(str, files.values()))

    assert [problem for problem in outcome.problems if problem.code.startswith("CF")] == []


@pytest.mark.parametrize(("of", "total"), [("core", 510), ("x1", 318), ("x2", 53), ("x3", 6), ("x4", 8), ("x5", 10)])
def test_the_lines_of_a_set_add_up(of: str, total: int) -> None:
    """x1 has 302 pieces and a deck of 16 events."""
    assert sum(DEFAULTS["counts"][of].values()) == total


def test_889_pieces_are_printed_and_859_are_usable_together() -> None:
    counts = DEFAULTS["counts"]
    printed = sum(sum(lines.values()) for lines in counts.values()) - counts["x1"]["event"]

    assert (printed, printed - sum(DEFAULTS["replaced"].values())) == (889, 859)


def test_missions_are_as_many_as_their_types() -> None:
    types, counts = DEFAULTS["missions"].values(), DEFAULTS["counts"]

    for of in counts:
        assert sum(each["cards"] for each in types if each["set"] == of) == counts[of].get("mission", 0)
    assert [sum(each["cards"] for each in types if each["law"] == law) for law in ("lawful", "outlaw")] == [68, 56]
    assert [sum(each["law"] == law for each in types) for law in ("lawful", "outlaw")] == [8, 7]


CHECKED = ("build", "loadout", "map", "setup", "step", "record")
SAMPLES = [file for kind in CHECKED for file in sorted((REPOSITORY / "packs/drift" / kind).glob("*.yaml"))]


def test_every_sample_is_legal(in_repository: Path) -> None:
    """Without a warning too; four builds, from core alone to every part, among them."""
    checking = Checking(map(str, SAMPLES))
    found = {judgement.path: judgement.problems for judgement in checking.judgements()}

    assert checking.problems == []
    assert {path for path, problems in found.items() if problems} == set()
    assert len(found) == len(SAMPLES) >= 10


def test_the_builds_hold_what_the_specification_counts() -> None:
    """The pieces of a build, counted by hand: copies of all cards in its packs."""
    packs = {}
    for file in (REPOSITORY / "packs/drift").glob("*/*.yaml"):
        data = yaml.safe_load(file.read_text("utf-8"))
        if "cards" in data:
            packs[data["id"]] = sum(card.get("copies", 1) for card in data["cards"])
    totals = {}
    for file in (REPOSITORY / "packs/drift/build").glob("*.yaml"):
        build = yaml.safe_load(file.read_text("utf-8"))
        totals[build["id"]] = sum(packs[id] for id in build["contents"])

    assert totals == {"core": 510, "frontier": 782 + 16, "everything": 859 + 16, "every-part": 889 + 16}


def packs_of(sets: Collection[str]) -> list[str]:
    """The packs of some sets, without parts that x1 replaces."""
    replaced = {"abilities-replaced", "exploration", "fame-track", "how-to-win"} if "x1" in sets else set()
    return [id for id, cards in PACKS.items() if cards[0]["set"] in sets and id not in replaced]


def build_of(*sets: str) -> dict[str, Any]:
    """A build of some sets, as a user would write it."""
    return {
        "kind": "build",
        "system": "drift",
        "id": "-".join(("b", *sets)),
        "name": " and ".join(sets),
        "edition": "own",
        "sets": list(sets),
        "manifest": {name: DEFAULTS["counts"][name] for name in sets},
        "contents": packs_of(sets),
    }


SETS = [
    ("core", *more) for number in range(6) for more in combinations(("x1", "x2", "x3", "x4", "x5"), number)
]  # 32 boxes


def judged(folder: Path, documents: list[dict[str, Any]]) -> list[Judgement]:
    """What the rules say about documents, in one run; documents that are not judged lie around them."""
    for number, document in enumerate(documents):
        (folder / f"{number:02}.yaml").write_text(yaml.safe_dump(document, sort_keys=False), "utf-8")
    checking = Checking([str(folder)])
    found = list(checking.judgements())
    assert checking.problems == []
    return found


def test_a_box_of_any_sets_is_legal_and_has_their_pieces(in_repository: Path, tmp_path: Path) -> None:
    """Section 1: 510, 302 and 16 events, 53, 6, 8 and 10; x1 takes the place of 30 parts of core."""
    pieces = {"core": 510, "x1": 302 + 16 - 30, "x2": 53, "x3": 6, "x4": 8, "x5": 10}
    found = judged(tmp_path, [build_of(*sets) for sets in SETS])

    assert [problem for judgement in found for problem in judgement.problems] == []
    said = [verdict.says for each in found for verdict in each.verdicts if verdict.rule.code == "DR-78"]
    assert said == [(f"{sum(pieces[name] for name in sets)} pieces in all",) for sets in SETS]
    assert len(said) == 32


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    new_campaign("solo.yaml", "Solo", "drift", {"difficulty": "normal"})
    return "solo.yaml"


FIRST = ("play", "ships=s-kite", "goal=g-first-light", "result=met", "own=12", "npcs=7")


def test_a_campaign_scores_margins_and_losses(log: str) -> None:
    with open_campaign(log) as opened:
        lines = [
            opened.take(FIRST[0], list(FIRST[1:])),
            opened.take("upgrade", ["u5"]),
            opened.take("play", ["ships=s-teapot", "goal=g-honest-living", "result=missed"]),
        ]

    assert [line[-1] for line in lines] == ["score 5", "u5-i", "score 2"]


@pytest.mark.parametrize(
    ("taken", "refused"),
    [
        ((FIRST, ("play", "ships=s-teapot", "goal=g-honest-living", "result=missed")), "DR-50"),
        ((FIRST, ("upgrade", "u1"), ("upgrade", "u1")), "DR-50"),
        ((FIRST, ("upgrade", "u1"), FIRST), "DR-75"),
        ((FIRST, ("upgrade", "u1"), (FIRST[0], "ships=s-teapot", *FIRST[2:])), "DR-76"),
        (((*FIRST[:4], "own=7"),), "DR-76"),
    ],
)
def test_a_campaign_refuses_what_its_rules_forbid(log: str, taken: tuple[tuple[str, ...], ...], refused: str) -> None:
    with open_campaign(log) as opened:
        for name, *values in taken[:-1]:
            opened.take(name, values)
        name, *values = taken[-1]
        with pytest.raises(ProblemsError) as caught:
            opened.take(name, values)

    (problem,) = caught.value.problems
    assert refused in f"{problem.message} {problem.hint}"


def fields_in(thing: Any) -> list[str]:
    """The fields that the texts of a template show: `npc` for `{npc:name}`."""
    if isinstance(thing, dict):
        return [field for value in thing.values() for field in fields_in(value)]
    if isinstance(thing, list):
        return [field for value in thing for field in fields_in(value)]
    return re.findall(r"\{([a-z_.]+)", thing) if isinstance(thing, str) else []


@pytest.mark.parametrize("kind", ["mission", "title", "event", "sector", "exploration", "relic", "behaviour"])
def test_what_is_drawn_blind_has_one_back(kind: str) -> None:
    """A face for the kind alone, and a back that shows nothing of the card; of behaviours, whose stack it is (DR-98)."""
    faces = {
        file.stem: yaml.safe_load(file.read_text("utf-8"))
        for file in (REPOSITORY / "templates/drift/faces").glob("*.yaml")
    }
    (face,) = [face for face in faces.values() if kind in face.get("for", [])]
    shown, open_ = set(), [face["back"]]
    while open_:
        back = faces[open_.pop()]
        open_ += back.get("extends", [])
        shown |= {field for field in fields_in(back.get("elements")) if not field.startswith("game.")}

    assert shown == ({"npc"} if kind == "behaviour" else set())
    schema = json.loads((REPOSITORY / f"schemas/drift/{kind}.schema.json").read_text("utf-8"))
    assert "back" not in schema["properties"]


RULES = {file.stem: file.read_text("utf-8") for file in sorted((REPOSITORY / "schemas/drift/rules").rglob("*.star"))}
OPTION = re.compile(r"^\| `(o\d+)` \| [^|]+ \| ([^|]+) \| ([^|]+) \|$", re.MULTILINE)


def test_the_guide_lists_every_option_with_its_readings_and_who_reads_it() -> None:
    """Ours comes first; people read what no rule reads."""
    rows = OPTION.findall((REPOSITORY / "docs/drift.md").read_text("utf-8"))
    readings = dict(re.findall(r'"(o\d+)": (\[[^]]+\])', RULES["tables"]))
    read = {name for text in RULES.values() for name in re.findall(r'option\("(o\d+)"\)', text)}

    assert [name for name, *_ in rows] == [f"o{number}" for number in range(1, 22)] == list(DEFAULTS["options"])
    assert {name: re.findall(r"`(\w+)`", told) for name, told, _ in rows} == {
        name: json.loads(listed) for name, listed in readings.items()
    }
    assert [re.findall(r"`(\w+)`", told)[0] for _, told, _ in rows] == list(DEFAULTS["options"].values())
    assert {name for name, _, by in rows if by != "people"} == read
    assert all(code in " ".join(RULES.values()) for _, _, by in rows if by != "people" for code in by.split(", "))


GLOSSARY = yaml.safe_load((REPOSITORY / "packs/drift/game.yaml").read_text("utf-8"))["glossary"]
OF_RULES = {"text", "two_player_text", "objective", "skill", "while_in_play", "leaves_play_when", "rules_text"}
OF_RULES |= {"special_rules", "bounty_rule", "lines", "limits", "steps", "reward", "target", "title", "blocks"}


def rules_texts(thing: Any, inside: bool = False) -> list[str]:
    """The texts of a card that say what to do, not what it looks like from a window."""
    if isinstance(thing, dict):
        return [text for key, value in thing.items() for text in rules_texts(value, inside or key in OF_RULES)]
    if isinstance(thing, list):
        return [text for value in thing for text in rules_texts(value, inside)]
    return [thing] if inside and isinstance(thing, str) else []


def test_cards_use_the_words_of_the_glossary() -> None:
    instead = {word: entry["term"] for entry in GLOSSARY for word in entry.get("instead_of", [])}
    cards = [
        yaml.safe_load(file.read_text("utf-8")).get("cards", [])
        for file in (REPOSITORY / "packs/drift").glob("*/*.yaml")
    ]
    texts = rules_texts(cards)
    pattern = re.compile(rf"\b(?:{'|'.join(map(re.escape, instead))})s?\b", re.IGNORECASE)

    assert len(instead) > 10
    assert len(texts) > 700
    assert pattern.search("Spend fuel.")
    assert [text for text in texts if pattern.search(text)] == []
