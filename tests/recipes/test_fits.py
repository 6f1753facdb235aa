"""What a seed gives fits its face: nothing is cut off, too small, too near the cut or over something else."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from cardforge.generate.workshop import SeedRequest, Workshop
from cardforge.layout.art import ArtRecipe
from cardforge.render.rendering import renderer_for
from cardforge.render.selection import select
from tests.recipes.armada import CARDS, DECKS, SITUATIONS

SEEDS = 10_000 if os.environ.get("CARDFORGE_SOAK") else 10
AT_A_TIME = 200  # packs in one opened project
PACKS = ("crew", "equipment", "starship", "item", "npc", "location", "agenda", "scenario", "deck")
PRINTED = (*DECKS, *CARDS, *(kind for kind in SITUATIONS if kind != "map"))  # a map brings no cards


@pytest.fixture(autouse=True)
def without_art(monkeypatch: pytest.MonkeyPatch) -> None:
    """Art fills its frame, whatever the words are, and would take most of the time."""
    monkeypatch.setattr(ArtRecipe, "draw", lambda *_: ())


def seen_on_faces(workshop: Workshop, kind: str, seeds: range) -> list[object]:
    """What is wrong on the faces of what the seeds give; the power goes from 1 to 10 where there is one."""
    has_power = workshop.kit.game.system == "nebula"
    with TemporaryDirectory() as folder:
        for seed in seeds:
            made = workshop.make(SeedRequest(kind, f"slice {seed}", {"power": seed % 10 + 1} if has_power else {}))
            for name, text in made.files.items():
                Path(folder, f"{seed}-{name}").write_text(text, "utf-8")
        ordered = select([str(path) for path in sorted(Path(folder).iterdir())])
        renderer, _ = renderer_for(ordered.project)
        drawn = list(renderer.draw(ordered.jobs))

    assert len(drawn) >= len(seeds) * (1 if kind in ("aid", "stats") else 2)  # these are one card
    return [*ordered.problems, *(each for card in drawn for each in (*card.problems, *card.findings))]


def seen_in_turn(workshop: Workshop, kind: str) -> list[object]:
    for start in range(0, SEEDS, AT_A_TIME):
        if found := seen_on_faces(workshop, kind, range(start, min(start + AT_A_TIME, SEEDS))):
            return found
    return []


@pytest.mark.soak
@pytest.mark.parametrize("kind", PACKS)
def test_packs_of_nebula_fit_their_faces(workshop: Workshop, kind: str) -> None:
    """The strongest and the weakest are the longest."""
    assert seen_in_turn(workshop, kind) == []


@pytest.mark.soak
@pytest.mark.parametrize("kind", PRINTED)
def test_packs_of_armada_fit_their_faces(armada: Workshop, kind: str) -> None:
    assert seen_in_turn(armada, kind) == []
