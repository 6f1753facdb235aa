"""Measure the ink coverage of a picture's pixels, all four inks added.

Takes an image object of a PDF; returns the share of pixels above each limit, and the maximum. Pixels are counted in
bands of rows, so that a large picture needs little memory.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import pikepdf
from PIL import Image, ImageMath

from cardforge.core.limits import PDF_STREAM
from cardforge.preflight.colour_checks import space_of
from cardforge.preflight.opened_pdf import BROKEN
from cardforge.preflight.values import filters, number, numbers, value

_INKS = 4
_FULL = 255
_BAND = 1_000_000  # pixels at a time
_READABLE = {"FlateDecode", "DCTDecode", "ASCII85Decode", "ASCIIHexDecode", "RunLengthDecode"}


class Inked(NamedTuple):
    """The ink coverage of a picture."""

    shares: tuple[float, ...]  # share of pixels above each limit
    most: float  # percent


def is_inked(image: pikepdf.Object) -> bool:
    """Whether a picture is in CMYK."""
    return value(image, "/ImageMask") is not True and space_of(value(image, "/ColorSpace")).is_ink


def ink_of(image: pikepdf.Object, limits: Sequence[float]) -> Inked | None:
    """The ink coverage of an 8-bit CMYK picture, or None if its pixels are unreadable or too many."""
    width, height = round(number(value(image, "/Width"))), round(number(value(image, "/Height")))
    eight = round(number(value(image, "/BitsPerComponent"), 8)) == 8
    if not eight or min(width, height) < 1 or width * height * _INKS > PDF_STREAM.most:
        return None
    if not set(filters(image)) <= _READABLE:
        return None
    try:
        data = image.read_bytes(pikepdf.StreamDecodeLevel.all)
    except BROKEN:
        return None
    if len(data) < width * height * _INKS:
        return None
    flipped = (numbers(value(image, "/Decode"), 2 * _INKS) or (0.0,))[0] == 1.0
    return _counted(memoryview(data), width, height, flipped, limits)


def _counted(data: memoryview, width: int, height: int, flipped: bool, limits: Sequence[float]) -> Inked:
    rows = max(1, _BAND // width)
    over, most = [0] * len(limits), 0
    for top in range(0, height, rows):
        count = min(rows, height - top)
        start = top * width * _INKS
        band = Image.frombytes("CMYK", (width, count), bytes(data[start : start + width * count * _INKS]))
        inks = dict(zip("cmyk", band.split(), strict=True))
        total = ImageMath.lambda_eval(lambda given: given["c"] + given["m"] + given["y"] + given["k"], **inks)
        if flipped:
            total = ImageMath.lambda_eval(lambda given: _INKS * _FULL - given["total"], total=total)
        for at, limit in enumerate(limits):
            over[at] += width * count - _not_above(total, math.floor(limit * _FULL / 100))
        most = max(most, total.getextrema()[1])
    return Inked(tuple(each / (width * height) for each in over), most * 100 / _FULL)


def _not_above(total: Image.Image, limit: int) -> int:
    """The number of pixels at or below the limit."""
    above = ImageMath.lambda_eval(lambda given: given["total"] > limit, total=total)  # 1 or 0 for each pixel
    return int(above.convert("L").histogram()[0])
