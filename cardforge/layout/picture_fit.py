"""Fit a picture into a box: crop it around its focus, show it whole, or stretch it.

Arithmetic only: lengths in mm, parts of a picture in pixels.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from cardforge.core.choices import Fit
from cardforge.core.units import Mm
from cardforge.layout.boxes import Box
from cardforge.layout.display import Image
from cardforge.load.picture import Picture

MIDDLE = (50.0, 50.0)  # percent from the left and the top
FINE: Mm = 0.1  # a difference below this is invisible
_ALMOST = 1e-6  # rounding tolerance in pixels


class Fitted(NamedTuple):
    """The part of a picture to show, in its own pixels, and the box that this part fills."""

    shown: Box
    box: Box


def fitted(part: Box, box: Box, fit: Fit, focus: tuple[float, ...] = MIDDLE) -> Fitted:
    """Fit a part of a picture, given in its pixels, into a box; `focus` is in percent of that part."""
    across, down = box.width / part.width, box.height / part.height
    if fit is Fit.STRETCH:
        return Fitted(part, box)
    if fit is Fit.CONTAIN:
        scale = min(across, down)
        wide, high = part.width * scale, part.height * scale
        return Fitted(part, Box(box.x + (box.width - wide) / 2, box.y + (box.height - high) / 2, wide, high))
    scale = max(across, down)
    wide, high = box.width / scale, box.height / scale
    x, y = _around(focus[0], part.x, part.width, wide), _around(focus[1], part.y, part.height, high)
    return Fitted(Box(x, y, wide, high), box)


def in_pixels(picture: Picture, fit: Fitted) -> tuple[Image, bool]:
    """A part of a picture in whole pixels, and whether it fills the box closely enough.

    If pixels are so large that a fraction of one is visible, whole pixels extend beyond the box and must be clipped.
    """
    shown, box = fit
    across, down = box.width / shown.width, box.height / shown.height
    if max(across, down) < FINE:
        left, top = min(round(shown.x), picture.width - 1), min(round(shown.y), picture.height - 1)
        right, bottom = max(round(shown.right), left + 1), max(round(shown.bottom), top + 1)
        return Image(*box, picture, (left, top, right, bottom)), True
    left = min(math.floor(shown.x + _ALMOST), picture.width - 1)
    top = min(math.floor(shown.y + _ALMOST), picture.height - 1)
    right, bottom = math.ceil(shown.right - _ALMOST), math.ceil(shown.bottom - _ALMOST)
    right, bottom = max(right, left + 1), max(bottom, top + 1)
    x, y = box.x + (left - shown.x) * across, box.y + (top - shown.y) * down
    placed = Box(x, y, (right - left) * across, (bottom - top) * down)
    exact = abs(placed.width - box.width) < FINE and abs(placed.height - box.height) < FINE
    return Image(*placed, picture, (left, top, right, bottom)), exact


def _around(focus: float, start: float, length: float, wanted: float) -> float:
    """Where the crop starts, so that the focus is as close to its middle as possible."""
    middle = start + length * focus / 100
    return min(max(middle - wanted / 2, start), start + length - wanted)
