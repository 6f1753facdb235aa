"""How pictures become cards, as the user asks for it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from cardforge.core.choices import Edge, Fit
from cardforge.core.errors import UsageError
from cardforge.core.measures import card_size
from cardforge.core.units import Mm

LARGEST_BLEED: Mm = 20.0
HEX_SIZE = "hex"  # the size whose cards are not rectangles
_COLOUR = re.compile("#[0-9a-fA-F]{6}")


@dataclass(frozen=True)
class PictureOptions:
    """How pictures become cards."""

    size: str = "poker"
    back: str = ""  # the picture on the back of all cards that have no back of their own
    fit: Fit = Fit.COVER
    with_bleed: Mm = 0.0  # that the pictures have around the card
    edge: str = Edge.MIRROR  # how bleed is made where there is none, or a colour

    def __post_init__(self) -> None:
        card_size(self.size)
        if not 0 <= self.with_bleed <= LARGEST_BLEED:
            message = f"pictures cannot have {self.with_bleed:g} mm of bleed"
            raise UsageError(message, f"give the width on each side, 0 to {LARGEST_BLEED:g} mm")
        if self.edge not in tuple(Edge) and not _COLOUR.fullmatch(self.edge):
            raise UsageError(
                f"bleed cannot be made with `{self.edge[:60]}`", "use mirror, stretch or a colour: #1a2b3c"
            )
