"""The career of an explorer: what a flight earns, and which steps the rules refuse."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardforge.app.validate import validate_files
from cardforge.core.errors import ProblemsError
from cardforge.products.campaign_file import open_campaign
from cardforge.products.new_campaign import new_campaign
from tests.support.projects import write_files

REPORT = """kind: report
system: alert
id: {id}
name: {id}
result: {result}
{more}flights:
  - mission: double-1
    seats:
      - {{who: player, name: Ada, captain: true}}
      - {{who: player, name: Ben}}
      - {{who: player, name: Cleo}}
      - {{who: player, name: Dov}}
    score: {score}
"""
TRIP = "planned: 3\n"
Taken = tuple[str, tuple[str, ...]]


def report(id: str, score: int, result: str = "won", more: str = "") -> str:
    text = REPORT.format(id=id, score=score, result=result, more=more)
    return text + "".join(text[text.index("  - mission") :].replace(f": {score}", ": 0") for _ in range(more == TRIP))


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A new log beside some reports."""
    reports = {
        "five": report("five", 27),
        "poor": report("poor", -3),
        "trip": report("trip", 34, more=TRIP),
        "wrong": report("wrong", 19, more="experience: {m: 4}\n"),
        "gone": report("gone", 0, "lost"),
        "again": report("again", 27),
        "third": report("third", 27),
        "fourth": report("fourth", 27),
    }
    write_files(tmp_path, {f"packs/alert/report/{name}.yaml": text for name, text in reports.items()})
    monkeypatch.chdir(tmp_path)
    head = {"career_track": "career-track", "sheet": "achievements", "explorer": "Ada Quill"}
    new_campaign("ada.yaml", "Ada Quill", "alert", head)
    return "ada.yaml"


def taken(log: str, *steps: Taken) -> list[tuple[str, ...]]:
    with open_campaign(log) as opened:
        return [opened.take(name, list(values)) for name, values in steps]


FIVE: Taken = ("fly", ("five", "ticks=first-double", "ticks=sewn-on"))
GIVES: dict[str, tuple[tuple[Taken, ...], tuple[str, ...]]] = {
    "a mission": ((("fly", ("poor",)),), ("experience 2 + 0",)),
    "achievements are added": ((FIVE,), ("experience 4 + 2", "level 1")),
    "two of three missions of a campaign": ((("fly", ("trip", "specs=rigger")),), ("experience 9 + 0", "level 1")),
    "a lost copy": ((("consent", ()), ("lost", ("gone", "tally=1"))), ("a copy was lost", "tally 1")),
    "a lost log": ((("lost", ("gone",)),), ("no copy: the log is closed",)),
    "retiring": ((("retire", ()),), ("closed at level 0",)),
}


@pytest.mark.parametrize("case", GIVES)
def test_a_step_gives(log: str, case: str) -> None:
    steps, wanted = GIVES[case]
    if "level 1" in wanted and "rigger" not in str(steps):
        steps = (*steps[:-1], (steps[-1][0], (*steps[-1][1], "specs=rigger")))

    assert taken(log, *steps)[-1] == wanted
    assert validate_files([log]).problems == []


def test_boxes_are_ticked_in_order_and_dotted_ones_only_after_consent(log: str) -> None:
    taken(log, ("fly", ("poor",)), ("consent", ()), ("fly", ("five",)))
    with open_campaign(log) as opened:
        assert opened.played.state["boxes"] == [1, 2, 3, 4, 5, 6]
    taken(log, ("fly", ("again", "specs=shifter")))
    with open_campaign(log) as opened:
        assert opened.played.state["boxes"] == list(range(1, 11))
        assert opened.played.state["ticks"] == ["shifter"]


def test_a_dotted_box_before_a_ticked_one_stays_skipped(log: str) -> None:
    taken(log, ("fly", ("five",)), ("consent", ()), ("fly", ("poor",)))
    with open_campaign(log) as opened:
        assert opened.played.state["boxes"] == [1, 2, 4, 5, 6, 7]


FILLED: Taken = ("fly", ("five", "ticks=first-double", "ticks=sewn-on", "specs=rigger"))
REFUSED: dict[str, tuple[tuple[Taken, ...], Taken, str]] = {
    "a full row without a tick": ((), FIVE, "AL-63"),
    "a tick without a full row": ((), ("fly", ("poor", "specs=rigger")), "AL-63"),
    "a second box at level 1": (
        (FILLED, ("fly", ("again",))),
        ("fly", ("third", "specs=rigger")),
        "AL-64",
    ),
    "wrong experience of a mission": ((), ("fly", ("wrong",)), "AL-65"),
    "consent twice": ((("consent", ()),), ("consent", ()), "AL-69"),
    "a lost flight flown": ((), ("fly", ("gone",)), "AL-70"),
    "a won flight lost": ((), ("lost", ("five",)), "AL-70"),
    "anything after the log is closed": ((("lost", ("gone",)),), ("fly", ("five",)), "closed"),
    "a tick for a lost flight": ((("consent", ()),), ("lost", ("gone", "ticks=sewn-on")), "AL-70"),
    "an achievement twice": (
        (("fly", ("poor", "ticks=first-double")),),
        ("fly", ("five", "ticks=first-double")),
        "AL-72",
    ),
    "two of a category": ((), ("fly", ("poor", "ticks=first-double", "ticks=spotless")), "AL-73"),
    "an achievement for level 5": ((), ("fly", ("poor", "ticks=red-run")), "AL-74"),
    "experience written wrong": ((), ("fly", ("poor", "experience=4 + 0")), "AL-81"),
    "a report twice": ((("fly", ("poor",)),), ("fly", ("poor",)), "on the log already"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_step_is_refused_by_its_rule_and_changes_nothing(log: str, case: str) -> None:
    before, step, words = REFUSED[case]
    taken(log, *before)
    text = Path(log).read_bytes()

    with pytest.raises(ProblemsError) as error:
        taken(log, step)

    assert [problem.code for problem in error.value.problems] == ["CF702"]
    assert words in str(error.value.problems[0].message)
    assert Path(log).read_bytes() == text


def test_undo_gives_back_the_file_as_it_was(log: str) -> None:
    before = Path(log).read_bytes()
    taken(log, ("fly", ("poor",)))
    with open_campaign(log) as opened:
        opened.undo()

    assert Path(log).read_bytes() == before
