"""Faces of alert, as approved: small pictures of one of each kind, and the words of a few with their places.

`pytest tests/golden --approve` (or `make approve`) rewrites them; look at the pictures before you commit.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import REPOSITORY
from tests.support.approved import prove_picture, prove_words
from tests.support.commands import run

APPROVED = REPOSITORY / "tests/golden/alert"
KINDS = ("threat", "double-action", "core-action", "special-action", "token", "badge", "track", "mission", "page")
# The longest and the plainest of their kind, so that shrinking and empty space are seen.
CARDS = (
    *("red-external-serious_se3-101", "red-external-normal_e3-102", "yellow-external-normal_e2-102"),
    *("red-internal-serious_si3-101", "white-external-normal_e1-104", "yellow-internal-serious_si2-102"),
    *("red-internal-normal_i3-101", "red-external-serious_se3-101_back", "yellow-internal-serious_si2-101_back"),
    *("double-actions_d-030", "double-actions_d-084", "double-actions_d-001_back", "double-actions_d-046_back"),
    *("core-actions_h-001", "special-actions_infiltrator-advanced", "special-actions_fold-pilot-basic"),
    *("tokens_borer", "tokens_weapon-malfunction", "tokens_ring", "tokens_alpha", "tokens_source"),
    *(
        "badges_engineer-in-chief",
        "tracks_crowded-lane",
        "double-3_card",
        "double-3_card_back",
        "keywords_keywords-red",
    ),
)


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("alert")
    kinds = [f"alert:{kind}" for kind in KINDS]
    done = run("render", *kinds, "--as", "png", "--dpi", "48", "-o", "all", cwd=folder)
    assert done.returncode == 0, done.stdout + done.stderr
    run("render", str(REPOSITORY / "packs/alert/threat/red-external-normal.yaml"), "-o", "threats.pdf", cwd=folder)
    return folder


@pytest.mark.parametrize("card", CARDS)
def test_a_face_looks_as_approved(card: str, drawn: Path, approve: bool, tmp_path: Path) -> None:
    prove_picture(drawn / "all" / f"{card}.png", APPROVED / f"{card}.png", approve, tmp_path)


def test_the_words_stand_where_they_were_approved(drawn: Path, approve: bool) -> None:
    prove_words(drawn / "threats.pdf", APPROVED / "threats.txt", approve)
