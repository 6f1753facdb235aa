"""Pictures: a card's `art` in a box, cropped around its focus or shown whole."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from cardforge.core.choices import Edge, Fit
from cardforge.core.problems import Location, Problem, Severity
from cardforge.core.suggestions import did_you_mean
from cardforge.layout.boxes import Box
from cardforge.layout.display import Clipped, Item
from cardforge.layout.drawing import Drawing
from cardforge.layout.face_in_progress import FaceInProgress
from cardforge.layout.painter import Painter, PaintingTools
from cardforge.layout.painters.shape import form
from cardforge.layout.picture_edges import missing_bleed, on_colour, with_edge
from cardforge.layout.picture_fit import MIDDLE, fitted, in_pixels
from cardforge.layout.template import Element
from cardforge.load.document import Fields
from cardforge.load.picture import Picture

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
        self._fit = Fit(element.data.get("fit", "cover"))
        self._form = element.data.get("form", "rectangle")
        self._radius = float(element.data.get("radius", 0))
        self._focus = tuple(map(float, element.data.get("focus", MIDDLE)))
        self._recipe = kit.binding(element, "draw") if "draw" in element.data else None
        edge = element.data.get("edge", "")
        self._edge = edge if edge in ("", *Edge) else kit.colour(element, "edge")
        if self._recipe is None:
            self.shows(self._binding)
        self._items: dict[tuple[_Art, Box, str], Item] = {}
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
        edge = self._edge if isinstance(self._edge, str) else self._edge.of(sheet, data)
        item = self._items.get((art, box, edge))
        if item is None:
            found = self.kit.pictures.find(art.file)
            if isinstance(found, Problem):
                sheet.blame_card(found.code, f"`{art.file}`: {found.message}", found.hint)
                return box
            if isinstance(found, Drawing) and edge in tuple(Edge):
                message = f"`{found.path}` is a drawing, but `edge: {edge}` repeats pixels"
                sheet.complain(self.element, "edge", "CF431", message, "draw it into the bleed, or use a colour")
                return box
            item = self._items[art, box, edge] = self._item(found, art, box, edge, sheet.whole)
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

    def _item(self, found: Picture | Drawing, art: _Art, box: Box, edge: str, card: Box) -> Item:
        left, top, right, bottom = art.crop
        width, height = found.width * (right - left) / 100, found.height * (bottom - top) / 100
        part = Box(found.width * left / 100, found.height * top / 100, width, height)
        place = fitted(part, box, self._fit, art.focus)
        outline = form(self._form, place.box, self._radius)
        bleed = self.kit.bleed if edge else 0.0
        if isinstance(found, Drawing):
            scale = place.box.width / place.shown.width
            x, y = place.box.x - place.shown.x * scale, place.box.y - place.shown.y * scale
            drawn = Clipped(outline, found.placed(x, y, scale), found.path)
            return on_colour(drawn, box, missing_bleed(box, card, bleed), edge)
        image, exact = in_pixels(found, place)
        plain = exact and self._form == "rectangle" and not self._radius
        shown = image if plain else Clipped(outline, (image,))
        if edge in tuple(Edge):
            return with_edge(shown, image, place.box, missing_bleed(place.box, card, bleed), Edge(edge))
        return on_colour(shown, box, missing_bleed(box, card, bleed), edge)


def _numbers(given: Any, count: int) -> tuple[float, ...] | None:
    """A list of `count` percentages, or None if it is anything else."""
    if not isinstance(given, (list, tuple)) or len(given) != count:
        return None
    if not all(isinstance(each, (int, float)) and 0 <= each <= 100 for each in given):
        return None
    return tuple(map(float, given))
