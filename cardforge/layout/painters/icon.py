"""Icons by name: one centred in a box, or a row of them."""

from __future__ import annotations

from cardforge.core.phrases import counted
from cardforge.core.units import Mm
from cardforge.layout.binding import whole_number
from cardforge.layout.boxes import Box
from cardforge.layout.display import Shape
from cardforge.layout.face_in_progress import FaceInProgress
from cardforge.layout.painter import Painter, PaintingTools
from cardforge.layout.template import Element
from cardforge.load.document import Fields

MOST = 60  # icons in a row; more is a mistake in the data
_SMALLEST: Mm = 1.8  # a smaller icon is only a dot
_GAP: Mm = 0.4  # between two icons


class IconPainter(Painter):
    """Draws one icon, centred and as large as its box allows."""

    def __init__(self, element: Element, kit: PaintingTools) -> None:
        super().__init__(element, kit)
        self._binding = kit.binding(element, "icon")
        self._fill = kit.colour(element, "fill", "#000000")
        self._shapes: dict[tuple[str, Box, str], tuple[Shape, ...]] = {}
        self.shows(self._binding, self._fill.binding)

    def draw(self, sheet: FaceInProgress, data: Fields, box: Box) -> Box:
        name = sheet.text(self._binding, data, self.element, "icon")
        if name:
            self.put(name, box, self._fill.of(sheet, data), "icon", sheet)
        return box

    def put(self, name: str, box: Box, colour: str, key: str, sheet: FaceInProgress) -> None:
        """Draw an icon centred in a box."""
        shapes = self._shapes.get((name, box, colour))
        if shapes is None:
            if not self.kit.art.icons.known(name, self.element, key, sheet):
                return
            size = min(box.width, box.height)
            x, y = box.x + (box.width - size) / 2, box.y + (box.height - size) / 2
            shapes = self._shapes[name, box, colour] = self.kit.art.icons.placed(name, x, y, size, colour)
        sheet.items += shapes


class IconRowPainter(IconPainter):
    """Draws a row of icons: one icon repeated by a number, or one for each name of a list."""

    def __init__(self, element: Element, kit: PaintingTools) -> None:
        if "icon" not in element.data:
            element = Element({**element.data, "icon": ""}, element.document, element.pointer)
        super().__init__(element, kit)
        self._count = kit.binding(element, "icons")
        self.shows(self._binding, self._fill.binding, self._count)

    def draw(self, sheet: FaceInProgress, data: Fields, box: Box) -> Box:
        names = self._names(sheet, data)
        if not names:
            return Box(box.x, box.y, 0.0, box.height)
        gap = float(self.given.get("padding", _GAP))
        size = min(box.height, (box.width - gap * (len(names) - 1)) / len(names))
        if size < _SMALLEST:
            row = f"a row of {counted(len(names), 'icon')}"
            message = f"{row} does not fit into {box.width:g} mm (`{self.given['icons']}`)"
            sheet.blame_card("CF408", message, "make the row wider")
            return box
        length = len(names) * size + gap * (len(names) - 1)
        free = {"center": 0.5, "right": 1.0}.get(self.given.get("align", "left"), 0.0) * (box.width - length)
        top = box.y + (box.height - size) / 2
        colour = self._fill.of(sheet, data)
        for at, name in enumerate(names):
            self.put(name, Box(box.x + free + at * (size + gap), top, size, size), colour, "icons", sheet)
        return Box(box.x + free, box.y, length, box.height)

    def _names(self, sheet: FaceInProgress, data: Fields) -> list[str]:
        value = sheet.value(self._count, data, self.element, "icons")
        if value is None or value == "":
            return []
        count = whole_number(value)
        if count is None and isinstance(value, (list, str)):
            names = value.split() if isinstance(value, str) else [str(each) for each in value]
            count = len(names)
        else:
            names = []
        if count is None or not 0 <= count <= MOST:
            shown = value if count is None or not names else f"{count} names"
            message = f"`{self.given['icons']}` is {shown}; the number of icons must be 0 to {MOST}"
            sheet.blame_card("CF408", message, "show it as a number instead")
            return []
        if names or count == 0:
            return names
        name = sheet.text(self._binding, data, self.element, "icon")
        if not name:
            message = f"`{self.given['icons']}` is a number, but no icon is given"
            sheet.complain(self.element, "icons", "CF410", message, "add one, such as `icon: star`")
            return []
        return [name] * count
