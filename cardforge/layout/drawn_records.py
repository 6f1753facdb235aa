"""What an element of a template has drawn in its place, kept to be drawn again on other cards."""

from __future__ import annotations

from typing import NamedTuple

from cardforge.core.units import Mm
from cardforge.layout.boxes import Box
from cardforge.layout.display import Item
from cardforge.layout.face_in_progress import PlacedText

# Places of an element, and values in each; in a group that stands elsewhere on every card, none is met again.
MOST_KEPT = 1_000


class DrawnInPlace:
    """An element in its place, with what it drew there."""

    __slots__ = ("_around", "box", "records")

    def __init__(self, box: Box, around: Box) -> None:
        self.box = box
        self._around = around  # kept, so that its identity stays its own
        self.records: dict[str | int, DrawnRecord] = {}  # by the value of the one field that it shows


class DrawnRecord(NamedTuple):
    """What an element drew, to be drawn again."""

    items: tuple[Item, ...]
    texts: tuple[PlacedText, ...]
    box: Box
    bottom: Mm
