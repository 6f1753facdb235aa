"""Format page, form and stream objects as bytes: reportlab's own would take most of the time of a long document."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any

from reportlab.pdfbase import pdfdoc

from cardforge.core.units import PT_PER_MM, Mm
from cardforge.parallel.pools import map_in_threads

_AT_A_TIME = 50  # streams per batch; handing over a single stream costs more than deflating it
_RESOURCES = pdfdoc.PDFObjectReference("resources")  # the same for all pages and forms


class IndirectObject(pdfdoc.PDFObject):
    """An indirect object; its references are resolved when it is written."""

    __RefOnly__ = 1

    def format(self, document: Any) -> bytes:
        raise NotImplementedError


class Stream(IndirectObject):
    """A deflated content stream."""

    def __init__(self, data: bytes) -> None:
        self._data = data

    def format(self, document: Any) -> bytes:
        head = b"<< %s/Filter /FlateDecode /Length %d >>" % (self._entries(document), len(self._data))
        return head + b"\nstream\n" + self._data + b"\nendstream\n"

    def _entries(self, document: Any) -> bytes:
        return b""


class Form(Stream):
    """A form XObject; its box is in points."""

    def __init__(self, data: bytes, box: tuple[float, float, float, float]) -> None:
        super().__init__(data)
        self._box = " ".join(map(_n, box)).encode()

    def _entries(self, document: Any) -> bytes:
        resources = _RESOURCES.format(document)
        return b"/Type /XObject /Subtype /Form /BBox [%s] /Resources %s " % (self._box, resources)


class PageObject(IndirectObject):
    """A page with its boxes and one or more content streams."""

    def __init__(self, width: Mm, height: Mm, trim: Mm, contents: Sequence[Any]) -> None:
        self._boxes = _boxes(width, height, trim)
        self._contents = contents

    def format(self, document: Any) -> bytes:
        parent, resources = (each.format(document) for each in (document.Reference(document.Pages), _RESOURCES))
        streams = b" ".join([each.format(document) for each in self._contents])
        contents = streams if len(self._contents) == 1 else b"[ %s ]" % streams
        return b"<< /Type /Page /Parent %s %s /Resources %s /Contents %s >>" % (
            parent, self._boxes, resources, contents,
        )  # fmt: skip


def deflated(codes: Iterable[bytes]) -> Iterator[bytes]:
    """Deflate content streams in threads on all cores, a few batches ahead: zlib releases the GIL."""
    return (data for batch in map_in_threads(_deflated, _batches(codes)) for data in batch)


def _batches(codes: Iterable[bytes]) -> Iterator[list[bytes]]:
    waiting = iter(codes)
    while batch := list(islice(waiting, _AT_A_TIME)):
        yield batch


def _deflated(codes: list[bytes]) -> list[bytes]:
    # Level 3 takes half the time of the default 6, for a seventh more bytes.
    return [zlib.compress(code, 3) for code in codes]


@lru_cache(maxsize=256)  # most pages have the same size
def _boxes(width: Mm, height: Mm, trim: Mm) -> bytes:
    right, top, inside = (round(each * PT_PER_MM, 4) for each in (width, height, trim))
    media = f"[0 0 {_n(right)} {_n(top)}]"
    cut = f"[{_n(inside)} {_n(inside)} {_n(right - inside)} {_n(top - inside)}]"
    return f"/MediaBox {media} /BleedBox {media} /TrimBox {cut}".encode()


def _n(value: float) -> str:
    return f"{value:.4f}".rstrip("0").rstrip(".") or "0"
