"""Say where the cards of a document are in its file, if its kind has `cards-at`.

Takes a pointer into the document; gives the pointer into the file that its author wrote.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from cardforge.core.problems import Pointer


@dataclass(frozen=True)
class CardPlaces:
    """Where each card is, and what the file calls its id and its name."""

    cards: tuple[Pointer, ...]
    keys: tuple[str, ...]  # the key of each card, where the cards are the values of a mapping; else empty
    without: tuple[Pointer, ...] = ()  # entries that have no cards where the others have them
    renamed: Mapping[str, str] = field(default_factory=dict)  # a field added to the cards: the field that it repeats

    def in_file(self, pointer: Pointer) -> Pointer:
        """The pointer into the file."""
        if pointer[:1] != ("cards",):
            return pointer
        at = pointer[1] if len(pointer) > 1 else None
        if not isinstance(at, int) or at >= len(self.cards):
            return self.cards[0][:1] if self.cards else ()
        rest = pointer[2:]
        if rest and isinstance(rest[0], str):
            rest = (self.renamed.get(rest[0], rest[0]), *rest[1:])
        return (*self.cards[at], *rest)
