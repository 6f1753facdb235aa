"""How alike two pictures of a line are: their widths, and their ink.

Both are cut to their ink and the narrower is stretched, at most by what the width test allows; then a slight blur
takes away what is only anti-aliasing, and the ink is correlated: 1 is the same drawing, 0 is none of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

from PIL import Image, ImageChops, ImageFilter, ImageOps, ImageStat

_BLUR = 2.0  # pixels at 600 dpi: a twelfth of a millimetre
_PAPER = 24  # of 255: lighter is no ink


@dataclass(frozen=True)
class Likeness:
    """Our line beside the other's."""

    width: float  # ours, as a part of the other's
    height: float
    ink: float  # correlation


def ink_of(picture: Image.Image) -> Image.Image:
    """The ink of a line, white on black, without the paper around it."""
    ink = ImageOps.invert(picture)
    box = ink.point(lambda value: 255 if value > _PAPER else 0).getbbox()
    if box is None:
        raise ValueError("there is no ink on this line")
    return ink.crop(box)


def likeness(ours: Image.Image, other: Image.Image) -> Likeness:
    """Compare two pictures of a line."""
    one, two = ink_of(ours), ink_of(other)
    size = (max(one.width, two.width), max(one.height, two.height))
    first, second = (each.resize(size).filter(ImageFilter.GaussianBlur(_BLUR)) for each in (one, two))
    return Likeness(one.width / two.width, one.height / two.height, _correlation(first, second))


def _correlation(one: Image.Image, two: Image.Image) -> float:
    a, b = ImageStat.Stat(one), ImageStat.Stat(two)
    both = ImageStat.Stat(ImageChops.multiply(one, two)).mean[0] * 255  # Pillow divides by 255
    spread = sqrt(a.var[0] * b.var[0])
    return (both - a.mean[0] * b.mean[0]) / spread if spread else 0.0
