"""Lay out a picture as one side of a card, and tell how far its proportions differ from the card's."""

from __future__ import annotations

from typing import NamedTuple

from cardforge.core.choices import Edge, Fit
from cardforge.core.units import Mm
from cardforge.layout.boxes import Box
from cardforge.layout.display import Clipped, Face, Item, rectangle
from cardforge.layout.picture_edges import missing_bleed, on_colour, with_edge
from cardforge.layout.picture_fit import fitted, in_pixels
from cardforge.load.picture import Picture

SAME_SHAPE: Mm = 0.3  # a smaller difference is stretched away: no knife is that exact


class PictureCard(NamedTuple):
    """How pictures become cards of one size."""

    width: Mm
    height: Mm
    bleed: Mm  # of the face
    own_bleed: Mm = 0.0  # that the pictures have themselves
    fit: Fit = Fit.COVER
    edge: str = Edge.MIRROR  # or a colour

    @property
    def box(self) -> Box:
        """The box that a picture has to fill: the card with the bleed of the picture itself."""
        own = self.own_bleed
        return Box(-own, -own, self.width + 2 * own, self.height + 2 * own)


class Misfit(NamedTuple):
    """How much a picture differs from its box: what is cut off or left empty, of width and height together."""

    across: Mm
    down: Mm

    @property
    def is_visible(self) -> bool:
        return max(self) > SAME_SHAPE


def misfit(width: int, height: int, card: PictureCard) -> Misfit:
    """What a picture of this size in pixels loses on each axis if it is cropped, or leaves empty if it is not."""
    box = card.box
    across, down = box.width / width, box.height / height
    scale = min(across, down) if card.fit is Fit.CONTAIN else max(across, down)
    return Misfit(abs(width * scale - box.width), abs(height * scale - box.height))


def picture_face(id: str, picture: Picture, card: PictureCard) -> Face:
    """A card that shows a picture."""
    trim = Box(0.0, 0.0, card.width, card.height)
    fit = card.fit if misfit(picture.width, picture.height, card).is_visible else Fit.STRETCH
    whole = Box(0.0, 0.0, picture.width, picture.height)
    place = fitted(whole, card.box, fit)
    image, exact = in_pixels(picture, place)
    shown: Item = image if exact else Clipped(rectangle(*place.box), (image,))
    if card.edge in tuple(Edge):
        lack = missing_bleed(place.box, trim, card.bleed)
        item = with_edge(shown, image, place.box, lack, Edge(card.edge))
    else:
        item = on_colour(shown, trim, missing_bleed(trim, trim, card.bleed), card.edge)
    return Face(id, card.width, card.height, card.bleed, (item,))
