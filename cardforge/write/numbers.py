"""Format numbers, positions and colours for PDF operators; cached, because most recur on the next card."""

from __future__ import annotations

from functools import lru_cache

from cardforge.core.units import PT_PER_MM, Mm, Pt


@lru_cache(maxsize=8192)
def n(value: float) -> str:
    """A number with at most three decimals."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text in ("", "-0") else text


@lru_cache(maxsize=8192)
def place(x: Mm, y: Mm) -> str:
    """The operator that moves text to a position, measured from the bottom left."""
    return f"1 0 0 1 {x * PT_PER_MM:.2f} {y * PT_PER_MM:.2f} Tm"


@lru_cache(maxsize=1024)
def look(font: str, size: Pt, colour: str) -> str:
    """The operators that set a font, by name, and a fill colour."""
    return f"/{font} {n(size)} Tf {rgb(colour)} rg"


@lru_cache(maxsize=1024)
def rgb(colour: str) -> str:
    """A colour such as #1a2b3c as three PDF numbers."""
    return " ".join(n(int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5))
