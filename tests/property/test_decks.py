"""From any legal deck, each single illegal change is reported by exactly the expected code."""

from __future__ import annotations

import copy
import os
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings

from cardforge.app.check import Checking
from cardforge.core.problems import Severity
from tests.property.decks import FAULTS, Deck, legal_decks

EXAMPLES = 400 if os.environ.get("CARDFORGE_SOAK") else 10
FILE = Path(tempfile.mkdtemp(prefix="cardforge-deck-")) / "deck.yaml"


def errors(deck: Deck) -> set[str]:
    FILE.write_text(yaml.safe_dump(deck), encoding="utf-8")
    (judgement,) = Checking([str(FILE)]).judgements()
    return {problem.code for problem in judgement.problems if problem.severity is Severity.ERROR}


@settings(max_examples=EXAMPLES * 4)
@given(legal_decks())
def test_a_legal_deck_is_legal(deck: Deck) -> None:
    assert errors(deck) == set()


@pytest.mark.parametrize("break_it", FAULTS, ids=lambda fault: fault.__name__.strip("_"))
def test_one_illegal_change_is_reported_by_its_code_and_no_other_error(break_it: Callable[[Deck], None]) -> None:
    @settings(max_examples=EXAMPLES)
    @given(legal_decks())
    def judged(deck: Deck) -> None:
        broken = copy.deepcopy(deck)
        break_it(broken)
        assert errors(broken) == FAULTS[break_it]

    judged()


def test_forty_faults_are_reported_in_one_run() -> None:
    deck = {
        "kind": "deck",
        "system": "nebula",
        "name": "Forty",
        "starship": {"pack": "wayfarer", "card": "wayfarer-mk3"},
        "crew": ["ada-voss", "ada-voss", *(f"nobody-{at}" for at in range(14))],
        "equipment": [f"nothing-{at}" for at in range(10)],
        "additional": ["lampwright-tender", "port-vanta", "cold-harbor"],
        "items": [f"trinket-{at}" for at in range(10)],
        "upgrades": ["brakk/steady-aim-1"],
    }
    FILE.write_text(yaml.safe_dump(deck), encoding="utf-8")
    (judgement,) = Checking([str(FILE)]).judgements()
    codes = [problem.code for problem in judgement.problems if problem.severity is Severity.ERROR]

    assert codes.count("CF201") == 34
    assert set(codes) == {"CF201", "NB201", "NB202", "NB203", "NB204", "NB207", "NB208", "NB213"}
    assert len(codes) >= 40
