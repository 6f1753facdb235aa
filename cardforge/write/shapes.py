"""Write shapes as PDF operators, measured from the bottom left of the trim, with their gradients and opacities."""

from __future__ import annotations

import zlib
from typing import Any

from cardforge.core.units import PT_PER_MM, Mm
from cardforge.layout.display import Gradient, PathStep, Pen, Shape
from cardforge.write.numbers import n, rgb

# Gradients and opacities by resource name: the kind, then the stops or the opacity.
Paints = dict[str, tuple[str, Any]]
_RECTANGLE = ["M", "L", "L", "L", "Z"]
_LETTERS = {"M": "m", "L": "l", "C": "c", "Z": "h"}


def shape_code(shape: Shape, top: Mm, paints: Paints | None = None) -> str:
    """A shape as operators; its gradient and opacity are added to `paints`."""
    if isinstance(shape.fill, Gradient) or shape.opacity < 1:
        return _painted(shape, top, {} if paints is None else paints)
    parts = []
    if shape.fill:
        parts.append(f"{rgb(shape.fill)} rg")
    if shape.stroke:
        parts.append(f"{rgb(shape.stroke)} RG {n(shape.stroke_width * PT_PER_MM)} w")
    parts.append(path_code(shape.path, top))
    paint = "B" if shape.fill and shape.stroke else "f" if shape.fill else "S" if shape.stroke else "n"
    parts.append(paint + "*" if shape.even_odd and shape.fill else paint)
    if shape.stroke and shape.pen != Pen():
        cap, join, limit = shape.pen
        return " ".join([f"q {cap} J {join} j {n(limit)} M", *parts, "Q"])
    return " ".join(parts)


def is_stroked(shape: Shape) -> bool:
    """Whether `shape_code` draws its outline; a gradient is drawn without one."""
    return bool(shape.stroke) and not isinstance(shape.fill, Gradient)


def _painted(shape: Shape, top: Mm, paints: Paints) -> str:
    """A shape with opacity or a gradient."""
    parts = ["q"]
    if shape.opacity < 1:
        name = f"A{round(shape.opacity * 100)}"
        paints[name] = ("opacity", shape.opacity)
        parts.append(f"/{name} gs")
    if isinstance(shape.fill, Gradient):
        name = f"S{zlib.crc32(repr((shape.fill.kind, shape.fill.stops)).encode()):08x}"
        paints[name] = (shape.fill.kind, shape.fill.stops)
        parts.append(f"{path_code(shape.path, top)} {'W*' if shape.even_odd else 'W'} n")
        parts.append(f"{_matrix(shape.fill, top)} cm /{name} sh")
    else:
        parts.append(shape_code(shape._replace(opacity=1.0), top, paints))
    return " ".join([*parts, "Q"])


def _matrix(gradient: Gradient, top: Mm) -> str:
    """The matrix that places a gradient of unit length or radius."""
    x, y, *more = (each * PT_PER_MM for each in gradient.place)
    if gradient.kind == "radial":
        return f"{n(more[0])} 0 0 {n(more[0])} {n(x)} {n(top * PT_PER_MM - y)}"
    across, down = more[0] - x, more[1] - y
    return f"{n(across)} {n(-down)} {n(down)} {n(across)} {n(x)} {n(top * PT_PER_MM - y)}"


def path_code(path: tuple[PathStep, ...], top: Mm) -> str:
    """A path as operators; a rectangle uses the shorter `re`."""
    if [letter for letter, _ in path] == _RECTANGLE:
        (x, y), (right, level), (side, bottom), last, _ = (numbers for _, numbers in path)
        if (level, side, last) == (y, right, (x, bottom)):
            sides = (x, top - bottom, right - x, bottom - y)
            return f"{' '.join([n(side * PT_PER_MM) for side in sides])} re"
    parts = []
    for letter, numbers in path:
        for at in range(0, len(numbers), 2):
            parts.append(f"{n(numbers[at] * PT_PER_MM)} {n((top - numbers[at + 1]) * PT_PER_MM)}")
        parts.append(_LETTERS[letter])
    return " ".join(parts)
