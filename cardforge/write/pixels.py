"""Scale pictures down to the resolution that their printed size needs."""

from __future__ import annotations

from cardforge.core.problems import Problem
from cardforge.core.units import Mm
from cardforge.load.picture import Crop, Encoded, Picture

DPI = 300
SPARE = 1.25  # a picture with up to this factor more pixels per side is kept; scaling it would gain nothing
SPARE_JPEG = 2.0  # the same for a JPEG embedded as it is: encoding it again loses quality and saves few bytes


def encoded(picture: Picture, crop: Crop, width: Mm, height: Mm) -> Encoded | Problem:
    """Encode a crop of a picture at the resolution for its printed size."""
    untouched = picture.as_it_is and crop == (0, 0, picture.width, picture.height)
    return picture.encoded(crop, *_pixels(crop, width, height, SPARE_JPEG if untouched else SPARE))


def _pixels(crop: Crop, width: Mm, height: Mm, spare: float) -> tuple[int, int]:
    left, top, right, bottom = crop
    have_x, have_y = right - left, bottom - top
    want_x, want_y = width / 25.4 * DPI, height / 25.4 * DPI
    if have_x <= want_x * spare or have_y <= want_y * spare:
        return have_x, have_y
    scale = max(want_x / have_x, want_y / have_y)
    return max(1, round(have_x * scale)), max(1, round(have_y * scale))
