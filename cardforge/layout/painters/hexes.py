"""A hex map: the entries of a list as adjacent cells, each at its two coordinates."""

from __future__ import annotations

from math import sqrt
from typing import Any

from cardforge.core.units import Mm
from cardforge.layout.binding import at_path, whole_number
from cardforge.layout.boxes import Box
from cardforge.layout.face_in_progress import FaceInProgress
from cardforge.layout.painter import PaintingTools, rows_of
from cardforge.layout.painters.group import GroupPainter
from cardforge.layout.template import Element
from cardforge.load.document import Fields

_HAIR: Mm = 0.05  # rounding tolerance

Cell = tuple[int, int]  # axial coordinates: q to the right, r down and half to the right


class HexMapPainter(GroupPainter):
    """Draws the group once for every cell, in the box of a hexagon with a corner at its top.

    The map is centred in its box, whichever cells it has.
    """

    def __init__(self, element: Element, kit: PaintingTools) -> None:
        super().__init__(element, kit)
        self._entries = tuple(element.data["each"].split("."))
        self._each = None  # the base class draws the map once; `draw` repeats the group
        self._cell = tuple(element.data["cells"].split("."))
        self._width = float(element.data["cell"])
        self._height = self._width * 2 / sqrt(3)

    def draw(self, sheet: FaceInProgress, data: Fields, box: Box) -> Box:
        rows = list(rows_of(self._entries, sheet, data, self.element, "each"))
        cells = [self._cell_of(row["value"]) for row in rows]
        corners = [self._corner(cell) for cell in cells if cell]
        for row, cell in zip(rows, cells, strict=True):
            if cell is None:
                message = f"entry {row['number']} of `{self.given['each']}` needs a cell of two whole numbers"
                sheet.blame_card("CF408", message, f"add one, such as `{self._cell[-1]}: [1, 0]`")
        if len(corners) < len(rows) or not rows:
            return box
        left, top = (min(corner[axis] for corner in corners) for axis in (0, 1))
        wide = max(corner[0] for corner in corners) - left + self._width
        high = max(corner[1] for corner in corners) - top + self._height
        if wide > box.width + _HAIR or high > box.height + _HAIR:
            room = f"{box.width:g} × {box.height:g} mm"
            message = f"a map of {len(rows)} cells needs {wide:.1f} × {high:.1f} mm; its box is {room}"
            sheet.blame_card("CF408", message, "enlarge the box, or make `cell` smaller")
            return box
        x, y = box.x + (box.width - wide) / 2 - left, box.y + (box.height - high) / 2 - top
        for row, corner in zip(rows, corners, strict=True):
            inner = Box(x + corner[0], y + corner[1], self._width, self._height)
            for painter in self._inner:
                painter.paint(sheet, row, inner)
        return box

    def _cell_of(self, value: Any) -> Cell | None:
        found = at_path(value, self._cell)
        if not isinstance(found, list) or len(found) != 2:
            return None
        q, r = (whole_number(each) for each in found)
        return None if q is None or r is None else (q, r)

    def _corner(self, cell: Cell) -> tuple[Mm, Mm]:
        """The top left of a cell's box, relative to that of cell 0, 0."""
        q, r = cell
        return self._width * (q + r / 2), self._height * 0.75 * r
