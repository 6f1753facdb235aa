"""The base of all painters: a painter draws one element of a template on card after card.

Everything that does not depend on the card is looked up once, when the painter is created: styles, colours, fields,
boxes. Each kind of element has its painter in `painters/`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from cardforge.core.limits import FACE_ENTRIES
from cardforge.core.phrases import listed
from cardforge.core.problems import Problem, Severity
from cardforge.core.suggestions import did_you_mean
from cardforge.core.units import Mm
from cardforge.fonts import FontBook
from cardforge.layout.binding import FORMATS, Binding, Condition, at_path
from cardforge.layout.boxes import LENGTHS, Box, Place
from cardforge.layout.display import Text
from cardforge.layout.draft_marks import cross, frame
from cardforge.layout.drawn_records import MOST_KEPT, DrawnInPlace, DrawnRecord
from cardforge.layout.face_in_progress import FaceInProgress
from cardforge.layout.game_art import GameArt
from cardforge.layout.looks import Looks
from cardforge.layout.pictures import Pictures
from cardforge.layout.template import Element
from cardforge.layout.text_pieces import Shaper
from cardforge.load.document import Fields

_HAIR: Mm = 0.05  # rounding tolerance

Paint = Callable[[FaceInProgress, Fields], Mm]  # draws on a card; returns the bottom of what it drew


@dataclass
class PaintingTools:
    """What the painters of one template share, and the problems of the template itself."""

    book: FontBook
    shaper: Shaper
    art: GameArt
    pictures: Pictures
    looks: Looks
    bleed: Mm = 0.0
    is_draft: bool = False  # whether what is wrong is marked on the card
    problems: list[Problem] = field(default_factory=list)

    def complain(self, element: Element, key: str, code: str, message: str, hint: str) -> None:
        """Report a problem at one key of an element."""
        place = element.document.locate((*element.pointer, key))
        self.problems.append(Problem(code, Severity.ERROR, place, message, hint))

    def binding(self, element: Element, key: str) -> Binding:
        """Parse a text of an element; reports unknown formats and stray braces."""
        made = Binding(str(element.data[key]))
        if made.unknown_format:
            hint = did_you_mean(made.unknown_format, FORMATS) or f"formats: {listed(FORMATS)}"
            self.complain(element, key, "CF407", f"there is no format `:{made.unknown_format}`", hint)
        elif made.open_brace:
            message = f"`{element.data[key]}` has a brace that does not open a field"
            self.complain(element, key, "CF407", message, "close it, or write `{{` for a literal brace")
        return made

    def colour(self, element: Element, key: str, default: str = "") -> ElementColour:
        """A colour of an element."""
        return ElementColour(self, element, key, default)


class ElementColour:
    """A colour of an element: a name of the palette, #rrggbb, or a field of the card that holds one."""

    def __init__(self, kit: PaintingTools, element: Element, key: str, default: str) -> None:
        self._kit, self._element, self._key = kit, element, key
        self.binding = Binding(str(element.data.get(key, default)))
        self._known: dict[str, str] = {}
        lone = self.binding.lone  # fast path: most colours that vary are a single field
        self._field = lone.path[0] if lone and len(lone.path) == 1 and not lone.format else ""
        self.fixed: str | None = None
        if self.binding.fixed is not None or not self.binding.parts:
            self.fixed = kit.looks.colour(self.binding.fixed or "", element, key, kit.complain)

    def of(self, sheet: FaceInProgress, data: Fields) -> str:
        """The colour on a card."""
        if self.fixed is not None:
            return self.fixed
        given = data.get(self._field)
        if type(given) is str and given in self._known:
            return self._known[given]
        name = sheet.text(self.binding, data, self._element, self._key) or ""
        if name not in self._known:
            before = len(sheet.problems)
            known, complain = self._kit.looks.known_or_default(name), sheet.complain
            colour = self._kit.looks.colour(known, self._element, self._key, complain, sheet.card.id)
            if len(sheet.problems) > before:
                return colour  # not cached, so that it is reported for the next card too
            self._known[name] = colour
        return self._known[name]


