"""Colour spaces: which families one is built from, and whether a standard allows them (R2).

Takes a colour space object of a PDF; returns the names of its families. An indexed or spot colour is allowed if its
base or alternate space is.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from pikepdf import Array, Name

from cardforge.preflight.demands import Standard
from cardforge.preflight.findings import ERROR, PreflightFinding
from cardforge.preflight.values import number, value, word

_SHORT = {"G": "DeviceGray", "RGB": "DeviceRGB", "CMYK": "DeviceCMYK", "I": "Indexed"}  # in inline images
_BELOW = {"Indexed": 1, "Pattern": 1, "Separation": 2, "DeviceN": 2}  # index of the base or alternate space
_DEEPEST = 6  # nested spaces; real files have at most three
_INKS = 4


class Space(NamedTuple):
    """The families of a colour space, outermost first, and whether its channels are four inks."""

    families: tuple[str, ...]
    is_ink: bool = False


GREY, RGB, CMYK = Space(("DeviceGray",)), Space(("DeviceRGB",)), Space(("DeviceCMYK",), True)


def space_of(seen: Any) -> Space:
    """Resolve a colour space to its families."""
    families = []
    is_ink = False
    for _ in range(_DEEPEST):
        if isinstance(seen, Name):
            families.append(_SHORT.get(word(seen), word(seen)))
            break
        if not isinstance(seen, Array) or len(seen) == 0:
            break
        family = _SHORT.get(word(seen[0]), word(seen[0]))
        families.append(family)
        if family == "ICCBased" and len(seen) > 1:
            is_ink = len(families) == 1 and round(number(value(seen[1], "/N"))) == _INKS
        at = _BELOW.get(family, len(seen))
        if at >= len(seen):
            break
        seen = seen[at]
    return Space(tuple(families), is_ink or families == ["DeviceCMYK"])


def refused(space: Space, standard: Standard, what: str, where: str, page: int = 0) -> PreflightFinding | None:
    """The finding for a colour space that the standard forbids; `what` and `where` name the object that uses it."""
    wrong = next((family for family in space.families if family in standard.colours), "")
    if not wrong:
        return None
    allowed = "CMYK, grey and spot colours" if "Lab" in standard.colours else "RGB only with a profile"
    message = f"the {what}{where} uses {wrong}; {standard.title} allows {allowed}"
    return PreflightFinding("PF302", ERROR, f"{wrong} in {what}", message, "convert the colours to CMYK", page)
