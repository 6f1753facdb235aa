"""A line of text for the margin of a sheet, as a face of its own."""

from __future__ import annotations

from cardforge.core.units import Mm
from cardforge.fonts import FontBook
from cardforge.layout.boxes import Box
from cardforge.layout.display import Face, Text
from cardforge.layout.runs import TypeStyle
from cardforge.layout.text_fit import Column, SetText, Setting
from cardforge.layout.text_pieces import Shaper

STYLE = TypeStyle("source-sans", "regular", False, "#555555")
SETTING = Setting(7.5, 5, leading=1.1, align="center", vertical="middle")


class Captions:
    """Sets lines of text; columns of the same size are cached."""

    def __init__(self, book: FontBook) -> None:
        self._shaper = Shaper(book)
        self._font = book.font(STYLE.family, STYLE.weight, STYLE.italic)
        self._columns: dict[tuple[Mm, Mm], Column] = {}

    def face(self, words: str, width: Mm, height: Mm) -> Face:
        """The words centred in a box; if too long, they are shrunk, then shortened."""
        column = self._columns.get((width, height))
        if column is None:
            column = self._columns[width, height] = Column(Box(0.0, 0.0, width, height), SETTING, self._font)
        made = self._set(words, column)
        while (made.excess or made.too_wide or len(made.lines) > 1) and len(words) > 1:
            words = words[: len(words) * 9 // 10].rstrip(" ·")
            made = self._set(f"{words}…", column)
        return Face("caption", width, height, 0.0, (Text(made.size, made.lines),))

    def _set(self, words: str, column: Column) -> SetText:
        pieces = self._shaper.plain(words, STYLE)
        return column.set_plain(pieces) if pieces else column.set(self._shaper.flows(words, STYLE))
