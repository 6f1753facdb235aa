"""Work in two processes: all of it, in order, whatever becomes of the second one."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable

import pytest

from cardforge.parallel.fork import MOST_PARTS, in_two
from cardforge.render import renderer as press

HERE = os.getpid()


def test_every_part_is_made_once_and_given_in_order() -> None:
    made = list(in_two(lambda at: (at, os.getpid()), 60))

    assert [at for at, _ in made] == list(range(60))


def _slow(at: int) -> int:
    time.sleep(0.005)
    return os.getpid()


def test_both_processes_work() -> None:
    assert len(set(in_two(_slow, 20))) == 2


@pytest.mark.parametrize("size", [10, 5_000_000])  # far more than a pipe holds
def test_results_of_any_size_come_through(size: int) -> None:
    assert [len(text) for text in in_two(lambda at: "x" * (size + at), 6)] == [size + at for at in range(6)]


def _broken(at: int) -> int:
    if at == 7:
        raise ValueError("part 7")
    time.sleep(0.002)
    return at


def _broken_in_the_fork(at: int) -> int:
    if os.getpid() != HERE:
        raise ValueError("only there")
    time.sleep(0.002)
    return at


def _killed(at: int) -> int:
    if os.getpid() != HERE and at > 3:
        os.kill(os.getpid(), signal.SIGKILL)
    time.sleep(0.002)
    return at


def test_an_error_is_raised_here_whoever_meets_it() -> None:
    for _ in range(6):  # sometimes this process meets it, sometimes the other
        with pytest.raises(ValueError, match="part 7"):
            list(in_two(_broken, 30))


@pytest.mark.parametrize("make", [_broken_in_the_fork, _killed])
def test_what_the_fork_leaves_undone_is_done_here(make: Callable[[int], int]) -> None:
    assert list(in_two(make, 30)) == list(range(30))


def test_a_fork_whose_results_nobody_wants_is_ended() -> None:
    work = in_two(_slow, 1_000)
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
