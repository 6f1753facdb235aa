"""A game whose decks show pictures, of which some are missing: for runs that print many decks."""

from __future__ import annotations

from pathlib import Path

from tests.support.fair import BAND, fair
from tests.support.pictures import png
from tests.support.projects import write_files

FACE = """
kind: face
id: band
for: [band]
elements:
  - {image: "{art|}", x: 5, y: 5, width: 50, height: 40}
  - {text: "{name}", x: 5, y: 52, width: 50, height: 6}
"""
SOUND = BAND.replace('"cost": 1', '"art": "art/one.png", "cost": 1')
# Of the decks 1 to 6 from the seed `tea`, three have a card that shows a missing picture.
PATCHY = BAND.replace('"cost": 1', '"art": "art/lost.png" if roll(path + "art", 16) == 0 else "art/one.png", "cost": 1')
COMMAND = ("generate", "deck", "--game", "fair", "--seed", "tea", "--count", "6", "--render")


def illustrated(folder: Path, band: str = SOUND) -> Path:
    """The project; its picture is in none of the folders that every project has."""
    files: dict[str, bytes | str] = {"templates/fair/faces/band.yaml": FACE, "art/one.png": png((700, 560))}
    return write_files(fair(folder, band), files)


def files_in(folder: Path) -> dict[str, bytes]:
    """The contents of all files below a folder, by path."""
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in sorted(folder.rglob("*.*"))}
