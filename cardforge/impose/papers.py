"""Parse paper sizes, by name or by width and height.

Takes what the user typed (`a4`, `210x297`, `8.5x11in`); returns a portrait paper in mm, or raises UsageError.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from cardforge.core.errors import UsageError
from cardforge.core.measures import measure
from cardforge.core.phrases import listed
from cardforge.core.suggestions import nearest
from cardforge.core.units import Mm

SMALLEST: Mm = 10.0
LARGEST: Mm = 5_000.0  # wider than any roll that a plotter takes
_LIKE_A_MEASURE = re.compile(r"[-+]?[0-9.]|[-+]?(inf|nan)")
_EXAMPLE = "for example `a4`, `210x297` or `8.5x11in`"


class Paper(NamedTuple):
    """A sheet of paper in portrait orientation."""

    name: str
    width: Mm
    height: Mm

    @property
    def measure(self) -> str:
        return f"{self.width:g} × {self.height:g} mm"


PAPERS: dict[str, Paper] = {
    paper.name: paper
    for paper in (
        Paper("a5", 148.0, 210.0),
        Paper("a4", 210.0, 297.0),
        Paper("letter", 215.9, 279.4),
        Paper("legal", 215.9, 355.6),
        Paper("tabloid", 279.4, 431.8),
        Paper("a3", 297.0, 420.0),
    )
}


def paper(text: str) -> Paper:
    """The paper with this name or these measures."""
    wanted = text.strip().casefold()
    if wanted in PAPERS:
        return PAPERS[wanted]
    sides = measure(wanted)
    if sides is None:
        raise UsageError(f"unknown paper `{text}`", _hint(wanted))
    if not (min(sides) >= SMALLEST and max(sides) <= LARGEST):
        message = f"paper of {sides[0]:g} × {sides[1]:g} mm is too small or too large"
        raise UsageError(message, f"each side must be {SMALLEST:g} to {LARGEST:g} mm; {_EXAMPLE}")
    return Paper(wanted.replace(" ", ""), min(sides), max(sides))


def _hint(wanted: str) -> str:
    known = nearest(wanted, PAPERS)
    if known:
        return f"did you mean `{known}`?"
    if _LIKE_A_MEASURE.match(wanted):
        return f"write width and height with an x between; {_EXAMPLE}"
    return f"use {listed(PAPERS)}, or give width and height, {_EXAMPLE}"
