"""Impose pages as a folded booklet: two pages side by side on both sides of every sheet, with nested sheets.

Takes the pages in reading order and a paper; returns the sheets to print, which are turned over the short edge, stacked
and folded once. Pages are placed against the fold, and scaled down if they are larger than half a sheet. Creep (inner
sheets stick out of outer ones) is not corrected: with three sheets it is a third of a millimetre.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cardforge.core.errors import UsageError
from cardforge.core.units import Mm
from cardforge.impose.job import Piece
from cardforge.impose.outline import rectangle
from cardforge.impose.papers import Paper
from cardforge.impose.sheet_pages import Clip, Placement, SheetPage, Side

MOST_PAGES = 80  # twenty sheets: more cannot be folded or stapled
_ON_A_SHEET = 4
_HAIR = 1e-9  # float rounding tolerance


class Spread(NamedTuple):
    """One side of a sheet: the numbers of its two pages, from 1; None for a blank page."""

    left: int | None
    right: int | None


class Booklet(NamedTuple):
    """The sheets of a booklet in printing order."""

    pages: tuple[SheetPage, ...]
    sheets: int
    blanks: int  # blank pages at the end
    scale: float  # of the pages


def spreads(count: int) -> list[tuple[Spread, Spread]]:
    """The front and back of every sheet, outermost sheet first."""
    whole = -(-count // _ON_A_SHEET) * _ON_A_SHEET

    def there(page: int) -> int | None:
        return page if page <= count else None

    return [
        (Spread(there(whole - at), there(at + 1)), Spread(there(at + 2), there(whole - at - 1)))
        for at in range(0, whole // 2, 2)
    ]


def impose_booklet(pages: Sequence[Piece], paper: Paper) -> Booklet:
    """Place pages on sheets for folding."""
    width, height = _size(pages)
    # `Paper` is portrait; a booklet is printed in landscape.
    across, down = paper.height, paper.width
    scale = min(1.0, across / 2 / width, down / height)
    if scale > 1 - _HAIR:
        scale = 1.0
    folded = spreads(len(pages))
    made = [
        SheetPage(across, down, side, number, len(folded), _placements(spread, pages, across, down, scale))
        for number, sheet in enumerate(folded, 1)
        for side, spread in zip((Side.FRONT, Side.BACK), sheet, strict=True)
    ]
    return Booklet(tuple(made), len(folded), len(folded) * _ON_A_SHEET - len(pages), scale)


def _size(pages: Sequence[Piece]) -> tuple[Mm, Mm]:
    sizes = {(round(page.outline.width, 3), round(page.outline.height, 3)) for page in pages}
    if len(sizes) > 1:
        seen = " and ".join(f"{width:g} × {height:g} mm" for width, height in sorted(sizes)[:2])
        raise UsageError(
            f"all pages of a booklet must have one size; these are {seen}", "name one booklet and nothing else"
        )
    if len(pages) > MOST_PAGES:
        raise UsageError(f"{len(pages)} pages are too many to fold", f"a booklet has at most {MOST_PAGES}")
    return sizes.pop()


def _placements(spread: Spread, pages: Sequence[Piece], across: Mm, down: Mm, scale: float) -> tuple[Placement, ...]:
    found = []
    for is_left, number in zip((True, False), spread, strict=True):
        if number is None:
            continue
        page = pages[number - 1]
        width, height = page.outline.width * scale, page.outline.height * scale
        x = across / 2 - width if is_left else across / 2
        bleed = page.bleed * scale
        # No bleed across the fold, where it would print on the other page.
        clip = Clip(bleed if is_left else 0.0, bleed, 0.0 if is_left else bleed, bleed)
        outline = rectangle(width, height)
        found.append(
            Placement(
                page.key, page.key, Side.FRONT, x, (down - height) / 2, width, height, 0, clip, bleed, outline, scale
            )
        )
    return tuple(found)
