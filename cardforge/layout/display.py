"""A face: everything that is drawn on one side of a card, in mm from the top left of the trimmed card.

Laid out once and used for everything later: the PDF, the picture, every copy on a sheet.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cardforge.core.units import Mm, Pt
from cardforge.layout.runs import Run, TextPiece
from cardforge.load.picture import Picture

PathStep = tuple[str, tuple[Mm, ...]]  # M x y, L x y, C x1 y1 x2 y2 x y, Z
Point = tuple[Mm, Mm]


class Gradient(NamedTuple):
    """Colours that change along a line (x, y, x, y) or from a point outwards (x, y, radius)."""

    kind: str  # linear or radial
    place: tuple[Mm, ...]
    stops: tuple[tuple[float, str], ...]  # from 0 to 1


class Pen(NamedTuple):
    """How a stroke ends and turns, as SVG and PDF number it."""

    cap: int = 0  # 0 cut off, 1 round, 2 square
    join: int = 0  # 0 pointed, 1 round, 2 cut off
    limit: float = 10.0  # how far a point may stand out, of the stroke's width


class Shape(NamedTuple):
    """A path, filled or stroked or both. Colours are #rrggbb; nothing is drawn for an empty one."""

    path: tuple[PathStep, ...]
    fill: str | Gradient = ""
    stroke: str = ""
    stroke_width: Mm = 0.0
    even_odd: bool = False  # how overlapping outlines make holes
    opacity: float = 1.0
    pen: Pen = Pen()


class PlacedRun(NamedTuple):
    """A run with its place from the left of its line."""

    x: Mm
    run: Run


class TextLine(NamedTuple):
    """What stands on one baseline: words of one look that follow each other, or runs with their places."""

    x: Mm
    y: Mm
    words: Sequence[TextPiece] = ()
    runs: tuple[PlacedRun, ...] = ()
    base: str = ""  # the text in reading order, where runs do not tell
    ends_in_hyphen: bool = False  # of the text, where runs do not tell

    @property
    def text(self) -> str:
        return self.base or "".join([piece.text for piece in self.words]).rstrip(" ")


class Text(NamedTuple):
    """Lines of one size."""

    size: Pt
    lines: tuple[TextLine, ...]
    shared: bool = False  # whether other cards have the very same lines at the same place
    plain: bool = False  # whether all lines have nothing but words of one look


class Image(NamedTuple):
    """A picture in a box: the part of it that is shown, in pixels from its top left."""

    x: Mm
    y: Mm
    width: Mm
    height: Mm
    picture: Picture
    crop: tuple[int, int, int, int]  # left, top, right, bottom


class Clipped(NamedTuple):
    """Items of which only what lies inside an outline is seen."""

    outline: tuple[PathStep, ...]
    items: tuple[Item, ...]
    source: str = ""  # the path of the drawing they come from
    is_figure: bool = False  # a picture of something that has its own size, whose words need not be read here
    about: Point | None = None  # the middle of a half turn: the items are drawn upside down


Item = Shape | Text | Image | Clipped


class Face(NamedTuple):
    """One side of a card."""

    id: str
    width: Mm
    height: Mm
    bleed: Mm
    items: tuple[Item, ...]


_CIRCLE = 0.5522847498  # a quarter circle as a cubic curve


def rectangle(x: Mm, y: Mm, width: Mm, height: Mm, radius: Mm = 0.0) -> tuple[PathStep, ...]:
    """A rectangle, with round corners where a radius is given."""
    right, bottom = x + width, y + height
    radius = min(radius, width / 2, height / 2)
    if radius <= 0:
        return (("M", (x, y)), ("L", (right, y)), ("L", (right, bottom)), ("L", (x, bottom)), ("Z", ()))
    k = radius * (1 - _CIRCLE)
    return (
        ("M", (x + radius, y)),
        ("L", (right - radius, y)),
        ("C", (right - k, y, right, y + k, right, y + radius)),
        ("L", (right, bottom - radius)),
        ("C", (right, bottom - k, right - k, bottom, right - radius, bottom)),
        ("L", (x + radius, bottom)),
        ("C", (x + k, bottom, x, bottom - k, x, bottom - radius)),
        ("L", (x, y + radius)),
        ("C", (x, y + k, x + k, y, x + radius, y)),
        ("Z", ()),
    )


def ellipse(x: Mm, y: Mm, width: Mm, height: Mm) -> tuple[PathStep, ...]:
    """An ellipse inside a box."""
    cx, cy, rx, ry = x + width / 2, y + height / 2, width / 2, height / 2
    kx, ky = rx * _CIRCLE, ry * _CIRCLE
    return (
        ("M", (cx + rx, cy)),
        ("C", (cx + rx, cy + ky, cx + kx, cy + ry, cx, cy + ry)),
        ("C", (cx - kx, cy + ry, cx - rx, cy + ky, cx - rx, cy)),
        ("C", (cx - rx, cy - ky, cx - kx, cy - ry, cx, cy - ry)),
        ("C", (cx + kx, cy - ry, cx + rx, cy - ky, cx + rx, cy)),
        ("Z", ()),
    )
