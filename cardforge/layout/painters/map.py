"""A map: the entries of a list as places, with lines between those that link to each other."""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot
from typing import Any, NamedTuple

from cardforge.core.units import Mm
from cardforge.layout.binding import at_path
from cardforge.layout.boxes import Box
from cardforge.layout.display import Pen, Point, Shape
from cardforge.layout.face_in_progress import FaceInProgress
from cardforge.layout.map_places import Room, places
from cardforge.layout.painter import PaintingTools, rows_of
from cardforge.layout.painters.group import GroupPainter
from cardforge.layout.template import Element
from cardforge.load.document import Fields

MOST = 40  # places; more would take minutes to arrange
_CLEAR: Mm = 1.2  # from a place to the tip of an arrow
_HEAD: Mm = 3.2  # length of an arrow head on a line 0.6 mm wide
_ROUND = Pen(cap=1)


class _Place(NamedTuple):
    """An entry on the map."""

    id: str
    row: Fields
    names: tuple[str, ...]  # ids of the places it links to


class MapPainter(GroupPainter):
    """Draws the lines, then the group once for every place.

    A linked place that is not in the list lies beyond the map: it is drawn too, as an entry with `id`, `name` and
    `away`.
    """

    def __init__(self, element: Element, kit: PaintingTools) -> None:
        super().__init__(element, kit)
        self._entries = tuple(element.data["each"].split("."))
        self._each = None  # the base class draws the map once; `draw` repeats the group
        self._links = tuple(element.data["links"].split("."))
        self._width, self._height = (float(element.data["place"][side]) for side in ("width", "height"))
        self._stroke = kit.colour(element, "stroke", "#000000")
        self._known: dict[tuple[Any, ...], list[Point] | None] = {}

    def draw(self, sheet: FaceInProgress, data: Fields, box: Box) -> Box:
        found = self._places(sheet, data)
        if not found:
            return box
        if len(found) > MOST:
            sheet.blame_card("CF408", f"a map of {len(found)} places is too crowded", f"show {MOST} or fewer")
            return box
        numbers = {place.id: at for at, place in enumerate(found)}
        ways = {(numbers[place.id], numbers[name]) for place in found for name in place.names}
        key = (len(found), frozenset(ways), box.width, box.height)
        if key not in self._known:
            room = Room(box.width, box.height, self._width, self._height)
            self._known[key] = places(len(found), sorted(ways), room)
        middles = self._known[key]
        if middles is None:
            message = f"{len(found)} places of {self._width:g} × {self._height:g} mm do not fit on the map"
            sheet.blame_card("CF408", message, "enlarge the map, or make `place` smaller")
            return box
        away = {at for at, place in enumerate(found) if place.row["value"].get("away")}
        for one, other in sorted({(min(way), max(way)) for way in ways}):
            # A place beyond the map lists no links, so its lines count as two-way.
            both = {(one, other), (other, one)} <= ways or bool({one, other} & away)
            ends = (one, other) if (one, other) in ways else (other, one)
            self._line(sheet, data, box, [middles[end] for end in ends], both)
        for place, (x, y) in zip(found, middles, strict=True):
            inner = Box(box.x + x - self._width / 2, box.y + y - self._height / 2, self._width, self._height)
            for painter in self._inner:
                painter.paint(sheet, place.row, inner)
        return box

    def _places(self, sheet: FaceInProgress, data: Fields) -> list[_Place]:
        """The entries, followed by the linked places that are not among them."""
        found: dict[str, _Place] = {}
        for row in rows_of(self._entries, sheet, data, self.element, "each"):
            value = row["value"]
            id = value.get("id") if isinstance(value, Mapping) else None
            if not isinstance(id, str):
                message = f"entry {row['number']} of `{self.given['each']}` has no `id`; a map needs one"
                sheet.blame_card("CF408", message, "give every place an `id`")
                continue
            named = at_path(value, self._links)
            names = tuple(dict.fromkeys(str(each) for each in named)) if isinstance(named, list) else ()
            found[id] = _Place(id, row, tuple(name for name in names if name != id))
        titles = data.get("card", {}).get("names", {})
        for name in [name for place in found.values() for name in place.names]:
            if name not in found:
                value = {"id": name, "name": titles.get(name, name), "away": True}
                row = {**data, "key": name, "value": value, "number": len(found) + 1}
                found[name] = _Place(name, row, ())
        return list(found.values())

    def _line(self, sheet: FaceInProgress, data: Fields, box: Box, ends: list[Point], both: bool) -> None:
        """Draw a line between two places, with an arrow head if the link is one-way."""
        stroke = self._stroke.of(sheet, data)
        width = float(self.given.get("stroke-width", 0.25))
        (x1, y1), (x2, y2) = ((box.x + x, box.y + y) for x, y in ends)
        if both:
            sheet.items.append(Shape((("M", (x1, y1)), ("L", (x2, y2))), "", stroke, width, pen=_ROUND))
            return
        long = hypot(x2 - x1, y2 - y1)
        along_x, along_y = (x2 - x1) / long, (y2 - y1) / long
        # The arrow ends just outside the box of the place it points to.
        reach = min(
            [
                (half + _CLEAR) / abs(along)
                for half, along in ((self._width / 2, along_x), (self._height / 2, along_y))
                if abs(along) > 1e-9
            ]
        )
        head = _HEAD * max(width / 0.6, 0.5)
        tip = (x2 - along_x * reach, y2 - along_y * reach)
        base = (tip[0] - along_x * head, tip[1] - along_y * head)
        wide = head * 0.45
        left = (base[0] - along_y * wide, base[1] + along_x * wide)
        right = (base[0] + along_y * wide, base[1] - along_x * wide)
        sheet.items.append(Shape((("M", (x1, y1)), ("L", base)), "", stroke, width, pen=_ROUND))
        sheet.items.append(Shape((("M", tip), ("L", left), ("L", right), ("Z", ())), stroke))
