"""Scale and move what was drawn, to show one card on another as sharp as the original.

Takes the items of a face; returns the same items, moved and scaled. Nothing is laid out again, so lines break where
they do on the original. Strokes alone keep the minimum width that print needs.
"""

from __future__ import annotations

from cardforge.core.units import Mm
from cardforge.layout.display import Clipped, Gradient, Item, PathStep, Shape, Text, TextLine

THINNEST: Mm = 0.1  # prints reliably, with some reserve for pages that are scaled down
ShapePath = tuple[PathStep, ...]


def scaled(item: Item, x: Mm, y: Mm, scale: float) -> Item:
    """An item, scaled and moved to a new origin."""
    if isinstance(item, Text):
        lines = tuple([_line(line, x, y, scale) for line in item.lines])
        return Text(item.size * scale, lines)
    if isinstance(item, Shape):
        fill = item.fill
        if isinstance(fill, Gradient):
            fill = fill._replace(place=_place(fill, x, y, scale))
        width = max(item.stroke_width * scale, min(item.stroke_width, THINNEST))
        return item._replace(path=moved(item.path, x, y, scale), fill=fill, stroke_width=width)
    if isinstance(item, Clipped):
        items = tuple([scaled(each, x, y, scale) for each in item.items])
        about = (x + item.about[0] * scale, y + item.about[1] * scale) if item.about else None
        return item._replace(outline=moved(item.outline, x, y, scale), items=items, about=about)
    left, top = x + item.x * scale, y + item.y * scale
    return item._replace(x=left, y=top, width=item.width * scale, height=item.height * scale)


def moved(path: ShapePath, x: Mm, y: Mm, scale: float) -> ShapePath:
    """An outline, scaled and moved to a new origin."""
    return tuple(
        [
            (letter, tuple([(x if at % 2 == 0 else y) + number * scale for at, number in enumerate(numbers)]))
            for letter, numbers in path
        ]
    )


def _line(line: TextLine, x: Mm, y: Mm, scale: float) -> TextLine:
    # Words are measured in thousandths of the font size and scale with it; only runs have positions in mm.
    runs = tuple([placed._replace(x=placed.x * scale) for placed in line.runs])
    return line._replace(x=x + line.x * scale, y=y + line.y * scale, runs=runs)


def _place(gradient: Gradient, x: Mm, y: Mm, scale: float) -> tuple[Mm, ...]:
    first, *rest = gradient.place
    if gradient.kind == "radial":
        down, radius = rest
        return x + first * scale, y + down * scale, radius * scale
    return tuple((x if at % 2 == 0 else y) + number * scale for at, number in enumerate(gradient.place))
