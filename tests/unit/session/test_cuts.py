"""Where cards are cut, in hundredths of their faces."""

from __future__ import annotations

from contextlib import closing
from math import hypot
from pathlib import Path

import pytest

from cardforge.session.card_service import CardService
from cardforge.session.cuts import Cut, cuts
from cardforge.session.open_project import OpenProject
from cardforge.session.wanted_cards import PackCards
from tests.support.projects import copy_of

PACK = "packs/nebula/crew/brakk.yaml"
FACE = "templates/nebula/faces/crew.yaml"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with one pack and one face of its own."""
    monkeypatch.chdir(copy_of(tmp_path, PACK, FACE))
    return tmp_path


def _first(folder: Path, about: str) -> Cut:
    """The cut of the first card, with something said about its face."""
    face = folder / FACE
    face.write_text(face.read_text("utf-8").replace("\nelements:", f"\n{about}\nelements:"), encoding="utf-8")
    with closing(OpenProject()) as opened:
        return cuts(CardService(opened).jobs(PackCards(PACK)))[0]


def _area(cut: Cut) -> float:
    """Of the hundred times hundred of a face; what is walked round twice counts twice."""
    pairs = zip(cut, [*cut[1:], cut[0]], strict=True)
    return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairs)) / 2


def test_a_card_needs_no_points(folder: Path) -> None:
    assert _first(folder, "outline: {corner: 5}") == []


def test_a_path_is_followed(folder: Path) -> None:
    cut = _first(folder, 'outline: {path: "M0 0 L100 0 L50 100 Z"}')

    assert cut[:3] == [(0, 0), (100, 0), (50, 100)]
    assert _area(cut) == pytest.approx(5_000)


def test_a_circle_is_round(folder: Path) -> None:
    cut = _first(folder, "size: {width: 60, height: 60}\noutline: {shape: circle}")

    assert _area(cut) == pytest.approx(7_854, rel=0.01)
    assert max(x for x, _ in cut) == 100


def test_a_ring_goes_round_its_hole_too(folder: Path) -> None:
    """What is walked round twice is not seen."""
    cut = _first(folder, "size: {width: 60, height: 60}\noutline: {shape: ring, hole: 20}")

    assert _area(cut) == pytest.approx(7_854 * (1 + 1 / 9), rel=0.01)
    assert min(hypot(x - 50, y - 50) for x, y in cut) == pytest.approx(100 / 6, abs=0.1)


def test_an_outline_that_cannot_be_cut_is_shown_as_a_card(folder: Path) -> None:
    """What is wrong with it is told with the cards."""
    assert _first(folder, 'outline: {path: "M0"}') == []
