"""Check the output intent (D6), which names the press and paper that the colours are meant for.

Takes an open file; yields findings. The header of an ICC profile (ICC.1) holds its class, colour space and version.
"""

from __future__ import annotations

from collections.abc import Iterator

from pikepdf import Stream

from cardforge.preflight.demands import Standard
from cardforge.preflight.findings import ERROR, WARNING, PreflightFinding
from cardforge.preflight.opened_pdf import OpenedPdf, unpacked
from cardforge.preflight.values import items, number, text, value, word

_HINT = "export it again and choose a CMYK output profile, such as FOGRA39"
_INKS = 4
_NEWEST = 2  # ICC version allowed in PDF 1.4


def intent_findings(file: OpenedPdf, standard: Standard) -> Iterator[PreflightFinding]:
    """Faults of the output intent."""
    intents = [each for each in items(file.root, "/OutputIntents") if word(value(each, "/S")) == "GTS_PDFX"]
    if len(intents) != 1:
        message = f"the file has {len(intents) or 'no'} output intents of type GTS_PDFX; exactly one is required"
        yield PreflightFinding("PF106", ERROR, "count", message, _HINT)
        return
    if not text(value(intents[0], "/OutputConditionIdentifier")):
        message = "the output intent has no `OutputConditionIdentifier`"
        yield PreflightFinding("PF106", ERROR, "identifier", message, _HINT)
    profile = value(intents[0], "/DestOutputProfile")
    if not isinstance(profile, Stream):
        severity = WARNING if standard.flat else ERROR  # before X-4, a registered name was enough
        yield PreflightFinding("PF106", severity, "profile", "the output intent has no colour profile embedded", _HINT)
        return
    yield from _profile(profile, standard)


def _profile(profile: Stream, standard: Standard) -> Iterator[PreflightFinding]:
    head = (unpacked(profile) or b"")[:40]
    kind, colours, mark = head[12:16], head[16:20].decode("ascii", "replace").strip(), head[36:40]
    count = round(number(value(profile, "/N")))
    if mark != b"acsp":
        yield PreflightFinding(
            "PF106", ERROR, "no profile", "the profile of the output intent is not an ICC profile", _HINT
        )
    elif kind != b"prtr" or colours != "CMYK" or count != _INKS:
        what = "for a printer" if kind == b"prtr" else "not for a printer"
        message = f"the output intent's profile is {what}, {colours}, N = {count}; it must be for a CMYK printer"
        yield PreflightFinding("PF106", ERROR, "other profile", message, _HINT)
    elif head[8] > _NEWEST and standard.flat:
        message = f"the output intent's profile has ICC version {head[8]}; PDF 1.4 supports only version 2"
        yield PreflightFinding("PF106", ERROR, "profile version", message, _HINT)
