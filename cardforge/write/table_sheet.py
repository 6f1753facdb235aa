"""Lay out deck sheets for a virtual tabletop: faces in a grid, each clipped to its slot.

Takes a grid and the faces in its slots; returns a page of exactly the grid's pixel size.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardforge.core.units import MM_PER_INCH, Mm
from cardforge.impose.tabletop_grid import TableGrid
from cardforge.layout.display import Shape, rectangle
from cardforge.write.contact import GROUND
from cardforge.write.drawn import Drawn
from cardforge.write.pdf import Page, PlacedFace
from cardforge.write.shapes import path_code, shape_code

_BAND = "#565c66"  # on a plain back
_INSET = 0.06  # of that band from the edge, as a share of a card's width
_SAME = 0.005  # a slot is up to a pixel smaller than its card; only a back of another size is scaled
_SLACK = 0.02  # pixels; the renderer rounds page sizes up, so a rounding error would add a pixel


def sheet_page(grid: TableGrid, faces: Sequence[Drawn]) -> Page:
    """A page with the faces in their slots."""
    mm = MM_PER_INCH / grid.dpi
    width, height = _page_size(grid)
    placed = []
    for slot, face in enumerate(faces):
        left, top = grid.corner(slot)
        placed.append(_in_slot(face, left * mm, top * mm, grid.slot_width * mm, grid.slot_height * mm, height))
    return Page(width, height, tuple(placed))  # on white, the colour of paper


def plain_back(grid: TableGrid) -> Page:
    """The plain back for cards that have none, the same for all."""
    width, height = _page_size(grid)
    inset = width * _INSET
    bands = [(inset, _BAND), (2 * inset, GROUND)]
    under = " ".join(
        shape_code(Shape(rectangle(by, by, width - 2 * by, height - 2 * by, by), colour), height)
        for by, colour in bands
    )
    return Page(width, height, (), ground=GROUND, under=under)


def _page_size(grid: TableGrid) -> tuple[Mm, Mm]:
    mm = MM_PER_INCH / grid.dpi
    return (grid.width - _SLACK) * mm, (grid.height - _SLACK) * mm


def _in_slot(face: Drawn, left: Mm, top: Mm, width: Mm, height: Mm, page: Mm) -> PlacedFace:
    """A face centred in its slot and filling it; the overhang is clipped."""
    fill = max(width / face.width, height / face.height)
    scale = 1.0 if abs(fill - 1.0) < _SAME else fill
    x = left + (width - face.width * scale) / 2
    y = page - top - (height + face.height * scale) / 2
    return PlacedFace(x, y, face, scale, seen=path_code(rectangle(left, top, width, height), page))
