"""Faces as pictures of an exact size in pixels, as services for cards take them.

Takes faces and the canvas of their size; gives PNGs in RGB with the card in the middle. Where the face has less bleed
than the canvas has room, its outermost pixels are repeated to the edge: no white can show at a cut that drifts.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from math import ceil, floor
from typing import Any

from cardforge.core.units import Mm
from cardforge.write.compose import Drawn
from cardforge.write.pdf import Page, PdfResources, PlacedFace, pages_pdf
from cardforge.write.png import whole_pages

_AT_A_TIME = 60  # faces of one PDF; more would only take more memory


def canvas_pictures(
    faces: Sequence[tuple[Drawn, tuple[int, int]]], resources: PdfResources, dpi: int
) -> Iterator[bytes]:
    """Every face as PNG on a canvas of so many pixels."""
    for start in range(0, len(faces), _AT_A_TIME):
        some = faces[start : start + _AT_A_TIME]
        data = pages_pdf([_page(face, pixels, dpi) for face, pixels in some], resources, "pictures")
        for (face, pixels), picture in zip(some, whole_pages(data, dpi), strict=True):
            _fill(picture, *(_bled(of, each, dpi) for of, each in zip(pixels, _size(face), strict=True)))
            out = io.BytesIO()
            picture.save(out, "PNG", dpi=(dpi, dpi))
            yield out.getvalue()


def _page(face: Drawn, pixels: tuple[int, int], dpi: int) -> Page:
    """A page as large as the canvas, with the card in its middle."""
    width, height = (each * 25.4 / dpi for each in pixels)
    return Page(width, height, (PlacedFace((width - face.width) / 2, (height - face.height) / 2, face),))


def _size(face: Drawn) -> tuple[Mm, Mm]:
    return face.width + 2 * face.bleed, face.height + 2 * face.bleed


def _bled(pixels: int, length: Mm, dpi: int) -> tuple[int, int]:
    """The first pixel that a face with its bleed covers wholly, and the one after the last."""
    spare = max(0.0, (pixels - length / 25.4 * dpi) / 2)
    first = ceil(round(spare, 3))
    return first, max(first + 1, floor(round(pixels - spare, 3)))


def _fill(picture: Any, across: tuple[int, int], down: tuple[int, int]) -> None:
    """Repeat the outermost pixels of a part to the edges of its picture: to the sides first, then up and down."""
    left, right = across
    top, bottom = down
    width, height = picture.size
    for edge, start, end in ((left, 0, left), (right - 1, right, width)):
        if start < end:
            picture.paste(picture.crop((edge, top, edge + 1, bottom)).resize((end - start, bottom - top)), (start, top))
    for edge, start, end in ((top, 0, top), (bottom - 1, bottom, height)):
        if start < end:
            picture.paste(picture.crop((0, edge, width, edge + 1)).resize((width, end - start)), (0, start))
