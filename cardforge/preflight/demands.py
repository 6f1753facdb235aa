"""What is asked of a PDF: the standard it keeps to, and the numbers it is measured by.

Takes nothing, or the data of a print service; gives Demands. The numbers are those of the trade; a service that asks
for others says so in its file, not here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from cardforge.core.units import Mm, Pt

AS_CLAIMED, HOME = "", "home"


@dataclass(frozen=True, slots=True)
class Demands:
    """What a file is held against. Of two numbers, the first is wanted and the second is the least."""

    standard: str = AS_CLAIMED  # x1a, x3, x4, home, or what the file says of itself
    trim: tuple[Mm, Mm] | None = None
    bleed: Mm = 3.0
    safe: Mm = 3.175
    least_safe: Mm = 2.0
    ink: float = 300.0  # percent, all inks together; more is refused
    good_ink: float = 280.0
    dpi: float = 300.0
    least_dpi: float = 200.0
    text: Pt = 6.0  # a PDF does not tell the rules from the small print; the lint of faces wants 7 for the rules
    least_text: Pt = 5.0
    least_stroke: Pt = 0.25


@dataclass(frozen=True, slots=True)
class Standard:
    """What a kind of PDF allows."""

    title: str
    version: tuple[int, int]  # the highest
    markers: tuple[str, ...]  # how a file says that it keeps to it; the first is the one to write
    flat: bool  # no transparency, no layers, nothing newer than PDF 1.4
    colours: frozenset[str]  # families that are not allowed
    codes: frozenset[str] | None = None  # the only ones judged; nothing means all

    @property
    def is_press(self) -> bool:
        return bool(self.markers)

    def judges(self, code: str) -> bool:
        """Whether a rule holds for files of this kind; that a file can be read holds for all."""
        return self.codes is None or code in self.codes or code.startswith("PF0")


_RGB = frozenset({"DeviceRGB"})  # without a profile nobody knows which colour it is
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
    """The standard asked for or, where nobody asks, the one that a file claims to keep to."""
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
    """What a print service asks for, from its file; where the file is silent, what the trade asks for."""
    said = {key: data[key] for key in ("standard", "bleed", "safe", "ink", "dpi") if key in data}
    demands = replace(Demands(), **said)
    return replace(
        demands,
        good_ink=min(demands.good_ink, demands.ink),
        least_safe=min(demands.least_safe, demands.safe),
        least_dpi=min(demands.least_dpi, demands.dpi),
    )
