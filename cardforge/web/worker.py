"""A worker process that runs one job after another.

Takes questions from a pipe; sends back answers, user errors or bug traces. A separate process keeps heavy jobs from
blocking the server, can be killed if a job never ends, and returns its memory to the system.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
import threading
import traceback
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple

from cardforge.core.budget import one_budget
from cardforge.core.errors import CardforgeError
from cardforge.parallel.children import follow_parent

MOST_MEMORY = 4_000_000_000  # bytes of address space; a worker needs about a tenth of it in real memory
STARTS = 300.0  # seconds for a worker to start; normally it takes one
MANY = 2_000  # answers before a worker is replaced, to release leaked memory
# Bytes of resident memory before a worker is replaced; a few hundred cards at full size make it grow by a quarter.
LARGE = 400_000_000


class Question(NamedTuple):
    """A job with its arguments, and the revision of the files when it was requested."""

    name: str
    given: tuple[Any, ...]
    revision: int


class TooLong(Exception):
    """A job exceeded its timeout."""


class Died(Exception):
    """A worker died during a job, usually because it ran out of memory."""


class Bug(Exception):
    """A job failed through a bug of ours; carries the worker's traceback."""


class Worker:
    """The server's side of a worker. Its methods block, so call them from threads."""

    def __init__(self) -> None:
        self._closing = threading.Lock()
        self._closed = False
        self._start()

    def _start(self) -> None:
        # Spawn, not fork: the server has threads, which do not survive a fork.
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=work, args=(theirs,), name="cardforge worker")
        self._process.start()
        theirs.close()
        self._answered = 0
        self._ready = False  # until the worker says so, waiting does not count against a job's timeout

    @property
    def pid(self) -> int:
        return self._process.pid or 0

    def ask(self, question: Question, seconds: float) -> Any:
        """Run a job and return its answer; a worker that exceeds the timeout is killed and replaced."""
        try:
            self._pipe.send(question)
            if not self._ready:
                self._wait(STARTS)
                self._ready = True
            how, answer, taken = self._wait(seconds)
        except TooLong:
            self._restart()
            raise
        except (EOFError, OSError):
            self._restart()
            raise Died from None
        self._answered += 1
        if self._answered >= MANY or taken > LARGE:
            self._restart()
        if how == "refused":
            raise answer
        if how == "bug":
            raise Bug(answer)
        return answer

    def _wait(self, seconds: float) -> Any:
        if not self._pipe.poll(seconds):
            raise TooLong
        return self._pipe.recv()

    def _restart(self) -> None:
        with self._closing:
            self._end()
            if not self._closed:  # the pool may close while a job is running
                self._start()

    def close(self) -> None:
        """Kill the process and start no other."""
        with self._closing:
            self._closed = True
            self._end()

    def _end(self) -> None:
        self._pipe.close()
        self._process.kill()
        self._process.join()


def work(pipe: Connection) -> None:
    """The worker's main loop: run jobs until the pipe closes."""
    follow_parent()
    _limit_memory()
    from cardforge.web.jobs import ASKED, Jobs  # the server process never loads this

    jobs, revision = Jobs(), 0
    pipe.send("ready")
    while True:
        try:
            question: Question = pipe.recv()
        except (EOFError, OSError):
            jobs.close()
            return
        try:
            if question.revision != revision:
                jobs.refresh()
                revision = question.revision
            if question.name not in ASKED:
                raise LookupError(question.name)
            with one_budget():
                answer: tuple[str, Any] = ("done", getattr(jobs, question.name)(*question.given))
        except CardforgeError as error:
            answer = ("refused", error)
        except Exception:  # noqa: BLE001 - sent to the server, which logs it as a bug
            answer = ("bug", traceback.format_exc())
        try:
            pipe.send((*answer, _taken()))
        except OSError:  # the server is gone
            jobs.close()
            return


def _taken() -> int:
    """The resident memory of this process in bytes; the peak if the platform reports no more, 0 on Windows."""
    if sys.platform == "linux":
        # Not ru_maxrss: on Linux it starts at the parent's peak.
        return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
    try:
        import resource
    except ImportError:  # Windows
        return 0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024  # KiB, except on macOS


def _limit_memory() -> None:
    try:
        import resource
    except ImportError:  # Windows
        return
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
