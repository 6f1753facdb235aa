"""What a PDF must meet: a standard, and limits for sizes, ink and resolution.

Takes the data of a print service, if any; returns Demands. The defaults are common in the trade; a service with other
limits sets them in its own file, not here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from cardforge.core.units import Mm, Pt

AS_CLAIMED, HOME = "", "home"


@dataclass(frozen=True, slots=True)
class Demands:
    """Limits to check a file against: below the plain value is a warning, below `least_` an error."""

    standard: str = AS_CLAIMED  # x1a, x3, x4, home, or whatever the file claims
    trim: tuple[Mm, Mm] | None = None
    bleed: Mm = 3.0
    safe: Mm = 3.175
    least_safe: Mm = 2.0
    ink: float = 300.0  # total area coverage in percent; above it is an error
    good_ink: float = 280.0
    dpi: float = 300.0
    least_dpi: float = 200.0
    text: Pt = 6.0  # in a PDF, rules text looks like small print; the face lint, which knows, asks for 7 pt
    least_text: Pt = 5.0
    least_stroke: Pt = 0.25


class Standard(NamedTuple):
    """What a PDF/X level (or home printing) allows."""

    title: str
    version: tuple[int, int]  # the highest
    markers: tuple[str, ...]  # values of GTS_PDFXVersion that claim it; the first is the one to write
    flat: bool  # no transparency, no layers, nothing newer than PDF 1.4
    colours: frozenset[str]  # forbidden families
    codes: frozenset[str] | None = None  # codes that apply; None means all

    @property
    def is_press(self) -> bool:
        return bool(self.markers)

    def judges(self, code: str) -> bool:
        """Whether a code applies to this kind of file; the codes about reading (PF0xx) always do."""
        return self.codes is None or code in self.codes or code.startswith("PF0")


_RGB = frozenset({"DeviceRGB"})  # without a profile its colours are undefined
_ONLY_INKS = _RGB | {"CalRGB", "CalGray", "Lab", "ICCBased"}
STANDARDS = {
    "x1a": Standard("PDF/X-1a", (1, 4), ("PDF/X-1a:2003", "PDF/X-1:2001"), True, _ONLY_INKS),
    "x3": Standard("PDF/X-3", (1, 4), ("PDF/X-3:2003", "PDF/X-3:2002"), True, _RGB),
    "x4": Standard("PDF/X-4", (1, 6), ("PDF/X-4", "PDF/X-4p"), False, _RGB),
    HOME: Standard(
        "a file for printing at home",
        (2, 0),
        (),
        False,
        frozenset(),
        frozenset({"PF102", "PF107", "PF108", "PF201", "PF301", "PF401", "PF403", "PF404"}),
    ),
}


def standard_of(demands: Demands, claim: str) -> Standard:
    """The standard asked for or else the one that the file claims."""
    if demands.standard:
        return STANDARDS[demands.standard]
    for standard in STANDARDS.values():
        if claim in standard.markers:
            return standard
    if claim.startswith("PDF/X-1"):
        return STANDARDS["x1a"]
    if claim.startswith("PDF/X-3"):
        return STANDARDS["x3"]
    return STANDARDS["x4" if claim else HOME]


def demands_of(data: Mapping[str, Any]) -> Demands:
    """The demands of a print service; values missing from its file take the defaults."""
    said = {key: data[key] for key in ("standard", "bleed", "safe", "ink", "dpi") if key in data}
    demands = replace(Demands(), **said)
    return replace(
        demands,
        good_ink=min(demands.good_ink, demands.ink),
        least_safe=min(demands.least_safe, demands.safe),
        least_dpi=min(demands.least_dpi, demands.dpi),
    )
