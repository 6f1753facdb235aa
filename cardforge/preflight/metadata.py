"""Check the XMP metadata of a press file, and that it agrees with the document's Info (D5).

Takes an open file; yields findings. PDF/X-4 requires metadata; in X-1a and X-3 it is optional but must not contradict.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from cardforge.preflight.demands import Standard
from cardforge.preflight.findings import ERROR, WARNING, PreflightFinding
from cardforge.preflight.opened_pdf import OpenedPdf
from cardforge.preflight.values import filters, text, value

_DC, _XMP = "{http://purl.org/dc/elements/1.1/}", "{http://ns.adobe.com/xap/1.0/}"
_PDF, _MM = "{http://ns.adobe.com/pdf/1.3/}", "{http://ns.adobe.com/xap/1.0/mm/}"
_XID = "{http://www.npes.org/pdfx/ns/id/}"
_NEEDED = {
    "dc:title": f"{_DC}title",
    "xmp:CreateDate": f"{_XMP}CreateDate",
    "xmp:ModifyDate": f"{_XMP}ModifyDate",
    "xmp:MetadataDate": f"{_XMP}MetadataDate",
    "xmpMM:DocumentID": f"{_MM}DocumentID",
    "xmpMM:RenditionClass": f"{_MM}RenditionClass",
    "xmpMM:VersionID": f"{_MM}VersionID",
    "pdf:Trapped": f"{_PDF}Trapped",
}
_TWICE = {"Title": f"{_DC}title", "CreationDate": f"{_XMP}CreateDate", "ModDate": f"{_XMP}ModifyDate"}
_HINT = "export it again as PDF/X, so that the program writes its metadata"


def metadata_findings(file: OpenedPdf, standard: Standard) -> Iterator[PreflightFinding]:
    """Faults of the metadata."""
    stream = value(file.root, "/Metadata")
    if stream is None and not standard.flat:
        yield PreflightFinding(
            "PF105", ERROR, "none", f"the file has no XMP metadata; {standard.title} requires it", _HINT
        )
        return
    if stream is not None and not file.xmp:
        yield PreflightFinding("PF105", ERROR, "broken", "the XMP metadata cannot be read", _HINT)
        return
    if not standard.flat:
        yield from _needed(file, standard)
        if filters(stream):
            message = f"the XMP metadata is compressed ({filters(stream)[0]}), so other programs may not find it"
            yield PreflightFinding("PF105", WARNING, "packed", message, _HINT)
    for key, other in _TWICE.items():
        in_info, in_xmp = text(value(file.info, f"/{key}")), file.xmp.get(other, "")
        if in_info and in_xmp and _compared(key, in_info) != _compared(key, in_xmp):
            message = f"`{key}` is `{in_info[:40]}` in the document's Info but `{in_xmp[:40]}` in its XMP metadata"
            yield PreflightFinding("PF105", ERROR, f"{key} differs", message, _HINT)


def _needed(file: OpenedPdf, standard: Standard) -> Iterator[PreflightFinding]:
    marker = file.xmp.get(f"{_XID}GTS_PDFXVersion", "")
    if marker not in standard.markers:
        seen = f"is `{marker[:40]}`" if marker else "is missing"
        message = f"`pdfxid:GTS_PDFXVersion` in the XMP metadata {seen}; it must be `{standard.markers[0]}`"
        yield PreflightFinding("PF105", ERROR, "marker", message, f"export it as {standard.title}")
    for shown, key in _NEEDED.items():
        if not file.xmp.get(key):
            yield PreflightFinding("PF105", ERROR, shown, f"the XMP metadata has no `{shown}`", _HINT)


def _compared(key: str, value: str) -> str:
    """The part to compare. Info and XMP format dates differently, so only the digits down to the second count."""
    return value if key == "Title" else re.sub(r"\D", "", value)[:14]
