"""A small game with recipes: bands of players, and decks that bring their band along."""

from __future__ import annotations

import json
from pathlib import Path

from tests.support.projects import write_files

GAME = """kind: game
system: fair
name: Fair
version: "1.0"
kinds:
  band: {is: pack, title: band}
  deck: {is: deck, title: deck}
"""
SEED = {"type": "object", "required": ["text", "recipe", "version"]}
BAND_SCHEMA = {
    "type": "object",
    "required": ["kind", "system", "id", "name", "cards"],
    "properties": {
        "id": {"type": "string", "pattern": "^[a-z0-9-]+$"},
        "name": {"type": "string"},
        "seed": SEED,
        "cards": {"type": "array", "items": {"type": "object", "required": ["id", "name", "cost"]}},
    },
}
DECK_SCHEMA = {
    "type": "object",
    "required": ["kind", "system", "name", "bands"],
    "properties": {"name": {"type": "string"}, "bands": {"type": "array", "items": {"x-refers-to": "band"}}},
}
RULES = """
def _loud(band):
    return compare(len(band.cards), at_most = 6, unit = "players", at = band.at)

rule(code = "FR101", name = "band-too-loud", on = "pack", check = _loud, title = "A band has at most 6 players", why = "Ears.", wrong = "x", right = "y")
"""
WORDS = """
adjective: [quick, idle, upper, odd, brass, velvet]
noun: [hour, unit, engine, fiddle, "{adjective} goat"]
first: [Ada, Bram, Cleo, Dov]
last: [Vale, Quill, Østby, "O'Hara"]
"""
BAND = """
RECIPE = struct(kind = "band", version = 1, options = [
    option("size", low = 1, high = 9, default = 3),
    option("style", choices = ["reel", "waltz", "dirge"]),
    option("name", text = True),
])
WORDS = words("names")

def _player(at):
    path = "cards/%d/" % at
    return {
        "id": "player-%d" % at,
        "name": fill(path + "name", "{first} {last}", WORDS),
        "cost": 1 + roll(path + "cost", 5),
        "stats": {"skill": 1 + roll(path + "skill", 5), "loud": chance(path + "loud", 50)},
        "effect": fill(path + "effect", "Play {a noun}: {Adjective} and {adjective}.", WORDS),
    }

def make(o):
    if o.style == "dirge" and o.size > 4:
        fail("a dirge has at most 4 players")
    name = o.name or fill("name", "The {Adjective} {Noun}", WORDS)
    cards = [_player(at) for at in range(o.size)]
    return struct(
        document = {"kind": "band", "system": "fair", "id": slug(name), "name": name, "style": o.style or pick("style", ["reel", "waltz"]), "cards": cards},
        bill = [[card["name"], card["cost"]] for card in cards],
    )
"""
DECK = """
RECIPE = struct(kind = "deck", version = 2, options = [option("style", choices = ["reel", "waltz"])])

def make(o):
    bands = [make_other("band", "band/%d" % at, {"name": "Band %d" % at, "style": o.style}) for at in range(1, 3)]
    deck = {"kind": "deck", "system": "fair", "name": "Night of " + bands[0]["name"], "bands": [band["id"] for band in bands]}
    return struct(document = deck, also = bands)
"""


def fair(folder: Path, band: str = BAND, deck: str = DECK, words: str = WORDS) -> Path:
    """The game as a project of its own."""
    return write_files(
        folder,
        {
            "packs/fair/game.yaml": GAME,
            "schemas/fair/band.schema.json": json.dumps(BAND_SCHEMA),
            "schemas/fair/deck.schema.json": json.dumps(DECK_SCHEMA),
            "schemas/fair/rules/bands.star": RULES,
            "templates/fair/recipes/band.star": band,
            "templates/fair/recipes/deck.star": deck,
            "templates/fair/recipes/words/names.yaml": words,
        },
    )
