"""A badge: a number or a short word centred in a simple shape."""

from __future__ import annotations

from cardforge.layout.boxes import Box
from cardforge.layout.face_in_progress import FaceInProgress
from cardforge.layout.painter import PaintingTools
from cardforge.layout.painters.shape import form, middle, outlined
from cardforge.layout.painters.text import TextPainter
from cardforge.layout.template import Element
from cardforge.load.document import Fields

INSIDE = 0.12  # padding on each side of the text, as a fraction of the badge's width


class BadgePainter(TextPainter):
    """Draws the shape, then the text centred in it."""

    key = "badge"

    def __init__(self, element: Element, kit: PaintingTools) -> None:
        super().__init__(element, kit, centred=True)
        self._form = element.data.get("form", "ellipse")
        self._fill = kit.colour(element, "fill")
        self._stroke = kit.colour(element, "stroke")
        self.shows(self._binding, self._fill.binding, self._stroke.binding)

    def draw(self, sheet: FaceInProgress, data: Fields, box: Box) -> Box:
        outline = form(self._form, box, float(self.given.get("radius", 0)))
        sheet.items.append(outlined(self.given, outline, self._fill.of(sheet, data), self._stroke.of(sheet, data)))
        free = box.width * INSIDE
        right, down = middle(self._form, box)
        super().draw(sheet, data, Box(box.x + free + right, box.y + down, box.width - 2 * free, box.height))
        return box
