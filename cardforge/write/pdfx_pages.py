"""The pages of a document while they are made over: pages with the same content are made over once."""

from __future__ import annotations

import zlib
from dataclasses import dataclass, field
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name

from cardforge.core.units import Mm
from cardforge.write.pdfx_content import Ops, joined, name_of, op, parsed
from cardforge.write.pdfx_edges import MARK_WIDTH, EdgeBoxes, edged, mark_lines

_KINDS = {"Tf": "/Font", "Do": "/XObject", "sh": "/Shading", "gs": "/ExtGState"}
_GROUND, _EVERY_INK = "/Ground", "/EveryInk"
_LEFT_OUT = ("/Trans", "/AA", "/Annots", "/CropBox", "/ArtBox", "/Thumb")  # PDF/X wants none of them


@dataclass
class PressPage:
    """What stands on one or more pages, and what it is painted with."""

    ops: Ops
    boxes: EdgeBoxes
    resources: Any
    pages: list[pikepdf.Page] = field(default_factory=list)
    ground: Any = None  # a picture that lies under everything else

    def edge(self, bleed: Mm, marks: bool) -> None:
        """Give it so much bleed, and room for marks."""
        self.ops, self.boxes = edged(self.ops, self.boxes, bleed, marks)

    def used(self) -> Any:
        """Of its resources only what it uses."""
        found = Dictionary()
        for each in self.ops:
            kind = _KINDS.get(name_of(each))
            if kind:
                name = str(each.operands[0])
                if kind not in found:
                    found[kind] = Dictionary()
                found[kind][name] = self.resources[kind][name]
        return found


def sheets_of(pdf: pikepdf.Pdf) -> list[PressPage]:
    """The pages of a document."""
    found: dict[tuple[bytes, EdgeBoxes], PressPage] = {}
    for page in pdf.pages:
        boxes = EdgeBoxes(*(_box(page, name) for name in ("/MediaBox", "/BleedBox", "/TrimBox")))
        key = (page.Contents.read_bytes(), boxes)
        if key not in found:
            found[key] = PressPage(parsed(page.obj), boxes, page.Resources)
        found[key].pages.append(page)
    return list(found.values())


def write_sheet(pdf: pikepdf.Pdf, sheet: PressPage, marks: bool, mixes: bool) -> None:
    """Put what a sheet has become back into its pages; where they may mix colours, they mix inks."""
    resources = sheet.used()
    ops = sheet.ops
    if sheet.ground is not None:
        left, bottom, right, top = sheet.boxes.media
        place = op("cm", right - left, 0, 0, top - bottom, left, bottom)
        ops = [op("q"), place, op("Do", Name(_GROUND)), op("Q"), *ops]
        if "/XObject" not in resources:
            resources.XObject = Dictionary()
        resources.XObject[_GROUND] = sheet.ground
    if marks:
        ops = [*ops, *_marks(sheet.boxes)]
        resources.ColorSpace = Dictionary({_EVERY_INK: _every_ink()})
    content, kept = pdf.make_stream(_deflated(ops), Filter=Name.FlateDecode), pdf.make_indirect(resources)
    for page in sheet.pages:
        for name in _LEFT_OUT:
            if name in page.obj:
                del page.obj[name]
        page.obj.Contents, page.obj.Resources = content, kept
        media, bleed, trim = (Array([round(each, 4) for each in box]) for box in sheet.boxes)
        page.obj.MediaBox, page.obj.BleedBox, page.obj.TrimBox = media, bleed, trim
        if mixes:
            page.obj.Group = Dictionary(S=Name.Transparency, CS=Name.DeviceCMYK)


def _marks(boxes: EdgeBoxes) -> Ops:
    ops = [op("q"), op("w", MARK_WIDTH), op("CS", Name(_EVERY_INK)), op("SCN", 1)]
    for x, y, to_x, to_y in mark_lines(boxes):
        ops += [op("m", x, y), op("l", to_x, to_y), op("S")]
    return [*ops, op("Q")]


def _every_ink() -> Array:
    """The colour that stands on every plate, so that marks show whether the plates meet."""
    tint = Dictionary(FunctionType=2, Domain=Array([0, 1]), N=1, C0=Array([0, 0, 0, 0]), C1=Array([1, 1, 1, 1]))
    return Array([Name.Separation, Name.All, Name.DeviceCMYK, tint])


def _deflated(ops: Ops) -> bytes:
    return zlib.compress(joined(ops), 6)


def _box(page: pikepdf.Page, name: str) -> tuple[float, float, float, float]:
    left, bottom, right, top = (float(each) for each in page.obj[name])
    return left, bottom, right, top
