"""Open any file as a PDF, safely.

Takes its bytes; yields the open document, or a finding if it cannot be opened. Decompression limits apply while
it is open, because an untrusted file could inflate until memory is full.
"""

from __future__ import annotations

import io
import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pikepdf
from pikepdf.settings import set_qpdf_limits

from cardforge.core.limits import PDF_PAGES, PDF_STREAM
from cardforge.preflight.findings import ERROR, WARNING, PreflightFinding
from cardforge.preflight.values import filters, text, value, word

MAX_LZW = 250_000  # compressed bytes per LZW stream; pikepdf has no memory limit for LZW
BROKEN = (pikepdf.PdfError, RuntimeError, ValueError)  # what pikepdf raises for unreadable data
logging.getLogger("pikepdf").addHandler(logging.NullHandler())  # `damage` reports its warnings instead
_VERSION = re.compile(rb"%PDF-(\d)\.(\d)")
_HEAD = 1024  # PDF readers search this many bytes for the version
_REBUILT = re.compile(r"reconstruct|file is damaged|can't find startxref", re.IGNORECASE)
_XID = "{http://www.npes.org/pdfx/ns/id/}GTS_PDFXVersion"


@dataclass(frozen=True)
class OpenedPdf:
    """An open document, with the values that several checks need."""

    pdf: pikepdf.Pdf
    data: bytes
    version: tuple[int, int]
    pages: tuple[pikepdf.Page, ...]
    xmp: dict[str, str]

    @property
    def root(self) -> pikepdf.Object:
        return self.pdf.Root

    @property
    def info(self) -> Any:
        return value(self.pdf.trailer, "/Info")

    @property
    def claim(self) -> str:
        """The PDF/X standard that the file claims."""
        return text(value(self.info, "/GTS_PDFXVersion")) or self.xmp.get(_XID, "")


@contextmanager
def opened(data: bytes) -> Iterator[OpenedPdf | PreflightFinding]:
    """Open a file for inspection and close it afterwards."""
    limits = set_qpdf_limits(
        flate_max_memory=PDF_STREAM.most,
        run_length_max_memory=PDF_STREAM.most,
        png_max_memory=PDF_STREAM.most,
        tiff_max_memory=PDF_STREAM.most,
        doc_max_warnings=1_000,
    )
    pdf = None
    try:
        try:
            shown = _VERSION.search(data[:_HEAD])
            if shown is None:
                yield _no_pdf(data)
                return
            pdf = pikepdf.open(io.BytesIO(data), suppress_warnings=True)
            pages = tuple(pdf.pages)
            if len(pages) > PDF_PAGES.most:
                message = f"this file has {len(pages):,} pages; the limit is {PDF_PAGES.most:,}"
                hint = PDF_PAGES.hint("split it into several files")
                yield PreflightFinding("PF001", ERROR, "pages", message, hint)
                return
            seen = OpenedPdf(pdf, data, _version(pdf, shown), pages, _xmp(pdf))
        except pikepdf.PasswordError:
            message = "this file needs a password"
            yield PreflightFinding("PF102", ERROR, "password", message, "save it again without protection")
            return
        except BROKEN as error:
            yield PreflightFinding(
                "PF001", ERROR, "broken", f"this file cannot be read: {said(error)}", "export it again"
            )
            return
        yield seen
    finally:
        if pdf is not None:
            pdf.close()
        set_qpdf_limits(**limits)  # type: ignore[arg-type] # as its own documentation says


def damage(pdf: pikepdf.Pdf) -> Iterator[PreflightFinding]:
    """What pikepdf had to fix; complete only after everything has been read."""
    warnings = [str(each) for each in pdf.get_warnings()]
    if warnings:
        rebuilt = any(map(_REBUILT.search, warnings))
        more = f" (and {len(warnings) - 1:,} more)" if len(warnings) > 1 else ""
        severity = ERROR if rebuilt else WARNING
        message = f"the file is damaged: {said(warnings[0])}{more}"
        yield PreflightFinding(
            "PF002", severity, "warnings", message, "export it again; other software may read it differently"
        )


def said(error: Exception | str) -> str:
    """The text of a pikepdf error, without the placeholder names it uses for in-memory files."""
    words = re.sub(r"stream <[^>]*BytesIO[^>]*>:?\s*", "", str(error))
    return " ".join(words.split())[:120] or type(error).__name__


def unpacked(stream: pikepdf.Object) -> bytes | None:
    """The decoded bytes of a stream, or None if it is unreadable or too large."""
    try:
        if {"LZWDecode", "LZW"} & set(filters(stream)) and len(stream.read_raw_bytes()) > MAX_LZW:
            return None
        return stream.read_bytes()
    except BROKEN:
        return None


def _no_pdf(data: bytes) -> PreflightFinding:
    what = "this file is not a PDF" if data else "this file is empty"
    return PreflightFinding("PF001", ERROR, "no PDF", what, "export it again as PDF")


def _version(pdf: pikepdf.Pdf, shown: re.Match[bytes]) -> tuple[int, int]:
    """The higher of the versions in the header and the catalog."""
    header = int(shown[1]), int(shown[2])
    later = re.fullmatch(r"(\d)\.(\d)", word(value(pdf.Root, "/Version")))
    return max(header, (int(later[1]), int(later[2]))) if later else header


def _xmp(pdf: pikepdf.Pdf) -> dict[str, str]:
    """The XMP metadata by full name, the first entry of each list; empty if unreadable."""
    stream = value(pdf.Root, "/Metadata")
    if not isinstance(stream, pikepdf.Stream) or unpacked(stream) is None:
        return {}
    found = {}
    try:
        metadata = pdf.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False, strict=True)
        entries = {str(key): metadata[key] for key in metadata}
    except (*BROKEN, SyntaxError):  # SyntaxError: malformed XML
        return {}
    for key, seen in entries.items():
        first = next(iter(seen), "") if isinstance(seen, list | set) else seen
        found[key] = str(first or "").strip()
    return found
