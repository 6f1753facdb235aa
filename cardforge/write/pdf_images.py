"""Embed pictures in a PDF as image XObjects."""

from __future__ import annotations

import zlib
from typing import Any

from reportlab.pdfbase import pdfdoc

from cardforge.load.picture import Encoded


def embed(document: Any, name: str, image: Encoded) -> Any:
    """Add a picture to a document and return the reference to it."""
    return document.Reference(_stream(image, document, name), name)


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
