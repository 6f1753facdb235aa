"""Folders that are just within the limits of each file, and take as much as they can of the machine.

Takes an empty folder; fills it with a small game and one kind of malice in it.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from cardforge.core.limits import COMMAND_CARDS, SPREADSHEET_CELLS, VALUES
from tests.support.projects import write_files

Files = dict[str, str]
GAME = """kind: game
system: toy
name: Toy
version: "1.0"
kinds:
  pack: {is: pack, title: pack}
  deck: {is: deck, title: deck}
"""
FACE = """kind: face
id: card
for: [pack]
size: {width: 60, height: 80}
elements:
  - {text: '{name}', x: 5, y: 5, width: 50, height: 8}
"""
RULE = """
def _check(%s):
%s
rule(code = "TO%03d", name = "slow-%d", on = "%s", check = _check, title = "t", why = "w",
     wrong = "a: 1", right = "a: 2")
"""
RECIPE = 'RECIPE = struct(kind = "pack", version = 1, options = [])\n\ndef make(o):\n'
_SPIN = (
    "    n = 0\n    for a in range(100000):\n        for b in range(100000):\n            n = a ^ b\n    return []\n"
)
_EMOJI = "\U0001f600"  # makes each character of its text take four bytes


def game(folder: Path, files: Files) -> None:
    """A game with one pack and one deck, and more files."""
    pack = "kind: pack\nsystem: toy\nid: a\nname: A\ncards:\n  - {id: one, name: One}\n  - {id: two, name: Two}\n"
    known = {
        "packs/toy/game.yaml": GAME,
        "packs/toy/a.yaml": pack,
        "packs/toy/deck.yaml": "kind: deck\nsystem: toy\nname: D\npacks: [a]\n",
        "schemas/toy/pack.schema.json": json.dumps({"type": "object"}),
        "schemas/toy/deck.schema.json": json.dumps({"type": "object"}),
        "templates/toy/faces/card.yaml": FACE,
    }
    write_files(folder, known | files)


def _packs(number: int, cards: str) -> Files:
    head = "kind: pack\nsystem: toy\nid: p{0}\nname: P\n"
    return {f"packs/toy/p{at}.yaml": head.format(at) + cards.format(at) for at in range(number)}


def _sheets(number: int, table: str) -> Files:
    return _packs(number, "cards: {{sheet: p{0}.csv}}\n") | {f"packs/toy/p{at}.csv": table for at in range(number)}


def many_values(folder: Path) -> None:
    """Packs that are full of values, with few cards."""
    row = f"  - {{{{id: c, name: N, a: [{'1,' * 5_000}]}}}}\n"
    game(folder, _packs(8, "cards:\n" + row * (VALUES.most // 5_010)))


def many_cards(folder: Path) -> None:
    """As many cards as a file can have values."""
    game(folder, _packs(4, f"cards: [{'{{}},' * (VALUES.most - 10)}]\n"))


def wrong_cards(folder: Path) -> None:
    """Just as many cards as one command reads, and each is wrong."""
    strict = {"type": "object", "properties": {"cards": {"items": {"required": ["id"]}}}}
    packs = _packs(2, f"cards: [{'{{}},' * (COMMAND_CARDS.most // 2 - 10)}]\n")
    game(folder, packs | {"schemas/toy/pack.schema.json": json.dumps(strict)})


def wide_letters(folder: Path) -> None:
    """Texts of which each character takes four bytes."""
    long = "".join(f"  - {{{{id: c{at}, name: {'x' * 90_000}{_EMOJI}}}}}\n" for at in range(42))
    game(folder, _packs(10, "cards:\n" + long))


def long_tables(folder: Path) -> None:
    """Spreadsheets with one column and as many rows as they may have."""
    game(folder, _sheets(6, "id\n" + "x\n" * (SPREADSHEET_CELLS.most - 10)))


def wide_tables(folder: Path) -> None:
    """Spreadsheets with long rows."""
    game(folder, _sheets(6, ("x," * 999 + "x\n") * (SPREADSHEET_CELLS.most // 1_000)))


def wide_table_letters(folder: Path) -> None:
    """A spreadsheet of which each character takes four bytes."""
    game(folder, _sheets(3, "id,name\n" + f"c,{'x' * 90_000}{_EMOJI}\n" * 320))


def many_files(folder: Path) -> None:
    """Files as small as they can be, and nearly as many as a folder may have."""
    game(folder, {f"packs/toy/{at // 1_000}/p{at}.yaml": "kind: pack\n" for at in range(29_000)})


def slow_rules(folder: Path) -> None:
    """Rules that never end."""
    rules = {
        f"schemas/toy/rules/r{at}.star": RULE % (on, _SPIN, 101 + at, at, on)
        for at, on in zip(range(24), ("card", "pack", "deck", "build") * 6, strict=True)
    }
    game(folder, rules)


def slow_art(folder: Path) -> None:
    """Art that never ends, for many cards."""
    cards = "".join(f"  - {{{{id: c{at}, name: N}}}}\n" for at in range(200))
    elements = "".join(
        f'  - {{image: "{{art|}}", draw: slow{at}, x: 0, y: 0, width: 60, height: 80}}\n' for at in range(8)
    )
    art = {f"templates/toy/art/slow{at}.star": "\ndef art(card, canvas):\n" + _SPIN for at in range(8)}
    game(folder, _packs(1, "cards:\n" + cards) | {"templates/toy/faces/card.yaml": FACE + elements} | art)


def slow_recipe(folder: Path) -> None:
    """A recipe that never ends."""
    game(folder, {"templates/toy/recipes/pack.star": RECIPE + _SPIN})


def slow_schema(folder: Path) -> None:
    """A schema of patterns that backtrack, and cards that make them do so."""
    patterns = {f"^(a|aa)+{at}$": {"pattern": "^(a*)*b$"} for at in range(90)}
    schema = {"type": "object", "properties": {"cards": {"items": {"patternProperties": patterns}}}}
    keys = ", ".join(f"{'a' * 60}{at}: {'a' * 60}" for at in range(300))
    cards = f"cards:\n  - {{{{id: c, {keys}}}}}\n"
    game(folder, _packs(20, cards) | {"schemas/toy/pack.schema.json": json.dumps(schema)})


def large_schemas(folder: Path) -> None:
    """Schemas of many values for kinds that no file is of."""
    large = json.dumps({"type": "object", "properties": {f"k{at}": {"enum": [at, "x"]} for at in range(60_000)}})
    kinds = "".join(f"  k{at}: {{is: pack, title: k}}\n" for at in range(12))
    game(folder, {f"schemas/toy/k{at}.schema.json": large for at in range(12)} | {"packs/toy/game.yaml": GAME + kinds})


HOSTILE: tuple[Callable[[Path], None], ...] = (
    many_values, many_cards, wrong_cards, wide_letters, long_tables, wide_tables, wide_table_letters, many_files,
    slow_rules, slow_art, slow_recipe, slow_schema, large_schemas,
)  # fmt: skip
COMMANDS = (
    "validate",
    "validate --faces",
    "check packs/toy/deck.yaml",
    "rules --game toy",
    "rules --game toy --test",
    "render packs -o a.pdf",
    "render toy:pack --as sheets -o a.pdf",
    "generate pack --seed 1",
    "campaign status packs/toy/a.yaml",
    "preflight packs/toy/a.yaml",
    "new other",
)
