"""Give a page the bleed that a service asks for, and room for crop marks.

Takes the operators and boxes of a page; returns new ones. The trimmed card keeps its size to a hundredth of a
millimetre. If the face has too little bleed, a slightly enlarged copy with the same centre is painted into the missing
ring only: the card itself does not change, and the ring continues its edge colours.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from cardforge.core.units import PT_PER_MM, Mm
from cardforge.write.pdfx_content import Op, Ops, op, without_texts

EdgeBox = tuple[float, float, float, float]  # left, bottom, right, top, in points

MARK_LENGTH: Mm = 4.0
MARK_GAP: Mm = 1.0  # between the bleed and a mark
MARK_WIDTH = 0.25  # points
ROOM: Mm = MARK_LENGTH + MARK_GAP  # for marks around the bleed
_OVERLAP = 0.1 * PT_PER_MM  # of ring and face, so that no gap shows between them
_CLOSE = 0.01  # points; rounding tolerance


class EdgeBoxes(NamedTuple):
    """The boxes of a page, in points."""

    media: EdgeBox
    bleed: EdgeBox
    trim: EdgeBox


def edged(ops: Ops, boxes: EdgeBoxes, bleed: Mm, marks: bool) -> tuple[Ops, EdgeBoxes]:
    """The operators and boxes of the page with this much bleed, and room for marks if wanted."""
    left, bottom, right, top = boxes.trim
    want, room = bleed * PT_PER_MM, (ROOM if marks else 0.0) * PT_PER_MM
    width, height = right - left, top - bottom
    margin = want + room
    new = EdgeBoxes(
        (0.0, 0.0, width + 2 * margin, height + 2 * margin),
        (room, room, room + width + 2 * want, room + height + 2 * want),
        (margin, margin, margin + width, margin + height),
    )
    place = op("cm", 1, 0, 0, 1, margin - left, margin - bottom)
    made = [op("q"), *_clip(new.bleed)]
    missing = want - min(left - boxes.bleed[0], bottom - boxes.bleed[1])
    if missing > _CLOSE:
        made += _ring(ops, boxes, want, place)
    return [*made, place, *ops, op("Q")], new


def _ring(ops: Ops, boxes: EdgeBoxes, want: float, place: Op) -> Iterator[Op]:
    left, bottom, right, top = boxes.trim
    have = boxes.bleed
    width, height = right - left, top - bottom
    scale = max((width + 2 * want) / (have[2] - have[0]), (height + 2 * want) / (have[3] - have[1]))
    middle_x, middle_y = (left + right) / 2, (bottom + top) / 2
    yield from (op("q"), place)
    around = (left - want - 1, bottom - want - 1, right + want + 1, top + want + 1)
    inside = (have[0] + _OVERLAP, have[1] + _OVERLAP, have[2] - _OVERLAP, have[3] - _OVERLAP)
    yield from (_rectangle(around), _rectangle(inside), op("W*"), op("n"))
    yield op("cm", scale, 0, 0, scale, middle_x * (1 - scale), middle_y * (1 - scale))
    yield from without_texts(ops)
    yield op("Q")


def mark_lines(boxes: EdgeBoxes) -> list[tuple[float, float, float, float]]:
    """Eight crop marks, in line with the trim and outside the bleed."""
    start, end = MARK_GAP * PT_PER_MM, ROOM * PT_PER_MM
    left, bottom, right, top = boxes.bleed
    lines = []
    for x in (boxes.trim[0], boxes.trim[2]):
        lines += [(x, bottom - start, x, bottom - end), (x, top + start, x, top + end)]
    for y in (boxes.trim[1], boxes.trim[3]):
        lines += [(left - start, y, left - end, y), (right + start, y, right + end, y)]
    return lines


def _clip(box: EdgeBox) -> Ops:
    return [_rectangle(box), op("W"), op("n")]


def _rectangle(box: EdgeBox) -> Op:
    left, bottom, right, top = box
    return op("re", left, bottom, right - left, top - bottom)
