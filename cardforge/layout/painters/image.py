"""Pictures: a card's `art` in a box, cut to it around what matters, or whole inside it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from cardforge.hermetic import ScriptError
from cardforge.layout.boxes import Box
from cardforge.layout.display import Clipped, Image, Item
from cardforge.layout.drawing import Drawing
from cardforge.layout.painter import Kit, Painter
from cardforge.layout.painters.shape import form
from cardforge.layout.sheet import Sheet
from cardforge.layout.template import Element
from cardforge.load.picture import Picture
from cardforge.nearest import did_you_mean
from cardforge.problems import Location, Problem, Severity

_MIDDLE = (50.0, 50.0)


class _Art(NamedTuple):
    """What a card says of its picture. Crop and focus are in hundredths of its width and height."""

    file: str
    focus: tuple[float, float]
    crop: tuple[float, float, float, float]  # left, top, right, bottom


class ImagePainter(Painter):
    """Draws a picture so that it covers its box, or stands whole in it."""

    def __init__(self, element: Element, kit: Kit) -> None:
        super().__init__(element, kit)
        self._binding = kit.binding(element, "image")
        self._fit = element.data.get("fit", "cover")
        self._form = element.data.get("form", "rectangle")
        self._radius = float(element.data.get("radius", 0))
        focus = element.data.get("focus", _MIDDLE)
        self._focus = (float(focus[0]), float(focus[1]))
        self._recipe = kit.binding(element, "draw") if "draw" in element.data else None
        self._items: dict[tuple[_Art, Box], Item] = {}

    def draw(self, sheet: Sheet, data: Mapping[str, Any], box: Box) -> Box:
        art = self._art(sheet.value(self._binding, data, self.element, "image"))
        if art is None:
            self._own_art(sheet, data, box)
            return box
        item = self._items.get((art, box))
        if art.crop[0] >= art.crop[2] or art.crop[1] >= art.crop[3]:
            sheet.blame_card("CF415", f"the crop of `{art.file}` leaves nothing", "write left, top, right, bottom")
            return box
        if item is None:
            found = self.kit.pictures.find(art.file)
            if isinstance(found, Problem):
                sheet.blame_card(found.code, f"`{art.file}`: {found.message}", found.hint)
                return box
            item = self._items[art, box] = self._clipped(self._placed(found, art, box), box, isinstance(found, Drawing))
        sheet.items.append(item)
        return box

    def _own_art(self, sheet: Sheet, data: Mapping[str, Any], box: Box) -> None:
        """What the game draws itself for a card without a picture, where the face asks for it."""
        if self._recipe is None:
            return
        name = sheet.text(self._recipe, data, self.element, "draw")
        if not name:
            return
        artist = self.kit.studio.artists.get(name)
        if artist is None:
            hint = did_you_mean(name, self.kit.studio.artists) or "put it into the game's `art` folder"
            sheet.complain(self.element, "draw", "CF419", f"there is no art recipe `{name}`", hint)
            return
        seed = str(data.get("pack", {}).get("seed", "")) + sheet.card.id
        try:
            items = artist.draw(data, box, self.kit.looks.palette, seed)
        except ScriptError as error:
            where = Location(error.path, error.line, error.column)
            message = f"the art of `{sheet.card.id}` failed: {error.message}"
            sheet.problems.append(Problem("CF419", Severity.ERROR, where, message))
            return
        sheet.items.append(Clipped(form(self._form, box, self._radius), items))

    def _art(self, value: Any) -> _Art | None:
        if not value:
            return None
        given = value if isinstance(value, Mapping) else {"file": str(value)}
        focus = given.get("focus", self._focus)
        crop = given.get("crop", (0, 0, 100, 100))
        return _Art(
            str(given.get("file", "")),
            (float(focus[0]), float(focus[1])),
            (float(crop[0]), float(crop[1]), float(crop[2]), float(crop[3])),
        )

    def _placed(self, found: Picture | Drawing, art: _Art, box: Box) -> Item:
        left, top, right, bottom = art.crop
        width, height = found.width * (right - left) / 100, found.height * (bottom - top) / 100
        x, y = found.width * left / 100, found.height * top / 100
        if self._fit == "contain":
            scale = min(box.width / width, box.height / height)
            shown = Box(x, y, width, height)
            wide, high = width * scale, height * scale
            box = Box(box.x + (box.width - wide) / 2, box.y + (box.height - high) / 2, wide, high)
        else:
            scale = max(box.width / width, box.height / height)
            wide, high = box.width / scale, box.height / scale
            shown = Box(_around(art.focus[0], x, width, wide), _around(art.focus[1], y, height, high), wide, high)
        if isinstance(found, Drawing):
            return Clipped(
                form("rectangle", box), found.placed(box.x - shown.x * scale, box.y - shown.y * scale, scale)
            )
        crop = (round(shown.x), round(shown.y), max(round(shown.right), 1), max(round(shown.bottom), 1))
        return Image(*box, found, crop)

    def _clipped(self, item: Item, box: Box, is_drawing: bool) -> Item:
        if self._form == "rectangle" and not self._radius:
            return item
        items = item.items if is_drawing and isinstance(item, Clipped) else (item,)
        return Clipped(form(self._form, box, self._radius), items)


def _around(focus: float, start: float, length: float, wanted: float) -> float:
    """Where a part of a length begins, so that the focus is in its middle or as near as it can be."""
    middle = start + length * focus / 100
    return min(max(middle - wanted / 2, start), start + length - wanted)
