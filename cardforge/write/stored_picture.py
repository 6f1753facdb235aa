"""Compress the pixels of pictures for a PDF, and keep the result in a spool until the file is written."""

from __future__ import annotations

import zlib
from typing import NamedTuple

from PIL import Image, ImageChops

from cardforge.load.picture_pixels import Encoded
from cardforge.write.spool import Spool, SpooledBytes

NO_PREDICTOR, LEFT_PREDICTOR, PNG_PREDICTOR = 1, 2, 15  # as PDF numbers them
CHANNELS = {"DeviceGray": 1, "DeviceRGB": 3, "DeviceCMYK": 4}
_MODES = {"DeviceGray": "L", "DeviceRGB": "RGB", "DeviceCMYK": "CMYK"}
_SAMPLE = 60_000  # bytes from the middle of a picture
_PHOTOGRAPH = 0.6  # a sample that shrinks to no less than this is noise to the default compression


class StoredPicture(NamedTuple):
    """A picture as a PDF stores it."""

    width: int
    height: int
    colours: str  # DeviceGray, DeviceRGB or DeviceCMYK
    data: SpooledBytes
    is_jpeg: bool = False
    inverted: bool = False
    predictor: int = NO_PREDICTOR
    alpha: SpooledBytes | None = None


def stored(image: Encoded, spool: Spool) -> StoredPicture:
    """A picture, compressed."""
    if image.is_jpeg:
        data, predictor = image.data, NO_PREDICTOR
    elif image.is_png:
        data, predictor = image.data, PNG_PREDICTOR
    else:
        data, predictor = _deflated(image)
    alpha = spool.put(zlib.compress(image.alpha, 6)) if image.alpha is not None else None
    size = image.width, image.height
    return StoredPicture(*size, image.colours, spool.put(data), image.is_jpeg, image.inverted, predictor, alpha)


def _deflated(image: Encoded) -> tuple[bytes, int]:
    """The compressed pixels, and their predictor.

    Photographs are stored as differences from pixel to pixel with run lengths: a quarter of the time for three
    quarters of the bytes. Drawings with flat areas would become larger that way.
    """
    middle = max(0, (len(image.data) - _SAMPLE) // 2)
    sample = image.data[middle : middle + _SAMPLE]
    if len(zlib.compress(sample, 1)) < len(sample) * _PHOTOGRAPH:
        return zlib.compress(image.data, 6), NO_PREDICTOR
    pixels = Image.frombytes(_MODES[image.colours], (image.width, image.height), image.data)
    left = Image.new(pixels.mode, pixels.size)
    left.paste(pixels, (1, 0))
    compressor = zlib.compressobj(1, strategy=zlib.Z_RLE)
    return compressor.compress(ImageChops.subtract_modulo(pixels, left).tobytes()) + compressor.flush(), LEFT_PREDICTOR
