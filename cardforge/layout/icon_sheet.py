"""A sheet of all icons of a game: each large, at 4 mm, its smallest legible size, and with its name."""

from __future__ import annotations

from cardforge.core.units import Mm
from cardforge.fonts import FontBook
from cardforge.layout.boxes import Box
from cardforge.layout.display import Face, Item, Text
from cardforge.layout.icons import Icons
from cardforge.layout.runs import TypeStyle
from cardforge.layout.text_fit import Setting, set_text
from cardforge.layout.text_pieces import Shaper

COLUMNS = 7
CELL: Mm = 27.0
HIGH: Mm = 22.0
MARGIN: Mm = 10.5
INK = "#000000"


def icon_sheet(icons: Icons, book: FontBook, title: str) -> Face:
    """The sheet as a face, as wide as A4 and as tall as needed."""
    shaper = Shaper(book)
    items: list[Item] = []

    def write(text: str, box: Box, size: float, weight: str) -> None:
        style = TypeStyle("manrope", weight, False, INK)
        font = book.font(style.family, style.weight, style.italic)
        made = set_text(shaper.flows(text, style), box, Setting(size, 4), font)
        items.append(Text(made.size, made.lines))

    write(title, Box(MARGIN, MARGIN, 180, 9), 16, "bold")
    for at, name in enumerate(sorted(icons.paths)):
        x, y = MARGIN + at % COLUMNS * CELL, MARGIN + 13 + at // COLUMNS * HIGH
        items += icons.placed(name, x, y, 12, INK)
        items += icons.placed(name, x + 15, y + 8, 4, INK)
        write(name, Box(x, y + 13, CELL - 2, 4), 7, "medium")
    rows = -(-len(icons.paths) // COLUMNS)
    return Face("icons", 210.0, 2 * MARGIN + 13 + rows * HIGH, 0.0, tuple(items))
