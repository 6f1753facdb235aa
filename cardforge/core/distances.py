"""Parse the gap between pieces, and how far to move everything on the paper: lengths in mm with a comma between."""

from __future__ import annotations

from typing import NamedTuple

from cardforge.core.errors import UsageError
from cardforge.core.units import Mm


class Gap(NamedTuple):
    """The distance between the trims of neighbours, side by side and one below the other."""

    across: Mm = 3.0
    down: Mm = 3.0


class Shift(NamedTuple):
    """How far to move everything on the paper, to the right and down, as seen from the front."""

    dx: Mm = 0.0
    dy: Mm = 0.0


USUAL_GAP = Gap()
UNMOVED = Shift()


def gap_of(text: str) -> Gap:
    """One gap for both directions, or those across and down."""
    lengths = _lengths(text)
    if len(lengths) not in (1, 2):
        raise UsageError(f"`{text}` is not a gap", "give one length in mm, or those across and down: 3 or 2,1")
    return Gap(lengths[0], lengths[-1])


def shift_of(text: str) -> Shift:
    """How far to the right and down."""
    lengths = _lengths(text)
    if len(lengths) != 2:
        raise UsageError(f"`{text}` is not an offset", "give two lengths in mm, to the right and down: 0.5,-1")
    return Shift(*lengths)


def _lengths(text: str) -> list[Mm]:
    """The numbers of a text with commas between them; none if one of them is no number."""
    try:
        return [float(each) for each in text.split(",")]
    except ValueError:
        return []
