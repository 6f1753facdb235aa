"""Pages without transparency: what lies under or is transparent becomes a picture, what lies above stays as it is.

Takes the pages of a document; changes those that have anything transparent. Everything up to the end of the last
transparent thing becomes one picture, because it cannot be told apart from what it lets through; all that is drawn
later, on our faces most often every text, stays as sharp as it was.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

import pikepdf
from pikepdf import Name

from cardforge.parallel.pools import map_in_threads
from cardforge.write.ink import InkTable
from cardforge.write.pdfx_content import Ops, joined, name_of, op, scene_of
from cardforge.write.pdfx_pages import PressPage
from cardforge.write.pdfx_paints import deflated, new_image
from cardforge.write.png import whole_pages

_AT_A_TIME = 4  # pages; one of A4 takes 140 MB in inks
DPI = 600  # what line art needs, so that edges look as sharp as those beside them that stayed shapes


def flatten(pdf: pikepdf.Pdf, sheets: Sequence[PressPage], inks: InkTable) -> None:
    """Take transparency away from all pages."""
    ends = [mixed(sheet.ops, sheet.resources) for sheet in sheets]
    waiting: dict[tuple[bytes, Any], list[PressPage]] = {}  # pages that share their ground share its picture
    for sheet, end in zip(sheets, ends, strict=True):
        if end:
            waiting.setdefault((joined(under(sheet.ops, end)), sheet.boxes.media), []).append(sheet)
            sheet.ops = above(sheet.ops, end)
    if not waiting:
        return
    pictures = whole_pages(_pages(waiting), DPI)
    # While the next page is drawn, because Pillow and zlib work outside Python.
    made = map_in_threads(lambda picture: deflated(inks.painted(picture)), pictures, _AT_A_TIME)
    for same, ground in zip(waiting.values(), made, strict=True):
        image = new_image(pdf, *ground)
        for sheet in same:
            sheet.ground = image


def _pages(waiting: dict[tuple[bytes, Any], list[PressPage]]) -> bytes:
    """A document of nothing but what becomes pictures."""
    out = io.BytesIO()
    with pikepdf.new() as made:
        copied: dict[tuple[int, int], Any] = {}
        for (content, media), (first, *_) in waiting.items():
            page = made.add_blank_page(page_size=(media[2], media[3]))
            number = first.resources.objgen
            if number not in copied:
                copied[number] = made.copy_foreign(first.resources)
            page.obj.Resources = copied[number]
            page.obj.MediaBox = pikepdf.Array(list(media))
            page.obj.Contents = made.make_stream(content)
        made.save(out)
    return out.getvalue()


def mixed(ops: Ops, resources: Any) -> int:
    """How many of the operators come before the end of the last transparent thing; none where nothing is."""
    end, depth = 0, 0
    opened = 0  # how many q were waiting when something transparent began; the Q of the last of them ends it
    for at, each in enumerate(ops, start=1):
        name = name_of(each)
        if name == "q":
            depth += 1
        elif name == "Q":
            if depth == opened:
                end, opened = at, 0
            depth -= 1
        elif name == "gs" and _lets_through(resources.ExtGState[str(each.operands[0])]):
            if not depth:
                return len(ops)
            opened = min(opened or depth, depth)
        elif name == "Do" and has_transparency(resources.XObject[str(each.operands[0])]):
            end = at
    return end


def has_transparency(thing: Any) -> bool:
    """Whether a picture or a form lets through what is behind it."""
    if thing.get("/SMask") is not None:
        return True
    if thing.get("/Subtype") != Name.Form:
        return False
    own = thing.get("/Resources", {})
    states, inner = own.get("/ExtGState", {}), own.get("/XObject", {})
    return any(_lets_through(state) for state in states.values()) or any(map(has_transparency, inner.values()))


def under(ops: Ops, end: int) -> Ops:
    """What becomes the picture, as a page of its own."""
    first = ops[:end]
    return [*first, *[op("Q")] * scene_of(first)[1]]


def above(ops: Ops, end: int) -> Ops:
    """What stays, in the place and within the outline that it had."""
    return [*scene_of(ops[:end])[0], *ops[end:]]


def _lets_through(state: Any) -> bool:
    return any(float(state.get(key, 1)) < 1 for key in ("/ca", "/CA")) or state.get("/SMask", Name.None_) != Name.None_
