"""Q7: artwork that reaches the cut goes on through the bleed.

Takes a file and the boxes of its pages, by number; gives findings. Pages are rendered, because right boxes around
artwork that is too short look right to every other rule. Just inside the cut and near the edge of the bleed a line of
pixels is compared on each side: where the one is inked and the other is paper, a white edge shows after cutting.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cardforge.core.units import PT_PER_MM, Pt
from cardforge.preflight.demands import Demands
from cardforge.preflight.findings import ERROR, WARNING, PreflightFinding
from cardforge.preflight.page import PageBoxes
from cardforge.write.png import Pixels, pdf_pixels

_DPI = 72  # a pixel is a point, and a bleed of 3 mm is eight of them
_MAX_POINTS = 20_000_000  # of a page: more is not rendered
_IN: Pt = 1.5  # from the edges, where pixels are mixed
_PAPER = 250  # of 255 in each colour
_SOME = 0.02  # of a side may differ: a line that ends at the cut


def rendered_findings(data: bytes, pages: Mapping[int, PageBoxes], demands: Demands) -> Iterator[PreflightFinding]:
    """What is wrong with the bleed as it is painted."""
    wanted = []
    for page, boxes in pages.items():
        left, bottom, right, top = boxes.media
        if not boxes.is_cut or boxes.is_turned or min(boxes.margin, demands.bleed) * PT_PER_MM <= 2 * _IN:
            continue
        if (right - left) * (top - bottom) > _MAX_POINTS:
            message = f"the page is {(right - left) / 72:,.0f} × {(top - bottom) / 72:,.0f} inches large"
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
            message = f"{share:.0%} of the {side} edge is inked at the cut and white in the bleed"
            hint = "let the artwork run on to the edge of the bleed"
            yield PreflightFinding("PF407", ERROR, "bleed", message, hint, page, -share)


def _inked(pixels: Pixels, x: float, y: float) -> bool:
    """Whether a point of the page is anything but paper; pictures count from the top, PDF from the bottom."""
    column = min(max(int(x), 0), pixels.width - 1)
    row = min(max(pixels.height - 1 - int(y), 0), pixels.height - 1)
    return any(part < _PAPER for part in pixels.numbers[row * pixels.width + column].to_bytes(4, "little")[:3])
