"""What somebody can choose between when sheets are printed."""

from __future__ import annotations

from enum import StrEnum


class Orientation(StrEnum):
    """How the paper stands; `auto` takes what holds more."""

    AUTO = "auto"
    PORTRAIT = "portrait"
    LANDSCAPE = "landscape"


class Bleed(StrEnum):
    """What stands between two pieces: nothing, a gap of which each fills half, or the whole bleed of both."""

    NONE = "none"
    SHARED = "shared"
    FULL = "full"


class Backs(StrEnum):
    """How backs come behind fronts; `separate` is all fronts, then all backs, for paper turned over its long edge."""

    NONE = "none"
    SEPARATE = "separate"
    LONG_EDGE = "long-edge"
    SHORT_EDGE = "short-edge"
    GUTTERFOLD = "gutterfold"


class Marks(StrEnum):
    """Where marks show the way to cut: at each piece's corners, at crossings of gaps, or at the sheet's edges."""

    NONE = "none"
    CORNER = "corner"
    CROSS = "cross"
    EDGE = "edge"


class SheetOrder(StrEnum):
    """Whether pieces follow each other, or each group begins a new sheet."""

    AS_GIVEN = "as-given"
    GROUPED = "grouped"


class Registration(StrEnum):
    """Marks that a cutting machine looks for: a square and two angles, or four angles."""

    NONE = "none"
    SILHOUETTE_3 = "silhouette-3"
    SILHOUETTE_4 = "silhouette-4"


class Product(StrEnum):
    """What `render` makes of cards."""

    CARDS = "cards"
    PNG = "png"
    CONTACT = "contact"
    SHEETS = "sheets"
    BOOKLET = "booklet"
    TABLETOP = "tabletop"
