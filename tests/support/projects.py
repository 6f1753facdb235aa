"""Small projects of items, each with the art and the face that a test is about."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from PIL import Image

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
    for path, content in (named | {path.replace("__", "/"): data for path, data in files.items()}).items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder


def png(size: tuple[int, int] = (20, 20), colour: str = "red", format: str = "PNG") -> bytes:
    out = io.BytesIO()
    Image.new("RGB", size, colour).save(out, format)
    return out.getvalue()
