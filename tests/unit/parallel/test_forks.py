"""Work in this process and its forks: all of it, in order, whatever becomes of the forks."""

from __future__ import annotations

import os
import signal
from dataclasses import dataclass
from pathlib import Path

import pytest

from cardforge.core.limits import TEXT_BYTES
from cardforge.core.regular_file import digest_of, files_read, read_regular
from cardforge.parallel.forks import MOST_PARTS, map_in_forks
from cardforge.render import renderer
from tests.support.waiting import wait_for

HERE = os.getpid()


@dataclass
class Meeting:
    """Where processes wait for each other: a folder with a file for whatever has happened."""

    folder: Path

    def note(self, what: str) -> None:
        (self.folder / what).touch()

    def wait_for(self, what: str) -> None:
        wait_for((self.folder / what).exists, f"`{what}` in another process")

    def of(self, processes: int) -> int:
        """Who makes a part, as soon as so many processes are at work."""
        self.note(str(os.getpid()))
        wait_for(lambda: len(list(self.folder.iterdir())) >= processes, f"{processes} processes")
        return os.getpid()


def _me() -> str:
    return "here" if os.getpid() == HERE else "there"


@pytest.fixture
def meeting(tmp_path: Path) -> Meeting:
    return Meeting(tmp_path)


@pytest.mark.parametrize("processes", [1, 2, 3, 5])
def test_every_part_is_made_and_given_in_order_however_many_work(processes: int) -> None:
    assert list(map_in_forks(lambda at: f"part {at}", 60, processes)) == [f"part {at}" for at in range(60)]


@pytest.mark.parametrize("processes", [1, 2, 3, 5])
def test_all_processes_work_and_this_one_is_among_them(processes: int, meeting: Meeting) -> None:
    pids = set(map_in_forks(lambda at: meeting.of(processes), 100, processes))

    assert HERE in pids
    assert len(pids) == processes


def test_there_are_as_many_processes_as_cores_but_no_more_than_parts(
    meeting: Meeting, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardforge.parallel.forks.cores", lambda: 4)

    assert len(set(map_in_forks(lambda at: meeting.of(4), 100))) == 4
    assert len(set(map_in_forks(lambda at: os.getpid(), 2))) <= 2


def test_where_no_fork_is_allowed_this_process_does_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardforge.parallel.forks.can_fork", lambda: False)
    done: list[str] = []

    assert set(map_in_forks(lambda at: os.getpid(), 10, 4, lambda: done.append("meanwhile"))) == {HERE}
    assert done == ["meanwhile"]


def _refuse() -> int:
    raise BlockingIOError("no more processes")


def test_where_the_system_refuses_a_fork_the_others_do_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fork", _refuse)

    assert list(map_in_forks(lambda at: at, 10, 4)) == list(range(10))


@pytest.mark.parametrize("size", [10, 5_000_000])  # far more than a pipe holds
def test_results_of_any_size_come_through(size: int) -> None:
    assert [len(text) for text in map_in_forks(lambda at: "x" * (size + at), 6, 3)] == [size + at for at in range(6)]


@pytest.mark.parametrize("processes", [2, 3, 5])
@pytest.mark.parametrize("who", ["here", "there"])
def test_an_error_is_raised_here_whoever_meets_it(who: str, processes: int, meeting: Meeting) -> None:
    def make(at: int) -> int:
        if at == 7:
            meeting.note("met")
            raise ValueError("part 7")
        if _me() != who:
            meeting.wait_for("met")  # so that the others come to part 7
        return at

    with pytest.raises(ValueError, match="part 7"):
        list(map_in_forks(make, 30, processes))
    assert (meeting.folder / "met").exists()


@pytest.mark.parametrize("processes", [2, 3, 5])
@pytest.mark.parametrize("how", ["broken", "killed"])
def test_what_a_fork_leaves_undone_is_done_here(how: str, processes: int, meeting: Meeting) -> None:
    def make(at: int) -> int:
        if _me() == "here":
            meeting.wait_for("fails")
        elif at > 3:
            meeting.note("fails")
            if how == "broken":
                raise ValueError("only there")
            os.kill(os.getpid(), signal.SIGKILL)
        return at

    assert list(map_in_forks(make, 30, processes)) == list(range(30))


def test_forks_whose_results_nobody_wants_are_ended(meeting: Meeting) -> None:
    work = map_in_forks(lambda at: meeting.of(3), 1_000, 3)
    for _ in range(20):
        next(work)
    work.close()

    forks = {int(each.name) for each in meeting.folder.iterdir()} - {HERE}
    assert len(forks) == 2
    for fork in forks:
        with pytest.raises(ProcessLookupError):
            os.kill(fork, 0)


def test_no_parts_are_no_work_and_too_many_are_refused() -> None:
    assert list(map_in_forks(lambda at: at, 0)) == []
    with pytest.raises(ValueError, match="too many"):
        next(map_in_forks(lambda at: at, MOST_PARTS + 1))


def test_the_renderer_never_asks_for_more_parts_than_there_can_be() -> None:
    assert renderer.MOST_SHARES * 2 <= MOST_PARTS


def test_what_a_fork_reads_counts_as_read_here(tmp_path: Path) -> None:
    """Otherwise a finished file would be kept although one of its sources has changed."""
    file = tmp_path / "pack.yaml"
    file.write_bytes(b"x")
    meeting = Meeting(tmp_path / "meeting")
    meeting.folder.mkdir()

    def make(at: int) -> None:
        if _me() == "there":
            read_regular(file, TEXT_BYTES)
            meeting.note("read")

    with files_read() as read:
        list(map_in_forks(make, 2, 2, lambda: meeting.wait_for("read")))

    assert read == {str(file): digest_of(b"x")}
