"""A card to draw: what it says, and the templates of its two sides."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from cardforge.layout.face_in_progress import CardSource
from cardforge.layout.game_art import GameArt
from cardforge.layout.template import Template

_NO_ART = GameArt()
_NO_JOBS: Mapping[str, CardJob] = {}


class CardJob(NamedTuple):
    """A card to draw, the templates of its two sides, and the art of its game."""

    card: CardSource
    front: Template
    back: Template | None = None
    art: GameArt = _NO_ART
    shows: Mapping[str, CardJob] = _NO_JOBS  # other cards that it shows as pictures, by id


def sides_of(jobs: Iterable[CardJob]) -> tuple[list[Template], list[Template]]:
    """The front and back templates that some cards use, each once."""
    jobs = list(jobs)
    return list(dict.fromkeys(job.front for job in jobs)), list(dict.fromkeys(job.back for job in jobs if job.back))
