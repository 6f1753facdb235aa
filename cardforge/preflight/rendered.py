"""Check that artwork which reaches the trim continues through the bleed (Q7).

Takes a file and the boxes of its pages by number; yields findings. Pages are rendered, because correct boxes around
artwork that stops short pass every other check. On each side, a line of pixels just inside the trim is compared with
one near the edge of the bleed: where the first is inked and the second is paper, trimming leaves a white edge.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cardforge.core.units import PT_PER_MM, Pt
from cardforge.preflight.demands import Demands
from cardforge.preflight.findings import ERROR, WARNING, PreflightFinding
from cardforge.preflight.page import PageBoxes
from cardforge.write.png import Pixels, pdf_pixels

_DPI = 72  # one pixel per point, so a bleed of 3 mm is eight pixels
_MAX_POINTS = 20_000_000  # square points; a larger page is not rendered
_IN: Pt = 1.5  # distance from an edge, to avoid antialiased pixels
_PAPER = 250  # of 255; every channel at least this is unprinted paper
_SOME = 0.02  # share of a side that may differ, such as a line that ends at the trim


def rendered_findings(data: bytes, pages: Mapping[int, PageBoxes], demands: Demands) -> Iterator[PreflightFinding]:
    """Faults of the bleed as rendered."""
    wanted = []
    for page, boxes in pages.items():
        left, bottom, right, top = boxes.media
        if not boxes.is_cut or boxes.is_turned or min(boxes.margin, demands.bleed) * PT_PER_MM <= 2 * _IN:
            continue
        if (right - left) * (top - bottom) > _MAX_POINTS:
            message = f"the page is too large ({(right - left) / 72:,.0f} × {(top - bottom) / 72:,.0f} inches)"
            yield PreflightFinding(
                "PF003", WARNING, "large", f"{message} and was not rendered", "export it smaller", page
            )
        else:
            wanted.append(page)
    for page, pixels in zip(wanted, pdf_pixels(data, _DPI, [page - 1 for page in wanted]), strict=True):
        if pixels is None:
            yield PreflightFinding("PF003", WARNING, "render", "the page cannot be rendered", "export it again", page)
        else:
            yield from _sides(page, pixels, pages[page], demands)


def _sides(page: int, pixels: Pixels, boxes: PageBoxes, demands: Demands) -> Iterator[PreflightFinding]:
    out = min(boxes.margin, demands.bleed) * PT_PER_MM - _IN
    left, bottom, right, top = (round(each - boxes.media[number % 2]) for number, each in enumerate(boxes.trim))
    columns, rows = range(left + 2, right - 2), range(bottom + 2, top - 2)
    for side, inner, outer in (
        ("left", [(left + _IN, y) for y in rows], [(left - out, y) for y in rows]),
        ("right", [(right - _IN, y) for y in rows], [(right + out, y) for y in rows]),
        ("bottom", [(x, bottom + _IN) for x in columns], [(x, bottom - out) for x in columns]),
        ("top", [(x, top - _IN) for x in columns], [(x, top + out) for x in columns]),
    ):
        pairs = list(zip(inner, outer, strict=True))
        short = sum(_inked(pixels, *one) and not _inked(pixels, *other) for one, other in pairs)
        share = short / max(1, len(pairs))
        if share > _SOME:
            message = f"{share:.0%} of the {side} edge is printed at the trim but white in the bleed"
            hint = "extend the artwork to the edge of the bleed"
            yield PreflightFinding("PF407", ERROR, "bleed", message, hint, page, -share)


def _inked(pixels: Pixels, x: float, y: float) -> bool:
    """Whether a point of the page is printed. Pixel rows start at the top, PDF coordinates at the bottom."""
    column = min(max(int(x), 0), pixels.width - 1)
    row = min(max(pixels.height - 1 - int(y), 0), pixels.height - 1)
    return any(part < _PAPER for part in pixels.numbers[row * pixels.width + column].to_bytes(4, "little")[:3])
