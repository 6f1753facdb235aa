"""The pictures inside a PDF, read by another program than the one that wrote them."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pikepdf


class Embedded(NamedTuple):
    """A picture in a PDF."""

    width: int
    height: int
    filter: str
    raw: bytes


def embedded(pdf: Path) -> list[Embedded]:
    """Every picture of a PDF once, masks left out."""
    with pikepdf.open(pdf) as opened:
        found = [
            each for each in opened.objects if isinstance(each, pikepdf.Stream) and each.get("/Subtype") == "/Image"
        ]
        masks = {each.SMask.objgen for each in found if "/SMask" in each}
        return [
            Embedded(int(each.Width), int(each.Height), str(each.Filter), each.read_raw_bytes())
            for each in found
            if each.objgen not in masks
        ]
