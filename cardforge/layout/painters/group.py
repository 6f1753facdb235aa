"""A group: elements placed relative to its top left, moved and repeated together, with an optional background."""

from __future__ import annotations

from cardforge.layout.boxes import Box
from cardforge.layout.drawn_records import MOST_KEPT
from cardforge.layout.face_in_progress import FaceInProgress
from cardforge.layout.painter import Paint, Painter, PaintingTools
from cardforge.layout.painters import painter_of
from cardforge.layout.painters.shape import form, outlined
from cardforge.layout.template import Element
from cardforge.load.document import Fields


class GroupPainter(Painter):
    """Draws the elements of a group."""

    def __init__(self, element: Element, kit: PaintingTools) -> None:
        super().__init__(element, kit)
        self._inner = [painter_of(each, kit) for each in element.inner]
        # By `id()` of the group's box, which is kept in the value so that its id is not reused.
        self._paints: dict[int, tuple[list[Paint], Box]] = {}
        self._fits = element.data.get("height") == "fit"
        self._padding = float(element.data.get("padding", 0))
        self._fill = kit.colour(element, "fill")
        self._stroke = kit.colour(element, "stroke")
        has_ground = self._fill.fixed != "" or self._stroke.fixed != ""
        self._is_bare = not (self._fits or has_ground or "turn" in element.data)

    def _ready(self, box: Box) -> list[Paint]:
        paints = [painter.ready(box) for painter in self._inner]
        if len(self._paints) < MOST_KEPT:
            self._paints[id(box)] = (paints, box)
        return paints

    def draw(self, sheet: FaceInProgress, data: Fields, box: Box) -> Box:
        kept = self._paints.get(id(box))
        paints = kept[0] if kept else self._ready(box)
        if self._is_bare:
            for paint in paints:
                paint(sheet, data)
            return box
        start = sheet.state()
        lowest = max([box.y, *[paint(sheet, data) for paint in paints]])
        if self._fits:
            box = Box(box.x, box.y, box.width, lowest + self._padding - box.y)
        fill, stroke = self._fill.of(sheet, data), self._stroke.of(sheet, data)
        if fill or stroke:
            path = form("rectangle", box, float(self.given.get("radius", 0)))
            sheet.put_behind(start, outlined(self.given, path, fill, stroke))
        if "turn" in self.given:
            sheet.turn(start, box, self.element)
        return box