class Painter:
    """Draws one element: applies `when`, `unless` and `each`, and finds the box for every drawing."""

    def __init__(self, element: Element, kit: PaintingTools) -> None:
        given = element.data
        self.element, self.given, self.kit = element, given, kit
        self.name: str = given.get("id", "")
        self._when = Condition(given["when"]) if "when" in given else None
        self._unless = Condition(given["unless"]) if "unless" in given else None
        self._each = tuple(given["each"].split(".")) if "each" in given else None
        self._lengths = {key: kit.binding(element, key) for key in LENGTHS if "{" in str(given.get(key, ""))}
        self._place = Place({**given, **dict.fromkeys(self._lengths, 0)})
        self._stacked = given.get("step", {}).get("y") == "fit"
        self._relative = "below" in given or "right-of" in given
        # By `id()` of the parent box, and the number of the repeat.
        self._drawn: dict[tuple[int, int], DrawnInPlace] = {}
        # The one field, and its subfield, that the drawing depends on; empty if it is always the same.
        self._is_kept, self._field, self._below = False, "", ""

    def shows(self, *bindings: Binding) -> None:
        """Declare the fields the drawing depends on; if there is at most one, drawings are cached by its value."""
        fields = [field for binding in bindings for field in binding.fields]
        paths = {field.path for field in fields}
        path = next(iter(paths), ())
        looks_elsewhere = any(field.format == "name" for field in fields)  # reads the names of other cards
        self._is_kept = len(paths) <= 1 and len(path) <= 2 and not looks_elsewhere
        self._field, self._below, *_ = (*path, "", "")

    def ready(self, around: Box) -> Paint:
        """A function that draws the element inside one parent box, with a fast lookup of cached drawings."""
        key, places = (id(around), 0), self._drawn
        element, name, field, below = self.element, self.name, self._field, self._below
        if not self._is_kept or self._when or self._unless or self._each:
            return lambda sheet, data: self.paint(sheet, data, around)

        def paint(sheet: FaceInProgress, data: Fields) -> Mm:
            place = places.get(key)
            value = data.get(field) if field else ""
            if below:
                value = value.get(below) if type(value) is dict else None
            # Exact types only: True equals 1 as a key but is written differently.
            if place is None or (type(value) is not str and type(value) is not int):
                return self._paint_one(sheet, data, around, 0)
            record = place.records.get(value)
            if record is None:
                return self._record(sheet, data, place, value)
            drawn, texts, box, bottom = record
            items = sheet.items
            sheet.marks.append((len(items), element))
            items += drawn
            if texts:
                sheet.texts += texts
            if name:
                sheet.boxes[name] = box
            return bottom

        return paint

    def paint(self, sheet: FaceInProgress, data: Fields, around: Box) -> Mm:
        """Draw the element inside a card or group; returns the bottom of what it drew."""
        is_asked = self._when is not None or self._unless is not None
        if is_asked and not self._wanted(data, of_rows=False):
            return around.y
        if self._each is None:
            if is_asked and not self._wanted(data, of_rows=True):  # inside a repeated group
                return around.y
            return self._paint_one(sheet, data, around, 0)
        rows = rows_of(self._each, sheet, data, self.element, "each")
        if self._stacked:
            return self._stack(sheet, (row for row in rows if self._wanted(row, of_rows=True)), around)
        lowest = around.y
        for turn, row in enumerate(rows):
            if not is_asked or self._wanted(row, of_rows=True):
                lowest = max(lowest, self._paint_one(sheet, row, around, turn))
        return lowest

    def _stack(self, sheet: FaceInProgress, rows: Iterable[Fields], around: Box) -> Mm:
        """Draw each entry below the one before; when a column is full, continue at the top of the next."""
        margin = sheet.safe if around is sheet.whole else 0.0
        first = column = self._placed(sheet, sheet.card.data).box(around, margin, sheet.boxes, 0)
        gap, step = float(self.given.get("gap", 0)), float(self.given["step"].get("x", 0))
        y = lowest = first.y
        for row in rows:
            before = sheet.state()
            below = self._draw_in(sheet, row, Box(column.x, y, column.width, column.bottom - y))
            is_last = not step or column.right + step > around.right + _HAIR
            if below > column.bottom + _HAIR and y > column.y and not is_last:
                sheet.back_to(before)
                column = column._replace(x=column.x + step)
                below = self._draw_in(sheet, row, column)
            if below > column.bottom + _HAIR and sheet.state()[-1] == before[-1]:  # not reported yet by a text
                message = f"on `{sheet.card.id}` this is {below - column.bottom:.1f} mm too tall for its box"
                sheet.complain(self.element, "each", "CF418", message, "remove an entry, or enlarge the box")
            lowest, y = max(lowest, below), below + gap
        return lowest

    def _draw_in(self, sheet: FaceInProgress, data: Fields, box: Box) -> Mm:
        """Draw in a given box; returns the bottom of what it drew."""
        sheet.marks.append((len(sheet.items), self.element))
        if self.kit.is_draft:
            box = self._draw_draft(sheet, data, box)
        else:
            box = self.draw(sheet, data, box)
        if self.name:
            sheet.boxes[self.name] = box
        _, y, _, height = box  # faster than `box.bottom`, and this runs for every element of every card
        return y + height

    def _draw_draft(self, sheet: FaceInProgress, data: Fields, box: Box) -> Box:
        """Draw, and frame the box if that adds a problem; cross it out if there is nothing in it."""
        items, problems = len(sheet.items), len(sheet.problems)
        drawn = self.draw(sheet, data, box)
        if len(sheet.problems) > problems and not self.element.inner:
            sheet.items += cross(drawn) if len(sheet.items) == items else (frame(drawn),)
        return drawn

    def _placed(self, sheet: FaceInProgress, data: Fields) -> Place:
        """Its position, with lengths taken from fields of the card."""
        if not self._lengths:
            return self._place
        found: dict[str, Mm] = {}
        for key, binding in self._lengths.items():
            text = sheet.text(binding, data, self.element, key)
            try:
                found[key] = float(text or 0)
            except ValueError:
                found[key] = 0.0
                message = f"on `{sheet.card.id}` the {key} of this element is `{text}`, which is not a length"
                sheet.complain(self.element, key, "CF418", message, "use a field that holds a number of millimetres")
        return Place({**self.given, **found})

    def _wanted(self, data: Fields, of_rows: bool) -> bool:
        """Whether the conditions hold: those on the card, or those on an entry of `each`."""
        when, unless = self._when, self._unless
        if when and when.is_of_rows == of_rows and not when.holds(data):
            return False
        return not (unless and unless.is_of_rows == of_rows and unless.holds(data))

    def draw(self, sheet: FaceInProgress, data: Fields, box: Box) -> Box:
        """Draw once in a box; returns the box actually used."""
        raise NotImplementedError

    def _paint_one(self, sheet: FaceInProgress, data: Fields, around: Box, turn: int) -> Mm:
        place = self._drawn.get((id(around), turn)) or self._in_place(sheet, data, around, turn)
        if place is None:
            return around.y
        return self._draw_in(sheet, data, place.box)

    def _record(self, sheet: FaceInProgress, data: Fields, place: DrawnInPlace, value: str | int) -> Mm:
        """Draw, and cache the drawing unless it is specific to this card."""
        items, texts, problems = len(sheet.items), len(sheet.texts), len(sheet.problems)
        bottom = self._draw_in(sheet, data, place.box)
        drawn = sheet.items[items:]
        for item in drawn:
            if type(item) is Text and not item.shared:
                return bottom
        if len(sheet.problems) == problems and len(place.records) < MOST_KEPT:
            box = sheet.boxes[self.name] if self.name else place.box
            place.records[value] = DrawnRecord(tuple(drawn), tuple(sheet.texts[texts:]), box, bottom)
        return bottom

    def _in_place(self, sheet: FaceInProgress, data: Fields, around: Box, turn: int) -> DrawnInPlace | None:
        """The box of the element; None, after reporting a problem, if there is no room."""
        if self._relative:
            for key in self._place.lost(sheet.boxes):
                name = self.given[key]
                hint = did_you_mean(name, sheet.boxes) or "it must be drawn earlier on this card"
                message = f"there is no element `{name}` on `{sheet.card.id}`"
                sheet.complain(self.element, key, "CF406", message, hint)
        # On the card itself, `rest` ends at the safe area; in a group, at the group's edge.
        margin = sheet.safe if around is sheet.whole else 0.0
        box = self._placed(sheet, data).box(around, margin, sheet.boxes, turn)
        if box.width <= 0 or box.height <= 0:
            side = "width" if box.width <= 0 else "height"
            message = f"on `{sheet.card.id}` this element has no {side}: {getattr(box, side):.1f} mm left"
            key = side if side in self.given else next(iter(self.given))
            sheet.complain(self.element, key, "CF418", message, "move it, or set its size")
            return None
        place = DrawnInPlace(box, around)
        if not self._relative and not self._lengths and len(self._drawn) < MOST_KEPT:
            self._drawn[id(around), turn] = place
        return place


def rows_of(path: tuple[str, ...], sheet: FaceInProgress, data: Fields, element: Element, key: str) -> Iterator[Fields]:
    """The card's data for each entry of one of its lists or mappings, with `key`, `value` and `number`."""
    entries = at_path(data, path)
    if isinstance(entries, Mapping | list) and not sheet.may_repeat(len(entries)):
        message = f"`{sheet.card.id}` repeats elements more than {FACE_ENTRIES.most:,} times"
        sheet.complain(element, key, "CF418", message, FACE_ENTRIES.hint("shorten the list"))
    elif isinstance(entries, Mapping):
        for at, (name, value) in enumerate(entries.items()):
            yield {**data, "key": name, "value": value, "number": at + 1}
    elif isinstance(entries, list):
        for at, value in enumerate(entries):
            yield {**data, "key": str(at + 1), "value": value, "number": at + 1}
    else:
        message = f"`{'.'.join(path)}` of `{sheet.card.id}` is neither a list nor a mapping"
        sheet.complain(element, key, "CF407", message, "use a list or mapping, and add `when` if it may be missing")
