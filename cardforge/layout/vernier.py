"""Four scales by which the two sides of a sheet are compared, held to a light. Arithmetic only.

Takes the paper and the axis it is turned about; gives lines for both sides, and what a reading means. As on a caliper,
the lines of the back stand a step further apart than those of the front, or a step closer: so one pair makes a straight
line, and its number is how far backs must be moved. Everything is as seen from the front, in mm from its top left.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import degrees
from typing import NamedTuple

from cardforge.core.units import Mm

STEP: Mm = 0.25  # what two neighbouring pairs differ by; half of it can be told by eye
REACH: Mm = 2.0  # a printer that is further off has loose paper guides
INSET: Mm = 17.0  # from the edge of the paper to where the lines of both sides meet
TICK: Mm = 7.0
OVERLAP: Mm = 1.0  # by which both sides go past each other, so that they still touch when one is moved
WIDEST_PITCH: Mm = 10.0
NARROWEST_PITCH: Mm = 5.5  # below it numbers run into each other
_ENDS: Mm = 25.0  # from the edge of the paper to the outermost line
_STEPS = round(REACH / STEP)

Stroke = tuple[Mm, Mm, Mm, Mm]  # x, y, x, y
SMALLEST: Mm = 2 * _ENDS + 2 * _STEPS * NARROWEST_PITCH


class TurnedPaper(NamedTuple):
    """A sheet of paper: its size, and whether the axis it is turned over about is upright."""

    width: Mm
    height: Mm
    is_upright: bool

    def behind(self, stroke: Stroke) -> Stroke:
        """Where the back must have what is seen here from the front; and the other way round."""
        x1, y1, x2, y2 = stroke
        if self.is_upright:
            return self.width - x1, y1, self.width - x2, y2
        return x1, self.height - y1, x2, self.height - y2


class Scale(NamedTuple):
    """Lines in a row (along x) or in a column (along y), of which those of the front carry numbers."""

    letter: str
    along_x: bool
    meeting: Mm  # where lines of both sides meet: y of a row, x of a column
    zero: Mm  # the place of the line with the 0
    pitch: Mm
    inward: int  # 1 where the middle of the paper is right or below, else -1
    sense: int  # -1 where turning the paper turns the direction of the scale around

    def numbers(self) -> Iterator[tuple[float, Stroke, Stroke]]:
        """Each number with its line on the front, and the line of the back as it is seen when nothing is off."""
        for count in range(-_STEPS, _STEPS + 1):
            number = count * STEP
            place = self.zero + count * self.pitch
            front = self._stroke(place, -OVERLAP, TICK)
            yield number, front, self._stroke(place + self.sense * number, -TICK, OVERLAP)

    def _stroke(self, place: Mm, start: Mm, end: Mm) -> Stroke:
        start, end = self.meeting + self.inward * start, self.meeting + self.inward * end
        return (place, start, place, end) if self.along_x else (start, place, end, place)


def scales(paper: TurnedPaper) -> tuple[Scale, ...]:
    """The scales A to D, going round; the way of turning decides where A is, so that readings always mean the same."""
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
    """By how much backs are moved after they are turned clockwise, and by how much two ways to tell the turn differ."""

    dx: Mm
    dy: Mm
    degrees: float
    doubt: float = 0.0  # in degrees


def correction(readings: tuple[float, ...], width: Mm, height: Mm) -> Correction:
    """What two or four readings (A and B, or A to D) mean.

    A point x, y from the middle of the back is moved by dx - y * turn and dy + x * turn. A is read above the middle of
    the back, C below it; B to the right of it, D to the left. Turn is found as least squares would: the longer way
    between two scales counts more, by its square.
    """
    if len(readings) == 2:
        return Correction(readings[0], readings[1], 0.0)
    a, b, c, d = readings
    down, across = height / 2 - INSET, width / 2 - INSET
    by_rows, by_columns = (a - c) / 2 / down, (b - d) / 2 / across
    turn = (by_rows * down**2 + by_columns * across**2) / (down**2 + across**2)
    return Correction((a + c) / 2, (b + d) / 2, degrees(turn), degrees(abs(by_rows - by_columns)))


def most_doubt(width: Mm, height: Mm) -> float:
    """How far apart two ways to tell the turn may be, in degrees, when every reading is a step off."""
    return degrees(STEP / (height / 2 - INSET) + STEP / (width / 2 - INSET))
