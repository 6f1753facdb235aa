"""Embed pictures in a PDF as image XObjects; their data is read from the spool when the file is written."""

from __future__ import annotations

from typing import Any

from cardforge.write.pdf_pages import IndirectObject
from cardforge.write.spool import SpooledBytes
from cardforge.write.stored_picture import CHANNELS, NO_PREDICTOR, StoredPicture


def embed(document: Any, name: str, image: StoredPicture) -> Any:
    """Add a picture to a document and return the reference to it."""
    entries = [_size(image), f"/ColorSpace /{image.colours}"]
    if image.inverted:
        entries.append("/Decode [ 1 0 1 0 1 0 1 0 ]")
    if image.predictor != NO_PREDICTOR:
        channels = CHANNELS[image.colours]
        parameters = f"/Predictor {image.predictor} /Colors {channels} /BitsPerComponent 8 /Columns {image.width}"
        entries.append(f"/DecodeParms << {parameters} >>")
    mask = None
    if image.alpha is not None:
        shades = [_size(image), "/ColorSpace /DeviceGray", "/Filter /FlateDecode"]
        mask = document.Reference(_ImageObject(shades, image.alpha), f"{name}-mask")
    entries.append(f"/Filter /{'DCTDecode' if image.is_jpeg else 'FlateDecode'}")
    return document.Reference(_ImageObject(entries, image.data, mask), name)


def _size(image: StoredPicture) -> str:
    return f"/Height {image.height} /Width {image.width}"


class _ImageObject(IndirectObject):
    """An image XObject."""

    def __init__(self, entries: list[str], data: SpooledBytes, mask: Any = None) -> None:
        self._entries, self._data, self._mask = entries, data, mask

    def format(self, document: Any) -> bytes:
        entries = " ".join(self._entries).encode()
        mask = b" /SMask %s" % self._mask.format(document) if self._mask else b""
        head = b"<< /Type /XObject /Subtype /Image /BitsPerComponent 8 %s%s /Length %d >>"
        data = self._data.read()
        return b"\n".join([head % (entries, mask, len(data)), b"stream", data, b"endstream\n"])
