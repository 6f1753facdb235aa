"""Compare one measured value with a limit: resolution, text size, line width (Q1, Q3, Q4).

Takes what was measured on a page; returns a finding, or None. Both readers of pages use it: the one that reads a
finished file, and the one that knows the facts of our own pages.
"""

from __future__ import annotations

from cardforge.core.units import Pt
from cardforge.preflight.demands import Demands
from cardforge.preflight.findings import ERROR, WARNING, PreflightFinding

_PT_SLACK: Pt = 0.01
_DPI_SLACK = 1.0


def coarse_picture(page: int, what: str, dpi: int, demands: Demands) -> PreflightFinding | None:
    """A picture with too few pixels for its printed size."""
    if dpi >= demands.dpi - _DPI_SLACK:
        return None
    severity = ERROR if dpi < demands.least_dpi - _DPI_SLACK else WARNING
    message = f"{what} has {dpi} dpi at its printed size; {demands.dpi:g} dpi is recommended"
    hint = "use a larger picture, or print it smaller"
    return PreflightFinding("PF401", severity, "dpi", message, hint, page, dpi)


def thin_line(page: int, points: Pt, demands: Demands) -> PreflightFinding | None:
    """A line that is too thin to print."""
    if points >= demands.least_stroke - _PT_SLACK:
        return None
    seen = f"{points:.2f} pt wide" if points > 0 else "0 pt wide (the device's thinnest line)"
    message = f"a line is {seen}; {demands.least_stroke:g} pt is the minimum"
    return PreflightFinding("PF404", ERROR, "stroke", message, "make the line thicker", page, round(points, 2))


def small_text(page: int, points: Pt, demands: Demands) -> PreflightFinding | None:
    """A text that is too small to read."""
    if points >= demands.text - _PT_SLACK:
        return None
    severity = ERROR if points < demands.least_text - _PT_SLACK else WARNING
    message = f"a text is {points:.1f} pt; {demands.text:g} pt is recommended and"
    message += f" {demands.least_text:g} pt the minimum"
    return PreflightFinding("PF403", severity, "text", message, "make it larger", page, round(points, 2))
