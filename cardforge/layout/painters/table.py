"""A table: one row for every entry of a list or mapping, its columns side by side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardforge.layout.boxes import Box
from cardforge.layout.display import Shape, rectangle
from cardforge.layout.painter import Kit, Painter, rows_of
from cardforge.layout.painters.text import TextPainter
from cardforge.layout.sheet import Sheet
from cardforge.layout.template import Element

_ENDLESS = 1000.0


class TablePainter(Painter):
    """Draws the rows from the top of the box down, with lines between them and a ground behind every second one."""

    def __init__(self, element: Element, kit: Kit) -> None:
        super().__init__(element, kit)
        self._path = tuple(element.data["table"].split("."))
        self._row = element.data.get("row", "fit")
        height = "fit" if self._row == "fit" else float(self._row)
        self._columns = [
            TextPainter(Element({**each, "height": height}, element.document, (*element.pointer, "columns", at)), kit)
            for at, each in enumerate(element.data["columns"])
        ]
        self._fill = kit.colour(element, "fill")
        self._stroke = kit.colour(element, "stroke")

    def draw(self, sheet: Sheet, data: Mapping[str, Any], box: Box) -> Box:
        y = box.y
        for at, row in enumerate(rows_of(self._path, sheet, data, self.element, "table")):
            ground = len(sheet.items)
            height = self._draw_row(row, Box(box.x, y, box.width, box.bottom - y), sheet)
            fill, stroke = self._fill.of(sheet, row), self._stroke.of(sheet, row)
            if fill and at % 2:
                sheet.items.insert(ground, Shape(rectangle(box.x, y, box.width, height), fill))
            if stroke and at:
                line = (("M", (box.x, y)), ("L", (box.right, y)))
                sheet.items.append(Shape(line, "", stroke, float(self.given.get("stroke-width", 0.25))))
            y += height
        if y > box.bottom + 0.02:
            message = f"the table `{self.given['table']}` is {y - box.bottom:.1f} mm too high for its box"
            sheet.blame_card("CF408", message, "give it more room, or a lower row")
        return Box(box.x, box.y, box.width, y - box.y)

    def _draw_row(self, row: Mapping[str, Any], box: Box, sheet: Sheet) -> float:
        x = box.x
        gap = float(self.given.get("padding", 1))
        height = 0.0 if self._row == "fit" else float(self._row)
        for column in self._columns:
            width = column.given.get("width", "rest")
            wide = box.right - x if width == "rest" else float(width)
            room = _ENDLESS if self._row == "fit" else height  # what is too high is said of the whole table
            taken = column.draw(sheet, row, Box(x, box.y, wide - gap, room))
            height = max(height, taken.height)
            x += wide
        return height
