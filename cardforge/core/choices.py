"""The choices a user has when printing."""

from __future__ import annotations

from enum import StrEnum


class Orientation(StrEnum):
    """Orientation of the paper; `auto` picks the one that holds more pieces."""

    AUTO = "auto"
    PORTRAIT = "portrait"
    LANDSCAPE = "landscape"


class Bleed(StrEnum):
    """What lies between two pieces: nothing, one gap that they share half and half, or the full bleed of both."""

    NONE = "none"
    SHARED = "shared"
    FULL = "full"


class Backs(StrEnum):
    """How backs are printed; `separate` is all fronts, then all backs, for paper turned over its long edge."""

    NONE = "none"
    SEPARATE = "separate"
    LONG_EDGE = "long-edge"
    SHORT_EDGE = "short-edge"
    GUTTERFOLD = "gutterfold"


class Marks(StrEnum):
    """Where cut marks go: at the corners of each piece, where gaps cross, or at the edges of the sheet."""

    NONE = "none"
    CORNER = "corner"
    CROSS = "cross"
    EDGE = "edge"


class SheetOrder(StrEnum):
    """Whether all pieces are placed in one run, or each group starts a new sheet."""

    AS_GIVEN = "as-given"
    GROUPED = "grouped"


class Registration(StrEnum):
    """Registration marks for a cutting machine: a square and two angles, or four angles."""

    NONE = "none"
    SILHOUETTE_3 = "silhouette-3"
    SILHOUETTE_4 = "silhouette-4"


class Product(StrEnum):
    """The output formats of `render`."""

    CARDS = "cards"
    PNG = "png"
    CONTACT = "contact"
    SHEETS = "sheets"
    BOOKLET = "booklet"
    TABLETOP = "tabletop"


class Fit(StrEnum):
    """How a picture fills a card of other proportions: cropped, shown whole with a margin, or distorted."""

    COVER = "cover"
    CONTAIN = "contain"
    STRETCH = "stretch"


class Edge(StrEnum):
    """How bleed is made from the edge of a picture that has none; a colour is the third way."""

    MIRROR = "mirror"
    STRETCH = "stretch"
