"""Read a game's SVG icons as filled paths in a unit square.

Takes the text of SVG files; returns paths. An icon is one shape in one colour, fills only, so that it is legible at
4 mm and prints in black alone. A drawing with more than that is refused rather than drawn in part.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from cardforge.core.phrases import listed
from cardforge.core.problems import Problem
from cardforge.core.suggestions import did_you_mean
from cardforge.core.units import Mm
from cardforge.layout.display import PathStep, Shape
from cardforge.layout.drawing import drawing_of, moved
from cardforge.layout.face_in_progress import FaceInProgress
from cardforge.layout.template import Element
from cardforge.load.source import Source, problem_at

IconPath = tuple[tuple[PathStep, ...], bool]  # a path, and whether its fill rule is even-odd


@dataclass
class Icons:
    """The icons of a game by name, in small letters: capitals make no difference, as in names of files."""

    paths: dict[str, tuple[IconPath, ...]] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    broken: set[str] = field(default_factory=set)  # names of icons that could not be read

    def add(self, name: str, source: Source) -> None:
        """Read one icon."""
        found = _in_unit_square(source)
        if isinstance(found, Problem):
            self.problems.append(found)
            self.broken.add(name)
        else:
            self.paths[name] = found

    def known(self, name: str, element: Element, key: str, sheet: FaceInProgress) -> bool:
        """Whether the icon exists; if not, reports a problem at the element that shows it."""
        if name.lower() in self.paths:
            return True
        if name.lower() not in self.broken:  # a broken icon is already reported
            hint = did_you_mean(name, self.paths) or "add an SVG of that name to the game's icons"
            in_face = element.data.get("icon") == name or f":{name}:" in str(element.data.get(key, ""))
            whose = "" if in_face else f" for `{sheet.card.id}`"  # same words for all cards, so reported once
            sheet.complain(element, key, "CF410", f"there is no icon `{name}`{whose}", hint)
        return False

    def placed(self, name: str, x: Mm, y: Mm, size: Mm, colour: str) -> tuple[Shape, ...]:
        """The shapes of an icon in a square on the card."""
        paths = self.paths[name.lower()]
        return tuple([Shape(moved(path, x, y, size), colour, even_odd=even_odd) for path, even_odd in paths])


def _in_unit_square(source: Source) -> tuple[IconPath, ...] | Problem:
    """The outlines of a drawing, scaled so that its longer side is 1, and centred."""
    drawing = drawing_of(source.text, source.path)
    if isinstance(drawing, Problem):
        return drawing
    if any(shape.stroke for shape in drawing.shapes):
        return _refused(source, "this icon has strokes; icons may only have fills", "convert its strokes to fills")
    filled = [shape for shape in drawing.shapes if shape.fill]
    colours = list(dict.fromkeys([str(shape.fill) for shape in filled]))
    if len(colours) > 1:
        message = f"this icon has {len(colours)} colours ({listed(colours)}); an icon is one shape in one colour"
        return _refused(source, message, "remove its background, or cut out the lighter parts as holes")
    side = max(drawing.width, drawing.height)
    left, top = (side - drawing.width) / 2 / side, (side - drawing.height) / 2 / side
    solid = tuple([step for shape in filled if not shape.even_odd for step in shape.path])
    outlines = [(solid, False)] if solid else []
    outlines += [(shape.path, True) for shape in filled if shape.even_odd]
    return tuple([(moved(path, left, top, 1 / side), even_odd) for path, even_odd in outlines])


def _refused(source: Source, message: str, hint: str) -> Problem:
    return problem_at(source.path, "CF411", message, hint, 1, 1)
