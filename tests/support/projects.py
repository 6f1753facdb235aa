"""Projects in a folder: small ones of items, each with the art and the face that a test is about, and copies."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.conftest import REPOSITORY

FACE = 'kind: face\nid: item\nfor: [item]\nelements:\n  - {image: "{art|}", x: 0, y: 0, width: 63, height: 40}\n'


def project(folder: Path, cards: Mapping[str, Any], face: str = FACE, **files: bytes | str) -> Path:
    """A project with one card for each id and its art; files by their paths, with `__` for the slash."""
    entries = [
        {"id": id, "name": id, "group": "item", "consumable": False, "effect": "Draw 1 card."}
        | ({"art": art} if art is not None else {})
        for id, art in cards.items()
    ]
    pack = {"kind": "item", "system": "nebula", "id": "odds", "name": "Odds", "cards": entries}
    # JSON is YAML, and one card a line shows in reports.
    text = json.dumps(pack).replace('[{"id"', '[\n{"id"').replace(', {"id"', ',\n{"id"')
    named = {"packs/nebula/item/odds.yaml": text, "templates/nebula/faces/item.yaml": face}
    return write_files(folder, named | {path.replace("__", "/"): data for path, data in files.items()})


def write_files(folder: Path, files: Mapping[str, bytes | str]) -> Path:
    """Files by their paths in a folder, which are made where they are missing; gives the folder."""
    for path, content in files.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder


def copy_of(folder: Path, *paths: str) -> Path:
    """A project with copies of some files or folders of ours, at the same paths; gives the folder."""
    for path in paths:
        source, copy = REPOSITORY / path, folder / path
        copy.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, copy)
        else:
            shutil.copy(source, copy)
    return folder


def edit(file: Path, old: str, new: str) -> None:
    """Change some words of a file; that they are there is proven."""
    text = file.read_text("utf-8")
    assert old in text, f"{file} has no {old!r}"
    file.write_text(text.replace(old, new), encoding="utf-8")
