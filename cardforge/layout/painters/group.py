"""A group: elements placed from its top left, moved and repeated together, some with a ground behind them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cardforge.layout.boxes import Box
from cardforge.layout.painter import Kit, Painter
from cardforge.layout.painters import painter_of
from cardforge.layout.painters.shape import form, outlined
from cardforge.layout.sheet import Sheet
from cardforge.layout.template import Element


class GroupPainter(Painter):
    """Draws the elements of a group."""

    def __init__(self, element: Element, kit: Kit) -> None:
        super().__init__(element, kit)
        self._inner = [painter_of(each, kit) for each in element.inner]
        self._fits = element.data.get("height") == "fit"
        self._padding = float(element.data.get("padding", 0))
        self._fill = kit.colour(element, "fill")
        self._stroke = kit.colour(element, "stroke")

    def foresee(self, cards: Sequence[Mapping[str, Any]]) -> None:
        if not self.repeats:
            for painter in self._inner:
                painter.foresee(cards)

    def draw(self, sheet: Sheet, data: Mapping[str, Any], box: Box) -> Box:
        start = sheet.state()
        lowest = box.y
        for painter in self._inner:
            lowest = max(lowest, painter.paint(sheet, data, box))
        if self._fits:
            box = Box(box.x, box.y, box.width, lowest + self._padding - box.y)
        fill, stroke = self._fill.of(sheet, data), self._stroke.of(sheet, data)
        if fill or stroke:
            path = form("rectangle", box, float(self.given.get("radius", 0)))
            sheet.put_behind(start, outlined(self.given, path, fill, stroke))
        if "turn" in self.given:
            sheet.turn(start, box, self.element)
        return box
