"""Write the notes that go with the pictures for a print service: `cards.csv` and `README.txt`."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import NamedTuple

from cardforge.load.vendor import Canvas, Vendor


class CardRow(NamedTuple):
    """A card, its copies, and the pictures of its sides."""

    card: str
    copies: int
    front: str
    back: str


def cards_csv(rows: Sequence[CardRow]) -> str:
    """The list of cards for a spreadsheet."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(CardRow._fields)
    writer.writerows(rows)
    return out.getvalue()


def read_me(vendor: Vendor, title: str, canvases: Sequence[Canvas], rows: Sequence[CardRow]) -> str:
    """Instructions for uploading the pictures."""
    sizes = [f"{each}, {each.pixels[0]} x {each.pixels[1]} pixels" for each in canvases]
    total = sum(row.copies for row in rows)
    lines = [
        f"{title}: {len(rows)} different cards, {total} in total, for {vendor.name}.",
        "",
        f"The pictures are RGB at {vendor.dpi} dpi, including bleed, with the card centred.",
        *(f"Size: {size}" for size in sizes),
        "cards.csv lists the number of copies and the back of each card.",
        "",
        f"The requirements of {vendor.name} were checked on {vendor.date}: {vendor.source}",
        "Check them again before you order: services change their specifications.",
    ]
    return "\n".join([*lines, ""])
