"""Which cards somebody wants, in words that cost nothing to load: whoever only passes them on needs no engine."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class CardSide(StrEnum):
    """Of a card."""

    FRONT = "front"
    BACK = "back"


@dataclass(frozen=True)
class SeededCards:
    """The cards of a seed."""

    system: str
    kind: str
    seed: str
    options: tuple[tuple[str, str], ...] = ()  # as they were typed


@dataclass(frozen=True)
class PackCards:
    """The cards of a pack, by the path of its file as it is shown."""

    path: str


@dataclass(frozen=True)
class WrittenCards:
    """The cards of a file that is not in the project."""

    name: str
    text: str


WantedCards = SeededCards | PackCards | WrittenCards
