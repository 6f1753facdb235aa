"""Add gradients and opacities to a PDF. A gradient has unit length; each use scales and moves it with a matrix."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from reportlab.pdfbase import pdfdoc

from cardforge.write.shapes import Paints


def add_paints(resources: dict[str, Any], paints: Paints, document: Any) -> None:
    """Add paints to a document's resources by name."""
    shadings, states = {}, {}
    for name, (kind, value) in sorted(paints.items()):
        if kind == "opacity":
            states[name] = pdfdoc.PDFDictionary({"ca": value, "CA": value})
        else:
            shadings[name] = document.Reference(_shading(kind, value), name)
    if shadings:
        resources["Shading"] = pdfdoc.PDFDictionary(shadings)
    if states:
        resources["ExtGState"] = pdfdoc.PDFDictionary(states)


def _shading(kind: str, stops: Any) -> Any:
    linear = kind == "linear"
    return pdfdoc.PDFDictionary({
        "ShadingType": 2 if linear else 3, "ColorSpace": pdfdoc.PDFName("DeviceRGB"),
        "Coords": pdfdoc.PDFArray([0, 0, 1, 0] if linear else [0, 0, 0, 0, 0, 1]),
        "Function": _function([(float(at), colour) for at, colour in stops]),
        "Extend": pdfdoc.PDFArray([pdfdoc.PDFtrue, pdfdoc.PDFtrue]),
    })  # fmt: skip


def _function(stops: list[tuple[float, str]]) -> Any:
    """Interpolate linearly between the stops, from 0 to 1."""
    stops = [(0.0, stops[0][1]), *stops, (1.0, stops[-1][1])]
    pairs = [(one, other) for one, other in pairwise(stops) if other[0] > one[0]]
    return pdfdoc.PDFDictionary({
        "FunctionType": 3, "Domain": pdfdoc.PDFArray([0, 1]),
        "Functions": pdfdoc.PDFArray([_between(one[1], other[1]) for one, other in pairs]),
        "Bounds": pdfdoc.PDFArray([other[0] for _, other in pairs[:-1]]),
        "Encode": pdfdoc.PDFArray([0, 1] * len(pairs)),
    })  # fmt: skip


def _between(one: str, other: str) -> Any:
    return pdfdoc.PDFDictionary({
        "FunctionType": 2, "Domain": pdfdoc.PDFArray([0, 1]), "N": 1,
        "C0": pdfdoc.PDFArray(_channels(one)), "C1": pdfdoc.PDFArray(_channels(other)),
    })  # fmt: skip


def _channels(colour: str) -> list[float]:
    return [round(int(colour[at : at + 2], 16) / 255, 4) for at in (1, 3, 5)]
