"""Four vernier scales that compare the two sides of a sheet held against a light. Arithmetic only.

Takes the paper and the axis it is turned about; returns lines for both sides, and the correction for their readings.
As on a caliper, the lines on the back are a step further apart than those on the front, or a step closer: so one pair
lines up, and its number is how far to move the backs. Everything is as seen from the front, in mm from its top left.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import degrees
from typing import NamedTuple

from cardforge.core.units import Mm

STEP: Mm = 0.25  # difference between two neighbouring pairs; the eye can read half a step
REACH: Mm = 2.0  # a printer that is further off has loose paper guides
INSET: Mm = 17.0  # from the edge of the paper to where the lines of both sides meet
TICK: Mm = 7.0
OVERLAP: Mm = 1.0  # of the lines of both sides, so that they still touch when one side is off
WIDEST_PITCH: Mm = 10.0
NARROWEST_PITCH: Mm = 5.5  # below it, numbers overlap
_ENDS: Mm = 25.0  # from the edge of the paper to the outermost line
_STEPS = round(REACH / STEP)

Stroke = tuple[Mm, Mm, Mm, Mm]  # x, y, x, y
SMALLEST: Mm = 2 * _ENDS + 2 * _STEPS * NARROWEST_PITCH


class TurnedPaper(NamedTuple):
    """A sheet of paper: its size, and whether it is turned over about a vertical axis."""

    width: Mm
    height: Mm
    is_upright: bool

    def behind(self, stroke: Stroke) -> Stroke:
        """Convert a stroke between front and back coordinates, in either direction."""
        x1, y1, x2, y2 = stroke
        if self.is_upright:
            return self.width - x1, y1, self.width - x2, y2
        return x1, self.height - y1, x2, self.height - y2


class Scale(NamedTuple):
    """Lines in a row (along x) or in a column (along y); those on the front are numbered."""

    letter: str
    along_x: bool
    meeting: Mm  # where lines of both sides meet: y of a row, x of a column
    zero: Mm  # the position of the line numbered 0
    pitch: Mm
    inward: int  # 1 if the middle of the paper is to the right or below, else -1
    sense: int  # -1 if turning the paper over reverses the scale

    def numbers(self) -> Iterator[tuple[float, Stroke, Stroke]]:
        """Each number with its line on the front, and the line on the back as seen through a perfect print."""
        for count in range(-_STEPS, _STEPS + 1):
            number = count * STEP
            place = self.zero + count * self.pitch
            front = self._stroke(place, -OVERLAP, TICK)
            yield number, front, self._stroke(place + self.sense * number, -TICK, OVERLAP)

    def _stroke(self, place: Mm, start: Mm, end: Mm) -> Stroke:
        start, end = self.meeting + self.inward * start, self.meeting + self.inward * end
        return (place, start, place, end) if self.along_x else (start, place, end, place)


def scales(paper: TurnedPaper) -> tuple[Scale, ...]:
    """The scales A to D, going round; A depends on how the paper is turned, so that readings always mean the same."""
    width, height, is_upright = paper
    pitch = min(WIDEST_PITCH, (min(width, height) - 2 * _ENDS) / (2 * _STEPS))
    across, down = (-1, 1) if is_upright else (1, -1)
    top = Scale("", True, INSET, width / 2, pitch, 1, across)
    left = Scale("", False, INSET, height / 2, pitch, 1, down)
    bottom = top._replace(meeting=height - INSET, inward=-1)
    right = left._replace(meeting=width - INSET, inward=-1)
    round_about = (top, left, bottom, right) if is_upright else (bottom, right, top, left)
    return tuple(scale._replace(letter=letter) for scale, letter in zip(round_about, "ABCD", strict=True))


class Correction(NamedTuple):
    """How far to move backs after rotating them clockwise."""

    dx: Mm
    dy: Mm
    degrees: float
    doubt: float = 0.0  # difference of the two estimates of the rotation, in degrees


def correction(readings: tuple[float, ...], width: Mm, height: Mm) -> Correction:
    """The correction that two or four readings (A and B, or A to D) mean.

    A point x, y from the middle of the back is moved by dx - y * turn and dy + x * turn. A is read above the middle of
    the back, C below it; B to the right of it, D to the left. The turn is the least-squares estimate: each pair of
    scales is weighted by the square of its distance.
    """
    if len(readings) == 2:
        return Correction(readings[0], readings[1], 0.0)
    a, b, c, d = readings
    down, across = height / 2 - INSET, width / 2 - INSET
    by_rows, by_columns = (a - c) / 2 / down, (b - d) / 2 / across
    turn = (by_rows * down**2 + by_columns * across**2) / (down**2 + across**2)
    return Correction((a + c) / 2, (b + d) / 2, degrees(turn), degrees(abs(by_rows - by_columns)))


def most_doubt(width: Mm, height: Mm) -> float:
    """The largest difference of the two estimates, in degrees, if every reading is a step off."""
    return degrees(STEP / (height / 2 - INSET) + STEP / (width / 2 - INSET))
