"""Parse SVG path data into path steps in mm."""

from __future__ import annotations

from typing import Any

from fontTools.pens.basePen import BasePen
from fontTools.svgLib.path import parse_path

from cardforge.core.units import Mm
from cardforge.layout.display import PathStep

_FAR = 10_000.0  # mm


class StepPen(BasePen):
    """Collects scaled and moved path steps; quadratic curves and arcs become cubic curves."""

    def __init__(self, x: Mm, y: Mm, scale_x: float, scale_y: float) -> None:
        super().__init__()
        self.steps: list[PathStep] = []
        self._place = (x, y, scale_x, scale_y)

    def _at(self, *points: tuple[float, float]) -> tuple[Mm, ...]:
        x, y, scale_x, scale_y = self._place
        placed = tuple(number for px, py in points for number in (x + px * scale_x, y + py * scale_y))
        if not all(abs(number) < _FAR for number in placed):  # also false for NaN
            raise ValueError("a point is far outside the card")
        return placed

    def _moveTo(self, pt: tuple[float, float]) -> None:
        self.steps.append(("M", self._at(pt)))

    def _lineTo(self, pt: tuple[float, float]) -> None:
        self.steps.append(("L", self._at(pt)))

    def _curveToOne(self, pt1: tuple[float, float], pt2: tuple[float, float], pt3: tuple[float, float]) -> None:
        self.steps.append(("C", self._at(pt1, pt2, pt3)))

    def _closePath(self) -> None:
        self.steps.append(("Z", ()))

    def _endPath(self) -> None:
        """An open path ends without a step of its own."""


def svg_path(data: str, x: Mm, y: Mm, scale_x: float, scale_y: float) -> tuple[PathStep, ...]:
    """The steps of SVG path data, scaled and moved."""
    pen: Any = StepPen(x, y, scale_x, scale_y)
    parse_path(data, pen)
    return tuple(pen.steps)
