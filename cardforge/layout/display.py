"""The display list of a face: everything drawn on one side of a card, in mm from the top left of the trimmed card.

A face is laid out once and reused by every later stage: the PDF, the picture, every copy on a sheet.
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
    """Line cap, line join and mitre limit, numbered as in PDF."""

    cap: int = 0  # 0 butt, 1 round, 2 square
    join: int = 0  # 0 mitre, 1 round, 2 bevel
    limit: float = 10.0  # mitre length, as a multiple of the stroke width


class Shape(NamedTuple):
    """A path, filled or stroked or both. Colours are #rrggbb; an empty colour draws nothing."""

    path: tuple[PathStep, ...]
    fill: str | Gradient = ""
    stroke: str = ""
    stroke_width: Mm = 0.0
    even_odd: bool = False  # fill rule: even-odd instead of non-zero
    opacity: float = 1.0
    pen: Pen = Pen()


class PlacedRun(NamedTuple):
    """A run with its distance from the left of its line."""

    x: Mm
    run: Run
    space: float = 0.0  # after a run that is read from left to right, in thousandths of the size


class TextLine(NamedTuple):
    """One baseline of text: consecutive words of one style, or runs with positions of their own."""

    x: Mm
    y: Mm
    words: Sequence[TextPiece] = ()
    runs: tuple[PlacedRun, ...] = ()
    base: str = ""  # the text in reading order, if the runs are not enough to rebuild it
    ends_in_hyphen: bool = False  # in the text itself, if the runs do not show it

    @property
    def text(self) -> str:
        return self.base or "".join([piece.text for piece in self.words]).rstrip(" ")


class Text(NamedTuple):
    """Lines of one font size."""

    size: Pt
    lines: tuple[TextLine, ...]
    shared: bool = False  # whether other cards have the same lines in the same place
    plain: bool = False  # whether all lines are only words of one style


class Image(NamedTuple):
    """A picture in a box, cropped to a part of its pixels."""

    x: Mm
    y: Mm
    width: Mm
    height: Mm
    picture: Picture
    crop: tuple[int, int, int, int]  # left, top, right, bottom; in pixels from the picture's top left
    mirrored_x: bool = False  # left is right
    mirrored_y: bool = False  # top is bottom
    is_edge: bool = False  # one row or column of pixels, repeated as often as the size needs


class Clipped(NamedTuple):
    """Items clipped to an outline."""

    outline: tuple[PathStep, ...]
    items: tuple[Item, ...]
    source: str = ""  # the path of the drawing they come from
    is_figure: bool = False  # a picture of another card: its text need not be legible at this size
    about: Point | None = None  # if set, the items are drawn upside down, turned about this point


Item = Shape | Text | Image | Clipped


class Face(NamedTuple):
    """One side of a card."""

    id: str
    width: Mm
    height: Mm
    bleed: Mm
    items: tuple[Item, ...]


_CIRCLE = 0.5522847498  # control point distance of a cubic curve for a quarter circle of radius 1


def rectangle(x: Mm, y: Mm, width: Mm, height: Mm, radius: Mm = 0.0) -> tuple[PathStep, ...]:
    """A rectangle, with round corners if a radius is given."""
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
