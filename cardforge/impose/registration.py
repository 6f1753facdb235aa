"""Registration marks, by which a cutting machine locates the sheet.

The layout is the one that Silhouette cutters read: right angles 1 mm thick with arms of 5 mm, 10 mm from the paper's
edges; with three marks, the first is a filled square. They are printed on fronts only: the machine sees one side.
"""

from __future__ import annotations

from typing import NamedTuple

from cardforge.core.choices import Registration
from cardforge.core.units import Mm
from cardforge.impose.job import MOST_MARGIN

INSET: Mm = MOST_MARGIN
ARM: Mm = 5.0
THICK: Mm = 1.0
CLEAR: Mm = 2.0  # ink closer to a mark may be mistaken for a part of it
RESERVED: Mm = INSET + ARM + CLEAR


class Bar(NamedTuple):
    """A filled box on the paper."""

    x: Mm
    y: Mm
    width: Mm
    height: Mm


def registration_bars(kind: Registration, width: Mm, height: Mm) -> tuple[Bar, ...]:
    """The filled boxes of all marks on paper of this size."""
    if kind == Registration.NONE:
        return ()
    right, bottom = width - INSET, height - INSET
    bars = [*_angle(right, INSET, -1, 1), *_angle(INSET, bottom, 1, -1)]
    if kind == Registration.SILHOUETTE_3:
        return (Bar(INSET, INSET, ARM, ARM), *bars)
    return (*_angle(INSET, INSET, 1, 1), *bars, *_angle(right, bottom, -1, -1))


def _angle(x: Mm, y: Mm, across: int, down: int) -> tuple[Bar, Bar]:
    """Two arms from a corner, each towards the middle of the paper."""
    return _bar(x, y, across * ARM, down * THICK), _bar(x, y, across * THICK, down * ARM)


def _bar(x: Mm, y: Mm, across: Mm, down: Mm) -> Bar:
    return Bar(min(x, x + across), min(y, y + down), abs(across), abs(down))
