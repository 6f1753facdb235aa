"""Run work in a process of its own with limits, and judge how it ended.

Takes a function; gives what it printed, how it ended, and the processor time and memory that it and its children took.
A fork of a process that has loaded everything starts in milliseconds, and one run cannot change the next.
"""

from __future__ import annotations

import math
import os
import re
import resource
import select
import signal
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

MOST_SECONDS = 10.0  # of processor time, which does not depend on what else the machine does
MOST_WAIT = 120.0  # seconds until a run that waits for ever is ended
MOST_MEMORY = 512_000_000  # bytes of real memory of all its processes
_LOOK = 0.1  # seconds between two looks at the memory; filling 512 MB takes longer
_ROOM = 4_000_000_000  # bytes of address space, to keep the machine alive
_BUG = 4
# Traces of Python and Rust, and what a sandbox says about a fault of ours.
_TRACE = re.compile(
    r"Traceback \(most recent|panicked at|this is a bug in cardforge|cardforge failed on it|Fatal Python"
)
# All that can move the cursor or turn text around; tabs and line ends cannot.
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u202a-\u202e\u2066-\u2069]")


class Ended(NamedTuple):
    """How a run ended."""

    code: int  # negative: the signal that killed it
    output: str
    seconds: float
    memory: int  # bytes
    waited: bool  # it was ended because it waited for ever
    worked: bool  # it took more processor time than it may

    @property
    def fault(self) -> str:
        """What was wrong with it; empty if nothing was."""
        faults = (
            (self.waited, "did not end"),
            (self.worked, f"{self.seconds:.1f} s of processor time"),
            (self.code == _BUG or self.code < 0, f"exit {self.code}"),
            (_TRACE.search(self.output), "a trace"),
            (found := _CONTROL.search(self.output), f"prints {found[0] if found else ''!r}"),
            (self.memory > MOST_MEMORY, f"{self.memory // 1_000_000} MB"),
        )
        return next((what for seen, what in faults if seen), "")


def guarded(work: Callable[[], int], seconds: float = MOST_SECONDS, wait: float = MOST_WAIT) -> Ended:
    """Run a function in a fork; its result is the exit code."""
    _, resident = _memory()  # of this process, which may be a large one with many tests behind it
    inherited = own_memory()
    with tempfile.TemporaryFile() as printed:
        sys.stdout.flush()
        sys.stderr.flush()
        pid = os.fork()
        if pid == 0:
            _work(work, printed.fileno(), seconds)
        together, waited = _watched(pid, wait, inherited)
        if waited:
            os.killpg(pid, signal.SIGKILL)
        _, status, used = os.wait4(pid, 0)
        with suppress(ProcessLookupError, PermissionError):  # what it has left behind
            os.killpg(pid, signal.SIGKILL)
        printed.seek(0)
        output = printed.read(2_000_000).decode("utf-8", "replace")
    code = os.waitstatus_to_exitcode(status)
    taken = used.ru_utime + used.ru_stime
    memory = max(together, used.ru_maxrss * 1024 - resident)  # the system also sees what lasts a moment, in one process
    return Ended(code, output, taken, memory, waited, code == -signal.SIGXCPU or taken > seconds)


def _watched(pid: int, wait: float, inherited: int) -> tuple[int, bool]:
    """Wait for the end of a process: the most memory that it and its children added, and whether it waits on."""
    handle, together, ended = os.pidfd_open(pid), 0, False
    for _ in range(math.ceil(wait / _LOOK)):
        ended = bool(select.select([handle], [], [], min(wait, _LOOK))[0])
        if ended:
            break
        together = max(together, memory_of(pid, inherited))
    os.close(handle)
    return together, not ended


def memory_of(pid: int, inherited: int = 0) -> int:
    """Bytes of real memory of a process and all its descendants, without what they share with its parent."""
    found = family(pid)
    # Each counts its part of the pages that the parent has too: of two processes a third each, for example.
    return sum(_rollup(each, "Pss") for each in found) - inherited * len(found) // (len(found) + 1)


def family(pid: int) -> list[int]:
    """A process and all its descendants."""
    found = [pid]
    for each in found:
        with suppress(OSError):  # it has just ended
            found += map(int, Path(f"/proc/{each}/task/{each}/children").read_text("ascii").split())
    return found


def resident_of(pid: int) -> int:
    """Bytes of real memory of a process, with what it shares with others."""
    with suppress(OSError):  # it has just ended
        return int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1]) * resource.getpagesize()
    return 0


def own_memory() -> int:
    """Bytes that this process has allocated, which its forks share."""
    return _rollup(os.getpid(), "Anonymous")


def _rollup(pid: int, what: str) -> int:
    """Bytes of memory of a process: in `Pss`, what it shares with others counts in equal parts."""
    with suppress(OSError):  # it has just ended
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text("ascii").splitlines():
            if line.startswith(f"{what}:"):
                return int(line.split()[1]) * 1024
    return 0


def _memory() -> tuple[int, int]:
    """The address space and the real memory of this process, in bytes."""
    size, resident, *_ = Path("/proc/self/statm").read_text("ascii").split()
    return int(size) * resource.getpagesize(), int(resident) * resource.getpagesize()


def _work(work: Callable[[], int], output: int, seconds: float) -> None:
    """The fork's side; never returns."""
    code = _BUG
    try:
        os.setsid()
        nothing = os.open(os.devnull, os.O_RDONLY)
        for descriptor, to in ((nothing, 0), (output, 1), (output, 2)):
            os.dup2(descriptor, to)
        # New ones, because pytest replaces those of Python.
        sys.stdout, sys.stderr = (open(to, "w", encoding="utf-8", closefd=False) for to in (1, 2))  # noqa: SIM115
        room = _ROOM + _memory()[0]
        resource.setrlimit(resource.RLIMIT_AS, (room, room))
        resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(seconds) + 1,) * 2)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        code = work()
        sys.stdout.flush()
        sys.stderr.flush()
    except BaseException:  # noqa: BLE001 - printed and judged by the parent
        sys.excepthook(*sys.exc_info())
        sys.stderr.flush()
    finally:
        os._exit(code)
