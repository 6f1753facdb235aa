"""What lies beside the pictures for a print service: how many of each, and what to do with them."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import NamedTuple

from cardforge.load.vendor import Canvas, Vendor


class CardRow(NamedTuple):
    """A card, how many of it are wanted, and the pictures of its sides."""

    card: str
    copies: int
    front: str
    back: str


def cards_csv(rows: Sequence[CardRow]) -> str:
    """A table of cards that a spreadsheet opens."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(CardRow._fields)
    writer.writerows(rows)
    return out.getvalue()


def read_me(vendor: Vendor, title: str, canvases: Sequence[Canvas], rows: Sequence[CardRow]) -> str:
    """What somebody needs to know who uploads the pictures."""
    sizes = [f"{each}, {each.pixels[0]} x {each.pixels[1]} pixels" for each in canvases]
    total = sum(row.copies for row in rows)
    lines = [
        f"{title}: {len(rows)} different cards, {total} in all, for {vendor.name}.",
        "",
        f"Pictures are in RGB at {vendor.dpi} dpi, bleed included, with the card in the middle.",
        *(f"Size: {size}" for size in sizes),
        "cards.csv tells how many copies of each card are wanted, and which back belongs to it.",
        "",
        f"What {vendor.name} asks for was looked up on {vendor.date}: {vendor.source}",
        "Look there before you order: services change their figures.",
    ]
    return "\n".join([*lines, ""])
