"""Work in pools: the same results in the same order, a few parts ahead, and errors where they belong."""

from __future__ import annotations

import inspect
import os
import queue
import signal
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest

from cardforge.core.limits import TEXT_BYTES
from cardforge.core.regular_file import digest_of, files_read, read_regular
from cardforge.parallel import pools
from cardforge.parallel.cores import cores
from cardforge.parallel.pools import map_in_processes, map_in_threads
from tests.support.waiting import must_end

HERE = os.getpid()
Map = Callable[[Callable[[int], int], Iterable[int], int], Iterator[int]]


def _square(number: int) -> int:
    return number * number


def _broken(number: int) -> int:
    if number == 7:
        raise ValueError("part 7")
    return number


def _killed(number: int) -> int:
    if number == 7 and os.getpid() != HERE:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


@pytest.mark.parametrize("workers", [1, 2, 3, 5])
@pytest.mark.parametrize("mapped", [map_in_processes, map_in_threads])
def test_results_come_in_order_however_many_work(mapped: Map, workers: int) -> None:
    assert list(mapped(_square, range(40), workers)) == [at * at for at in range(40)]
    assert list(mapped(_square, (), workers)) == []


@pytest.mark.parametrize("mapped", [map_in_processes, map_in_threads])
def test_an_error_is_raised_here_after_what_came_before_it(mapped: Map) -> None:
    made = mapped(_broken, range(30), 2)

    assert [next(made) for _ in range(7)] == list(range(7))
    with pytest.raises(ValueError, match="part 7"):
        next(made)


def test_what_a_killed_process_leaves_undone_is_done_here() -> None:
    assert list(map_in_processes(_killed, range(30), 2)) == list(range(30))


def test_parts_are_taken_only_a_few_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools, "cores", lambda: 8)
    taken: list[int] = []

    def parts() -> Iterator[int]:
        for number in range(100):
            taken.append(number)
            yield number

    made = map_in_threads(_square, parts(), 2)
    for at in range(10):
        assert next(made) == at * at
        assert len(taken) <= at + 3


def test_there_is_a_core_at_least() -> None:
    assert 1 <= cores() <= (os.cpu_count() or 1)


def _length(path: str) -> int:
    return len(read_regular(Path(path), TEXT_BYTES))


def test_what_a_process_of_a_pool_reads_counts_as_read_here(tmp_path: Path) -> None:
    file = tmp_path / "pack.yaml"
    file.write_bytes(b"x")

    with files_read() as read:
        assert list(map_in_processes(_length, [str(file)], 1)) == [1]

    assert read == {str(file): digest_of(b"x")}


def test_ctrl_c_in_the_middle_of_submitting_ends_the_pool(monkeypatch: pytest.MonkeyPatch) -> None:
    """The part is registered, but no process ever gets it."""
    made = map_in_processes(_square, range(100), 2)
    assert next(made) == 0

    class Interrupted(queue.Queue[int]):
        def put(self, *given: object, **options: object) -> None:
            raise KeyboardInterrupt

    pool = inspect.getgeneratorlocals(made)["pool"]  # type: ignore[arg-type]
    monkeypatch.setattr(pool._work_ids, "put", Interrupted().put)
    with must_end(), pytest.raises(KeyboardInterrupt):
        list(made)
