"""Bounding boxes of the ink of a text, one for every stretch of one style on one line.

A box is as wide as the advance widths, but only as tall as the letters themselves, so that a line of lowercase letters
is not blamed for what lies above it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from cardforge.core.units import PT_PER_MM, Mm, Pt
from cardforge.layout.boxes import Box
from cardforge.layout.display import Point, Text, TextLine
from cardforge.layout.runs import Run

ICON_SIDE = 0.92  # the side of an inline icon, as a multiple of the font size
ICON_TOP = 0.8  # its height above the baseline, likewise


class Ink(NamedTuple):
    """Letters of one style on one line, or an inline icon."""

    box: Box
    colour: str
    size: Pt
    bold: bool = False
    is_icon: bool = False


def inks_of(text: Text, about: Point | None = None) -> Iterator[Ink]:
    """The ink of a text, line by line; with `about`, after a half turn about that point."""
    for ink in _upright(text):
        yield ink._replace(box=ink.box.turned(about)) if about else ink


def _upright(text: Text) -> Iterator[Ink]:
    em = text.size / PT_PER_MM
    for line in text.lines:
        if line.words:
            yield _words(line, text.size, em)
            continue
        for placed in line.runs:
            found = _run(placed.run, line.x + placed.x, line.y, text.size, em)
            if found:
                yield found


def _words(line: TextLine, size: Pt, em: Mm) -> Ink:
    first = line.words[0].runs[0]
    width = sum([piece.width + piece.space for piece in line.words]) - line.words[-1].space
    above = below = 0.0
    if first.font:
        above, below = first.font.reach(chain.from_iterable(piece.runs[0].glyphs for piece in line.words))
    box = Box(line.x, line.y - above * em / 1000, width * em / 1000, (above + below) * em / 1000)
    return Ink(box, first.colour, size, first.font is not None and first.font.is_bold)


def _run(run: Run, x: Mm, y: Mm, size: Pt, em: Mm) -> Ink | None:
    if run.icon:
        side = ICON_SIDE * em
        x += (run.width / 1000 * em - side) / 2
        return Ink(Box(x, y - ICON_TOP * em, side, side), run.colour, size, is_icon=True)
    if run.font is None:
        return None
    above, below = run.font.reach(run.glyphs)
    scale = em * run.scale / 1000
    box = Box(x, y - above * scale, run.width * em / 1000, (above + below) * scale)
    return Ink(box, run.colour, size, run.font.is_bold)
