"""A long random campaign: what is replayed is what a plain model says, and every step can be taken back to the byte."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from cardforge.core.errors import ProblemsError
from cardforge.core.problems import Problem
from cardforge.products.campaign_file import OpenCampaign, open_campaign
from cardforge.products.new_campaign import new_campaign
from tests.property.campaign_model import Model
from tests.support.grey_coast import DECK, grey_coast

SOAK = bool(os.environ.get("CARDFORGE_SOAK"))
SEEDS = range(4 if SOAK else 1)
TRIES = 400 if SOAK else 110


@pytest.mark.parametrize("seed", SEEDS)
def test_a_campaign_is_what_the_model_says_and_comes_back_step_by_step(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(grey_coast(tmp_path))
    file = Path("coast.yaml")
    new_campaign("coast.yaml", "Coast", "nebula", {"sector": "grey-coast", "deck": DECK})
    model = Model(tmp_path, "grey-coast", DECK)
    chance = random.Random(seed)  # noqa: S311 - a test's steps are no secret
    before: list[bytes] = []
    taken: dict[str, int] = {}
    with open_campaign("coast.yaml") as opened:
        for _ in range(TRIES):
            words = model.any_step(chance)
            there = file.read_bytes()
            assert _taken(opened, words) == model.take(words), words
            assert opened.played.state == model.state
            if file.read_bytes() != there:
                before.append(there)
                taken[words[0]] = taken.get(words[0], 0) + 1
    assert len(before) > TRIES // 4
    assert {"discover", "visit", "gain", "spend", "finish", "upgrade", "retire"} <= taken.keys()

    with open_campaign("coast.yaml") as opened:  # replayed from the file alone
        assert opened.played.state == model.state
        assert len(opened.steps) == len(before) + 1
        for bytes_before in reversed(before):
            opened.undo()
            assert file.read_bytes() == bytes_before


def _taken(opened: OpenCampaign, words: list[str]) -> bool:
    """Whether a step was taken; a refused one has left the file alone."""
    there = Path(opened.log.path).read_bytes()
    refused: tuple[Problem, ...] = ()
    try:
        opened.take(words[0], words[1:])
    except ProblemsError as error:
        refused = error.problems
    assert (Path(opened.log.path).read_bytes() == there) == bool(refused)
    assert {problem.code for problem in refused} <= {"CF702"}
    return not refused
