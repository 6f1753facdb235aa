"""The look of nebula: what is drawn by a script is what the script draws, and every face shows what it must."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import yaml

from tests.cli.test_commands import run
from tests.conftest import REPOSITORY

KINDS = ("agenda", "crew", "equipment", "item", "location", "npc", "starship")
ICONS = REPOSITORY / "templates/nebula/icons"


def test_the_icons_are_those_that_the_script_draws(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "tools/nebula_icons.py", str(tmp_path)], cwd=REPOSITORY, check=True)
    drawn = {file.name: file.read_text("utf-8") for file in tmp_path.iterdir()}

    assert len(drawn) == 78
    assert {file.name: file.read_text("utf-8") for file in ICONS.iterdir()} == drawn


def printed(card: dict[str, Any]) -> str:
    """What a player must be able to read on a card."""
    texts = [card["name"], *(card.get(key, "") for key in ("effect", "text", "flavor"))]
    return " ".join([*texts, card.get("progress", {}).get("then", ""), *card.get("ability", {}).values()])


def test_every_word_of_every_card_stands_on_its_face(tmp_path: Path) -> None:
    files = [file for kind in KINDS for file in sorted((REPOSITORY / "packs/nebula" / kind).glob("*.yaml"))]
    done = run("render", *map(str, files), "-o", "all.pdf", cwd=tmp_path)
    assert done.returncode == 0, done.stdout
    command = [str(shutil.which("pdftotext")), "-layout", "all.pdf", "-"]
    read = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    pages = read.stdout.split("\f")
    at = 0
    for file in files:
        for card in yaml.safe_load(file.read_text("utf-8"))["cards"]:
            lost = set(re.findall(r"\w+", printed(card))) - set(re.findall(r"\w+", pages[at]))
            assert not lost, f"{file.stem}/{card['id']} lacks {lost}"
            at += 1
    assert at == 327
