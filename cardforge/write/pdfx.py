"""Convert our own RGB PDF to PDF/X-1a:2003 or PDF/X-4 for printing presses.

Takes the bytes of a PDF that `pdf.py` wrote; returns those of the new one, the same for the same input. X-1a is
PDF 1.4 without transparency; X-4 is PDF 1.6 and keeps it. The structure follows other open-source writers and passes
our preflight; it is not certified.
"""

from __future__ import annotations

import io
from typing import Any

import pikepdf
from pikepdf import ObjectStreamMode, StreamDecodeLevel

from cardforge.core.units import Mm
from cardforge.write.ink import InkTable
from cardforge.write.pdfx_colours import Inker
from cardforge.write.pdfx_content import joined, parsed
from cardforge.write.pdfx_finish import VERSIONS, X1A, X4, finish
from cardforge.write.pdfx_flat import flatten
from cardforge.write.pdfx_pages import PressPage, sheets_of, write_sheet
from cardforge.write.pdfx_paints import ink_image, ink_shading

__all__ = ["X1A", "X4", "press_pdf"]


def press_pdf(
    data: bytes, standard: str, ink_limit: float, title: str, bleed: Mm | None = None, marks: bool = False
) -> bytes:
    """Convert a PDF to CMYK within a total ink limit, in percent.

    With `bleed`, every page becomes the trimmed card with that much bleed, plus room for crop marks if `marks` is set;
    without it, page sizes stay as they are.
    """
    inks = InkTable(ink_limit)
    with pikepdf.open(io.BytesIO(data)) as pdf:
        sheets = sheets_of(pdf)
        if bleed is not None:
            for sheet in sheets:
                sheet.edge(bleed, marks)
        if standard == X1A:
            flatten(pdf, sheets, inks)
        _ink(sheets, inks)
        for sheet in sheets:
            write_sheet(pdf, sheet, marks and bleed is not None, standard == X4)
        finish(pdf, standard, title)
        out = io.BytesIO()
        pdf.save(
            out,
            force_version=VERSIONS[standard],
            deterministic_id=True,
            object_stream_mode=ObjectStreamMode.disable,
            stream_decode_level=StreamDecodeLevel.none,
            compress_streams=False,
        )
    return out.getvalue()


def _ink(sheets: list[PressPage], inks: InkTable) -> None:
    """Convert the colours of all pages and resources, each resource once."""
    inker = Inker(inks)
    done: set[tuple[int, int]] = set()
    for sheet in sheets:
        sheet.ops = inker.inked(sheet.ops)
        _ink_resources(sheet.used(), inker, inks, done)


def _ink_resources(resources: Any, inker: Inker, inks: InkTable, done: set[tuple[int, int]]) -> None:
    for shading in resources.get("/Shading", {}).values():
        if shading.objgen not in done:
            done.add(shading.objgen)
            ink_shading(shading, inks)
    for each in resources.get("/XObject", {}).values():
        if each.objgen not in done:
            done.add(each.objgen)
            if each.Subtype == pikepdf.Name.Image:
                ink_image(each, inks)
            else:
                each.write(joined(inker.inked(parsed(each))))
                _ink_resources(each.get("/Resources", {}), inker, inks, done)
