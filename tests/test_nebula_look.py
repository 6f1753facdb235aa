"""The look of nebula: what is drawn by a script is what the script draws, and every face shows what it must."""

from __future__ import annotations

import re
import subprocess
import sys
from itertools import combinations
from pathlib import Path
from typing import Any

import yaml
from PIL import Image, ImageChops, ImageStat

from tests.conftest import REPOSITORY
from tests.support.commands import run
from tests.support.pdfs import told

KINDS = ("agenda", "crew", "equipment", "item", "location", "npc", "starship")
ICONS = REPOSITORY / "templates/nebula/icons"


def test_the_icons_are_those_that_the_script_draws(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "tools.nebula_icons", str(tmp_path)], cwd=REPOSITORY, check=True)
    drawn = {file.name: file.read_text("utf-8") for file in tmp_path.iterdir()}

    assert len(drawn) == 80
    assert {file.name: file.read_text("utf-8") for file in ICONS.iterdir()} == drawn


def printed(card: dict[str, Any]) -> str:
    """What a player must be able to read on a card."""
    texts = [card["name"], *(card.get(key, "") for key in ("effect", "text", "flavor"))]
    return " ".join([*texts, card.get("progress", {}).get("then", ""), *card.get("ability", {}).values()])


def test_every_word_of_every_card_stands_on_its_face(tmp_path: Path) -> None:
    files = [file for kind in KINDS for file in sorted((REPOSITORY / "packs/nebula" / kind).glob("*.yaml"))]
    done = run("render", *map(str, files), "-o", "all.pdf", cwd=tmp_path)
    assert done.returncode == 0, done.stdout
    pages = told("pdftotext", "-layout", tmp_path / "all.pdf", "-").split("\f")
    at = 0
    for file in files:
        for card in yaml.safe_load(file.read_text("utf-8"))["cards"]:
            lost = set(re.findall(r"\w+", printed(card))) - set(re.findall(r"\w+", pages[at]))
            assert not lost, f"{file.stem}/{card['id']} lacks {lost}"
            at += 1
    backs = list((REPOSITORY / "templates/nebula/faces").glob("back-*.yaml"))
    assert pages[at + len(backs) :] == [""]  # every page is a card's or a back's


# One of each: they lie on a table together, and a photocopy must not make two of them alike.
ONE_OF_EACH = (
    *("wayfarer_wayfarer-mk3", "ada-voss_ada", "ada-voss_cold-coast", "rail-lance_rail-lance", "rail-lance_first-post"),
    *("lampwright-relics_star-salt", "the-dark-lamps_day-eighty-one", "the-vigil_vigil", "the-vigil_soup-and-news"),
    *("port-vanta_station", "port-vanta_counting-room"),
)


def test_every_kind_is_told_from_every_other_in_grey_at_two_centimetres(tmp_path: Path) -> None:
    packs = {name.split("_")[0] for name in ONE_OF_EACH}
    files = [str(file) for file in sorted((REPOSITORY / "packs/nebula").glob("*/*.yaml")) if file.stem in packs]
    done = run("render", *files, "--as", "png", "--dpi", "36", "--palette", "greyscale", "-o", "grey", cwd=tmp_path)
    assert done.returncode == 0, done.stdout
    grey = {name: Image.open(tmp_path / f"grey/{name}.png").convert("L").resize((79, 110)) for name in ONE_OF_EACH}

    alike = {
        (one, other): ImageStat.Stat(ImageChops.difference(grey[one], grey[other])).mean[0]
        for one, other in combinations(ONE_OF_EACH, 2)
    }

    assert min(alike.values()) > 15, min(alike, key=lambda pair: alike[pair])
    ground = {name: picture.tobytes()[100 * 79 + 4] for name, picture in grey.items()}  # near the lower left corner
    assert [name for name, tone in ground.items() if tone < 100] == ["the-vigil_vigil"]
