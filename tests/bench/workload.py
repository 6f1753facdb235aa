"""The cards of the bench: a title, a type, up to six numbers, a text of 25 to 60 words and one of twelve pictures.

Takes a folder; writes cards as JSON for typst and as a project of YAML packs for us, both with the same pictures and
fonts. The same seed gives the same bytes.
"""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from pathlib import Path
from typing import Any

Card = dict[str, Any]

HERE = Path(__file__).parent
_SEED = 20240607
_PER_PACK = 90
_PICTURES = 12
_ADJECTIVES = (
    "Ashen Bright Cinder Deep Elder Feral Gilded Hollow Iron Jade Keen Lunar Mossy Night Opal Pale Quiet Rusted Silver "
    "Tidal Umber Vivid Wild Young"
)
_NOUNS = (
    "Warden Courier Lantern Harbor Engine Oracle Raider Sentinel Weaver Pilot Archive Beacon Corsair Drifter Forge "
    "Garden Hunter Keeper Mirror Surveyor"
)
_TYPES = (
    "Crew - Officer", "Crew - Engineer", "Ship - Frigate", "Ship - Hauler", "Event - Storm", "Item - Relic",
    "Location - Port", "Mission - Salvage",
)  # fmt: skip
_STATS = ("ATK", "DEF", "SPD", "HUL", "CRG", "FUE", "MOR", "CST")
_WORDS = (
    "the a when this card enters play draw discard each player may choose one other crew ship with cost three or less "
    "until end of turn gain energy then shuffle your deck if you control at least two engineers damage prevented by "
    "that source reveal top look hand return bottom pay exhaust ready target opponent loses morale for every cargo "
    "token remaining on board whenever another officer leaves during combat instead place it beneath its location and "
    "move up to"
)
_COLOURS = (
    ("#7a1f1f", "#f6e4dc"), ("#1f4e7a", "#e0ecf6"), ("#2c6b36", "#e3f1e2"), ("#5b3a86", "#ece4f5"),
    ("#8a5a12", "#f7eed8"), ("#27606a", "#dff0f1"), ("#444c56", "#e9ebee"), ("#8c2f62", "#f7e2ee"),
)  # fmt: skip
_ACCENTS = str.maketrans("aeioucnsyz", "áèïöûçñšÿž")
_GAME = """kind: game
system: bench
name: Bench
version: "0.1"
about: The workload of the bench.
kinds:
  set: {is: pack, title: set}
"""
_TEXT = {"type": "string"}
_CARD_FIELDS = {
    **dict.fromkeys(("id", "name", "type", "body", "frame", "bg", "art"), _TEXT),
    "stats": {"type": "array", "items": {"type": "object", "properties": {"k": _TEXT, "v": {"type": "integer"}}}},
}
_SCHEMA = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "$id": "https://example.org/bench/set.schema.json",
    "title": "Set",
    "type": "object",
    "required": ["kind", "system", "id", "name", "cards"],
    "additionalProperties": False,
    "properties": {
        "kind": {"const": "set"},
        "system": {"const": "bench"},
        "id": _TEXT,
        "name": _TEXT,
        "cards": {
            "type": "array",
            "items": {
                "type": "object",
                "required": [*_CARD_FIELDS],
                "additionalProperties": False,
                "properties": _CARD_FIELDS,
            },
        },
    },
}


def write_cards(folder: Path, *counts: int) -> None:
    """Write `cards_N.json` for some numbers of cards, `art/` and `fonts/`."""
    _write_art(folder / "art")
    _copy_fonts(folder / "fonts")
    for count in counts:
        _write(folder / f"cards_{count}.json", _cards(count))


def write_variants(folder: Path, count: int) -> None:
    """Write the cards again with every word unique, and with accents."""
    cards = json.loads((folder / f"cards_{count}.json").read_text("utf-8"))["cards"]
    unique = [{**card, "body": _unique(card["body"], at)} for at, card in enumerate(cards)]
    accented = [{**card, **{key: card[key].translate(_ACCENTS) for key in ("body", "title")}} for card in cards]
    _write(folder / f"cards_{count}unique.json", unique)
    _write(folder / f"cards_{count}accented.json", accented)


