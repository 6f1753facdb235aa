"""What a worker of the page keeps while files are saved and asked about again and again: no more than after the first few."""

from __future__ import annotations

import gc
from pathlib import Path
from weakref import ref

import pytest

from cardforge.core.budget import one_budget
from cardforge.session.wanted_cards import SeededCards
from cardforge.web.jobs import Jobs
from tests.support.fair import fair

DECK = "kind: deck\nsystem: fair\nname: A\nbands: [nope]\n"


def _ask(jobs: Jobs, folder: Path) -> None:
    """Save a file that all else depends on, and ask for everything that the page shows."""
    rules = folder / "schemas/fair/rules/bands.star"
    rules.write_text(rules.read_text("utf-8") + "\n", encoding="utf-8")
    jobs.refresh()
    wanted = SeededCards("fair", "deck", "seed")
    with one_budget():
        jobs.about()
        jobs.generate(wanted)
        jobs.pictures(wanted, 0, 1, "front", False)
        jobs.check("deck.yaml", DECK, None)


def test_a_worker_keeps_no_more_with_every_save(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(fair(tmp_path))
    jobs = Jobs()
    counts = []
    for _ in range(5):
        _ask(jobs, tmp_path)
        gc.collect()
        counts.append(len(gc.get_objects()))
    jobs.close()

    assert counts[4] - counts[2] < 100, counts  # a hundredth of what one kept game would add


def test_scripts_that_a_save_replaces_go_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not at the next collection, which knows nothing of the memory that scripts take outside of Python."""
    monkeypatch.chdir(fair(tmp_path))
    jobs = Jobs()
    _ask(jobs, tmp_path)
    opened = jobs._opened
    games = [("fair", "deck"), ("alert", "threat"), ("nebula", "crew")]
    replaced = [ref(opened.workshop(*each)._recipes) for each in games]
    gc.collect()
    gc.disable()
    try:
        _ask(jobs, tmp_path)
        left = [kept() for kept in replaced]
    finally:
        gc.enable()
        jobs.close()

    assert left == [None, None, None]
