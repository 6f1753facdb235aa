"""The resolver of alert, called without a command: turns and plans as JSON in, what came of them as JSON out."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from cardforge.check.rule_file import PRELUDE, common_script
from cardforge.load.document import load_document
from cardforge.load.game import Game, Games
from cardforge.load.project import project_at
from cardforge.load.source import Source
from cardforge.scripting.script import Script
from tests.conftest import REPOSITORY

PACKS = REPOSITORY / "packs/alert"
_CODE = """
load("shared/board.star", "fire", "new_board", "new_seat", "new_threat", "strike")
load("shared/rounds.star", "board_of", "fates", "resolved", "score")

def _turn(given):
    board = new_board(game.defaults.ship, given.double)
    board["turn"], board["craft"]["range"] = given.turn, given.craft
    board["tracks"] = {zone: getattr(given.tracks, zone) for zone in ZONES}
    board["seats"] = [new_seat(seat.name, station = seat.station) for seat in given.seats]
    for zone in ZONES:
        board["zones"][zone].update(**dict(entries(getattr(given.zones, zone))))
    for each in given.threats:
        threat = new_threat(each, "external", each.token, each.number, each.arrival, each.zone)
        threat["square"] = each.square
        board["threats"].append(threat)
    for zone, state in entries(given.screens):
        screen = new_threat(struct(hp = 1, shield = 0, speed = 0), "internal", zone, 90, 1)
        screen["screens"] = {zone: state}
        board["threats"].append(screen)
    board["shots"] = [dict(entries(shot)) for shot in given.shots]
    hits = [tokens for _, tokens in fire(board)]
    for attack in given.attacks:
        attacker = [t for t in board["threats"] if t["token"] == attack.token][0]
        strike(board, attacker, attack.value, attack.zone)
    return {
        "hits": hits,
        "threats": {t["token"]: [t["left"], t["shield"], t["status"]] for t in board["threats"] if t["side"] == "external"},
        "zones": {zone: [board["zones"][zone][key] for key in ("damage", "shield", "temporary")] for zone in ZONES},
        "out": [seat["name"] for seat in board["seats"] if seat["out"]],
    }

def turns(text):
    return json.encode([_turn(each) for each in cardforge_wrap(json.decode(text), "")])

def plan(text):
    given = cardforge_wrap(json.decode(text), "")
    fields = {key: getattr(given, key) for key in dir(given) if key != "packs"}
    plan = struct(packs = {pack.id: pack for pack in given.packs}, **fields)
    board, arrivals = board_of(plan, game.defaults.ship)
    board, log = resolved(board, arrivals)
    return json.encode({
        "fates": fates(board, arrivals), "log": log, "score": score(board, arrivals, game.defaults.penalties), "lost": board["lost"],
        "damage": {zone: board["zones"][zone]["damage"] for zone in ZONES}, "rockets": board["rockets"], "fuel": board["fuel"],
        "zones": board["zones"],
    })
"""


@cache
def game() -> Game:
    """The game as it comes."""
    project = project_at(REPOSITORY)
    assert project
    return Games(project)["alert"]


@cache
def script() -> Script:
    """Its resolver, loaded."""
    setup = (json.dumps(game().data), "game = wrap_game(given)\n")
    return common_script("turns.star", _CODE, PRELUDE.read_text("utf-8"), setup, game().common)


@cache
def packs(kind: str) -> dict[str, Any]:
    """The packs of a kind, by id."""
    found = {}
    for path in sorted((PACKS / kind).glob("*.yaml")):
        document: Any = load_document(Source(str(path), path.read_text("utf-8")))
        found[document.data["id"]] = document.data
    return found


def resolved_turns(turns: list[dict[str, Any]]) -> list[Any]:
    """What comes of the shots and attacks of some turns."""
    answer: list[Any] = script().call("turns", json.dumps(turns))
    return answer


def resolved_plan(plan: dict[str, Any]) -> dict[str, Any]:
    """What comes of a plan."""
    answer: dict[str, Any] = script().call("plan", json.dumps(plan))
    return answer
