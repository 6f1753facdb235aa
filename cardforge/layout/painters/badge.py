"""A badge: a number or a short word in the middle of a plain shape."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardforge.layout.boxes import Box
from cardforge.layout.painter import Kit
from cardforge.layout.painters.shape import form, outlined
from cardforge.layout.painters.text import TextPainter
from cardforge.layout.sheet import Sheet
from cardforge.layout.template import Element

INSIDE = 0.12  # of the badge's width that stays free on either side of its text
# Where the eye sees the middle of a shape that is not the same on all sides, of its width and height.
_MIDDLES = {"shield": (0.0, -0.06), "tag": (-0.04, 0.0)}


class BadgePainter(TextPainter):
    """Draws the shape, then the text in its middle."""

    key = "badge"

    def __init__(self, element: Element, kit: Kit) -> None:
        super().__init__(element, kit, centred=True)
        self._form = element.data.get("form", "ellipse")
        self._fill = kit.colour(element, "fill")
        self._stroke = kit.colour(element, "stroke")

    def draw(self, sheet: Sheet, data: Mapping[str, Any], box: Box) -> Box:
        outline = form(self._form, box, float(self.given.get("radius", 0)))
        sheet.items.append(outlined(self.given, outline, self._fill.of(sheet, data), self._stroke.of(sheet, data)))
        inside = box.width * (1 - 2 * INSIDE)
        right, down = _MIDDLES.get(self._form, (0.0, 0.0))
        x = box.x + (box.width - inside) / 2 + right * box.width
        super().draw(sheet, data, Box(x, box.y + down * box.height, inside, box.height))
        return box
