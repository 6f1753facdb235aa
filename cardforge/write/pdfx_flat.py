"""Flatten transparency: rasterize everything up to the last transparent object, keep the rest as vectors.

Takes the pages of a document; changes those with transparency. A transparent object cannot be separated from what
shows through it, so both become one picture; everything drawn later, on our faces usually all the text, stays sharp.
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
DPI = 600  # for line art, so that rasterized edges look as sharp as vector ones next to them


def flatten(pdf: pikepdf.Pdf, sheets: Sequence[PressPage], inks: InkTable) -> None:
    """Flatten the transparency of all pages."""
    ends = [mixed(sheet.ops, sheet.resources) for sheet in sheets]
    waiting: dict[tuple[bytes, Any], list[PressPage]] = {}  # pages with the same background share its picture
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
    """A document with only the parts to rasterize."""
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
    """The number of operators up to the end of the last transparent object; 0 if there is none."""
    end, depth = 0, 0
    opened = 0  # depth of q where transparency was set; the matching Q ends it
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
    """Whether a picture or form is transparent."""
    if thing.get("/SMask") is not None:
        return True
    if thing.get("/Subtype") != Name.Form:
        return False
    own = thing.get("/Resources", {})
    states, inner = own.get("/ExtGState", {}), own.get("/XObject", {})
    return any(_lets_through(state) for state in states.values()) or any(map(has_transparency, inner.values()))


def under(ops: Ops, end: int) -> Ops:
    """The operators to rasterize, as a complete page."""
    first = ops[:end]
    return [*first, *[op("Q")] * scene_of(first)[1]]


def above(ops: Ops, end: int) -> Ops:
    """The remaining operators, with the transformation and clipping they had."""
    return [*scene_of(ops[:end])[0], *ops[end:]]


def _lets_through(state: Any) -> bool:
    return any(float(state.get(key, 1)) < 1 for key in ("/ca", "/CA")) or state.get("/SMask", Name.None_) != Name.None_
