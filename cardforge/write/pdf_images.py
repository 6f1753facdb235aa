"""Pictures inside a PDF: each once, at the size it is placed at and no larger."""

from __future__ import annotations

import zlib
from typing import Any

from reportlab.pdfbase import pdfdoc

from cardforge.load.picture import Crop, Encoded, Picture
from cardforge.problems import Problem
from cardforge.units import Mm

DPI = 300
SPARE = 1.25  # times the wanted pixels that a picture may have before it is made smaller; below, nothing is gained


def encoded(picture: Picture, crop: Crop, width: Mm, height: Mm) -> Encoded | Problem:
    """A part of a picture with the pixels that a size on paper needs."""
    return picture.encoded(crop, *_pixels(crop, width, height))


def embed(document: Any, name: str, image: Encoded) -> Any:
    """Put a picture into a document."""
    return document.Reference(_stream(image, document, name), name)


def _pixels(crop: Crop, width: Mm, height: Mm) -> tuple[int, int]:
    left, top, right, bottom = crop
    have_x, have_y = right - left, bottom - top
    want_x, want_y = width / 25.4 * DPI, height / 25.4 * DPI
    if have_x <= want_x * SPARE or have_y <= want_y * SPARE:
        return have_x, have_y
    scale = max(want_x / have_x, want_y / have_y)
    return max(1, round(have_x * scale)), max(1, round(have_y * scale))


def _stream(image: Encoded, document: Any, name: str) -> Any:
    entries: dict[str, Any] = {
        "Type": pdfdoc.PDFName("XObject"), "Subtype": pdfdoc.PDFName("Image"),
        "Width": image.width, "Height": image.height,
        "ColorSpace": pdfdoc.PDFName(image.colours), "BitsPerComponent": 8,
        "Filter": pdfdoc.PDFName("DCTDecode" if image.is_jpeg else "FlateDecode"),
    }  # fmt: skip
    if image.inverted:
        entries["Decode"] = pdfdoc.PDFArray([1, 0] * 4)
    if image.alpha is not None:
        mask = Encoded(image.width, image.height, "DeviceGray", image.alpha)
        entries["SMask"] = document.Reference(_stream(mask, document, ""), f"{name}-mask")
    stream = pdfdoc.PDFStream(content=image.data if image.is_jpeg else zlib.compress(image.data, 6), filters=[])
    stream.dictionary = pdfdoc.PDFDictionary(entries)
    return stream
