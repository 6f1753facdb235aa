"""Text: a card's words set in a box, with inline icons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from cardforge.core.units import PT_PER_MM, Mm
from cardforge.fonts.scripts import package_of, script_of
from cardforge.layout.boxes import Box
from cardforge.layout.display import Item, Shape, Text, rectangle
from cardforge.layout.draft_marks import RED, clipped, with_code_points
from cardforge.layout.drawn_records import MOST_KEPT
from cardforge.layout.face_in_progress import FaceInProgress, PlacedText
from cardforge.layout.markup import ICON, Paragraph
from cardforge.layout.painter import Painter, PaintingTools
from cardforge.layout.template import Element
from cardforge.layout.text_fit import Column, SetText
from cardforge.layout.text_ink import ICON_SIDE, ICON_TOP
from cardforge.load.document import Fields

_DIVIDER = 0.05  # thickness, of the type size
_THINNEST: Mm = 0.12
_MOST_SHOWN = 40  # letters of a word that is too wide, in a message
_MOST_LETTERS = 10  # of a script that has no font, in a message
_MOST_MET = 20_000  # short texts seen once; beyond that the set is cleared, which only costs time
_SHARED = 24  # characters; a shorter text is likely to appear on other cards too


class _Set(NamedTuple):
    """A text as set on the card."""

    items: tuple[Item, ...]
    box: Box  # the space it takes
    written: PlacedText | None


class TextPainter(Painter):
    """Draws a text; short texts that several cards share are cached."""

    key = "text"

    def __init__(self, element: Element, kit: PaintingTools, centred: bool = False, vertical: str = "top") -> None:
        super().__init__(element, kit)
        self._binding = kit.binding(element, self.key)
        look = kit.looks.style(element, kit.complain, vertical)
        self._fits = element.data.get("height") == "fit"
        if self._fits:
            look = look._replace(setting=replace(look.setting, floor=look.setting.size, vertical="top"))
        elif centred:
            look = look._replace(setting=replace(look.setting, align="center", vertical="middle"))
        self._look = look
        # Each with its cached texts. A text is cached from its second use on: most are used only once.
        self._columns: dict[Box, tuple[Column, dict[str, _Set]]] = {}
        self._met: set[str] = set()  # short texts seen once
        self.shows(self._binding)

    def draw(self, sheet: FaceInProgress, data: Fields, box: Box) -> Box:
        text = sheet.text(self._binding, data, self.element, self.key)
        if text is None:
            return box
        column, sets = self._columns.get(box) or self._column(box)
        made = sets.get(text)
        if made is None:
            before, is_shared = len(sheet.problems), text in self._met
            made = self._set(text, column, box, sheet, is_shared)
            if is_shared and len(sheet.problems) == before:
                sets[text] = made
            elif len(text) < _SHARED:
                if len(self._met) >= _MOST_MET:
                    self._met.clear()
                self._met.add(text)
        sheet.items += made.items
        if made.written:
            sheet.texts.append(made.written)
        return made.box

    def _column(self, box: Box) -> tuple[Column, dict[str, _Set]]:
        made: tuple[Column, dict[str, _Set]] = (Column(box, self._look.setting, self._look.font), {})
        if len(self._columns) < MOST_KEPT:
            self._columns[box] = made
        return made

    def _set(self, text: str, column: Column, box: Box, sheet: FaceInProgress, is_shared: bool) -> _Set:
        words = self.kit.shaper.plain(text, self._look.type)
        before = len(sheet.problems)
        made = column.set_plain(words) if words else self._set_marked(text, column, sheet)
        if made.excess or made.too_wide:
            self._blame(made, sheet)
        if self.kit.is_draft and len(sheet.problems) > before:
            return self._draft(text, column, box, sheet)
        covered = made.covered
        if self._fits:
            box = covered = Box(box.x, box.y, box.width, made.height)
        if not made.lines:
            return _Set((), box, None)
        drawn = Text(made.size, made.lines, is_shared, bool(words))
        icons = tuple(self._inline_icons(made, sheet)) if ":" in text else ()
        written = PlacedText(box, covered, self.element, self.key, drawn, icons, self._look.setting.size)
        dividers = [self._divider(y, made, box) for y in made.dividers]
        return _Set((drawn, *icons, *dividers), box, written)

    def _draft(self, text: str, column: Column, box: Box, sheet: FaceInProgress) -> _Set:
        """A text with a problem: in red, with code points for missing characters, and clipped to its box."""
        shaper, look = self.kit.shaper, self._look.type._replace(colour=RED)

        def reddened(paragraph: Paragraph) -> Paragraph:
            return paragraph._replace(spans=tuple([span._replace(colour="") for span in paragraph.spans]))

        missing = shaper.missing(shaper.flows(text, look, reddened))
        made = column.set(shaper.flows(with_code_points(text, missing), look, reddened))
        if self._fits:
            box = Box(box.x, box.y, box.width, made.height)
        before = len(sheet.problems)
        icons = self._inline_icons(made, sheet)
        del sheet.problems[before:]  # reported already
        return _Set(clipped([Text(made.size, made.lines), *icons], box), box, None)

    def _divider(self, y: Mm, made: SetText, box: Box) -> Shape:
        thickness = max(_THINNEST, _DIVIDER * made.size / PT_PER_MM)
        return Shape(rectangle(box.x, y - thickness / 2, box.width, thickness), self._look.type.colour)

    def _set_marked(self, text: str, column: Column, sheet: FaceInProgress) -> SetText:
        """Set a text that may have markup, paragraphs, or characters that need another font or that no font has."""
        shaper, looks = self.kit.shaper, self.kit.looks
        about = (self.element, self.key, sheet.complain, sheet.card.id)
        flows = shaper.flows(text, self._look.type, lambda paragraph: looks.coloured(paragraph, *about))
        if missing := shaper.missing(flows):
            self._blame_fonts(missing, sheet)
        return column.set(flows)

    def _blame_fonts(self, missing: set[str], sheet: FaceInProgress) -> None:
        """Report the missing characters, those of one script together."""
        what = self.given[self.key]
        scripts: dict[str, list[str]] = {}
        for character in sorted(missing):
            scripts.setdefault(script_of(character), []).append(character)
        for character in scripts.pop("", []):
            message = f"no font has the character {character!r} (U+{ord(character):04X}) in `{what}`"
            sheet.blame_card("CF401", message, "add a font that has it to templates/fonts/")
        for script, characters in scripts.items():
            shown = "".join(characters[:_MOST_LETTERS]) + ("…" if len(characters) > _MOST_LETTERS else "")
            message = f"no font has the {script} letters “{shown}” (U+{ord(characters[0]):04X}) in `{what}`"
            package = package_of(characters[0])
            hint = f"put a font for {script} into templates/fonts/, such as the .ttf of the npm package {package}"
            sheet.blame_card("CF401", message, hint)

    def _blame(self, made: SetText, sheet: FaceInProgress) -> None:
        what = self.given[self.key]
        if made.too_wide:
            word = made.too_wide.replace(ICON, "◻")
            word = word if len(word) <= _MOST_SHOWN else f"{word[:_MOST_SHOWN]}…"
            message = f"the word “{word}” is {made.beyond:.1f} mm too wide for its box at {made.size:g} pt (`{what}`)"
            sheet.blame_card("CF408", message, "widen the box, lower the `floor` of its style, or shorten it")
        else:
            message = f"the text is {made.excess:.1f} mm too tall for its box at {made.size:g} pt (`{what}`)"
            sheet.blame_card("CF408", message, "shorten it, enlarge the box, or lower the `floor` of its style")

    def _inline_icons(self, made: SetText, sheet: FaceInProgress) -> Sequence[Shape]:
        """The shapes of the icons within lines of text."""
        em = made.size / PT_PER_MM
        found: list[Shape] = []
        for line in made.lines:
            for placed in line.runs:
                name = placed.run.icon
                if name and self.kit.art.icons.known(name, self.element, self.key, sheet):
                    x = line.x + placed.x + (placed.run.width / 1000 - ICON_SIDE) * em / 2
                    y, colour = line.y - ICON_TOP * em, placed.run.colour
                    found += self.kit.art.icons.placed(name, x, y, ICON_SIDE * em, colour)
        return found
