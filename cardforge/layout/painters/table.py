"""A table: one row for every entry of a list or mapping."""

from __future__ import annotations

from cardforge.core.units import Mm
from cardforge.layout.boxes import Box
from cardforge.layout.display import Shape, rectangle
from cardforge.layout.face_in_progress import FaceInProgress
from cardforge.layout.painter import Painter, PaintingTools, rows_of
from cardforge.layout.painters.text import TextPainter
from cardforge.layout.template import Element
from cardforge.load.document import Fields

_HAIR: Mm = 0.02  # rounding tolerance
_ENOUGH: Mm = 1000.0  # taller than any row


class TablePainter(Painter):
    """Draws the rows from the top down, with lines between them and a background behind every second row."""

    def __init__(self, element: Element, kit: PaintingTools) -> None:
        super().__init__(element, kit)
        self._path = tuple(element.data["table"].split("."))
        self._row = element.data.get("row", "fit")
        height = "fit" if self._row == "fit" else float(self._row)
        self._columns = [
            TextPainter(
                Element({**each, "height": height}, element.document, (*element.pointer, "columns", at)),
                kit,
                vertical="middle",
            )
            for at, each in enumerate(element.data["columns"])
        ]
        self._fill = kit.colour(element, "fill")
        self._stroke = kit.colour(element, "stroke")

    def draw(self, sheet: FaceInProgress, data: Fields, box: Box) -> Box:
        places = self._places(box, sheet)
        y = box.y
        for at, row in enumerate(rows_of(self._path, sheet, data, self.element, "table")):
            ground = len(sheet.items)
            height = self._draw_row(row, places, y, sheet)
            fill, stroke = self._fill.of(sheet, row), self._stroke.of(sheet, row)
            if fill and at % 2:
                sheet.items.insert(ground, Shape(rectangle(box.x, y, box.width, height), fill))
            if stroke and at:
                line = (("M", (box.x, y)), ("L", (box.right, y)))
                sheet.items.append(Shape(line, "", stroke, float(self.given.get("stroke-width", 0.25))))
            y += height
        if y > box.bottom + _HAIR:
            message = f"the table `{self.given['table']}` is {y - box.bottom:.1f} mm too tall for its box"
            sheet.blame_card("CF408", message, "enlarge the box, or make `row` smaller")
        return Box(box.x, box.y, box.width, y - box.y)

    def _places(self, box: Box, sheet: FaceInProgress) -> list[tuple[Mm, Mm]]:
        """The x and width of the text in each column; empty, after reporting a problem, if they do not fit."""
        given = [column.given.get("width", "rest") for column in self._columns]
        rest = box.width - sum(float(each) for each in given if each != "rest")
        share = rest / max(given.count("rest"), 1)
        gap = float(self.given.get("padding", 1))
        edge = gap / 2 if "fill" in self.given else 0.0  # a background extends beyond the text
        x, places = box.x, []
        for at, each in enumerate(given):
            wide = share if each == "rest" else float(each)
            left, right = (edge if at == 0 else gap / 2), (edge if at == len(given) - 1 else gap / 2)
            places.append((x + left, wide - left - right))
            x += wide
        if rest < -_HAIR or min(wide for _, wide in places) <= 0:
            message = f"the columns of `{self.given['table']}` do not fit into {box.width:g} mm"
            sheet.complain(self.element, "columns", "CF418", message, "make them narrower, or the table wider")
            return []
        return places

    def _draw_row(self, row: Fields, places: list[tuple[Mm, Mm]], y: Mm, sheet: FaceInProgress) -> Mm:
        height = 0.0 if self._row == "fit" else float(self._row)
        room = _ENOUGH if self._row == "fit" else height  # the height of the table is checked, not of its rows
        for column, (x, wide) in zip(self._columns, places, strict=False):  # places are empty if the columns do not fit
            height = max(height, column.draw(sheet, row, Box(x, y, wide, room)).height)
        return height
