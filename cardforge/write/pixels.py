"""How many pixels of a picture a page needs: what its size on paper can show, and no more."""

from __future__ import annotations

from cardforge.core.problems import Problem
from cardforge.core.units import Mm
from cardforge.load.picture import Crop, Encoded, Picture

DPI = 300
SPARE = 1.25  # times the wanted pixels that a picture may have before it is made smaller; below, nothing is gained


def encoded(picture: Picture, crop: Crop, width: Mm, height: Mm) -> Encoded | Problem:
    """A part of a picture with the pixels that a size on paper needs."""
    return picture.encoded(crop, *_pixels(crop, width, height))


def _pixels(crop: Crop, width: Mm, height: Mm) -> tuple[int, int]:
    left, top, right, bottom = crop
    have_x, have_y = right - left, bottom - top
    want_x, want_y = width / 25.4 * DPI, height / 25.4 * DPI
    if have_x <= want_x * SPARE or have_y <= want_y * SPARE:
        return have_x, have_y
    scale = max(want_x / have_x, want_y / have_y)
    return max(1, round(have_x * scale)), max(1, round(have_y * scale))
