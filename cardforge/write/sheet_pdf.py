"""Turn imposed sheets into PDF pages: faces in their slots, marks around them, lines under them.

Takes sheets as data and their faces; yields pages. Sheets have their origin at the top left, pages at the bottom left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from math import cos, inf, radians, sin

from cardforge.core.units import PT_PER_MM, Mm
from cardforge.impose.outline import Loop, RoundCut, grown, placed, turned
from cardforge.impose.sheet_pages import HAIRLINE, Clip, Header, Mark, Placement, SheetPage
from cardforge.layout.display import Shape, rectangle
from cardforge.write.drawn import Drawn
from cardforge.write.pdf import Page, PlacedFace
from cardforge.write.shapes import path_code, shape_code

_Slot = tuple[Mm, Mm, Mm, Mm, Clip, int, int]  # of a placement, with the id of its outline
Caption = Callable[[str, Mm, Mm], Drawn]  # text, and the width and height of its box
_MARK, _CUT, _FOLD = "0 G", "0.72 G", "0.45 G"  # black, light and medium grey


def sheet_pages(pages: tuple[SheetPage, ...], faces: Mapping[str, Drawn], caption: Caption) -> Iterator[Page]:
    """The PDF pages of some sheets."""
    seen: dict[_Slot, str] = {}  # slots repeat on every sheet
    frames: dict[int, tuple[tuple[Mark, ...], str]] = {}  # so do marks: keyed by id, with the object to keep it alive
    for page in pages:
        yield Page(
            page.width,
            page.height,
            tuple([_face(each, page, faces[each.face], seen) for each in page.placements]),
            _header(page.header, page.height, caption) if page.header else None,
            under=_lines(page.lines, page.height, frames),
            over=" ".join([*_bars(page), _lines(page.marks, page.height, frames)]).strip(),
            line=HAIRLINE if page.lines or page.marks else inf,
            moved=_moved(page),
        )


def _face(each: Placement, page: SheetPage, face: Drawn, seen: dict[_Slot, str]) -> PlacedFace:
    key = (each.x, each.y, each.width, each.height, each.clip, each.turn, id(each.outline))
    if key not in seen:
        seen[key] = _shown(each, page.height)
    return PlacedFace(each.x, page.height - each.y - each.height, face, each.scale, each.turn, seen[key])


def _shown(each: Placement, top: Mm) -> str:
    """The clipping path of a face: its trim box, or an outline that fits its neighbours, plus the visible bleed."""
    if each.outline.is_fitted:
        whole = turned(grown(each.outline, each.shown), each.turn)
        x = each.x - (whole.width - each.width) / 2
        y = each.y - (whole.height - each.height) / 2
        return " ".join(_loop(loop, top) for loop in placed(whole, x, y))
    left, above, right, below = each.clip
    box = rectangle(each.x - left, each.y - above, each.width + left + right, each.height + above + below)
    return path_code(box, top)


def _loop(loop: Loop, top: Mm) -> str:
    """A loop of straight lines."""
    if any(isinstance(segment, RoundCut) for segment in loop):
        raise TypeError("what is clipped to its outline has no arcs")
    points = [f"{_n(segment[0])} {_n(top - segment[1])}" for segment in loop]
    return f"{points[0]} m {' '.join(f'{point} l' for point in points[1:])} h"


def _header(header: Header, top: Mm, caption: Caption) -> PlacedFace:
    words, x, y, width, height, turn = header
    upright = (height, width) if turn in (90, 270) else (width, height)
    return PlacedFace(x, top - y - height, caption(words, *upright), turn=turn)


def _lines(marks: tuple[Mark, ...], top: Mm, known: dict[int, tuple[tuple[Mark, ...], str]]) -> str:
    if id(marks) not in known:
        known[id(marks)] = (marks, " ".join(_line(mark, top) for mark in marks))
    return known[id(marks)][1]


def _line(mark: Mark, top: Mm) -> str:
    look = {"cut": f"{_CUT} [] 0 d", "fold": f"{_FOLD} [3 2] 0 d"}.get(mark.kind, f"{_MARK} [] 0 d")
    start, end = (f"{_n(x)} {_n(top - y)}" for x, y in ((mark.x1, mark.y1), (mark.x2, mark.y2)))
    return f"{look} {HAIRLINE:g} w {start} m {end} l S"


def _bars(page: SheetPage) -> Iterator[str]:
    for bar in page.registration:
        yield shape_code(Shape(rectangle(*bar), "#000000"), page.height)


def _moved(page: SheetPage) -> str:
    """The matrix that rotates a page clockwise about its centre and then moves it; "" if there is no offset."""
    dx, dy, degrees = page.offset
    if not (dx or dy or degrees):
        return ""
    c, s = cos(radians(degrees)), -sin(radians(degrees))
    x, y = page.width / 2 * PT_PER_MM, page.height / 2 * PT_PER_MM
    right, up = x - c * x + s * y + dx * PT_PER_MM, y - s * x - c * y - dy * PT_PER_MM
    return f"{c:.6f} {s:.6f} {-s:.6f} {c:.6f} {right:.4f} {up:.4f}"


def _n(length: Mm) -> str:
    return f"{length * PT_PER_MM:.3f}"
