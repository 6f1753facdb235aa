"""One card of every face of armada, as approved: small pictures, and the words of a few kinds with their places.

`pytest tests/golden --approve` (or `make approve`) rewrites them; look at the pictures before you commit.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import REPOSITORY
from tests.support.approved import prove_picture, prove_words
from tests.support.commands import run

APPROVED = REPOSITORY / "tests/golden/armada"
# The longest and the plainest of their kind, so that shrinking and empty space are seen.
CARDS = (
    *(
        "armada-blue_breakwater-guns",
        "armada-orange_human-cannonballs",
        "armada-yellow_ash-screens",
        "events_bad-water",
    ),
    *("events_burning-tail", "commanders_the-brothers-anselm", "bosses_hollow-tender", "player-aid_player-aid"),
    *("player-aid_player-aid_back", "sweep_sweep-5", "exploration_the-lost-regatta", "common-actions_brace"),
    *("special-actions_ramming-speed", "the-ark_the-ark", "peril-track_peril-track", "dossiers_the-two-engineers"),
    *("gate-repairs_core-cradle", "reprisals_the-net", "scenarios_the-slow-convoy", "downfalls_venting-heart"),
    *("items_brass-ear", "armada-blue_breakwater-guns_back", "back-reprisal", "events_false-beacon"),
    *("reprisals_tribute", "downfalls_naked-throne", "rules_exploring"),
)
PACKS = [
    str(file)
    for file in sorted((REPOSITORY / "packs/armada").glob("*/*.yaml"))
    if any(card.startswith(f"{name}_") for card in CARDS for name in (file.stem, f"armada-{file.stem}"))
]
WORDS = ("bosses", "reprisals", "items")


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("armada")
    done = run("render", *PACKS, "--as", "png", "--dpi", "48", "-o", "all", cwd=folder)
    assert done.returncode == 0, done.stdout + done.stderr
    for name in WORDS:
        run("render", *(file for file in PACKS if Path(file).stem == name), "-o", f"{name}.pdf", cwd=folder)
    return folder


@pytest.mark.parametrize("card", CARDS)
def test_a_face_looks_as_approved(card: str, drawn: Path, approve: bool, tmp_path: Path) -> None:
    prove_picture(drawn / "all" / f"{card}.png", APPROVED / f"{card}.png", approve, tmp_path)


@pytest.mark.parametrize("name", WORDS)
def test_the_words_stand_where_they_were_approved(name: str, drawn: Path, approve: bool) -> None:
    prove_words(drawn / f"{name}.pdf", APPROVED / f"{name}.txt", approve)
