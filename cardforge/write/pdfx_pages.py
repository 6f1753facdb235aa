"""The pages of a document during conversion to PDF/X; pages with equal content are converted once."""

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
_LEFT_OUT = ("/Trans", "/AA", "/Annots", "/CropBox", "/ArtBox", "/Thumb")  # forbidden or useless in PDF/X


@dataclass
class PressPage:
    """The content and resources of one or more identical pages."""

    ops: Ops
    boxes: EdgeBoxes
    resources: Any
    pages: list[pikepdf.Page] = field(default_factory=list)
    ground: Any = None  # a picture drawn under everything else

    def edge(self, bleed: Mm, marks: bool) -> None:
        """Give the page this much bleed, and room for marks if wanted."""
        self.ops, self.boxes = edged(self.ops, self.boxes, bleed, marks)

    def used(self) -> Any:
        """The resources that the operators actually use."""
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
    """Group the pages of a document by content and boxes."""
    found: dict[tuple[bytes, EdgeBoxes], PressPage] = {}
    for page in pdf.pages:
        boxes = EdgeBoxes(*(_box(page, name) for name in ("/MediaBox", "/BleedBox", "/TrimBox")))
        key = (page.Contents.read_bytes(), boxes)
        if key not in found:
            found[key] = PressPage(parsed(page.obj), boxes, page.Resources)
        found[key].pages.append(page)
    return list(found.values())


def write_sheet(pdf: pikepdf.Pdf, sheet: PressPage, marks: bool, mixes: bool) -> None:
    """Write a sheet back to its pages; with `mixes` they get a CMYK transparency group."""
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
    """The registration colour: it prints on every plate, so that marks show whether the plates are in register."""
    tint = Dictionary(FunctionType=2, Domain=Array([0, 1]), N=1, C0=Array([0, 0, 0, 0]), C1=Array([1, 1, 1, 1]))
    return Array([Name.Separation, Name.All, Name.DeviceCMYK, tint])


def _deflated(ops: Ops) -> bytes:
    return zlib.compress(joined(ops), 6)


def _box(page: pikepdf.Page, name: str) -> tuple[float, float, float, float]:
    left, bottom, right, top = (float(each) for each in page.obj[name])
    return left, bottom, right, top
