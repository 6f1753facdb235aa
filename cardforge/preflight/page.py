"""Checks on pages: boxes, trim size, bleed and annotations (P1 to P4).

Takes a page; returns its boxes in points, and findings. PDF coordinates start at the bottom left.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import pikepdf

from cardforge.core.units import PT_PER_MM, Mm
from cardforge.preflight.demands import Demands, Standard
from cardforge.preflight.findings import ERROR, WARNING, PreflightFinding
from cardforge.preflight.values import PdfBox, box, items, number, value, word

_LETTER: PdfBox = (0.0, 0.0, 612.0, 792.0)  # viewers' default for a page without MediaBox
_SLACK = 0.01  # pt, rounding tolerance
_ALIKE: Mm = 0.1  # sizes closer than this count as equal
_BLEED_SLACK: Mm = 0.02


class PageBoxes(NamedTuple):
    """The boxes of a page, in points."""

    media: PdfBox
    bleed: PdfBox
    trim: PdfBox
    is_cut: bool  # the page has a TrimBox or ArtBox
    is_turned: bool  # or scaled, so that lengths in points are not those printed

    @property
    def margin(self) -> Mm:
        """The bleed on its narrowest side; negative if the trim lies outside the bleed."""
        left, bottom, right, top = self.bleed
        inner = self.trim
        return min(inner[0] - left, inner[1] - bottom, right - inner[2], top - inner[3]) / PT_PER_MM

    @property
    def size(self) -> tuple[Mm, Mm]:
        """Width and height after trimming."""
        left, bottom, right, top = self.trim
        return (right - left) / PT_PER_MM, (top - bottom) / PT_PER_MM


def boxes_of(page: pikepdf.Page) -> PageBoxes:
    """The boxes of a page, with defaults for missing ones."""
    media = box(inherited(page, "/MediaBox")) or _LETTER
    bleed = box(value(page.obj, "/BleedBox")) or box(inherited(page, "/CropBox")) or media
    trim = box(value(page.obj, "/TrimBox")) or box(value(page.obj, "/ArtBox"))
    turned = round(number(inherited(page, "/Rotate"))) % 360 != 0 or number(value(page.obj, "/UserUnit"), 1.0) != 1.0
    return PageBoxes(media, bleed, trim or bleed, trim is not None, turned)


def page_findings(
    pages: Sequence[tuple[pikepdf.Page, PageBoxes]], demands: Demands, standard: Standard
) -> Iterator[PreflightFinding]:
    """Faults in the boxes and annotations of all pages."""
    first = next((boxes.size for _, boxes in pages if boxes.is_cut), (0.0, 0.0))
    for at, (page, boxes) in enumerate(pages, 1):
        yield from _nesting(at, page, boxes, standard)
        if boxes.is_cut:
            yield from _size(at, boxes.size, demands.trim, first)
        if boxes.is_cut and boxes.margin < demands.bleed - _BLEED_SLACK and _inside(boxes.trim, boxes.bleed):
            message = f"the bleed is {boxes.margin:.2f} mm wide; {demands.bleed:g} mm is required on all four sides"
            hint = "extend the artwork beyond the trim, and export it with its bleed"
            yield PreflightFinding("PF203", ERROR, "bleed", message, hint, at, boxes.margin)
        yield from _lying_on(at, page, boxes)


def _nesting(at: int, page: pikepdf.Page, boxes: PageBoxes, standard: Standard) -> Iterator[PreflightFinding]:
    trim, art = value(page.obj, "/TrimBox"), value(page.obj, "/ArtBox")
    if standard.is_press and trim is None and art is None:
        message = "the page has no TrimBox, so the printer cannot know where to cut"
        yield PreflightFinding("PF201", ERROR, "no trim", message, "set the trim size when you export", at)
    if standard.is_press and trim is not None and art is not None:
        message = "the page has a TrimBox and an ArtBox; only one of them is allowed"
        yield PreflightFinding("PF201", ERROR, "art too", message, "remove the ArtBox", at)
    for inner, outer, names in (
        (boxes.trim, boxes.bleed, ("TrimBox", "BleedBox")),
        (boxes.bleed, boxes.media, ("BleedBox", "MediaBox")),
    ):
        if not _inside(inner, outer):
            message = f"the {names[0]} ({_shown(inner)}) extends outside the {names[1]} ({_shown(outer)})"
            yield PreflightFinding(
                "PF201", ERROR, names[0], message, "keep the trim inside the bleed, and the bleed inside the page", at
            )
    if standard.is_press and boxes.is_turned:
        message = "the page is rotated or scaled by `Rotate` or `UserUnit`, which some print software ignores"
        yield PreflightFinding("PF201", WARNING, "turned", message, "export it upright and at its final size", at)


def _size(
    at: int, size: tuple[Mm, Mm], ordered: tuple[Mm, Mm] | None, first: tuple[Mm, Mm]
) -> Iterator[PreflightFinding]:
    seen = f"{size[0]:.2f} × {size[1]:.2f} mm"
    if ordered:
        if _differ(size, ordered):
            message = f"the trimmed card is {seen}; {ordered[0]:g} × {ordered[1]:g} mm was ordered"
            yield PreflightFinding("PF202", ERROR, "size", message, "set the trim size to the size of the card", at)
    elif _differ(size, first):
        message = f"the trimmed page is {seen}, but the first page is {first[0]:.2f} × {first[1]:.2f} mm"
        yield PreflightFinding("PF202", ERROR, "sizes", message, "make one file for each size", at)


def _lying_on(at: int, page: pikepdf.Page, boxes: PageBoxes) -> Iterator[PreflightFinding]:
    for note in items(page.obj, "/Annots"):
        place = box(value(note, "/Rect"))
        if place and _meet(place, boxes.bleed):
            kind = word(value(note, "/Subtype")) or "unknown"
            message = f"the page has an annotation ({kind}) at {_shown(place)}"
            yield PreflightFinding("PF204", ERROR, f"annotation {kind}", message, "remove links, notes and forms", at)
    for key in ("AA", "Trans"):
        if value(page.obj, f"/{key}") is not None:
            message = f"the page has `{key}`, which only works on screen"
            yield PreflightFinding("PF204", WARNING, key, message, "remove it", at)


def inherited(page: pikepdf.Page, key: str) -> object:
    """A page attribute, inherited from the page tree if the page does not set it."""
    found = value(page.obj, key)
    parent = value(page.obj, "/Parent")
    for _ in range(64):
        if found is not None or parent is None:
            break
        found, parent = value(parent, key), value(parent, "/Parent")
    return found


def _inside(inner: PdfBox, outer: PdfBox) -> bool:
    return (
        inner[0] >= outer[0] - _SLACK
        and inner[1] >= outer[1] - _SLACK
        and inner[2] <= outer[2] + _SLACK
        and inner[3] <= outer[3] + _SLACK
    )


def _meet(one: PdfBox, other: PdfBox) -> bool:
    return one[0] < other[2] and one[2] > other[0] and one[1] < other[3] and one[3] > other[1]


def _differ(one: tuple[Mm, Mm], other: tuple[Mm, Mm]) -> bool:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1])) > _ALIKE


def _shown(seen: PdfBox) -> str:
    return " ".join(f"{each:g}" for each in seen)
