"""Pictures: a card's `art` in a box, cropped around its focus or shown whole."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, NamedTuple

from cardforge.core.problems import Location, Problem, Severity
from cardforge.core.suggestions import did_you_mean
from cardforge.layout.boxes import Box
from cardforge.layout.display import Clipped, Image, Item
from cardforge.layout.drawing import Drawing
from cardforge.layout.face_in_progress import FaceInProgress
from cardforge.layout.painter import Painter, PaintingTools
from cardforge.layout.painters.shape import form
from cardforge.layout.template import Element
from cardforge.load.document import Fields
from cardforge.load.picture import Picture

_MIDDLE = (50.0, 50.0)
_WHOLE = (0.0, 0.0, 100.0, 100.0)


class _Art(NamedTuple):
    """A card's settings for its picture. Crop and focus are in percent of its width and height."""

    file: str
    focus: tuple[float, ...]  # from the left, from the top
    crop: tuple[float, ...]  # left, top, right, bottom


class ImagePainter(Painter):
    """Draws a picture that covers its box, or is shown whole inside it."""

    def __init__(self, element: Element, kit: PaintingTools) -> None:
        super().__init__(element, kit)
        self._binding = kit.binding(element, "image")
        self._fit = element.data.get("fit", "cover")
        self._form = element.data.get("form", "rectangle")
        self._radius = float(element.data.get("radius", 0))
        self._focus = tuple(map(float, element.data.get("focus", _MIDDLE)))
        self._recipe = kit.binding(element, "draw") if "draw" in element.data else None
        if self._recipe is None:
            self.shows(self._binding)
        self._items: dict[tuple[_Art, Box], Item] = {}
        self._files: dict[str, _Art | None] = {}  # cache for cards that give only a file

    def draw(self, sheet: FaceInProgress, data: Fields, box: Box) -> Box:
        value = sheet.value(self._binding, data, self.element, "image")
        art = self._files.get(value) if type(value) is str else None
        if art is None:
            art = self._art(value, sheet)
            if type(value) is str:
                self._files[value] = art
        if art is None:
            self._own_art(sheet, data, box)
            return box
        item = self._items.get((art, box))
        if item is None:
            found = self.kit.pictures.find(art.file)
            if isinstance(found, Problem):
                sheet.blame_card(found.code, f"`{art.file}`: {found.message}", found.hint)
                return box
            item = self._items[art, box] = self._item(found, art, box)
        sheet.items.append(item)
        return box

    def _own_art(self, sheet: FaceInProgress, data: Fields, box: Box) -> None:
        """Draw the game's own art for a card without a picture, if the face names an art recipe."""
        if self._recipe is None:
            return
        name = sheet.text(self._recipe, data, self.element, "draw")
        if not name:
            return
        art_recipe = self.kit.art.art_recipes.get(name)
        if art_recipe is None:
            hint = did_you_mean(name, self.kit.art.art_recipes) or "add it to the game's `art` folder"
            sheet.complain(self.element, "draw", "CF419", f"there is no art recipe `{name}`", hint)
            return
        from cardforge.scripting.script import ScriptError  # already loaded by the art recipe

        seed = str(data.get("pack", {}).get("seed", "")) + sheet.card.id
        try:
            items = art_recipe.draw(data, box, self.kit.looks.palette, seed)
        except ScriptError as error:
            where = Location(error.path, error.line, error.column)
            message = f"the art recipe failed on `{sheet.card.id}`: {error.message}"
            sheet.problems.append(Problem("CF419", Severity.ERROR, where, message))
            return
        sheet.items.append(Clipped(form(self._form, box, self._radius), items))

    def _art(self, value: Any, sheet: FaceInProgress) -> _Art | None:
        """The picture a card asks for; None if it has none, or after reporting a problem."""
        if value is None or value == "":
            return None
        given = value if isinstance(value, Mapping) else {"file": value}
        file = given.get("file")
        if not isinstance(file, str) or not file:
            message = f"`{self.given['image']}` is not the path of a picture"
            sheet.blame_card("CF414", message, "write a path such as `art/ada.png`, or a mapping with `file`")
            return None
        focus, crop = _numbers(given.get("focus", self._focus), 2), _numbers(given.get("crop", _WHOLE), 4)
        if focus is None or crop is None:
            message = f"`focus` or `crop` of `{file}` are not numbers from 0 to 100"
            sheet.blame_card("CF415", message, "write `focus: [50, 30]` and `crop: [left, top, right, bottom]`")
            return None
        if crop[0] >= crop[2] or crop[1] >= crop[3]:
            sheet.blame_card("CF415", f"the `crop` of `{file}` is empty", "write left, top, right, bottom")
            return None
        return _Art(file, focus, crop)

    def _item(self, found: Picture | Drawing, art: _Art, box: Box) -> Item:
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
        outline = form(self._form, box, self._radius)
        if isinstance(found, Drawing):
            shapes = found.placed(box.x - shown.x * scale, box.y - shown.y * scale, scale)
            return Clipped(outline, shapes, found.path)
        image, exact = _pixels(found, shown, box, scale)
        plain = exact and self._form == "rectangle" and not self._radius
        return image if plain else Clipped(outline, (image,))


def _pixels(found: Picture, shown: Box, box: Box, scale: float) -> tuple[Image, bool]:
    """A part of a picture in whole pixels, and whether it fills the box closely enough.

    If pixels are so large that a fraction of one is visible, whole pixels extend beyond the box and must be clipped.
    """
    if scale < _FINE:
        left, top = min(round(shown.x), found.width - 1), min(round(shown.y), found.height - 1)
        right, bottom = max(round(shown.right), left + 1), max(round(shown.bottom), top + 1)
        return Image(*box, found, (left, top, right, bottom)), True
    left = min(math.floor(shown.x + _ALMOST), found.width - 1)
    top = min(math.floor(shown.y + _ALMOST), found.height - 1)
    right, bottom = math.ceil(shown.right - _ALMOST), math.ceil(shown.bottom - _ALMOST)
    right, bottom = max(right, left + 1), max(bottom, top + 1)
    x, y = box.x + (left - shown.x) * scale, box.y + (top - shown.y) * scale
    placed = Box(x, y, (right - left) * scale, (bottom - top) * scale)
    exact = abs(placed.width - box.width) < _FINE and abs(placed.height - box.height) < _FINE
    return Image(*placed, found, (left, top, right, bottom)), exact


_FINE = 0.1  # mm; a difference below this is invisible
_ALMOST = 1e-6  # rounding tolerance in pixels


def _numbers(given: Any, count: int) -> tuple[float, ...] | None:
    """A list of `count` percentages, or None if it is anything else."""
    if not isinstance(given, (list, tuple)) or len(given) != count:
        return None
    if not all(isinstance(each, (int, float)) and 0 <= each <= 100 for each in given):
        return None
    return tuple(map(float, given))


def _around(focus: float, start: float, length: float, wanted: float) -> float:
    """Where the crop starts, so that the focus is as close to its middle as possible."""
    middle = start + length * focus / 100
    return min(max(middle - wanted / 2, start), start + length - wanted)
