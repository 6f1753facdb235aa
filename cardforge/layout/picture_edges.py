"""Make bleed for a picture that ends at the cut: its edge continues as a mirror image, as stripes, or as a colour.

Takes a placed picture and how far it has to reach beyond each side of its box; returns one item. The picture itself is
not touched: mirror images reuse its data in the PDF, and stripes are one row of its pixels.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from cardforge.core.choices import Edge
from cardforge.core.units import Mm
from cardforge.layout.boxes import Box
from cardforge.layout.display import Clipped, Image, Item, PathStep, Shape, rectangle
from cardforge.layout.picture_fit import FINE

_UNDER: Mm = 0.05  # how far an edge reaches below its picture, so that no gap shows between them


class Reach(NamedTuple):
    """How far a picture has to reach beyond each side of its box."""

    left: Mm = 0.0
    top: Mm = 0.0
    right: Mm = 0.0
    bottom: Mm = 0.0


def missing_bleed(box: Box, card: Box, bleed: Mm) -> Reach:
    """What a box that ends at the cut, or between the cut and the bleed, lacks; 0 where it ends inside the card."""
    return Reach(
        _missing(card.x - box.x, bleed),
        _missing(card.y - box.y, bleed),
        _missing(box.right - card.right, bleed),
        _missing(box.bottom - card.bottom, bleed),
    )


def _missing(beyond: Mm, bleed: Mm) -> Mm:
    lack = bleed - beyond
    return lack if beyond > -FINE and lack > 0 else 0.0


def with_edge(picture: Item, image: Image, box: Box, reach: Reach, edge: Edge) -> Item:
    """A picture that fills a box, with its pixels continued beyond it; `image` is the picture without any clip."""
    if not any(reach):
        return picture
    make = _mirrored if edge is Edge.MIRROR else _stripes
    return Clipped(_outer(box, reach), (*make(image, box, reach), picture))


def on_colour(picture: Item, box: Box, reach: Reach, colour: str) -> Item:
    """A picture on a ground of one colour, which fills its box and reaches beyond it."""
    if not any(reach):
        return picture
    outer = _outer(box, reach)
    return Clipped(outer, (Shape(outer, colour), picture))


def _outer(box: Box, reach: Reach) -> tuple[PathStep, ...]:
    width, height = box.width + reach.left + reach.right, box.height + reach.top + reach.bottom
    return rectangle(box.x - reach.left, box.y - reach.top, width, height)


def _mirrored(image: Image, box: Box, reach: Reach) -> Iterator[Image]:
    """The picture reflected in its sides, corners first."""
    for across, down in _around(reach):
        x, y = image.x, image.y
        if across:
            side = box.x + _UNDER if across < 0 else box.right - _UNDER
            x = 2 * side - image.x - image.width
        if down:
            side = box.y + _UNDER if down < 0 else box.bottom - _UNDER
            y = 2 * side - image.y - image.height
        yield image._replace(x=x, y=y, mirrored_x=bool(across), mirrored_y=bool(down))


def _stripes(image: Image, box: Box, reach: Reach) -> Iterator[Image]:
    """The outermost pixels, repeated outwards, corners first."""
    left, top, right, bottom = image.crop
    columns = {-1: (left, left + 1), 0: (left, right), 1: (right - 1, right)}
    rows = {-1: (top, top + 1), 0: (top, bottom), 1: (bottom - 1, bottom)}
    for across, down in _around(reach):
        x, wide = _strip(across, box.x, box.width, reach.left, reach.right)
        y, high = _strip(down, box.y, box.height, reach.top, reach.bottom)
        (start, end), (first, last) = columns[across], rows[down]
        yield Image(x, y, wide, high, image.picture, (start, first, end, last), is_edge=True)


def _strip(side: int, start: Mm, length: Mm, before: Mm, after: Mm) -> tuple[Mm, Mm]:
    if side < 0:
        return start - before, before + _UNDER
    return (start + length - _UNDER, after + _UNDER) if side else (start, length)


def _around(reach: Reach) -> list[tuple[int, int]]:
    """The sides and corners where something is missing: -1 is left or top, 1 is right or bottom."""
    left, top, right, bottom = map(bool, reach)
    columns = [side for side, wanted in ((-1, left), (1, right)) if wanted]
    rows = [side for side, wanted in ((-1, top), (1, bottom)) if wanted]
    corners = [(across, down) for across in columns for down in rows]
    return [*corners, *((across, 0) for across in columns), *((0, down) for down in rows)]
