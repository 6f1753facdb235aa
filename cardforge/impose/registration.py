"""Registration marks, by which a cutting machine locates the sheet.

The layout is the one that Silhouette cutters read: right angles 1 mm thick with arms of 5 mm, 10 mm from the paper's
edges; with three marks, the first is a filled square. Ready-made sheets may ask for other sizes. They are printed on
fronts only: the machine sees one side.
"""

from __future__ import annotations

from typing import NamedTuple

from cardforge.core.choices import Registration
from cardforge.core.units import Mm
from cardforge.impose.job import MOST_MARGIN

CLEAR: Mm = 2.0  # ink closer to a mark may be mistaken for a part of it


class MarkSizes(NamedTuple):
    """How large the marks are, and how far from the paper's edges."""

    inset: Mm = MOST_MARGIN
    arm: Mm = 5.0
    thick: Mm = 1.0
    square: Mm = 5.0


USUAL = MarkSizes()
RESERVED: Mm = USUAL.inset + USUAL.arm + CLEAR


class Bar(NamedTuple):
    """A filled box on the paper."""

    x: Mm
    y: Mm
    width: Mm
    height: Mm


def registration_bars(kind: Registration, width: Mm, height: Mm, sizes: MarkSizes = USUAL) -> tuple[Bar, ...]:
    """The filled boxes of all marks on paper of this size."""
    if kind == Registration.NONE:
        return ()
    near, right, bottom = sizes.inset, width - sizes.inset, height - sizes.inset
    bars = [*_angle(right, near, -1, 1, sizes), *_angle(near, bottom, 1, -1, sizes)]
    if kind == Registration.SILHOUETTE_3:
        return (Bar(near, near, sizes.square, sizes.square), *bars)
    return (*_angle(near, near, 1, 1, sizes), *bars, *_angle(right, bottom, -1, -1, sizes))


def _angle(x: Mm, y: Mm, across: int, down: int, sizes: MarkSizes) -> tuple[Bar, Bar]:
    """Two arms from a corner, each towards the middle of the paper."""
    arm, thick = sizes.arm, sizes.thick
    return _bar(x, y, across * arm, down * thick), _bar(x, y, across * thick, down * arm)


def _bar(x: Mm, y: Mm, across: Mm, down: Mm) -> Bar:
    return Bar(min(x, x + across), min(y, y + down), abs(across), abs(down))
