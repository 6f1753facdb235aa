"""Units of length. Everything up to `write` is in millimetres; type sizes are in points."""

from __future__ import annotations

Mm = float
Pt = float

MM_PER_INCH = 25.4
PT_PER_INCH = 72.0
PT_PER_MM = PT_PER_INCH / MM_PER_INCH
DPI = 300  # pixels per inch of printed pictures, unless asked otherwise; more is invisible
CORNER: Mm = 3.0  # the radius of a card's corners

# Named trim sizes in mm (width, height). The two poker sizes differ, and both are in use.
CARD_SIZES: dict[str, tuple[Mm, Mm]] = {
    "poker": (63.0, 88.0),
    "poker-us": (63.5, 88.9),
    "bridge": (57.15, 88.9),
    "american": (56.0, 87.0),
    "euro": (59.0, 92.0),
    "japanese": (59.0, 86.0),
    "mini-euro": (44.0, 68.0),
    "mini-american": (41.0, 63.0),
    "mini-us": (44.45, 63.5),
    "micro": (31.75, 44.45),
    "tarot": (70.0, 120.0),
    "tarot-us": (69.85, 120.65),
    "square": (70.0, 70.0),
    "square-small": (63.5, 63.5),
    "square-large": (88.9, 88.9),
    "jumbo": (88.9, 139.7),
    "jumbo-short": (88.9, 127.0),
    "jumbo-metric": (89.0, 146.0),
    "hex": (95.25, 82.55),
    "domino": (44.45, 88.9),
    "business": (50.8, 88.9),
    "mint-tin": (52.0, 87.0),
    "credit": (85.7, 54.0),
    "a5": (148.0, 210.0),  # a page of a booklet
}
