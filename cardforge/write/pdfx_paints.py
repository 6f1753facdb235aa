"""Convert the gradients and pictures of a PDF to inks."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name

from cardforge.load.picture_pixels import Encoded
from cardforge.write.ink import Inks, InkTable, opened

PIECES = 8  # per gradient stop: a straight line in RGB is a curve in CMYK


def ink_shading(shading: Any, inks: InkTable) -> None:
    """Convert a gradient to CMYK."""
    if shading.ColorSpace != Name.DeviceRGB:
        return
    stops = [stop for pair in _pieces(shading.Function) for stop in _cut(*pair, inks)]
    shading.ColorSpace = Name.DeviceCMYK
    shading.Function = Dictionary(
        FunctionType=3,
        Domain=Array([0, 1]),
        Functions=Array([_between(one, other) for _, _, one, other in stops]),
        Bounds=Array([_short(end) for _, end, _, _ in stops[:-1]]),
        Encode=Array([0, 1] * len(stops)),
    )


_Piece = tuple[float, float, list[float], list[float]]  # from, to, colour, colour


def _pieces(function: Any) -> Iterator[_Piece]:
    """The linear segments of a gradient from our own writer."""
    bounds = [0.0, *(float(each) for each in function.Bounds), 1.0]
    for (start, end), piece in zip(pairwise(bounds), function.Functions, strict=True):
        yield start, end, [float(each) for each in piece.C0], [float(each) for each in piece.C1]


def _cut(
    start: float, end: float, one: list[float], other: list[float], inks: InkTable
) -> Iterator[tuple[float, float, Inks, Inks]]:
    count = 1 if one == other else PIECES
    shares = [step / count for step in range(count + 1)]
    made = []
    for share in shares:
        red, green, blue = (round((a + (b - a) * share) * 255) for a, b in zip(one, other, strict=True))
        made.append((start + (end - start) * share, inks.colour((red, green, blue))))
    for (begin, first), (stop, last) in pairwise(made):
        yield begin, stop, first, last


def _between(one: Inks, other: Inks) -> Dictionary:
    colours = [Array([_short(ink) for ink in each]) for each in (one, other)]
    return Dictionary(FunctionType=2, Domain=Array([0, 1]), N=1, C0=colours[0], C1=colours[1])


def ink_image(image: Any, inks: InkTable) -> None:
    """Convert a picture to CMYK; its mask stays as it is."""
    is_jpeg = image.get("/Filter") == Name.DCTDecode
    colours = str(image.ColorSpace).removeprefix("/")
    if colours == "DeviceGray":
        return
    data = image.read_raw_bytes() if is_jpeg else image.read_bytes()
    found = Encoded(int(image.Width), int(image.Height), colours, data, is_jpeg, "/Decode" in image)
    _put(image, *deflated(inks.painted(opened(found))))


def deflated(picture: Any) -> tuple[bytes, int, int]:
    """The compressed pixels of a CMYK picture, with its size.

    A PNG predictor was tried and made art with flat areas larger.
    """
    return zlib.compress(picture.tobytes(), 6), picture.width, picture.height


def new_image(pdf: pikepdf.Pdf, data: bytes, width: int, height: int) -> Any:
    """Add CMYK pixels to a document as an image object."""
    image = pdf.make_stream(b"", Type=Name.XObject, Subtype=Name.Image)
    _put(image, data, width, height)
    return image


def _put(image: Any, data: bytes, width: int, height: int) -> None:
    image.write(data, filter=Name.FlateDecode)
    image.ColorSpace, image.BitsPerComponent = Name.DeviceCMYK, 8
    image.Width, image.Height = width, height
    if "/Decode" in image:
        del image.Decode


def _short(value: float) -> Any:
    return round(value, 4)
