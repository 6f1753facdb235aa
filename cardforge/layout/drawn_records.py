"""Cache what an element of a template drew, to reuse it on other cards."""

from __future__ import annotations

from typing import NamedTuple

from cardforge.core.units import Mm
from cardforge.layout.boxes import Box
from cardforge.layout.display import Item
from cardforge.layout.face_in_progress import PlacedText

# Limit for boxes per element, and for values per box. In a group whose position differs per card, nothing is reused.
MOST_KEPT = 1_000


class DrawnInPlace:
    """The box of an element, with what it drew there for each value."""

    __slots__ = ("_around", "box", "records")

    def __init__(self, box: Box, around: Box) -> None:
        self.box = box
        self._around = around  # referenced so that its `id()`, a cache key, is not reused
        self.records: dict[str | int, DrawnRecord] = {}  # by the value of the one field it shows


class DrawnRecord(NamedTuple):
    """What an element drew for one value."""

    items: tuple[Item, ...]
    texts: tuple[PlacedText, ...]
    box: Box
    bottom: Mm
