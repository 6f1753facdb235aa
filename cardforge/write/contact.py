"""Lay out a contact sheet: many cards on one page, as large as fits, to compare them side by side."""

from __future__ import annotations

from collections.abc import Sequence

from cardforge.core.units import CORNER, Mm
from cardforge.layout.display import rectangle
from cardforge.write.drawn import Drawn
from cardforge.write.pdf import Page, PlacedFace
from cardforge.write.shapes import path_code

WIDTH: Mm = 420.0  # A3 landscape, which suits screens
HEIGHT: Mm = 297.0
GAP = 0.06  # between cards, as a share of a card's width
GROUND = "#3b3f46"


def contact_page(faces: Sequence[Drawn]) -> Page:
    """All faces on one page, in rows, on a plain background."""
    width, height = max(face.width for face in faces), max(face.height for face in faces)
    columns = max(range(1, len(faces) + 1), key=lambda count: _scale(count, len(faces), width, height))
    scale = _scale(columns, len(faces), width, height)
    rows = -(-len(faces) // columns)
    step_x, step_y = width * (1 + GAP) * scale, (height + width * GAP) * scale
    left = (WIDTH - columns * step_x + width * GAP * scale) / 2
    top = HEIGHT - (HEIGHT - rows * step_y + width * GAP * scale) / 2
    placed = tuple(
        _cut(left + at % columns * step_x, top - at // columns * step_y - height * scale, face, scale)
        for at, face in enumerate(faces)
    )
    return Page(WIDTH, HEIGHT, placed, ground=GROUND)


def _cut(x: Mm, y: Mm, face: Drawn, scale: float) -> PlacedFace:
    """A face clipped to its trim, with rounded corners."""
    box = rectangle(x, HEIGHT - y - face.height * scale, face.width * scale, face.height * scale, CORNER * scale)
    return PlacedFace(x, y, face, scale, seen=path_code(box, HEIGHT))


def _scale(columns: int, count: int, width: Mm, height: Mm) -> float:
    """The scale of the cards for a number of columns."""
    rows = -(-count // columns)
    across = WIDTH / (width * (columns * (1 + GAP) + GAP))
    down = HEIGHT / (rows * (height + width * GAP) + width * GAP)
    return min(across, down, 1.5)
