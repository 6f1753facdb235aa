"""A picture of another card: its front as it prints, scaled to the box."""

from __future__ import annotations

from cardforge.core.units import CORNER
from cardforge.layout.boxes import Box
from cardforge.layout.display import Clipped, Shape, rectangle
from cardforge.layout.face_in_progress import FaceInProgress
from cardforge.layout.painter import Painter, PaintingTools
from cardforge.layout.scaled import scaled
from cardforge.layout.template import Element
from cardforge.load.document import Fields


class CardPainter(Painter):
    """Draws another card, found by its id; the width of the box sets its height."""

    def __init__(self, element: Element, kit: PaintingTools) -> None:
        super().__init__(element, kit)
        self._binding = kit.binding(element, "card")
        self._stroke = kit.colour(element, "stroke")

    def draw(self, sheet: FaceInProgress, data: Fields, box: Box) -> Box:
        id = sheet.text(self._binding, data, self.element, "card")
        if not id:
            return box
        face = sheet.shown.get(id)
        if face is None:
            message = f"there is no card `{id}` to show"
            sheet.blame_card("CF430", message, "write it as `pack/card`, with the ids of both")
            return box
        scale = box.width / face.width
        outline = rectangle(box.x, box.y, box.width, face.height * scale, CORNER * scale)
        items = tuple([scaled(item, box.x, box.y, scale) for item in face.items])
        sheet.items.append(Clipped(outline, items, is_figure=True))
        stroke = self._stroke.of(sheet, data)
        if stroke:
            sheet.items.append(Shape(outline, "", stroke, float(self.given.get("stroke-width", 0.25))))
        return Box(box.x, box.y, box.width, face.height * scale)
