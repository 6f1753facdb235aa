"""Parse a width and a height as people type them: `63x88`, `2.5x3.5in`, `63 mm x 88 mm`.

Takes what the user typed; returns both sides in mm, or None if it is no measure.
"""

from __future__ import annotations

import re

from cardforge.core.errors import UsageError
from cardforge.core.phrases import listed
from cardforge.core.suggestions import nearest
from cardforge.core.units import CARD_SIZES, Mm

SMALLEST_CARD: Mm = 10.0
LARGEST_CARD: Mm = 1_000.0

_UNITS = {"": 1.0, "mm": 1.0, "cm": 10.0, "in": 25.4}
_NUMBER = r"([0-9]{1,9}(?:\.[0-9]{1,9})?)"
_UNIT = r"(mm|cm|in)?"
_MEASURE = re.compile(rf"{_NUMBER}\s*{_UNIT}\s*[x×]\s*{_NUMBER}\s*{_UNIT}")


def measure(text: str) -> tuple[Mm, Mm] | None:
    """Width and height, as typed; without a unit they are in mm."""
    found = _MEASURE.fullmatch(text.strip().casefold())
    if not found:
        return None
    across, unit_across, down, unit_down = found.groups(default="")
    # `8.5x11in` gives its unit once, for both
    return float(across) * _UNITS[unit_across or unit_down], float(down) * _UNITS[unit_down or unit_across]


def card_size(text: str) -> tuple[Mm, Mm]:
    """The trimmed size of a card, by name or by measure."""
    wanted = text.strip().casefold()
    if wanted in CARD_SIZES:
        return CARD_SIZES[wanted]
    sides = measure(wanted)
    example = "for example `63x88` or `2.5x3.5in`"
    if sides is None:
        known = nearest(wanted, CARD_SIZES)
        names = f"use {listed(CARD_SIZES, most=len(CARD_SIZES))}, or give width and height, {example}"
        raise UsageError(f"unknown card size `{text[:60]}`", f"did you mean `{known}`?" if known else names)
    if not (min(sides) >= SMALLEST_CARD and max(sides) <= LARGEST_CARD):
        message = f"a card of {sides[0]:g} × {sides[1]:g} mm is too small or too large"
        raise UsageError(message, f"each side must be {SMALLEST_CARD:g} to {LARGEST_CARD:g} mm; {example}")
    return sides