def write_project(folder: Path, name: str) -> Path:
    """Write the cards of `cards_NAME.json` as a project: packs of 90 cards, a schema and a face."""
    cards = json.loads((folder / f"cards_{name}.json").read_text("utf-8"))["cards"]
    project = folder / f"p{name}"
    for made in ("schemas/bench", "packs/bench/set", "templates/bench/faces"):
        (project / made).mkdir(parents=True)
    shutil.copytree(folder / "art", project / "art")
    shutil.copytree(folder / "fonts", project / "templates/fonts")
    shutil.copy(HERE / "face.yaml", project / "templates/bench/faces/set.yaml")
    (project / "packs/bench/game.yaml").write_text(_GAME, encoding="utf-8")
    (project / "schemas/bench/set.schema.json").write_text(json.dumps(_SCHEMA), encoding="utf-8")
    for number, start in enumerate(range(0, len(cards), _PER_PACK)):
        head = f"kind: set\nsystem: bench\nid: set-{number:03}\nname: Set {number:03}\ncards:\n"
        text = head + "".join(_yaml(card) for card in cards[start : start + _PER_PACK])
        (project / f"packs/bench/set/set-{number:03}.yaml").write_text(text, encoding="utf-8")
    return project


def _yaml(card: Card) -> str:
    stats = "".join(f"      - {{k: {stat['k']}, v: {stat['v']}}}\n" for stat in card["stats"])
    return (
        f"  - id: {card['id'].lower()}\n"
        f"    name: {json.dumps(card['title'])}\n"
        f"    type: {json.dumps(card['type'])}\n"
        f"    stats:\n{stats}"
        f"    body: {json.dumps(card['body'])}\n"
        f"    frame: {json.dumps(card['frame'])}\n"
        f"    bg: {json.dumps(card['bg'])}\n"
        f"    art: {card['art']}\n"
    )


def _cards(count: int) -> list[Card]:
    rng = random.Random(_SEED)  # noqa: S311 - not a secret
    return [_card(rng, number) for number in range(count)]


def _card(rng: random.Random, number: int) -> Card:
    frame, background = rng.choice(_COLOURS)
    keys = rng.sample(_STATS, rng.randint(4, 6))
    return {
        "id": f"CF-{number:05}",
        "title": f"{rng.choice(_ADJECTIVES.split())} {rng.choice(_NOUNS.split())} {number:04}",
        "type": rng.choice(_TYPES),
        "stats": [{"k": key, "v": rng.randint(0, 12)} for key in keys],
        "body": _body(rng),
        "frame": frame,
        "bg": background,
        "art": f"art/art_{rng.randrange(_PICTURES):02}.jpg",
    }


def _body(rng: random.Random) -> str:
    """Sentences of 6 to 14 words, 25 to 60 words in all."""
    known = _WORDS.split()
    left = rng.randint(25, 60)
    sentences = []
    while left:
        size = min(left, rng.randint(6, 14))
        if left - size < 4:  # too few for a sentence of their own
            size = left
        words = [rng.choice(known) for _ in range(size)]
        sentences.append(" ".join([words[0].capitalize(), *words[1:]]) + ".")
        left -= size
    return " ".join(sentences)


def _unique(body: str, at: int) -> str:
    """The same words, each made its own by letters in its middle."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    words = []
    for place, word in enumerate(body.split()):
        number = at * 60 + place
        mark = "".join(letters[number // 26**power % 26] for power in range(4))
        words.append(word[:1] + mark[: max(2, len(word) - 1)] + mark[2:])
    return " ".join(words)


def _write_art(folder: Path) -> None:
    """Blurred discs and squares, as heavy for a JPEG as a painting."""
    from PIL import Image, ImageDraw, ImageFilter

    folder.mkdir(parents=True, exist_ok=True)
    for number in range(_PICTURES):
        rng = random.Random(_SEED + number)  # noqa: S311 - not a secret
        picture = Image.new("RGB", (700, 500), (rng.randrange(40, 120), rng.randrange(40, 120), rng.randrange(40, 120)))
        draw = ImageDraw.Draw(picture)
        for _ in range(220):
            x, y, r = rng.randrange(700), rng.randrange(500), rng.randrange(6, 90)
            shape = draw.ellipse if rng.random() < 0.5 else draw.rectangle
            shape((x - r, y - r, x + r, y + r), fill=(rng.randrange(256), rng.randrange(256), rng.randrange(256)))
        picture.filter(ImageFilter.GaussianBlur(1.2)).save(folder / f"art_{number:02}.jpg", quality=85)


def _copy_fonts(folder: Path) -> None:
    """The fonts that fontconfig finds for DejaVu Sans, which both programs use."""
    folder.mkdir(parents=True, exist_ok=True)
    for style, name in (("Book", "DejaVuSans.ttf"), ("Bold", "DejaVuSans-Bold.ttf")):
        command = ["fc-match", "-f", "%{file}", f"DejaVu Sans:style={style}"]
        shutil.copy(subprocess.run(command, capture_output=True, text=True, check=True).stdout, folder / name)


def _write(file: Path, cards: list[Card]) -> None:
    file.write_text(json.dumps({"cards": cards}), encoding="utf-8")
