"""A worker: a process that answers one question after the other.

Takes questions from a pipe; gives answers, refusals, or word of a bug. It lives apart from the server, so that a heavy
job blocks nobody, one that never ends can be killed, and memory that a job took is given back.
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

from cardforge.core.errors import CardforgeError
from cardforge.parallel.interrupts import ignore_interrupts

MOST_MEMORY = 4_000_000_000  # bytes of address space; a worker needs about a tenth of it in real memory
STARTS = 300.0  # seconds that a worker may take to get ready; a warm machine takes one
MANY = 2_000  # answers; then a new process takes over, and whatever grew is gone
# Bytes of real memory; the same, for a few hundred cards at full size let a process grow by a quarter.
LARGE = 400_000_000


class Question(NamedTuple):
    """What to do, and how many times files had changed when it was asked."""

    name: str
    given: tuple[Any, ...]
    revision: int


class TooLong(Exception):
    """A job took longer than anybody should wait."""


class Died(Exception):
    """A worker ended in the middle of a job, most often because it needed too much memory."""


class Bug(Exception):
    """A job failed in a way that is our own fault; the trace is the worker's."""


class Worker:
    """The server's side. Its methods wait, so they are called from threads."""

    def __init__(self) -> None:
        self._closing = threading.Lock()
        self._closed = False
        self._start()

    def _start(self) -> None:
        # A new interpreter, not a fork: the server has threads, which a fork would leave half alive.
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=work, args=(theirs,), name="cardforge worker")
        self._process.start()
        theirs.close()
        self._answered = 0
        self._ready = False  # it says so itself; until then it is no job's fault that nothing comes

    @property
    def pid(self) -> int:
        return self._process.pid or 0

    def ask(self, question: Question, seconds: float) -> Any:
        """The answer; whoever does not answer in time is ended, and another takes the place."""
        try:
            self._pipe.send(question)
            if not self._ready:
                self._wait(STARTS)
                self._ready = True
            how, answer, taken = self._wait(seconds)
        except TooLong:
            self._again()
            raise
        except (EOFError, OSError):
            self._again()
            raise Died from None
        self._answered += 1
        if self._answered >= MANY or taken > LARGE:
            self._again()
        if how == "refused":
            raise answer
        if how == "bug":
            raise Bug(answer)
        return answer

    def _wait(self, seconds: float) -> Any:
        if not self._pipe.poll(seconds):
            raise TooLong
        return self._pipe.recv()

    def _again(self) -> None:
        with self._closing:
            self._end()
            if not self._closed:  # a question may be on its way while the page is closed
                self._start()

    def close(self) -> None:
        """End the process, and start no other."""
        with self._closing:
            self._closed = True
            self._end()

    def _end(self) -> None:
        self._pipe.close()
        self._process.kill()
        self._process.join()


def work(pipe: Connection) -> None:
    """The worker's side: answer until nobody asks any more."""
    ignore_interrupts()
    _limit_memory()
    from cardforge.web.jobs import ASKED, Jobs  # the server itself never needs any of this

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
            answer: tuple[str, Any] = ("done", getattr(jobs, question.name)(*question.given))
        except CardforgeError as error:
            answer = ("refused", error)
        except Exception:  # noqa: BLE001 - told to the server, which says whose fault it is
            answer = ("bug", traceback.format_exc())
        try:
            pipe.send((*answer, _taken()))
        except OSError:  # the server is gone
            jobs.close()
            return


def _taken() -> int:
    """The bytes of real memory that this process has or, where the system tells no more, the most it ever had."""
    if sys.platform == "linux":
        # The most it ever had begins there with what the process had that started it.
        return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
    try:
        import resource
    except ImportError:  # Windows does not count them so
        return 0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024  # others count in KiB


def _limit_memory() -> None:
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
