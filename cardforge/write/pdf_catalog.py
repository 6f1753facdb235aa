"""Add bookmarks, page labels and viewer preferences to a PDF."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from reportlab.pdfbase import pdfdoc

from cardforge.write.pdf_options import PdfOptions


class _Outlines:
    """Replaces reportlab's own outline builder."""

    ready = 1

    def prepare(self, document: Any, canvas: Any) -> None:
        """Do nothing: the bookmarks exist already."""


def add_options(document: Any, options: PdfOptions, pages: Sequence[Any]) -> None:
    """Write the options into the catalog; `pages` are references to the page objects."""
    catalog = document.Catalog
    wishes: dict[str, Any] = {"PrintScaling": pdfdoc.PDFName("None")}
    if options.duplex:
        wishes["Duplex"] = pdfdoc.PDFName(options.duplex)
    catalog.ViewerPreferences = pdfdoc.PDFDictionary(wishes)
    if options.labels:
        labels: list[Any] = []
        for at, label in enumerate(options.labels):
            labels += [at, pdfdoc.PDFDictionary({"P": pdfdoc.PDFString(label)})]
        catalog.PageLabels = pdfdoc.PDFDictionary({"Nums": pdfdoc.PDFArray(labels)})
    if options.bookmarks:
        document.Outlines = _Outlines()
        catalog.Outlines = _bookmarks(document, options.bookmarks, pages)


def _bookmarks(document: Any, bookmarks: Sequence[tuple[str, int]], pages: Sequence[Any]) -> Any:
    references = [pdfdoc.PDFObjectReference(f"bookmark-{at}") for at in range(len(bookmarks))]
    root = pdfdoc.PDFObjectReference("bookmarks")
    for at, (name, page) in enumerate(bookmarks):
        entry: dict[str, Any] = {
            "Title": pdfdoc.PDFString(name), "Parent": root,
            "Dest": pdfdoc.PDFArray([pages[page], pdfdoc.PDFName("Fit")]),
        }  # fmt: skip
        if at:
            entry["Prev"] = references[at - 1]
        if at + 1 < len(bookmarks):
            entry["Next"] = references[at + 1]
        document.Reference(pdfdoc.PDFDictionary(entry), f"bookmark-{at}")
    all_of_them = {"Type": pdfdoc.PDFName("Outlines"), "First": references[0], "Last": references[-1]}
    return document.Reference(pdfdoc.PDFDictionary({**all_of_them, "Count": len(bookmarks)}), "bookmarks")
