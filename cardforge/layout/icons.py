"""Icons: SVG drawings of a game, as filled paths in a square of one by one.

Takes the text of SVG files; gives paths. Fills only: an icon is one shape in one colour, so that it reads at
4 mm and prints in black alone.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from typing import Any

from cardforge.layout.display import Step
from cardforge.layout.sheet import Sheet
from cardforge.layout.template import Element
from cardforge.load.source import Source, problem_at
from cardforge.nearest import did_you_mean
from cardforge.problems import Problem
from cardforge.units import Mm

_FILL = re.compile(r"(?:^|;)\s*fill\s*:\s*([^;\s]+)")
_NUMBER = r"([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)"
_BETWEEN = r"[\s,]+"
_BOX = re.compile(rf"viewBox\s*=\s*[\"']\s*{_BETWEEN.join([_NUMBER] * 4)}\s*[\"']")


@dataclass
class Icons:
    """The icons of a game by name."""

    paths: dict[str, tuple[Step, ...]] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    broken: set[str] = field(default_factory=set)  # names of drawings that could not be read

    def add(self, name: str, source: Source) -> None:
        """Read one drawing."""
        found = _unit_path(source)
        if isinstance(found, Problem):
            self.problems.append(found)
            self.broken.add(name)
        else:
            self.paths[name] = found

    def known(self, name: str, element: Element, key: str, sheet: Sheet) -> bool:
        """Whether there is such an icon; one that is not there is a problem of the element that shows it."""
        if name in self.paths:
            return True
        if name not in self.broken:  # what is wrong with a broken one is said already
            hint = did_you_mean(name, self.paths) or "put a drawing of that name into the game's icons"
            whose = "" if element.data.get("icon") == name else f" for `{sheet.card.id}`"  # the face's own is told once
            sheet.complain(element, key, "CF410", f"there is no icon `{name}`{whose}", hint)
        return False

    def placed(self, name: str, x: Mm, y: Mm, size: Mm) -> tuple[Step, ...]:
        """An icon in a square on the card."""
        return tuple(
            (letter, tuple((x if at % 2 == 0 else y) + number * size for at, number in enumerate(numbers)))
            for letter, numbers in self.paths[name]
        )


def _unit_path(source: Source) -> tuple[Step, ...] | Problem:
    """The outlines of a drawing, its longer side one long and the shorter centred."""
    if "<!DOCTYPE" in source.text or "<!ENTITY" in source.text:
        return _refused(source, "this drawing declares entities, which are not read", "save it as plain SVG")
    box = _BOX.search(source.text)
    if not box:
        return _refused(source, "this drawing has no viewBox", 'add one, such as viewBox="0 0 100 100"')
    left, top, width, height = (float(number) for number in box.groups())
    side = max(width, height)
    if not 0 < side < math.inf:
        return _refused(source, "the viewBox of this drawing is empty", "give it a width and a height")
    from fontTools.svgLib import SVGPath

    from cardforge.layout.path import StepPen

    pen = StepPen((side - width) / 2 / side - left / side, (side - height) / 2 / side - top / side, 1 / side, 1 / side)
    try:
        drawing = SVGPath.fromstring(source.text.encode("utf-8"))
        _drop_unfilled(drawing.root)
        drawing.draw(pen)
    except (SyntaxError, ValueError, KeyError, IndexError, RuntimeError) as error:  # or lxml's
        return _refused(source, f"this drawing cannot be read: {str(error)[:120]}", "save it as plain SVG paths")
    if not pen.steps:
        return _refused(source, "this drawing has no shape", "turn strokes and text into paths")
    return tuple(pen.steps)


def _drop_unfilled(node: Any, filled: bool = True) -> None:
    """Take out what is not filled: many icons have an unseen square behind them, which would hide them."""
    for child in list(node):
        fill = _FILL.search(child.get("style", ""))
        own = fill[1] if fill else child.get("fill", "")
        seen = own not in ("none", "transparent") if own else filled
        _drop_unfilled(child, seen)
        if not seen and not len(child):
            node.remove(child)


def _refused(source: Source, message: str, hint: str) -> Problem:
    return problem_at(source.path, "CF411", message, hint, 1, 1)
