"""Checks on print quality: resolution, ink, small text, thin strokes, the safe area (Q1 to Q6).

Takes placed contents of a page; yields findings. Everything is measured after all transformations.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from cardforge.core.units import PT_PER_INCH, PT_PER_MM, Mm, Pt
from cardforge.preflight.colour_checks import refused
from cardforge.preflight.demands import Demands, Standard
from cardforge.preflight.findings import ERROR, WARNING, PreflightFinding
from cardforge.preflight.limits import coarse_picture, small_text, thin_line
from cardforge.preflight.operators import SetColour, ShownText
from cardforge.preflight.page import PageBoxes
from cardforge.preflight.page_drawing import PagePicture, PlacedOnPage
from cardforge.preflight.samples import ink_of, is_inked
from cardforge.preflight.values import Matrix, PdfBox, number, through, value
from cardforge.write.facts import resolution

_MM_SLACK: Mm = 0.01
_INK_SLACK = 0.5  # percent
_FEW = 0.001  # share of a picture's pixels that may exceed the ink limit: a single edge does not smear a sheet
_SMALL: Pt = 14.0  # misregistered inks show in text smaller than this
_BLACK, _COLOUR = 0.85, 0.05  # rich black: more than this much black and more than this much of the other inks
_LZW = ("LZWDecode", "LZW")


class Quality:
    """Checks what is drawn on the pages of one document; the pixels of each picture are counted once."""

    def __init__(self, demands: Demands, standard: Standard) -> None:
        self._demands = demands
        self._standard = standard
        self._inks: dict[tuple[int, int], tuple[PreflightFinding, ...]] = {}

    def findings(self, page: int, boxes: PageBoxes, drawn: PlacedOnPage | PagePicture) -> Iterator[PreflightFinding]:
        """Faults of one thing drawn on a page."""
        if isinstance(drawn, PagePicture):
            size = number(value(drawn.seen, "/Width")), number(value(drawn.seen, "/Height"))
            yield from self._resolution(page, f"the picture `{drawn.name[:60]}`", size, drawn.at)
            yield from (finding._replace(page=page) for finding in self._pixels(drawn))
            return
        for each in drawn.content.inlines:
            at = through(each.at, drawn.at)
            yield from self._resolution(page, "an inline image", (each.width, each.height), at)
            if finding := refused(each.space, self._standard, "picture", " (inline image)", page):
                yield finding
            if set(_LZW) & set(each.filters):
                message = f"an inline image is compressed with LZW, which {self._standard.title} does not allow"
                hint = "export it again with ZIP or JPEG compression"
                yield PreflightFinding("PF305", ERROR, "LZWDecode", message, hint, page)
        for colour in drawn.content.colours:
            yield from self._colour(page, colour)
        for width, linear in drawn.content.strokes:
            yield from self._stroke(page, drawn.look.width if width is None else width, (*linear, 0.0, 0.0), drawn.at)
        for text in drawn.content.texts:
            yield from self._text(page, boxes, text, drawn)
        if drawn.content.faults:
            message = f"{drawn.content.faults:,} invalid operators in the page content; their effect is unpredictable"
            yield PreflightFinding("PF002", WARNING, "operators", message, "export it again", page)

    def _resolution(self, page: int, what: str, size: tuple[float, float], at: Matrix) -> Iterator[PreflightFinding]:
        inches = math.hypot(at[0], at[1]) / PT_PER_INCH, math.hypot(at[2], at[3]) / PT_PER_INCH
        dpi = min(resolution(pixels, inch) for pixels, inch in zip(size, inches, strict=True))
        if finding := coarse_picture(page, what, dpi, self._demands):
            yield finding

    def _pixels(self, picture: PagePicture) -> tuple[PreflightFinding, ...]:
        if not self._standard.judges("PF402") or not is_inked(picture.seen):
            return ()
        key = picture.seen.objgen
        if key not in self._inks:
            self._inks[key] = tuple(self._inked(picture.name, picture.seen))
        return self._inks[key]

    def _inked(self, name: str, image: Any) -> Iterator[PreflightFinding]:
        limits = self._demands.good_ink, self._demands.ink
        seen = ink_of(image, [limit + _INK_SLACK for limit in limits])
        what = f"the picture `{name[:60]}`"
        if seen is None:
            message = f"the ink in {what} was not checked: its pixels cannot be read, or are too many"
            yield PreflightFinding("PF003", WARNING, "pixels", message, "export it again with ZIP or JPEG compression")
        elif seen.shares[0] > _FEW:
            message = f"{seen.shares[0]:.1%} of {what} has more than {limits[0]:g}% ink, up to {seen.most:.0f}%"
            yield self._too_much_ink(message, seen.most, seen.shares[1] > _FEW)

    def _colour(self, page: int, colour: SetColour) -> Iterator[PreflightFinding]:
        if finding := refused(colour.space, self._standard, "page", "", page):
            yield finding
        total = sum(colour.parts) * 100
        if colour.space.is_ink and total > self._demands.good_ink + _INK_SLACK:
            shown = "/".join(f"{part * 100:.0f}" for part in colour.parts)
            message = f"the colour {shown} has {total:.0f}% ink; at most {self._demands.good_ink:g}% is recommended"
            finding = self._too_much_ink(message, total, total > self._demands.ink + _INK_SLACK)
            yield finding._replace(page=page)

    def _too_much_ink(self, message: str, total: float, is_error: bool) -> PreflightFinding:
        if is_error and self._demands.ink > self._demands.good_ink:
            message += f", at most {self._demands.ink:g}% is allowed"
        hint = "use less colour under black, or convert with a profile that uses less ink"
        return PreflightFinding("PF402", ERROR if is_error else WARNING, "ink", message, hint, found=-total)

    def _stroke(self, page: int, width: float | None, inner: Matrix, outer: Matrix) -> Iterator[PreflightFinding]:
        a, b, c, d, _, _ = through(inner, outer)
        points = (1.0 if width is None else abs(width)) * math.sqrt(abs(a * d - b * c))
        if finding := thin_line(page, points, self._demands):
            yield finding

    def _text(self, page: int, boxes: PageBoxes, text: ShownText, drawn: PlacedOnPage) -> Iterator[PreflightFinding]:
        at = through(text.at, drawn.at)
        size = (drawn.look.size if text.size is None else text.size) or 0.0
        points = abs(size) * math.hypot(at[2], at[3])
        if not points:
            return
        if finding := small_text(page, points, self._demands):
            yield finding
        fill = drawn.look.fill if text.fill is None else text.fill
        if fill and points < _SMALL and _is_rich(fill):
            shown = "/".join(f"{part * 100:.0f}" for part in fill.parts)
            message = f"black text of {points:.1f} pt is in rich black ({shown}); small text needs black ink alone"
            yield PreflightFinding("PF405", WARNING, "black", message, "set its colour to 0/0/0/100", page, points)
        if boxes.is_cut:
            yield from self._safe(page, boxes, (at[4], at[5]))

    def _safe(self, page: int, boxes: PageBoxes, at: tuple[float, float]) -> Iterator[PreflightFinding]:
        if _depth(boxes.bleed, at) < 0:  # outside the bleed: printer's notes and slug text
            return
        depth = _depth(boxes.trim, at)
        if depth < self._demands.safe - _MM_SLACK:
            severity = ERROR if depth < self._demands.least_safe - _MM_SLACK else WARNING
            where = f"{depth:.1f} mm inside the trim" if depth >= 0 else f"{-depth:.1f} mm outside the trim"
            message = f"a text starts {where}; keep it at least {self._demands.safe:g} mm inside"
            yield PreflightFinding("PF406", severity, "safe", message, "move it inwards", page, depth)


def _is_rich(colour: SetColour) -> bool:
    """Whether a colour is black mixed with other inks."""
    if not colour.space.is_ink or len(colour.parts) != 4:
        return False
    return colour.parts[3] > _BLACK and sum(colour.parts[:3]) > _COLOUR


def _depth(box: PdfBox, at: tuple[float, float]) -> Mm:
    """How far a point is inside a box; negative if outside."""
    x, y = at
    return min(x - box[0], y - box[1], box[2] - x, box[3] - y) / PT_PER_MM
