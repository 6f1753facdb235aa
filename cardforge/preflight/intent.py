"""D6: the output intent, which says for which press and paper the colours of a file are meant.

Takes an open file; gives findings. The head of a profile (ICC.1) tells its class, its colours and its version.
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
_NEWEST = 2  # of profiles in files of PDF 1.4


def intent_findings(file: OpenedPdf, standard: Standard) -> Iterator[PreflightFinding]:
    """What is wrong with the output intent."""
    intents = [each for each in items(file.root, "/OutputIntents") if word(value(each, "/S")) == "GTS_PDFX"]
    if len(intents) != 1:
        message = f"the file has {len(intents) or 'no'} output intents of kind GTS_PDFX, exactly one is needed"
        yield PreflightFinding("PF106", ERROR, "count", message, _HINT)
        return
    if not text(value(intents[0], "/OutputConditionIdentifier")):
        message = "the output intent does not name its condition (`OutputConditionIdentifier`)"
        yield PreflightFinding("PF106", ERROR, "identifier", message, _HINT)
    profile = value(intents[0], "/DestOutputProfile")
    if not isinstance(profile, Stream):
        severity = WARNING if standard.flat else ERROR  # before X-4, a registered name was enough
        yield PreflightFinding("PF106", severity, "profile", "the output intent carries no colour profile", _HINT)
        return
    yield from _profile(profile, standard)


def _profile(profile: Stream, standard: Standard) -> Iterator[PreflightFinding]:
    head = (unpacked(profile) or b"")[:40]
    kind, colours, mark = head[12:16], head[16:20].decode("ascii", "replace").strip(), head[36:40]
    count = round(number(value(profile, "/N")))
    if mark != b"acsp":
        yield PreflightFinding(
            "PF106", ERROR, "no profile", "the profile of the output intent is no ICC profile", _HINT
        )
    elif kind != b"prtr" or colours != "CMYK" or count != _INKS:
        what = "a printer" if kind == b"prtr" else "no printer"
        message = f"the profile of the output intent is for {what}, {colours}, N = {count}; a CMYK printer's is needed"
        yield PreflightFinding("PF106", ERROR, "other profile", message, _HINT)
    elif head[8] > _NEWEST and standard.flat:
        message = f"the profile of the output intent is of ICC version {head[8]}; PDF 1.4 knows only version 2"
        yield PreflightFinding("PF106", ERROR, "profile version", message, _HINT)
