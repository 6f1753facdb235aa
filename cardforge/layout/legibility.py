"""Lint a face by its geometry: text too small or too close to the cut, hairlines, coarse pictures, frames at the cut.

Takes a drawn face; returns what would be hard to read or to print, with the value found and the value needed. Contrast
needs pixels and is measured in `write/contrast.py`. This runs on every card of every rendering, so cheap tests come
first and ink is measured only where they fail.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardforge.core.problems import Location, Pointer, Severity
from cardforge.core.units import PT_PER_MM, Mm, Pt
from cardforge.layout.boxes import Box
from cardforge.layout.display import Clipped, Image, Item, PathStep, Shape, Text, rectangle
from cardforge.layout.face_in_progress import FaceInProgress, PlacedText
from cardforge.layout.frames import NEAR, Edges, Frames, is_frame
from cardforge.layout.lint_findings import LintFinding, severity_of
from cardforge.layout.template import Element, Template
from cardforge.layout.text_ink import inks_of

LEAST_SIZE: Pt = 5.0  # smaller letters fill in when printed
GOOD_SIZE: Pt = 6.0  # the smallest size that is easy to read
LEAST_MARGIN: Mm = 2.0  # cutting drifts by 1/16 inch
LEAST_LINE: Mm = 0.25 / PT_PER_MM  # thinner lines break up or vanish
LEAST_DPI = 200
GOOD_DPI = 300
_LEAVES: Mm = -0.1  # text beyond the card is reported as CF416 instead
_ALMOST = 0.5  # rounding tolerance in dpi
_HAIR: Mm = 0.001  # rounding tolerance
_MOST_KNOWN = 5_000  # items remembered


class Legibility:
    """Lints the cards of one template."""

    def __init__(self, template: Template) -> None:
        self._template = template
        self._whole = Box(0.0, 0.0, template.width, template.height)
        self._margin = max(template.safe, LEAST_MARGIN)
        self._frames = Frames(template.width, template.height, template.bleed)
        self._inside = (template.width - self._margin, template.height - self._margin)
        # Items without a fault and not at the cut, by `id()`; kept, so that their ids are not reused.
        self._sound: dict[int, Item] = {}  # most are on the next card too
        self._places: dict[tuple[str, Pointer], Location] = {}  # in the template's files, by path and pointer

    def findings(self, sheet: FaceInProgress) -> list[LintFinding]:
        """What is hard to read or to print on one card; an element that is repeated has the same fault once."""
        return list(dict.fromkeys([*self._texts(sheet), *self._items(sheet)]))

    def _texts(self, sheet: FaceInProgress) -> list[LintFinding]:
        found: list[LintFinding] = []
        least, (right, bottom) = self._margin, self._inside
        for written in sheet.texts:
            if written.text.size < GOOD_SIZE:
                found.append(self._small(written, sheet))
            x, y, width, height = written.covered
            if x < least or y < least or x + width > right or y + height > bottom:
                found += self._near_the_cut(written, sheet)
        return found

    def _items(self, sheet: FaceInProgress) -> list[LintFinding]:
        found: list[LintFinding] = []
        strips: dict[object, Edges] = {}
        sound = self._sound
        for number, item in enumerate(sheet.items):
            if type(item) is Text or id(item) in sound:
                continue
            before = len(found)
            width = _thinnest(item)
            if width < LEAST_LINE - _HAIR:
                found.append(self._thin(item, width, sheet.drawn_by(number), sheet))
            near = self._frames.edges(*_edge(item))
            if near and (away := _frame(item, near, strips)) is not None:
                found.append(self._framed(away, sheet.drawn_by(number), sheet))
            if type(item) is not Shape:
                images = _images((item,))
                found += [each for image in images for each in self._coarse(image, sheet.drawn_by(number), sheet)]
            if not near and len(found) == before:
                if len(sound) >= _MOST_KNOWN:
                    sound.clear()
                sound[id(item)] = item
        return found

    def _near_the_cut(self, written: PlacedText, sheet: FaceInProgress) -> Iterator[LintFinding]:
        whole = self._whole
        if written.covered.within(whole, 0.0) > -_LEAVES:
            return
        boxes = [ink.box for ink in inks_of(written.text, written.about)]
        away = min(min(box.x, box.y, whole.right - box.right, whole.bottom - box.bottom) for box in boxes)
        if away >= self._margin - 0.01:
            return
        if away < LEAST_MARGIN:
            wanted = f"the minimum is {LEAST_MARGIN:g} mm"
        else:
            wanted = f"the safe area of this face starts at {self._template.safe:g} mm"
        message = f"the text `{_words(written)}` is {away:.2f} mm from the cut; {wanted}"
        severity = severity_of(away, LEAST_MARGIN)
        yield self._at(written.element, written.key, sheet, "CF421", severity, message, "move its box inwards", away)

    def _framed(self, away: Mm, element: Element, sheet: FaceInProgress) -> LintFinding:
        if away > 0:
            message = f"a frame is {away:.1f} mm from the cut; closer than {NEAR:g} mm, it looks crooked once cut"
            hint = f"move it {NEAR:g} mm inside the cut, or extend it into the bleed"
        else:
            bleed = self._template.bleed
            message = f"a background ends {-away:.1f} mm beyond the cut; the bleed is {bleed:g} mm, so white may show"
            hint = f"extend it {bleed:g} mm beyond the card on every side"
        return self._at(element, "", sheet, "CF424", Severity.WARNING, message, hint, away)

    def _small(self, written: PlacedText, sheet: FaceInProgress) -> LintFinding:
        size = written.text.size
        least = LEAST_SIZE if size < LEAST_SIZE else GOOD_SIZE
        wanted = f"the minimum is {LEAST_SIZE:g} pt" if least == LEAST_SIZE else f"{GOOD_SIZE:g} pt or more reads well"
        severity = severity_of(size, LEAST_SIZE)
        if written.asked < least:
            message = f"the text `{_words(written)}` is set in {size:g} pt; {wanted}"
            hint = "increase the `size` of its style"
            return self._at(written.element, written.key, sheet, "CF420", severity, message, hint, size)
        message = f"the text `{_words(written)}` was shrunk to {size:g} pt to fit its box; {wanted}"
        hint = "shorten it, or enlarge its box"
        return LintFinding("CF420", severity, sheet.card.where, sheet.card.id, message, hint, size)

    def _thin(self, item: Item, width: Mm, element: Element, sheet: FaceInProgress) -> LintFinding:
        message = (
            f"a line is {width * PT_PER_MM:.2f} pt thick ({width:.2f} mm); "
            f"lines thinner than {LEAST_LINE * PT_PER_MM:g} pt break up in print"
        )
        inside = isinstance(item, Clipped)
        severity = Severity.WARNING if inside else Severity.ERROR  # a picture survives the loss of a line
        hint = (
            "draw it thicker, or show the picture larger" if inside else f"make it at least {LEAST_LINE:.2f} mm thick"
        )
        return self._at(element, "stroke-width", sheet, "CF422", severity, message, hint, width)

    def _coarse(self, image: Image, element: Element, sheet: FaceInProgress) -> Iterator[LintFinding]:
        left, top, right, bottom = image.crop
        dpi = min((right - left) / image.width, (bottom - top) / image.height) * 25.4
        if dpi > GOOD_DPI - _ALMOST:
            return
        wanted = f"the minimum is {LEAST_DPI} dpi" if dpi < LEAST_DPI - _ALMOST else f"{GOOD_DPI} dpi prints sharp"
        message = f"the picture `{image.picture.path}` has {dpi:.0f} dpi at this size; {wanted}"
        hint = f"use one with {GOOD_DPI / dpi:.1f} times as many pixels per side, or show it smaller"
        severity = severity_of(dpi, LEAST_DPI - _ALMOST)
        if "{" in str(element.data.get("image", "")):
            yield LintFinding("CF423", severity, sheet.card.where, sheet.card.id, message, hint, dpi)
        else:
            yield self._at(element, "image", sheet, "CF423", severity, message, hint, dpi)

    def _at(
        self,
        element: Element,
        key: str,
        sheet: FaceInProgress,
        code: str,
        severity: Severity,
        message: str,
        hint: str,
        found: float,
    ) -> LintFinding:
        pointer = (*element.pointer, key) if key else element.pointer
        place = (element.document.path, pointer)
        where = self._places.get(place)
        if where is None:
            where = self._places[place] = element.document.locate(pointer)
        return LintFinding(code, severity, where, sheet.card.id, message, hint, found)


def _frame(item: Item, near: Edges, strips: dict[object, Edges]) -> Mm | None:
    """The distance to the cut of the frame an item makes, alone or with others of its colour; None if it makes none."""
    paint: object = (item.stroke or item.fill) if isinstance(item, Shape) else id(item)
    together = strips.setdefault(paint, {})
    was_one = is_frame(together)
    together.update(near)
    if is_frame(near):
        return min(near.values())
    return min(together.values()) if is_frame(together) and not was_one else None


def _edge(item: Item) -> tuple[tuple[PathStep, ...], Mm]:
    """The outline of an item that can be part of a frame, and its stroke width."""
    if isinstance(item, Shape):
        return item.path, item.stroke_width if item.stroke else 0.0
    if isinstance(item, Clipped) and not item.source and not item.about:
        return item.outline, 0.0
    if isinstance(item, Image):
        return rectangle(item.x, item.y, item.width, item.height), 0.0
    return (), 0.0


def _thinnest(item: Item) -> Mm:
    """The width of the thinnest line in an item."""
    if isinstance(item, Clipped):
        return min([each.stroke_width for each in _strokes(item.items)], default=1.0)
    if not isinstance(item, Shape):
        return 1.0
    width = item.stroke_width if item.stroke else 1.0
    if item.fill and not item.stroke and len(item.path) == 5:
        corners = [numbers for letter, numbers in item.path if letter in "ML"]
        if len(corners) == 4:  # a line may be drawn as a narrow rectangle
            across, down = ([corner[at] for corner in corners] for at in (0, 1))
            width = min(max(across) - min(across), max(down) - min(down))
    return width


def _strokes(items: tuple[Item, ...]) -> Iterator[Shape]:
    for item in items:
        if isinstance(item, Clipped):
            yield from _strokes(item.items)
        elif isinstance(item, Shape) and item.stroke and item.opacity:
            yield item


def _images(items: tuple[Item, ...]) -> Iterator[Image]:
    for item in items:
        if isinstance(item, Image) and not item.is_edge:
            yield item
        elif isinstance(item, Clipped):
            yield from _images(item.items)


def _words(written: PlacedText) -> str:
    return str(written.element.data[written.key])
