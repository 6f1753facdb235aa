"""Checks on the whole document: version, encryption, ID, Info, interactive content, viewer preferences, layers.

Takes an open file and the standard to check against; yields findings. Covers rules D1 to D4 and D7 to D9; D5 and D6
are in `metadata` and `intent`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pikepdf import Array, Dictionary, String

from cardforge.core.phrases import listed
from cardforge.preflight.demands import Standard
from cardforge.preflight.findings import ERROR, WARNING, PreflightFinding
from cardforge.preflight.opened_pdf import OpenedPdf
from cardforge.preflight.values import entries, text, value, word

_NEWER = (("PrintScaling", (1, 6)), ("Duplex", (1, 7)))  # keys, and the PDF version that introduced them
_SCALING_SINCE = (1, 6)
_AREAS = ("ViewArea", "ViewClip", "PrintArea", "PrintClip")


def document_findings(file: OpenedPdf, standard: Standard) -> Iterator[PreflightFinding]:
    """Faults of the document, except in its metadata and output intent."""
    yield from _version(file, standard)
    if file.pdf.is_encrypted:
        hint = "save it again without protection"
        yield PreflightFinding("PF102", ERROR, "encrypted", "this file is encrypted; print shops reject that", hint)
    ids = value(file.pdf.trailer, "/ID")
    if not isinstance(ids, Array) or len(ids) != 2 or not all(isinstance(each, String) for each in _both(ids)):
        message = "the trailer has no valid `ID` (a pair of strings that identifies the file)"
        yield PreflightFinding("PF103", ERROR, "id", message, "export it again with another program, or as PDF/X")
    if standard.is_press:
        yield from _info(file, standard)
    yield from _more_than_paper(file)
    yield from _preferences(file, standard)
    if standard.flat and value(file.root, "/OCProperties") is not None:
        message = f"the file has layers; {standard.title} does not allow them"
        yield PreflightFinding("PF109", ERROR, "layers", message, "merge the layers, or export it as PDF/X-4")


def _both(ids: Array) -> list[Any]:
    return [ids[0], ids[1]]


def _shown(version: tuple[int, int]) -> str:
    return f"{version[0]}.{version[1]}"


def _version(file: OpenedPdf, standard: Standard) -> Iterator[PreflightFinding]:
    if file.version > standard.version:
        message = f"the file is PDF {_shown(file.version)}; {standard.title} allows at most {_shown(standard.version)}"
        yield PreflightFinding("PF101", ERROR, "version", message, f"export it as PDF {_shown(standard.version)}")
    # Object streams need a cross-reference stream, so this one check covers both.
    if standard.flat and word(value(file.pdf.trailer, "/Type")) == "XRef":
        message = f"the file uses object or cross-reference streams (PDF 1.5); {standard.title} does not allow them"
        yield PreflightFinding("PF101", ERROR, "streams", message, "save it again without object streams")


def _info(file: OpenedPdf, standard: Standard) -> Iterator[PreflightFinding]:
    for key in ("Title", "CreationDate", "ModDate"):
        if not text(value(file.info, f"/{key}")):
            hint = "set it in the document before you export"
            yield PreflightFinding("PF104", ERROR, key, f"the document's Info has no `{key}`", hint)
    trapped = value(file.info, "/Trapped")
    if word(trapped) not in ("True", "False"):
        seen = f"`{word(trapped) or trapped}`" if trapped is not None else "missing"
        message = f"`Trapped` in the document's Info is {seen}; it must be the name `True` or `False`"
        yield PreflightFinding("PF104", ERROR, "Trapped", message, "set it to `False` unless the colours are trapped")
    marker = text(value(file.info, "/GTS_PDFXVersion"))
    if standard.flat and marker not in standard.markers:
        seen = f"is `{marker[:40]}`" if marker else "is missing"
        message = f"`GTS_PDFXVersion` in the document's Info {seen}; it must be `{standard.markers[0]}`"
        yield PreflightFinding("PF104", ERROR, "marker", message, f"export it as {standard.title}")


def _more_than_paper(file: OpenedPdf) -> Iterator[PreflightFinding]:
    found = []
    action = value(file.root, "/OpenAction")
    if isinstance(action, Dictionary):  # an array only sets the first page shown
        found.append("an open action")
    if value(file.root, "/AA") is not None:
        found.append("document actions")
    if value(file.root, "/AcroForm") is not None:
        found.append("a form")
    names = {name for name, _ in entries(file.root, "/Names")}
    if "JavaScript" in names:
        found.append("JavaScript")
    if "EmbeddedFiles" in names or value(file.root, "/AF") is not None:
        found.append("attached files")
    if found:
        message = f"the file contains {listed(found)}, which cannot be printed".replace("`", "")
        yield PreflightFinding("PF107", ERROR, "more than paper", message, "remove it before you export")


def _preferences(file: OpenedPdf, standard: Standard) -> Iterator[PreflightFinding]:
    wishes = value(file.root, "/ViewerPreferences")
    scaling = word(value(wishes, "/PrintScaling"))
    if file.version >= _SCALING_SINCE and scaling != "None":
        message = f"`PrintScaling` is {f'`{scaling}`' if scaling else 'not set'}, so a viewer may shrink the page"
        yield PreflightFinding(
            "PF108", WARNING, "scaling", message, "set it to `None`, or print at 100%, without scaling"
        )
    for key, since in _NEWER:
        if value(wishes, f"/{key}") is not None and file.version < since:
            message = f"`{key}` needs PDF {_shown(since)}, but the file is PDF {_shown(file.version)}"
            severity = ERROR if standard.is_press else WARNING
            yield PreflightFinding("PF108", severity, key, message, "remove it, or export as a newer PDF")
    for key in _AREAS:
        area = word(value(wishes, f"/{key}"))
        if standard.is_press and area not in ("", "MediaBox", "BleedBox"):
            message = f"`{key}` is `{area}`, which cuts off the bleed; only `MediaBox` and `BleedBox` keep it"
            yield PreflightFinding("PF108", ERROR, key, message, "remove it")
