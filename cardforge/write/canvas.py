"""Render faces to PNGs of an exact pixel size, as card printing services require.

Takes faces and their canvas sizes; yields RGB PNGs with the card centred. If a face has less bleed than the canvas has
room for, its edge pixels are repeated outwards, so that an imprecise cut shows no white.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from math import ceil, floor
from typing import Any

from cardforge.core.units import Mm
from cardforge.write.drawn import Drawn
from cardforge.write.pdf import Page, PdfResources, PlacedFace, pages_pdf
from cardforge.write.png import whole_pages

_AT_A_TIME = 60  # faces per PDF, to limit memory


def canvas_pictures(
    faces: Sequence[tuple[Drawn, tuple[int, int]]], resources: PdfResources, dpi: int
) -> Iterator[bytes]:
    """Every face as PNG on a canvas of the given pixel size."""
    for start in range(0, len(faces), _AT_A_TIME):
        some = faces[start : start + _AT_A_TIME]
        data = pages_pdf([_page(face, pixels, dpi) for face, pixels in some], resources, "pictures")
        for (face, pixels), picture in zip(some, whole_pages(data, dpi), strict=True):
            _fill(picture, *(_bled(of, each, dpi) for of, each in zip(pixels, _size(face), strict=True)))
            out = io.BytesIO()
            picture.save(out, "PNG", dpi=(dpi, dpi))
            yield out.getvalue()


def _page(face: Drawn, pixels: tuple[int, int], dpi: int) -> Page:
    """A page as large as the canvas, with the card centred."""
    width, height = (each * 25.4 / dpi for each in pixels)
    return Page(width, height, (PlacedFace((width - face.width) / 2, (height - face.height) / 2, face),))


def _size(face: Drawn) -> tuple[Mm, Mm]:
    return face.width + 2 * face.bleed, face.height + 2 * face.bleed


def _bled(pixels: int, length: Mm, dpi: int) -> tuple[int, int]:
    """The range of pixels that a face with its bleed covers completely."""
    spare = max(0.0, (pixels - length / 25.4 * dpi) / 2)
    first = ceil(round(spare, 3))
    return first, max(first + 1, floor(round(pixels - spare, 3)))


def _fill(picture: Any, across: tuple[int, int], down: tuple[int, int]) -> None:
    """Repeat the edge pixels of the drawn part outwards: first left and right, then up and down."""
    left, right = across
    top, bottom = down
    width, height = picture.size
    for edge, start, end in ((left, 0, left), (right - 1, right, width)):
        if start < end:
            picture.paste(picture.crop((edge, top, edge + 1, bottom)).resize((end - start, bottom - top)), (start, top))
    for edge, start, end in ((top, 0, top), (bottom - 1, bottom, height)):
        if start < end:
            picture.paste(picture.crop((0, edge, width, edge + 1)).resize((width, end - start)), (0, start))
