"""Lay a card out: its data and a template become a face, a display list in mm.

Takes one card and its template; gives a Face and what is wrong: unknown fields, text that does not fit, characters that
no font has, text boxes that overlap.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from cardforge.fonts import FontBook
from cardforge.layout.binding import UnknownFieldError, bound, holds
from cardforge.layout.binding import field as field_of
from cardforge.layout.boxes import Box, box_of
from cardforge.layout.display import Face, Shape, Step, TextLine, ellipse, rectangle
from cardforge.layout.icons import Icons
from cardforge.layout.looks import Looks
from cardforge.layout.markup import paragraphs_of
from cardforge.layout.path import svg_path
from cardforge.layout.pieces import Shaper
from cardforge.layout.template import Element, Template
from cardforge.layout.text_fit import SetText, set_text
from cardforge.nearest import did_you_mean
from cardforge.problems import Location, Problem, Severity
from cardforge.units import PT_PER_MM

_SHARED = 24  # characters up to which a text is likely to stand on other cards too
_INLINE = 0.92  # the side of an inline icon, of the type size
_INLINE_TOP = 0.8  # how far it stands above the baseline


@dataclass(frozen=True)
class CardSource:
    """A card to lay out: its data with what is known about it, and where it stands."""

    id: str  # pack/card
    data: Mapping[str, Any]
    where: Location


@dataclass
class _Sheet:
    """What has been drawn so far."""

    items: list[Shape | TextLine] = field(default_factory=list)
    boxes: dict[str, Box] = field(default_factory=dict)
    texts: list[tuple[Box, Element]] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    def complain(self, element: Element, key: str, code: str, message: str, hint: str) -> None:
        """Note a problem at one key of an element."""
        place = element.document.locate((*element.pointer, key))
        self.problems.append(Problem(code, Severity.ERROR, place, message, hint))


class Layout:
    """Lays out cards with the fonts of a project."""

    def __init__(self, book: FontBook, icons: Icons | None = None) -> None:
        self._book = book
        self._icons = icons or Icons()
        self._shaper = Shaper(book)
        self._looks = Looks(book)
        # Both keep the element beside what was made of it, so that its identity stays its own.
        self._texts: dict[tuple[int, str, float, float], tuple[SetText, Element]] = {}
        self._shapes: dict[tuple[int, Box], tuple[Shape, Element]] = {}

    def face(self, card: CardSource, template: Template) -> tuple[Face, list[Problem]]:
        """One card as a face."""
        sheet = _Sheet()
        whole = Box(0.0, 0.0, template.width, template.height)
        for element in template.elements:
            self._draw(element, card, card.data, template, whole, sheet)
        self._overlaps(card, sheet)
        face = Face(card.id, template.width, template.height, template.bleed, tuple(sheet.items))
        return face, sheet.problems

    def _draw(
        self,
        element: Element,
        card: CardSource,
        data: Mapping[str, Any],
        template: Template,
        around: Box,
        sheet: _Sheet,
    ) -> None:
        given = element.data
        if "when" in given and not holds(given["when"], data):
            return
        if "each" not in given:
            self._draw_one(element, card, data, template, around, sheet, 0)
            return
        entries = field_of(data, given["each"])
        if isinstance(entries, Mapping):
            rows = [{"key": key, "value": value} for key, value in entries.items()]
        elif isinstance(entries, list):
            rows = [{"key": str(at + 1), "value": value} for at, value in enumerate(entries)]
        else:
            rows = []
            message = f"`{given['each']}` of `{card.id}` is neither a list nor a mapping"
            sheet.complain(element, "each", "CF407", message, "name a list or mapping, and draw it `when` it is there")
        for at, row in enumerate(rows):
            self._draw_one(element, card, {**data, **row, "number": at + 1}, template, around, sheet, at)

    def _draw_one(
        self,
        element: Element,
        card: CardSource,
        data: Mapping[str, Any],
        template: Template,
        around: Box,
        sheet: _Sheet,
        turn: int,
    ) -> None:
        given = element.data
        box = self._box(element, card, template, around, sheet, turn)
        if "text" in given:
            box = self._text(element, card, data, template, box, sheet)
        elif "icon" in given:
            self._icon(element, card, data, template, box, sheet)
        elif "group" in given:
            for inner in element.inner:
                self._draw(inner, card, data, template, box, sheet)
        else:
            shape = self._shape(element, template, box, sheet)
            sheet.items += [shape] if shape else []
        if "id" in given:
            sheet.boxes[given["id"]] = box

    def _box(
        self, element: Element, card: CardSource, template: Template, inside: Box, sheet: _Sheet, turn: int
    ) -> Box:
        # On the card itself `rest` ends at the safe area, in a group at the group's edge.
        margin = template.safe if inside == Box(0.0, 0.0, template.width, template.height) else 0.0
        box, lost = box_of(element.data, inside, margin, sheet.boxes, turn)
        for key in lost:
            name = element.data[key]
            hint = did_you_mean(name, sheet.boxes) or "it must be drawn before, on this card"
            sheet.complain(element, key, "CF406", f"there is no element `{name}` on `{card.id}`", hint)
        return box

    def _text(
        self, element: Element, card: CardSource, data: Mapping[str, Any], template: Template, box: Box, sheet: _Sheet
    ) -> Box:
        given = element.data
        text = self._bound(element, "text", card, data, sheet)
        if text is None:
            return box
        made = self._set(text, element, template, box, sheet)
        self._judge(made, element, card, sheet)
        sheet.items += (TextLine(box.x, box.y + line.baseline, made.size, line.runs, line.text) for line in made.lines)
        self._inline_icons(made, element, card, box, sheet)
        if given.get("height") == "fit":
            box = Box(box.x, box.y, box.width, made.height)
        if made.lines:
            sheet.texts.append((Box(box.x, box.y, box.width, min(box.height, made.height)), element))
        return box

    def _set(self, text: str, element: Element, template: Template, box: Box, sheet: _Sheet) -> SetText:
        """A text in its box; short ones without a problem are kept, because cards share most of them."""
        key = (id(element), text, box.width, box.height)
        self._shaper.missing.clear()
        if key in self._texts:
            return self._texts[key][0]
        before = len(sheet.problems)
        look, setting = self._looks.style(element, template, sheet.complain)
        paragraphs = [self._looks.coloured(each, element, template, sheet.complain) for each in paragraphs_of(text)]
        flows = [self._shaper.flow(paragraph, look) for paragraph in paragraphs]
        if element.data.get("height") == "fit":
            setting = replace(setting, floor=setting.size, vertical="top")
        primary = self._book.font(look.family, look.weight, look.italic)
        made = set_text(flows, box.width, box.height, setting, primary)
        if len(text) < _SHARED and len(sheet.problems) == before and not self._shaper.missing:
            self._texts[key] = (made, element)
        return made

    def _shape(self, element: Element, template: Template, box: Box, sheet: _Sheet) -> Shape | None:
        key = (id(element), box)
        if key in self._shapes:
            return self._shapes[key][0]
        given = element.data
        before = len(sheet.problems)
        fill, stroke = (
            self._looks.colour(given.get(word, ""), element, word, template, sheet.complain)
            for word in ("fill", "stroke")
        )
        try:
            path = _outline(given, box)
        except (ValueError, IndexError) as error:
            message = f"this path cannot be drawn: {error}"
            sheet.complain(element, "path", "CF411", message, "write it as SVG path data")
            return None
        shape = Shape(path, fill, stroke, float(given.get("stroke-width", 0.25)) if stroke else 0.0)
        if len(sheet.problems) == before:
            self._shapes[key] = (shape, element)
        return shape

    def _icon(
        self, element: Element, card: CardSource, data: Mapping[str, Any], template: Template, box: Box, sheet: _Sheet
    ) -> None:
        name = self._bound(element, "icon", card, data, sheet)
        if name is None or not self._known_icon(name, element, "icon", card, sheet):
            return
        size = min(box.width, box.height)
        x, y = box.x + (box.width - size) / 2, box.y + (box.height - size) / 2
        colour = self._looks.colour(element.data.get("fill", "#000000"), element, "fill", template, sheet.complain)
        sheet.items.append(Shape(self._icons.placed(name, x, y, size), colour))

    def _inline_icons(self, made: SetText, element: Element, card: CardSource, box: Box, sheet: _Sheet) -> None:
        """Icons that stand in a line, on its baseline."""
        em = made.size / PT_PER_MM
        for line in made.lines:
            for placed in line.runs:
                name = placed.run.icon
                if name and self._known_icon(name, element, "text", card, sheet):
                    x = box.x + placed.x + (placed.run.width / 1000 - _INLINE) / 2 * em
                    y = box.y + line.baseline - _INLINE_TOP * em
                    sheet.items.append(Shape(self._icons.placed(name, x, y, _INLINE * em), placed.run.colour))

    def _known_icon(self, name: str, element: Element, key: str, card: CardSource, sheet: _Sheet) -> bool:
        if name in self._icons.paths or name in self._icons.broken:
            return name in self._icons.paths  # a drawing that cannot be read has its own problem
        hint = did_you_mean(name, self._icons.paths) or "put a drawing of that name into the game's icons"
        sheet.complain(element, key, "CF410", f"there is no icon `{name}`, which `{card.id}` shows", hint)
        return False

    def _bound(
        self, element: Element, key: str, card: CardSource, data: Mapping[str, Any], sheet: _Sheet
    ) -> str | None:
        """An element's words with the card's fields in them; a field that is not there is a problem."""
        try:
            return bound(element.data[key], data)
        except UnknownFieldError as unknown:
            hint = did_you_mean(unknown.path, _paths(data)) or f"give words for that case: {{{unknown.path}|none}}"
            sheet.complain(element, key, "CF407", f"`{card.id}` has no field `{unknown.path}`", hint)
            return None

    def _judge(self, made: SetText, element: Element, card: CardSource, sheet: _Sheet) -> None:
        what = element.data["text"]
        for character in sorted(self._shaper.missing):
            message = f"no font has the character {character!r} (U+{ord(character):04X}) of `{card.id}` in `{what}`"
            hint = "put a font that has it into templates/fonts/"
            sheet.problems.append(Problem("CF401", Severity.ERROR, card.where, message, hint))
        if made.too_wide:
            message = f"`{card.id}`: the word “{made.too_wide}” is wider than its box at {made.size:g} pt (`{what}`)"
            sheet.problems.append(
                Problem("CF408", Severity.ERROR, card.where, message, "widen the box, lower the floor, or shorten it")
            )
        elif made.excess > 0:
            message = (
                f"`{card.id}`: the text is {made.excess:.1f} mm too high for its box at {made.size:g} pt (`{what}`)"
            )
            sheet.problems.append(
                Problem(
                    "CF408",
                    Severity.ERROR,
                    card.where,
                    message,
                    "shorten it, or give the box more room or a lower floor",
                )
            )

    def _overlaps(self, card: CardSource, sheet: _Sheet) -> None:
        for at, (box, element) in enumerate(sheet.texts):
            for other, earlier in sheet.texts[:at]:
                deep = box.overlap(other)
                if deep and element is not earlier:
                    texts = f"`{element.data['text']}` overlaps `{earlier.data['text']}`"
                    message = f"on `{card.id}` the text {texts} by {deep:.1f} mm"
                    hint = "move one of them, or place it below the other"
                    sheet.complain(element, "text", "CF409", message, hint)


def _outline(given: Mapping[str, Any], box: Box) -> tuple[Step, ...]:
    if "path" in given:
        return svg_path(given["path"], box.x, box.y, box.width / 100, box.height / 100)
    if given["shape"] == "ellipse":
        return ellipse(box.x, box.y, box.width, box.height)
    return rectangle(box.x, box.y, box.width, box.height, float(given.get("radius", 0)))


def _paths(data: Mapping[str, Any], start: str = "") -> list[str]:
    found = []
    for key, value in data.items():
        found.append(start + key)
        if isinstance(value, Mapping):
            found += _paths(value, f"{start}{key}.")
    return found
