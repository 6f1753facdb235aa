"""From our own PDF in screen colours to one that presses take: PDF/X-1a:2003 or PDF/X-4.

Takes the bytes of a PDF that `pdf.py` wrote; gives the bytes of another, the same for the same input. X-1a is
PDF 1.4 without transparency, X-4 is PDF 1.6 and keeps it. The structure follows what public writers do and what our
preflight looks for; nobody has certified it.
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
    """A PDF of ours in inks, never more of them on a point than the limit (percent of all four).

    With a bleed, every page is made as large as its trimmed card with that much around it, and room for marks where
    they are wanted; without, pages stay as they are.
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
    """Put inks into all that pages paint with, each thing once."""
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
