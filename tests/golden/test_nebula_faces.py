"""One card of every face of nebula, as approved: its words with their places, and a small picture.

`pytest tests/golden --approve` (or `make approve`) rewrites them; look at the pictures before you commit.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import REPOSITORY
from tests.support.approved import prove_picture, prove_words
from tests.support.commands import run

APPROVED = REPOSITORY / "tests/golden/nebula"
# The longest and the plainest of their kind, so that shrinking and empty space are seen.
CARDS = {
    "wayfarer_wayfarer-mk6": "starship", "wayfarer_drayhorse-mk1": "starship", "ada-voss_ada": "crew",
    "ysolde-quill_ysolde-5": "crew", "juno-park_floor-it": "crew", "ada-voss_half-a-second-2": "crew",
    "rail-lance_rail-lance": "equipment", "ember-reactor_ember-reactor": "equipment", "rail-lance_the-last-parcel": "equipment",
    "lampwright-relics_glass-almanac": "item", "lampwright-relics_star-salt": "item", "the-dark-lamps_setup": "agenda",
    "the-dark-lamps_day-eighty-one": "agenda", "the-dark-lamps_lamps-relit": "agenda", "the-vigil_vigil": "npc",
    "tallow-exchange_exchange": "npc", "lamp-warden_roll-call": "npc", "port-vanta_station": "location", "port-vanta_counting-room": "location",
    "back-permanent": "crew", "back-player": "crew", "back-encounter": "npc", "back-agenda": "agenda",
}  # fmt: skip


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("nebula")
    for kind in sorted(set(CARDS.values())):
        done = run("render", f"nebula:{kind}", "--as", "png", "--dpi", "48", "-o", kind, cwd=folder)
        assert done.returncode == 0, done.stdout + done.stderr
        run("render", f"nebula:{kind}", "-o", f"{kind}.pdf", cwd=folder)
    return folder


@pytest.mark.parametrize("card", CARDS)
def test_a_face_looks_as_approved(card: str, drawn: Path, approve: bool, tmp_path: Path) -> None:
    prove_picture(drawn / CARDS[card] / f"{card}.png", APPROVED / f"{card}.png", approve, tmp_path)


@pytest.mark.parametrize("kind", sorted(set(CARDS.values())))
def test_the_words_stand_where_they_were_approved(kind: str, drawn: Path, approve: bool) -> None:
    prove_words(drawn / f"{kind}.pdf", APPROVED / f"{kind}.txt", approve)
