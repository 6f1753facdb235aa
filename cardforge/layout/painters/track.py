"""A track: numbered cells to count on, in as many rows as needed."""

from __future__ import annotations

from cardforge.layout.binding import whole_number
from cardforge.layout.boxes import Box
from cardforge.layout.face_in_progress import FaceInProgress
from cardforge.layout.painter import Painter, PaintingTools
from cardforge.layout.painters.shape import form, middle, outlined
from cardforge.layout.painters.text import TextPainter
from cardforge.layout.template import Element
from cardforge.load.document import Fields

MOST = 100  # cells of one track


class TrackPainter(Painter):
    """Draws cells numbered from `from` up to the card's number."""

    def __init__(self, element: Element, kit: PaintingTools) -> None:
        super().__init__(element, kit)
        self._count = kit.binding(element, "track")
        self._fill = kit.colour(element, "fill")
        self._stroke = kit.colour(element, "stroke", "#000000")
        number = {"text": "{number}", "style": element.data.get("style", "base")}
        self._number = TextPainter(Element(number, element.document, element.pointer), kit, centred=True)

    def draw(self, sheet: FaceInProgress, data: Fields, box: Box) -> Box:
        value = sheet.value(self._count, data, self.element, "track")
        if value is None or value == "":
            return Box(box.x, box.y, box.width, 0.0)
        first, last = int(self.given.get("from", 1)), whole_number(value)
        if last is None or not first <= last <= MOST:
            message = f"`{self.given['track']}` is {value}; it must be a whole number from {first} to {MOST}"
            sheet.blame_card("CF408", message, "a track counts up to this number")
            return box
        cell, gap = float(self.given.get("cell", 5)), float(self.given.get("padding", 0.6))
        columns = max(1, int((box.width + gap + 0.01) // (cell + gap)))
        numbers = range(first, last + 1)
        rows = -(-len(numbers) // columns)
        height = rows * (cell + gap) - gap
        if height > box.height + 0.02:
            message = f"the track `{self.given['track']}` is {height - box.height:.1f} mm too tall for its box"
            sheet.blame_card("CF408", message, "enlarge the box, or make `cell` smaller")
        if cell > box.width + 0.02:
            message = (
                f"the cells of the track `{self.given['track']}` are {cell - box.width:.1f} mm too wide for its box"
            )
            sheet.blame_card("CF408", message, "enlarge the box, or make `cell` smaller")
        fill, stroke = self._fill.of(sheet, data), self._stroke.of(sheet, data)
        name = self.given.get("form", "ellipse")
        right, down = middle(name, Box(0.0, 0.0, cell, cell))
        for at, number in enumerate(numbers):
            x, y = box.x + at % columns * (cell + gap), box.y + at // columns * (cell + gap)
            place = Box(x, y, cell, cell)
            outline = form(name, place, float(self.given.get("radius", 0)))
            sheet.items.append(outlined(self.given, outline, fill, stroke))
            self._number.draw(sheet, {**data, "number": number}, Box(x + right, y + down, cell, cell))
        return Box(box.x, box.y, box.width, height)
