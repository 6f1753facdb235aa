"""What a seed gives fits its face: nothing is cut off, too small, too near the cut or over something else."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from cardforge.generate.workshop import SeedRequest, Workshop
from cardforge.layout.art import ArtRecipe
from cardforge.render.rendering import renderer_for
from cardforge.render.selection import select

SEEDS = 10_000 if os.environ.get("CARDFORGE_SOAK") else 10
AT_A_TIME = 200
KINDS = ("crew", "equipment", "starship", "item", "npc", "location", "agenda")


@pytest.mark.soak
@pytest.mark.parametrize("kind", KINDS)
def test_packs_fit_their_faces(workshop: Workshop, kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The strongest and the weakest are the longest. Art is left out: it fills its frame, and takes all the time."""
    monkeypatch.setattr(ArtRecipe, "draw", lambda *_: ())
    for start in range(0, SEEDS, AT_A_TIME):
        folder = tmp_path / str(start)
        folder.mkdir()
        for seed in range(start, min(start + AT_A_TIME, SEEDS)):
            piece = workshop.make(SeedRequest(kind, f"slice {seed}", {"power": seed % 10 + 1}))
            for name, text in piece.files.items():
                (folder / f"{seed}-{name}").write_text(text, "utf-8")
        ordered = select([str(path) for path in sorted(folder.iterdir())])
        renderer, _ = renderer_for(ordered.project)
        drawn = list(renderer.draw(ordered.jobs))

        assert ordered.problems == []
        assert len(drawn) > len(list(folder.iterdir()))
        assert [each for card in drawn for each in (*card.problems, *card.findings)] == []
