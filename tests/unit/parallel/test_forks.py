"""Work in this process and its forks: all of it, in order, whatever becomes of the forks."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable

import pytest

from cardforge.parallel.forks import MOST_PARTS, map_in_forks
from cardforge.render import renderer as press

HERE = os.getpid()


@pytest.mark.parametrize("processes", [1, 2, 3, 5])
def test_every_part_is_made_and_given_in_order_however_many_work(processes: int) -> None:
    assert list(map_in_forks(lambda at: f"part {at}", 60, processes)) == [f"part {at}" for at in range(60)]


def _slow(at: int) -> int:
    time.sleep(0.005)
    return os.getpid()


@pytest.mark.parametrize("processes", [1, 2, 3, 5])
def test_all_processes_work_and_this_one_is_among_them(processes: int) -> None:
    pids = set(map_in_forks(_slow, 100, processes))

    assert HERE in pids
    assert len(pids) == processes


def test_there_are_as_many_processes_as_cores_but_no_more_than_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardforge.parallel.forks.cores", lambda: 4)

    assert len(set(map_in_forks(_slow, 100))) == 4
    assert len(set(map_in_forks(_slow, 2))) <= 2


def test_where_no_fork_is_allowed_this_process_does_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardforge.parallel.forks.can_fork", lambda: False)
    done: list[str] = []

    assert set(map_in_forks(_slow, 10, 4, lambda: done.append("meanwhile"))) == {HERE}
    assert done == ["meanwhile"]


def _refuse() -> int:
    raise BlockingIOError("no more processes")


def test_where_the_system_refuses_a_fork_the_others_do_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fork", _refuse)

    assert list(map_in_forks(lambda at: at, 10, 4)) == list(range(10))


@pytest.mark.parametrize("size", [10, 5_000_000])  # far more than a pipe holds
def test_results_of_any_size_come_through(size: int) -> None:
    assert [len(text) for text in map_in_forks(lambda at: "x" * (size + at), 6, 3)] == [size + at for at in range(6)]


def _broken(at: int) -> int:
    if at == 7:
        raise ValueError("part 7")
    time.sleep(0.002)
    return at


def _broken_in_a_fork(at: int) -> int:
    if os.getpid() != HERE:
        raise ValueError("only there")
    time.sleep(0.002)
    return at


def _killed(at: int) -> int:
    if os.getpid() != HERE and at > 3:
        os.kill(os.getpid(), signal.SIGKILL)
    time.sleep(0.002)
    return at


@pytest.mark.parametrize("processes", [1, 2, 3, 5])
def test_an_error_is_raised_here_whoever_meets_it(processes: int) -> None:
    for _ in range(6):  # sometimes this process meets it, sometimes another
        with pytest.raises(ValueError, match="part 7"):
            list(map_in_forks(_broken, 30, processes))


@pytest.mark.parametrize("processes", [2, 3, 5])
@pytest.mark.parametrize("make", [_broken_in_a_fork, _killed])
def test_what_a_fork_leaves_undone_is_done_here(make: Callable[[int], int], processes: int) -> None:
    assert list(map_in_forks(make, 30, processes)) == list(range(30))


def test_forks_whose_results_nobody_wants_are_ended() -> None:
    work = map_in_forks(_slow, 1_000, 3)
    pids = {next(work) for _ in range(60)}
    work.close()

    forks = pids - {HERE}
    assert len(forks) == 2
    for fork in forks:
        with pytest.raises(ProcessLookupError):
            os.kill(fork, 0)


def test_no_parts_are_no_work_and_too_many_are_refused() -> None:
    assert list(map_in_forks(_broken, 0)) == []
    with pytest.raises(ValueError, match="too many"):
        next(map_in_forks(_broken, MOST_PARTS + 1))


def test_the_press_never_asks_for_more_parts_than_there_can_be() -> None:
    assert press.MOST_SHARES * 2 <= MOST_PARTS
