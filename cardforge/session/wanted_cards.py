"""Describe which cards a user wants; cheap to import, for processes that only pass the description on."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class CardSide(StrEnum):
    """A side of a card."""

    FRONT = "front"
    BACK = "back"


@dataclass(frozen=True)
class SeededCards:
    """The cards of a seed."""

    system: str
    kind: str
    seed: str
    options: tuple[tuple[str, str], ...] = ()  # as typed


@dataclass(frozen=True)
class PackCards:
    """The cards of a pack, by the path of its file as shown to users."""

    path: str


@dataclass(frozen=True)
class WrittenCards:
    """The cards of a file that is not in the project."""

    name: str
    text: str


WantedCards = SeededCards | PackCards | WrittenCards
