"""Text: a card's words set into a box, with icons on the line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, NamedTuple

from cardforge.layout.binding import UnknownFieldError
from cardforge.layout.boxes import Box
from cardforge.layout.display import Item, Shape, Text
from cardforge.layout.ink import ICON_SIDE, ICON_TOP
from cardforge.layout.painter import Kit, Painter
from cardforge.layout.sheet import Sheet, Written
from cardforge.layout.template import Element
from cardforge.layout.text_fit import Column, SetText
from cardforge.units import PT_PER_MM

_SHARED = 24  # characters up to which a text is likely to stand on other cards too


class _Set(NamedTuple):
    """A text as it stands on the card."""

    items: tuple[Item, ...]
    box: Box  # what it takes
    written: Written | None
    shared: bool = False  # whether it was used twice


class TextPainter(Painter):
    """Draws a text; a short one that cards share is set once."""

    key = "text"

    def __init__(self, element: Element, kit: Kit, centred: bool = False, vertical: str = "top") -> None:
        super().__init__(element, kit)
        self._binding = kit.binding(element, self.key)
        look = kit.looks.style(element, kit.complain, vertical)
        self._fits = element.data.get("height") == "fit"
        if self._fits:
            look = look._replace(setting=replace(look.setting, floor=look.setting.size, vertical="top"))
        elif centred:
            look = look._replace(setting=replace(look.setting, align="center", vertical="middle"))
        self._look = look
        self._sets: dict[tuple[str, Box], _Set] = {}
        self._columns: dict[Box, Column] = {}

    def foresee(self, cards: Sequence[Mapping[str, Any]]) -> None:
        """Shape the words of short texts ahead; long ones have enough words of their own."""
        if self.repeats:
            return
        texts = set()
        for data in cards:
            with suppress(UnknownFieldError):  # said when the card is drawn
                texts.add(self._binding.text(data))
        self.kit.shaper.foresee([text for text in texts if len(text) < _SHARED], self._look.type)

    def draw(self, sheet: Sheet, data: Mapping[str, Any], box: Box) -> Box:
        text = sheet.text(self._binding, data, self.element, self.key)
        if text is None:
            return box
        made = self._sets.get((text, box))
        if made is None:
            before = len(sheet.problems)
            made = self._set(text, box, sheet)
            if len(text) < _SHARED and len(sheet.problems) == before:
                self._sets[text, box] = made
        elif not made.shared:
            items = [item._replace(shared=True) if isinstance(item, Text) else item for item in made.items]
            made = self._sets[text, box] = made._replace(items=tuple(items), shared=True)
        sheet.items += made.items
        if made.written:
            sheet.texts.append(made.written)
        return made.box

    def _set(self, text: str, box: Box, sheet: Sheet) -> _Set:
        shaper, looks = self.kit.shaper, self.kit.looks
        type, setting, font = self._look
        column = self._columns.get(box)
        if column is None:
            column = self._columns[box] = Column(box, setting, font)
        flows = shaper.flows(
            text, type, lambda paragraph: looks.coloured(paragraph, self.element, self.key, sheet.complain)
        )
        made = column.set(flows)
        missing = shaper.missing(flows)
        if missing or made.excess or made.too_wide:
            self._judge(made, missing, sheet)
        if self._fits:
            box = Box(box.x, box.y, box.width, made.height)
        if not made.lines:
            return _Set((), box, None)
        drawn = Text(made.size, made.lines)
        icons = tuple(self._inline_icons(made, sheet)) if ":" in text else ()
        covered = self._covered(made, box)
        written = Written(box, covered, self.element, self.key, drawn, icons, setting.size)
        return _Set((drawn, *icons), box, written)

    def _covered(self, made: SetText, box: Box) -> Box:
        """The part of the box that has lines in it."""
        height = min(box.height, made.height)
        if self._look.setting.vertical == "top":
            return Box(box.x, box.y, box.width, height)
        free = (box.height - height) / (2 if self._look.setting.vertical == "middle" else 1)
        return Box(box.x, box.y + free, box.width, height)

    def _judge(self, made: SetText, missing: set[str], sheet: Sheet) -> None:
        what = self.given[self.key]
        for character in sorted(missing):
            message = f"no font has the character {character!r} (U+{ord(character):04X}) in `{what}`"
            sheet.blame_card("CF401", message, "put a font that has it into templates/fonts/")
        if made.too_wide:
            message = f"the word “{made.too_wide}” is wider than its box at {made.size:g} pt (`{what}`)"
            sheet.blame_card("CF408", message, "widen the box, lower the floor, or shorten it")
        elif made.excess > 0:
            message = f"the text is {made.excess:.1f} mm too high for its box at {made.size:g} pt (`{what}`)"
            sheet.blame_card("CF408", message, "shorten it, or give the box more room or a lower floor")

    def _inline_icons(self, made: SetText, sheet: Sheet) -> Sequence[Shape]:
        """Icons that stand in a line, on its baseline."""
        em = made.size / PT_PER_MM
        found = []
        for line in made.lines:
            for placed in line.runs:
                name = placed.run.icon
                if name and self.kit.studio.icons.known(name, self.element, self.key, sheet):
                    x = line.x + placed.x + (placed.run.width / 1000 - ICON_SIDE) * em / 2
                    path = self.kit.studio.icons.placed(name, x, line.y - ICON_TOP * em, ICON_SIDE * em)
                    found.append(Shape(path, placed.run.colour))
        return found
