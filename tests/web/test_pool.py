"""Workers: bounded in number, in time and in how many wait."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from cardforge.core.errors import UsageError
from cardforge.session.wanted_cards import PackCards
from cardforge.web import pool as pool_module
from cardforge.web import worker as worker_module
from cardforge.web.pool import Busy, Pool
from cardforge.web.store import Store
from cardforge.web.worker import Bug, Died, Question, TooLong, Worker
from tests.support.waiting import PATIENCE, must_end, wait_for_async


class Slow(Worker):
    """Waits until the test lets it go, instead of working."""

    gate = threading.Event()
    most = running = 0
    lock = threading.Lock()

    def __init__(self) -> None:
        pass

    def ask(self, question: Question, seconds: float) -> Any:
        with Slow.lock:
            Slow.running += 1
            Slow.most = max(Slow.most, Slow.running)
        try:
            if question.name == "wait":
                assert Slow.gate.wait(PATIENCE)
            return question.name
        finally:
            with Slow.lock:
                Slow.running -= 1

    def close(self) -> None:
        pass


def _with_pool(work: Callable[[Pool], Any], size: int = 2) -> Any:
    async def run() -> Any:
        pool = Pool(size, Slow)
        await pool.open()
        try:
            return await work(pool)
        finally:
            Slow.gate.set()
            await asyncio.sleep(0)
            pool.close()

    Slow.gate.clear()
    Slow.most = 0
    return asyncio.run(run())


def test_heavy_jobs_never_hold_every_worker() -> None:
    async def work(pool: Pool) -> list[Any]:
        heavy = [asyncio.ensure_future(pool.ask_much("wait", revision=0)) for _ in range(3)]
        await wait_for_async(lambda: Slow.running == 1, "the first heavy job")  # the others wait for it
        light = await asyncio.wait_for(pool.ask("light", revision=0), PATIENCE)
        Slow.gate.set()
        return [light, *await asyncio.gather(*heavy)]

    assert _with_pool(work) == ["light", "wait", "wait", "wait"]
    assert Slow.most <= 2


def test_who_comes_when_the_line_is_full_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool_module, "MOST_WAITING", 3)
    monkeypatch.setattr(pool_module, "MOST_HEAVY", 1)

    async def work(pool: Pool) -> list[str]:
        waiting = [asyncio.ensure_future(pool.ask("wait", revision=0)) for _ in range(3)]
        much = asyncio.ensure_future(pool.ask_much("wait", revision=0))
        await wait_for_async(lambda: Slow.running == 2, "both workers to work")
        with pytest.raises(Busy):
            await pool.ask("light", revision=0)
        with pytest.raises(Busy):
            await pool.ask_much("light", revision=0)
        Slow.gate.set()
        await asyncio.gather(*waiting, much)
        return [await pool.ask("light", revision=0)]

    assert _with_pool(work) == ["light"]


def test_somebody_who_leaves_does_not_break_the_line() -> None:
    async def work(pool: Pool) -> Any:
        leaving = asyncio.ensure_future(pool.ask("wait", revision=0))
        await wait_for_async(lambda: Slow.running == 1, "the job of somebody who leaves")
        leaving.cancel()
        await asyncio.sleep(0)
        Slow.gate.set()
        return await asyncio.wait_for(pool.ask("light", revision=0), PATIENCE)

    assert _with_pool(work, size=2) == "light"


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    started = Worker()
    yield started
    started.close()


def test_a_worker_answers_refuses_and_tells_of_bugs(worker: Worker) -> None:
    assert len(worker.ask(Question("seed", (), 0), 60)) == 8
    with pytest.raises(UsageError, match="there is no pack"):
        worker.ask(Question("wrong", (PackCards("../../etc/passwd"),), 0), 60)
    with pytest.raises(Bug, match="LookupError: __init__"):
        worker.ask(Question("__init__", (), 0), 60)


def test_a_job_without_end_is_ended_and_the_next_one_answered(worker: Worker) -> None:
    before = worker.pid
    with must_end(), pytest.raises(TooLong):
        worker.ask(Question("about", (), 1), 0.0)

    assert worker.pid != before
    assert len(worker.ask(Question("seed", (), 0), 60)) == 8


def test_a_worker_that_has_grown_is_followed_by_a_new_one(worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the tenth heavy job would take ten times the memory of the first, and one of the next would be stopped."""
    worker.ask(Question("seed", (), 0), 60)
    before = worker.pid
    worker.ask(Question("seed", (), 0), 60)
    assert worker.pid == before
    monkeypatch.setattr(worker_module, "LARGE", 10_000_000)
    worker.ask(Question("seed", (), 0), 60)

    assert worker.pid != before


def test_what_the_server_takes_is_not_counted_against_a_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    """On Linux a new process begins with the peak of the one that started it."""
    monkeypatch.setattr(worker_module, "LARGE", 300_000_000)
    ballast = b"x" * 400_000_000
    worker = Worker()
    worker.ask(Question("seed", (), 0), 60)
    before = worker.pid
    worker.ask(Question("seed", (), 0), 60)
    worker.close()

    assert len(ballast) > worker_module.LARGE
    assert worker.pid == before


def test_a_closed_worker_stays_closed() -> None:
    """Also when somebody still waits for its answer, as when the page is ended in the middle of a job."""
    worker = Worker()
    asking = threading.Thread(target=pytest.raises, args=(Died, worker.ask, Question("about", (), 0), 60))
    asking.start()
    worker.close()
    asking.join(PATIENCE)

    assert not asking.is_alive()
    assert not Path(f"/proc/{worker.pid}").exists()


def test_a_store_makes_a_thing_once_and_lets_the_oldest_go() -> None:
    made: list[str] = []

    async def make(name: str) -> bytes:
        made.append(name)
        await asyncio.sleep(0)
        return b"x" * 400

    async def work() -> int:
        store = Store(most=1_000)
        await asyncio.gather(*(store.get("a", lambda: make("a")) for _ in range(5)))
        for name in ("b", "c", "a"):
            await store.get(name, lambda name=name: make(name))  # type: ignore[misc]
        return store.size

    assert asyncio.run(work()) <= 1_000
    assert made == ["a", "b", "c", "a"]


def test_a_store_counts_whatever_is_in_it() -> None:
    """Data is kept too, and after every save there is more of it."""

    async def gallery() -> list[dict[str, object]]:
        return [{"name": "x" * 100, "cards": [{"words": "y" * 300}]} for _ in range(10)]

    async def work() -> int:
        store = Store(most=30_000)
        for revision in range(20):
            await store.get(revision, gallery)
        return store.size

    assert 15_000 < asyncio.run(work()) <= 30_000


def test_a_store_does_not_remember_failures() -> None:
    tries: list[int] = []

    async def make() -> bytes:
        tries.append(1)
        if len(tries) == 1:
            raise UsageError("not yet")
        return b"now"

    async def work() -> bytes:
        store = Store()
        with pytest.raises(UsageError):
            await store.get("a", make)
        result: bytes = await store.get("a", make)
        return result

    assert asyncio.run(work()) == b"now"
