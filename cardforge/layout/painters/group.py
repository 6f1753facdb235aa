"""A group: elements placed from its top left, moved and repeated together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardforge.layout.boxes import Box
from cardforge.layout.painter import Kit, Painter
from cardforge.layout.painters import painter_of
from cardforge.layout.sheet import Sheet
from cardforge.layout.template import Element


class GroupPainter(Painter):
    """Draws the elements of a group."""

    def __init__(self, element: Element, kit: Kit) -> None:
        super().__init__(element, kit)
        self._inner = [painter_of(each, kit) for each in element.inner]

    def draw(self, sheet: Sheet, data: Mapping[str, Any], box: Box) -> Box:
        for painter in self._inner:
            painter.paint(sheet, data, box)
        return box
