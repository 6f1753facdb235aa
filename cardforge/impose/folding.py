"""Fold pages into a booklet: two pages beside each other on both sides of every sheet, sheets laid into each other.

Takes the pages in reading order and a paper; gives the sheets to print, which are turned over the short edge, laid on
one pile and folded once. Pages stand against the fold, and are made smaller where half a sheet is smaller than they
are. Creep, the way inner sheets push out of outer ones, is left alone: in three sheets it is a third of a millimetre.
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

MOST_PAGES = 80  # twenty sheets: more do not fold, and no stapler goes through them
_ON_A_SHEET = 4
_HAIR = 1e-9  # lost in reckoning


class Spread(NamedTuple):
    """One side of a sheet: the numbers of its two pages, from 1; nothing where the paper stays blank."""

    left: int | None
    right: int | None


class Booklet(NamedTuple):
    """Sheets in the order in which they are printed, and how the pages lie on them."""

    pages: tuple[SheetPage, ...]
    sheets: int
    blanks: int  # at the end
    scale: float  # of the pages


def spreads(count: int) -> list[tuple[Spread, Spread]]:
    """The front and back of every sheet, the outermost first."""
    whole = -(-count // _ON_A_SHEET) * _ON_A_SHEET

    def there(page: int) -> int | None:
        return page if page <= count else None

    return [
        (Spread(there(whole - at), there(at + 1)), Spread(there(at + 2), there(whole - at - 1)))
        for at in range(0, whole // 2, 2)
    ]


def impose_booklet(pages: Sequence[Piece], paper: Paper) -> Booklet:
    """Pages on sheets for folding."""
    width, height = _size(pages)
    # Paper stands upright; a booklet is printed on it lying down.
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
        # Nothing reaches over the fold, where it would print on the other page.
        clip = Clip(bleed if is_left else 0.0, bleed, 0.0 if is_left else bleed, bleed)
        outline = rectangle(width, height)
        found.append(
            Placement(
                page.key, page.key, Side.FRONT, x, (down - height) / 2, width, height, 0, clip, bleed, outline, scale
            )
        )
    return tuple(found)
