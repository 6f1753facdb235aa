"""Armada and Alert from seeds, for the tests: what rules say of them, and packs as data."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from typing import Any, NamedTuple

import pytest

from cardforge.check.rulebook import Judged, Rulebook
from cardforge.check.subject import Subject
from cardforge.core.problems import Problem
from cardforge.generate.recipes import Generated, Recipes
from cardforge.generate.workshop import Workshop, kit_for
from cardforge.load.project import project_at
from tests.conftest import REPOSITORY

SEEDS = 10_000 if os.environ.get("CARDFORGE_SOAK") else 40
DECKS = ("sweep", "explore", "boss", "commander", "armada-deck")
CARDS = (
    "action-common", "action-special", "aid", "dossier", "downfall", "event", "gate-repair", "item", "reprisal", "scenario", "tile",
)  # fmt: skip
SITUATIONS = ("loadout", "map", "setup")


class Bench(NamedTuple):
    """A workshop, and every problem its rules found since it was last cleared; warnings and notes too."""

    workshop: Workshop
    heard: list[Problem]


@contextmanager
def bench(kind: str = "sweep", game: str = "armada") -> Iterator[Bench]:
    heard: list[Problem] = []

    class Listening(Rulebook):
        def judge(self, subject: Subject, only_links: bool = False) -> Judged:
            judged = super().judge(subject, only_links)
            heard.extend(judged.all_problems)
            return judged

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("cardforge.generate.workshop.Rulebook", Listening)
        opened = Workshop(kit_for(kind, game, project_at(REPOSITORY)))
    with closing(opened):
        yield Bench(opened, heard)


def generated(workshop: Workshop, kind: str, options: Mapping[str, Any] | None = None) -> Iterator[Generated]:
    """What the seeds give, without being judged."""
    recipes = Recipes(workshop.kit.texts)
    for seed in range(SEEDS):
        yield recipes.make(kind, f"slice {seed}", options or {})


def made(workshop: Workshop, kind: str, **options: Any) -> Iterator[dict[str, Any]]:
    """The documents of the seeds."""
    for each in generated(workshop, kind, options):
        yield each.document
