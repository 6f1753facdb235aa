"""Start the process of a sandbox: a fork of this process where that is safe, a new Python elsewhere.

A fork has all modules loaded and answers after 5 ms; a new Python takes 110 ms of processor time. The fork keeps
nothing else: it closes every open file, forgets all variables but limits, and never returns to its caller.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from contextlib import suppress
from typing import IO, NoReturn, Protocol, cast

from cardforge.core.limits import PREFIX
from cardforge.scripting import script_server

# A backtrace of Rust needs memory, which a script that has used up its own does not leave: it would hang.
_NO_BACKTRACE = {"RUST_BACKTRACE": "0"}


class ScriptProcess(Protocol):
    """A running sandbox process: requests go in and answers come out, one line each."""

    pid: int
    requests: IO[str]
    answers: IO[str]

    def exit_code(self, wait: bool = False) -> int | None:
        """How the process ended, negative for a signal; None while it runs."""

    def kill(self) -> None:
        """End the process now."""


def started() -> ScriptProcess:
    """Start a process that serves requests."""
    return ForkedProcess() if can_fork() else SpawnedProcess()


def can_fork() -> bool:
    """Whether a fork is safe: other threads would be missing in it, and the locks they hold would stay locked.

    Windows has no fork, and system libraries on macOS break in a forked process.
    """
    return sys.platform == "linux" and len(os.listdir("/proc/self/task")) == 1


class ForkedProcess:
    """A fork of this process."""

    def __init__(self) -> None:
        (asked, requests), (answers, answered) = os.pipe(), os.pipe()
        parent = os.getpid()
        self.pid = os.fork()
        if self.pid == 0:
            _serve_in_fork(asked, answered, parent)
        os.close(asked)
        os.close(answered)
        self.requests: IO[str] = open(requests, "w", encoding="utf-8")  # noqa: SIM115 - closed by the sandbox
        self.answers: IO[str] = open(answers, encoding="utf-8")  # noqa: SIM115
        self._code: int | None = None

    def exit_code(self, wait: bool = False) -> int | None:
        """How the process ended, negative for a signal; None while it runs."""
        if self._code is None:
            pid, status = os.waitpid(self.pid, 0 if wait else os.WNOHANG)
            self._code = os.waitstatus_to_exitcode(status) if pid else None
        return self._code

    def kill(self) -> None:
        """End the process now."""
        if self._code is None:  # else its number may already belong to another process
            os.kill(self.pid, signal.SIGKILL)


def _serve_in_fork(asked: int, answered: int, parent: int) -> NoReturn:
    """The fork's side; never returns, so that nothing of the parent is run or released twice."""
    try:
        gc.freeze()  # the parent's objects are not collected here
        for each in (signal.SIGTERM, signal.SIGHUP, signal.SIGALRM):
            signal.signal(each, signal.SIG_DFL)
        nothing = os.open(os.devnull, os.O_WRONLY)
        for descriptor, to in ((asked, 0), (answered, 1), (nothing, 2)):
            os.dup2(descriptor, to)
        for descriptor in map(int, os.listdir("/proc/self/fd")):
            if descriptor > 2:
                with suppress(OSError):  # the one that listed them
                    os.close(descriptor)
        for name in [each for each in os.environ if not each.startswith(PREFIX)]:
            del os.environ[name]
        os.environ |= _NO_BACKTRACE
        script_server.serve(parent)
    finally:
        os._exit(1)


class SpawnedProcess:
    """A new Python."""

    def __init__(self) -> None:
        import subprocess  # a fork does without

        self._process = subprocess.Popen(  # noqa: S603 - a module of our own
            # -P: never import from the current folder, which may be untrusted.
            [sys.executable, "-P", "-m", script_server.__name__, str(os.getpid())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
            env=os.environ | _NO_BACKTRACE,
        )
        self.pid = self._process.pid
        self.requests = cast("IO[str]", self._process.stdin)
        self.answers = cast("IO[str]", self._process.stdout)

    def exit_code(self, wait: bool = False) -> int | None:
        """How the process ended, negative for a signal; None while it runs."""
        return self._process.wait() if wait else self._process.poll()

    def kill(self) -> None:
        """End the process now."""
        with suppress(ProcessLookupError):
            self._process.kill()
