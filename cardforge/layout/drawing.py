"""Read SVG drawings as filled and stroked paths, which print as paths.

Anything else in them (gradients, text, embedded pictures) is refused by name, never silently dropped.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from xml.etree import ElementTree

from cardforge.core.problems import Problem
from cardforge.core.units import Mm
from cardforge.layout.display import PathStep, Pen, Shape
from cardforge.load.source import problem_at, read_source

if TYPE_CHECKING:
    from fontTools.misc.transform import Transform

_SHAPES = ("path", "rect", "circle", "ellipse", "polygon", "polyline", "line")
_SKIPPED = ("title", "desc", "metadata", "defs", "namedview")  # they draw nothing
_PEN = ("stroke-linecap", "stroke-linejoin", "stroke-miterlimit")
_INHERITED = ("fill", "stroke", "stroke-width", "fill-rule", "visibility", *_PEN)
# Properties that cannot be drawn, with the values that have no effect.
_UNSUPPORTED = {
    **dict.fromkeys(("opacity", "fill-opacity", "stroke-opacity"), ("1", "1.0", "100%")),
    **dict.fromkeys(("filter", "mask", "clip-path", "marker", "marker-start", "marker-mid", "marker-end"), ("none",)),
    "stroke-dasharray": ("none",),
    "mix-blend-mode": ("normal",),
    "vector-effect": ("none",),
    "paint-order": ("normal", "fill", "fill stroke"),
}
_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}
_NAMES = {
    "black": "#000000", "currentcolor": "#000000", "white": "#ffffff", "red": "#ff0000", "green": "#008000",
    "blue": "#0000ff", "yellow": "#ffff00", "gray": "#808080", "grey": "#808080", "silver": "#c0c0c0",
    "orange": "#ffa500", "purple": "#800080", "navy": "#000080", "teal": "#008080", "maroon": "#800000",
    "olive": "#808000", "lime": "#00ff00", "aqua": "#00ffff", "fuchsia": "#ff00ff",
}  # fmt: skip
_HEX3 = re.compile("#[0-9a-fA-F]{3}")
_HEX6 = re.compile("#[0-9a-fA-F]{6}")
_DECLARATION = re.compile("<!(ENTITY|ATTLIST|ELEMENT|NOTATION)")
_PLAIN_SVG = "save it as plain SVG"
_LONGEST_TRANSFORM = 2_000  # characters; searching takes the square of it
_TRANSFORM = re.compile(r"(\w+)\s*\(([^)]*)\)")
_RGB = re.compile(r"rgb\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)")


# Everything that parsing a malformed drawing may raise, here and in fontTools.
_MALFORMED = (ElementTree.ParseError, ValueError, LookupError, TypeError, ArithmeticError, AssertionError, RuntimeError)


_FAR = 10_000.0  # drawing units; larger values are a mistake


class _RefusedError(Exception):
    """An unsupported part of a drawing, with a hint."""

    def __init__(self, what: str, hint: str = "convert it to plain filled paths") -> None:
        super().__init__(what)
        self.hint = hint


class Drawing(NamedTuple):
    """An SVG as shapes, in its own units from its top left."""

    path: str
    width: float
    height: float
    shapes: tuple[Shape, ...]

    def placed(self, x: Mm, y: Mm, scale: float) -> tuple[Shape, ...]:
        """The shapes moved and scaled to a place on a card."""
        return tuple(
            shape._replace(path=moved(shape.path, x, y, scale), stroke_width=shape.stroke_width * scale)
            for shape in self.shapes
        )


def read_drawing(file: Path, shown: str, root: Path) -> Drawing | Problem:
    """Read and check one drawing of a folder."""
    source = read_source(file, shown, root)
    return source if isinstance(source, Problem) else drawing_of(source.text, shown)


def drawing_of(text: str, shown: str) -> Drawing | Problem:
    """The shapes of an SVG text."""
    from fontTools.misc.transform import Transform  # imported here because few projects have drawings

    if _has_declarations(text):
        return _refused(shown, "this drawing declares entities or attributes, which are not supported", _PLAIN_SVG)
    try:
        root = ElementTree.fromstring(text)  # noqa: S314 - declarations, which could grow without limit, are refused
        left, top, width, height = (
            float(number) for number in root.attrib.get("viewBox", "").replace(",", " ").split()
        )
        if not (0 < width < math.inf and 0 < height < math.inf and math.isfinite(left + top)):
            raise ValueError("its `viewBox` is empty")
        shapes = tuple(_shapes(root, Transform(1, 0, 0, 1, -left, -top), {"fill": "#000000"}))
    except _RefusedError as error:
        return _refused(shown, f"this drawing uses {error}, which is not supported", error.hint)
    except _MALFORMED as error:
        reason = str(error)[:100] if "unpack" not in str(error) else "it has no `viewBox` of four numbers"
        return _refused(shown, f"this drawing cannot be read: {reason}", "save it as plain SVG with a `viewBox`")
    if not any(shape.fill or shape.stroke for shape in shapes):
        return _refused(shown, "this drawing has no visible shapes", "convert its text and pictures to paths")
    return Drawing(shown, width, height, shapes)


def _has_declarations(text: str) -> bool:
    """Whether a document type has an internal subset: a few lines of it can mean gigabytes of text or attributes."""
    _, found, after = text.partition("<!DOCTYPE")
    return bool(_DECLARATION.search(text)) or (bool(found) and "[" in after.partition("<")[0])


def _shapes(
    node: ElementTree.Element, matrix: Transform, above: dict[str, str], inside: bool = False
) -> Iterator[Shape]:
    tag = node.tag.rsplit("}", 1)[-1]
    if tag in _SKIPPED:
        if tag == "defs" and any(each.tag.rsplit("}", 1)[-1] == "style" for each in node):
            raise _RefusedError("a style sheet")
        return
    given = {**node.attrib, **_style(node.attrib.get("style", ""))}
    if given.get("display") == "none":
        return
    _refuse_unsupported(given)
    look = {**above, **{key: given[key] for key in _INHERITED if key in given}}
    if "transform" in given:
        matrix = matrix.transform(_matrix(given["transform"]))
    if tag == "g" or (tag == "svg" and not inside):
        for child in node:
            yield from _shapes(child, matrix, look, True)
    elif tag in _SHAPES and look.get("visibility", "visible") != "visible":
        return
    elif tag in _SHAPES:
        yield from _shape(node, matrix, look)
    else:
        raise _RefusedError(f"`<{tag}>`")


def _refuse_unsupported(given: dict[str, str]) -> None:
    for name, harmless in _UNSUPPORTED.items():
        if name in given and given[name].strip() not in harmless:
            raise _RefusedError(f"`{name}`")


def _shape(node: ElementTree.Element, matrix: Transform, look: dict[str, str]) -> Iterator[Shape]:
    from fontTools.pens.transformPen import TransformPen
    from fontTools.svgLib.path import parse_path
    from fontTools.svgLib.path.shapes import PathBuilder

    from cardforge.layout.path import StepPen

    builder: Any = PathBuilder()
    plain = ElementTree.Element(node.tag, {key: value for key, value in node.attrib.items() if key != "transform"})
    builder.add_path_from_element(plain)
    scale = abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]) ** 0.5
    width = float(look.get("stroke-width", "1").removesuffix("px")) * scale
    fill, stroke = _colour(look.get("fill", "")), _colour(look.get("stroke", "none"))
    if not 0 < width < _FAR:  # PDF draws a stroke of width 0 as a hairline; SVG draws nothing
        stroke = ""
    for data in builder.paths:
        pen: Any = StepPen(0.0, 0.0, 1.0, 1.0)
        parse_path(data, TransformPen(pen, matrix))
        if pen.steps:
            even_odd = look.get("fill-rule") == "evenodd"
            yield Shape(tuple(pen.steps), fill, stroke, width if stroke else 0.0, even_odd, pen=_pen(look))


def _pen(look: dict[str, str]) -> Pen:
    cap, join, limit = (look.get(name, usual) for name, usual in zip(_PEN, ("butt", "miter", "4"), strict=True))
    if cap not in _CAPS or join not in _JOINS:
        raise _RefusedError(f"the line cap or join `{cap if cap not in _CAPS else join}`")
    return Pen(_CAPS[cap], _JOINS[join], min(max(float(limit), 1.0), _FAR))


def _style(text: str) -> dict[str, str]:
    pairs = (each.split(":", 1) for each in text.split(";") if ":" in each)
    return {key.strip(): value.strip() for key, value in pairs}


def _matrix(text: str) -> Transform:
    from fontTools.misc.transform import Identity, Transform

    made = Identity
    if len(text) > _LONGEST_TRANSFORM:
        raise ValueError(f"a transform of {len(text):,} characters; the limit is {_LONGEST_TRANSFORM:,}")
    if _TRANSFORM.sub("", text).strip(" ,\t\r\n"):
        raise ValueError(f"`{text[:40]}` is not a transform")
    for name, inner in _TRANSFORM.findall(text):
        numbers = [float(each) for each in inner.replace(",", " ").split()]
        if name == "matrix":
            made = made.transform(Transform(*numbers))
        elif name == "translate":
            made = made.translate(*numbers)
        elif name == "scale":
            made = made.scale(*numbers)
        elif name == "rotate":
            x, y = (numbers[1], numbers[2]) if len(numbers) == 3 else (0.0, 0.0)
            made = made.translate(x, y).rotate(math.radians(numbers[0])).translate(-x, -y)
        else:
            raise _RefusedError(f"`{name}`")
    return made


def _colour(text: str) -> str:
    text = text.strip().lower()
    if text in ("none", "transparent", ""):
        return ""
    if _HEX6.fullmatch(text):
        return text
    if _HEX3.fullmatch(text):
        return "#" + "".join(letter * 2 for letter in text[1:])
    found = _RGB.fullmatch(text)
    if found:
        return "#" + "".join(f"{min(int(each), 255):02x}" for each in found.groups())
    if text not in _NAMES:
        if text.startswith("url("):
            raise _RefusedError(f"the gradient or pattern `{text}`", "use a plain colour")
        raise _RefusedError(f"the colour `{text}`", "write it as `#rrggbb`")
    return _NAMES[text]


def moved(path: tuple[PathStep, ...], x: Mm, y: Mm, scale: float) -> tuple[PathStep, ...]:
    """A path, scaled and moved."""
    return tuple(
        (letter, tuple((x if at % 2 == 0 else y) + number * scale for at, number in enumerate(numbers)))
        for letter, numbers in path
    )


def _refused(shown: str, message: str, hint: str) -> Problem:
    return problem_at(shown, "CF411", message, hint, 1, 1)
