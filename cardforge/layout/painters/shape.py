"""Simple shapes and SVG paths."""

from __future__ import annotations

from cardforge.core.units import Mm
from cardforge.layout.boxes import Box
from cardforge.layout.display import PathStep, Shape, ellipse, rectangle
from cardforge.layout.face_in_progress import FaceInProgress
from cardforge.layout.painter import Painter, PaintingTools
from cardforge.layout.template import Element
from cardforge.load.document import Fields


class ShapePainter(Painter):
    """Draws a shape that fills its box; equal shapes are cached."""

    def __init__(self, element: Element, kit: PaintingTools) -> None:
        super().__init__(element, kit)
        self._fill = kit.colour(element, "fill")
        self._stroke = kit.colour(element, "stroke")
        self._fixed = self._fill.fixed is not None and self._stroke.fixed is not None
        self._form = element.data.get("shape", "path")
        self._shapes: dict[tuple[Box, str, str], Shape] = {}
        self._broken = False
        self.shows(self._fill.binding, self._stroke.binding)
        if self._form == "path":
            self._try_path()

    def draw(self, sheet: FaceInProgress, data: Fields, box: Box) -> Box:
        if self._fixed:
            fill, stroke = self._fill.fixed or "", self._stroke.fixed or ""
        else:
            fill, stroke = self._fill.of(sheet, data), self._stroke.of(sheet, data)
        key = (box, fill, stroke)
        shape = self._shapes.get(key)
        if shape is None and not self._broken:
            shape = self._shapes[key] = outlined(self.given, self._outline(box), fill, stroke)
        if shape is not None:
            sheet.items.append(shape)
        return box

    def _outline(self, box: Box) -> tuple[PathStep, ...]:
        if self._form == "path":
            from cardforge.layout.path import svg_path

            return svg_path(self.given["path"], box.x, box.y, box.width / 100, box.height / 100)
        return form(self._form, box, float(self.given.get("radius", 0)))

    def _try_path(self) -> None:
        """Report a malformed path once, before any card is drawn."""
        try:
            self._outline(Box(0.0, 0.0, 100.0, 100.0))
        except (ValueError, IndexError) as error:
            message = f"this path cannot be drawn: {error}"
            self.kit.complain(self.element, "path", "CF411", message, "write it as SVG path data")
            self._broken = True


def outlined(given: Fields, path: tuple[PathStep, ...], fill: str, stroke: str) -> Shape:
    """An outline with an element's colours and stroke width."""
    return Shape(path, fill, stroke, float(given.get("stroke-width", 0.25)) if stroke else 0.0)


def form(name: str, box: Box, radius: Mm = 0.0) -> tuple[PathStep, ...]:
    """The outline of a named shape that fills a box."""
    if name == "ellipse":
        return ellipse(box.x, box.y, box.width, box.height)
    if name in _CORNERS:
        middle_x, middle_y = box.x + box.width / 2, box.y + box.height / 2
        points = [(middle_x + x * box.width / 2, middle_y + y * box.height / 2) for x, y in _CORNERS[name]]
        return (("M", points[0]), *(("L", point) for point in points[1:]), ("Z", ()))
    return rectangle(box.x, box.y, box.width, box.height, radius)


def middle(name: str, box: Box) -> tuple[Mm, Mm]:
    """The offset from the centre of the box to the centroid of a shape, right and down."""
    x, y = _MIDDLES.get(name, (0.0, 0.0))
    return x * box.width / 2, y * box.height / 2


# Relative to the middle of the box, with its edges at ±1. The hexagon has a corner at its top.
_CORNERS: dict[str, tuple[tuple[float, float], ...]] = {
    "hexagon": ((0, -1), (1, -0.5), (1, 0.5), (0, 1), (-1, 0.5), (-1, -0.5)),
    "diamond": ((0, -1), (1, 0), (0, 1), (-1, 0)),
    "octagon": (
        (-0.414, -1), (0.414, -1), (1, -0.414), (1, 0.414), (0.414, 1), (-0.414, 1), (-1, 0.414), (-1, -0.414),
    ),
    "shield": ((-1, -1), (1, -1), (1, 0.2), (0, 1), (-1, 0.2)),
    "tag": ((-1, -1), (0.6, -1), (1, 0), (0.6, 1), (-1, 1)),
}  # fmt: skip
# Centroids, on the same scale. The other shapes are symmetric; a shield narrows at the bottom, a tag to the right.
_MIDDLES = {"shield": (0.0, -0.183), "tag": (-0.096, 0.0)}
