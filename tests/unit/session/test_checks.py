"""Decks that are still being built: every mistake at once."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from cardforge.core.problems import Severity
from cardforge.session.checks import checked
from cardforge.session.open_project import OpenProject
from tests.conftest import REPOSITORY

DECK = """\
kind: deck
system: nebula
nmae: The Long Haul
starship: {pack: wayfarer, card: drayhorse-mk1}
crew: [tovan-reel, mirel-sun, ada-voss, brakk]
equipment: [ember-reactor, longwake-drive, aegis-lattice, rail-lance, deep-ear]
"""


def codes(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.chdir(tmp_path)
    with closing(OpenProject()) as opened:
        problems = checked(opened, "mine.yaml", text).judgement.problems
        return [problem.code for problem in problems if problem.severity is Severity.ERROR]


def test_a_deck_with_a_schema_mistake_is_judged_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert codes(DECK, tmp_path, monkeypatch) == ["CF101", "NB203"]


def test_a_pack_with_a_schema_mistake_shows_that_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert codes("kind: crew\nsystem: nebula\n", tmp_path, monkeypatch) == ["CF101"]


def test_a_sample_that_is_changed_is_no_duplicate_of_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sample = (REPOSITORY / "packs/drift/loadout/first-ship.yaml").read_text("utf-8")

    assert codes(sample, tmp_path, monkeypatch) == []
    assert codes(sample.replace("o-shield-1", "o-shield-2"), tmp_path, monkeypatch) == ["DR-32"]
