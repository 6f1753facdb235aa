"""Work in two processes: all of it, in order, whatever becomes of the second one."""

from __future__ import annotations

import os
import signal
from dataclasses import dataclass
from pathlib import Path

import pytest

from cardforge.parallel.fork import MOST_PARTS, in_two
from cardforge.render import renderer as press
from tests.support.waiting import wait_for

HERE = os.getpid()


def test_every_part_is_made_once_and_given_in_order() -> None:
    made = list(in_two(lambda at: (at, os.getpid()), 60))

    assert [at for at, _ in made] == list(range(60))


@dataclass
class Meeting:
    """Where two processes wait for each other: a folder with a file for whatever has happened."""

    folder: Path

    def note(self, what: str) -> None:
        (self.folder / what).touch()

    def wait_for(self, what: str) -> None:
        wait_for((self.folder / what).exists, f"`{what}` in the other process")

    def both(self, at: int) -> int:
        """A part that is made only while both processes are at work; gives who made it."""
        self.note(_me())
        self.wait_for("there" if _me() == "here" else "here")
        return os.getpid()


def _me() -> str:
    return "here" if os.getpid() == HERE else "there"


@pytest.fixture
def meeting(tmp_path: Path) -> Meeting:
    return Meeting(tmp_path)


def test_both_processes_work(meeting: Meeting) -> None:
    assert len(set(in_two(meeting.both, 20))) == 2


@pytest.mark.parametrize("size", [10, 5_000_000])  # far more than a pipe holds
def test_results_of_any_size_come_through(size: int) -> None:
    assert [len(text) for text in in_two(lambda at: "x" * (size + at), 6)] == [size + at for at in range(6)]


def _broken(at: int) -> int:
    raise ValueError("part 7")


@pytest.mark.parametrize("who", ["here", "there"])
def test_an_error_is_raised_here_whoever_meets_it(who: str, meeting: Meeting) -> None:
    def make(at: int) -> int:
        if at == 7:
            meeting.note("met")
            _broken(at)
        if _me() != who:
            meeting.wait_for("met")  # so the other one comes to part 7
        return at

    with pytest.raises(ValueError, match="part 7"):
        list(in_two(make, 30))
    assert (meeting.folder / "met").exists()


@pytest.mark.parametrize("how", ["broken", "killed"])
def test_what_the_fork_leaves_undone_is_done_here(how: str, meeting: Meeting) -> None:
    def make(at: int) -> int:
        if _me() == "here":
            meeting.wait_for("fails")
        elif at > 3:
            meeting.note("fails")
            if how == "broken":
                raise ValueError("only there")
            os.kill(os.getpid(), signal.SIGKILL)
        return at

    assert list(in_two(make, 30)) == list(range(30))


def test_a_fork_whose_results_nobody_wants_is_ended(meeting: Meeting) -> None:
    work = in_two(meeting.both, 1_000)
    pids = {next(work) for _ in range(20)}
    work.close()

    (twin,) = pids - {HERE}
    with pytest.raises(ProcessLookupError):
        os.kill(twin, 0)


def test_no_parts_are_no_work_and_too_many_are_refused() -> None:
    assert list(in_two(_broken, 0)) == []
    with pytest.raises(ValueError, match="too many"):
        next(in_two(_broken, MOST_PARTS + 1))


def test_the_press_never_asks_for_more_parts_than_there_can_be() -> None:
    assert press.MOST_SHARES * 2 <= MOST_PARTS
