"""What preflight asks of our own pages, known while they are made: no page has to be read again.

Takes pages and their pictures; returns the smallest text, the thinnest line and the coarsest picture of each page.
Sizes are those that are written, rounded as in the file, so that a reader of the file measures the same.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

from cardforge.core.units import PT_PER_INCH, PT_PER_MM, Pt
from cardforge.write.numbers import n
from cardforge.write.pdf import Page, PdfResources, PlacedFace

FINEST = 1_000_000  # dpi of a page without pictures


class PageFacts(NamedTuple):
    """The extremes of one page as it is printed; infinite if there is nothing of the kind."""

    text: Pt  # the smallest, outside of figures
    stroke: Pt  # the thinnest, outside of figures
    dpi: int  # of the coarsest picture
    picture: str = ""  # the path of that picture, as shown to users


def facts_of(pages: Iterable[Page], resources: PdfResources) -> tuple[PageFacts, ...]:
    """The facts of every page."""
    return tuple([_page(page, resources) for page in pages])


def resolution(pixels: float, inches: float) -> int:
    """Dots per inch, in whole numbers; a picture without a size is as fine as can be."""
    return min(FINEST, round(pixels / inches)) if inches > 0 else FINEST


def _page(page: Page, resources: PdfResources) -> PageFacts:
    text, stroke = math.inf, page.line
    coarsest: tuple[int, str] = (FINEST, "")
    for placed in (*page.faces, *([page.caption] if page.caption else [])):
        facts = placed.face.facts
        text = min(text, facts.text * placed.scale)
        stroke = min(stroke, facts.stroke * placed.scale)
        if placed.face.pictures:
            coarsest = min(coarsest, _coarsest(placed, resources))
    return PageFacts(text, stroke, *coarsest)


def _coarsest(placed: PlacedFace, resources: PdfResources) -> tuple[int, str]:
    found = []
    for name, picture in placed.face.pictures.items():
        pixels = resources.pictures[name]
        for count, length in ((pixels.width, picture.width), (pixels.height, picture.height)):
            inches = float(n(length * PT_PER_MM)) * placed.scale / PT_PER_INCH
            found.append((resolution(count, inches), picture.path))
    return min(found)
