"""Do many runs in one fork, one after another: for each a fork of its own takes longer than the run itself.

Takes what does one run, and numbers; gives how each ended. Every run is still judged on its own, by the same limits: its
processor time and that of its children, the most memory that it added, and its exit code. What a run leaves in memory
can reach the next one, so whatever fails here is done again alone. A run that kills its process ends only its batch.
"""

from __future__ import annotations

import gc
import json
import math
import os
import resource
import select
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, NamedTuple
from unittest import mock

from tests.fuzz.guard import MOST_MEMORY, MOST_SECONDS, MOST_WAIT, Ended, family, memory_of, own_memory, resident_of

Work = Callable[[], int]
Guard = Callable[[Work], Ended]

MOST_RUNS = 50  # in one fork
_LOOK = 0.1  # seconds between two looks at the memory of all processes
_GROWTH = 40_000_000  # bytes; beyond that, what ended runs left in reference cycles is collected
_HANDLED = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGALRM)
_BUG = 4


class Done(NamedTuple):
    """How a run ended: an empty `fault` if nothing was wrong."""

    number: int
    fault: str
    seconds: float = 0.0
    memory: int = 0


def in_batches(do: Callable[[int, Guard], str], numbers: Sequence[int]) -> Iterator[Done]:
    """Do the runs; `do` gives the fault of one, and uses the guard that it gets for its work."""
    at = 0
    while at < len(numbers):
        ended = 0
        for done in _batch(do, numbers[at : at + MOST_RUNS]):
            ended += 1
            yield done
        at += ended


def _batch(do: Callable[[int, Guard], str], numbers: Sequence[int]) -> Iterator[Done]:
    """Do some runs in a fork, up to the first that ends it."""
    inherited = own_memory()
    hear, tell = os.pipe()
    sys.stdout.flush()
    sys.stderr.flush()
    pid = os.fork()
    if pid == 0:
        os.close(hear)
        _work(do, numbers, tell)
    os.close(tell)
    ended, fault = 0, ""
    with open(hear, "rb", buffering=0) as told:
        for line in _lines(told, pid, inherited):
            fault = line if isinstance(line, str) else ""
            if fault:
                break
            ended += 1
            yield Done(*json.loads(line))
    with suppress(ProcessLookupError):  # the fork, unless it has ended, and what it has left behind
        os.killpg(pid, signal.SIGKILL)
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    if not fault and status:
        fault = f"exit {status}"
    if fault or not ended:
        yield Done(numbers[ended], fault or "the batch did not start")


def _lines(told: IO[bytes], pid: int, inherited: int) -> Iterator[bytes | str]:
    """What the fork tells, line by line; a text if the run that goes on is to be ended."""
    silent, heard = 0, b""
    while True:
        if not select.select([told], [], [], _LOOK)[0]:
            silent += 1
            if silent * _LOOK > MOST_WAIT:
                yield "did not end"
            # The sum counts what processes share several times, and takes a hundredth of the time.
            if sum(map(resident_of, family(pid))) > MOST_MEMORY and (most := memory_of(pid, inherited)) > MOST_MEMORY:
                yield f"{most // 1_000_000} MB"
            continue
        more = os.read(told.fileno(), 1 << 16)
        if not more:
            return
        *lines, heard = (heard + more).split(b"\n")
        for line in lines:
            silent = 0
            yield line


def _work(do: Callable[[int, Guard], str], numbers: Sequence[int], tell: int) -> None:
    """The fork's side; never returns. It ends early after a run that has left a thread, beside which none may fork."""
    code = 1
    try:
        os.setsid()
        # A command ends with its process, so it may freeze what it leaves; here it must stay collectable.
        vars(gc).update(freeze=lambda: None, unfreeze=lambda: None)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        with tempfile.TemporaryFile() as printed, open(os.devnull, "rb") as nothing:
            os.dup2(nothing.fileno(), 0)
            for number in numbers:
                last = Ended(0, "", 0.0, 0, False, False)

                def guard(work: Work) -> Ended:
                    nonlocal last
                    last = _here(work, printed.fileno())
                    return last

                fault = do(number, guard)
                line = json.dumps((number, fault, last.seconds, last.memory))
                os.write(tell, line.encode() + b"\n")
                if len(os.listdir("/proc/self/task")) > 1:
                    break
        code = 0
    finally:
        os._exit(code)


def _here(work: Work, printed: int) -> Ended:
    """Run a function in this process, which is then as it was but for its memory."""
    _collect_if_grown()
    os.ftruncate(printed, 0)
    os.lseek(printed, 0, os.SEEK_SET)
    for to in (1, 2):
        os.dup2(printed, to)
    before, started = _memory("VmRSS"), _processor_time()
    Path("/proc/self/clear_refs").write_text("5", "ascii")  # the peak is from now on
    most = math.ceil(time.process_time() + MOST_SECONDS) + 1
    resource.setrlimit(resource.RLIMIT_CPU, (most, resource.RLIM_INFINITY))
    threshold, handlers = gc.get_threshold(), {each: signal.getsignal(each) for each in _HANDLED}
    code, here = _BUG, os.getcwd()
    with mock.patch.dict(os.environ):
        # New ones, because a command may close or redirect them.
        sys.stdout, sys.stderr = (open(to, "w", encoding="utf-8", closefd=False) for to in (1, 2))  # noqa: SIM115
        try:
            code = work()
            sys.stdout.flush()
        except BaseException:  # noqa: BLE001 - printed and judged
            sys.excepthook(*sys.exc_info())
        sys.stderr.flush()
    os.chdir(here)
    gc.set_threshold(*threshold)
    for each, handler in handlers.items():
        signal.signal(each, handler)
    if family(os.getpid())[1:]:  # a sandbox ends with what uses it, which can be a reference cycle
        gc.collect()
    seconds = _processor_time() - started
    output = os.pread(printed, 2_000_000, 0).decode("utf-8", "replace")
    return Ended(code, output, seconds, _memory("VmHWM") - before, False, seconds > MOST_SECONDS)


_collected = [0]  # bytes of memory after the last collection


def _collect_if_grown() -> None:
    resident = _memory("VmRSS")
    if not _collected[0]:
        _collected[0] = resident
    if resident > _collected[0] + _GROWTH:
        gc.collect()
        _collected[0] = _memory("VmRSS")


def _processor_time() -> float:
    """Seconds of this process and of its children that have ended."""
    return sum(os.times()[:4])


def _memory(what: str) -> int:
    """Bytes: the memory of this process now (`VmRSS`) or at its most (`VmHWM`)."""
    _, _, rest = Path("/proc/self/status").read_text("ascii").partition(f"{what}:")
    return int(rest.split(maxsplit=1)[0]) * 1024
