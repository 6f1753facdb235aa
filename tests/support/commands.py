"""Run the command: in a process of its own as people do, or in this one, which is a hundred times faster.

What a command says and refuses is tested in this process. What only a real process shows is not: encodings and
locales of the surroundings, pipes that break, signals, what is imported at the start, bytes that must not depend on it.
"""

from __future__ import annotations

import contextlib
import gc
import io
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

from cardforge.cli.main import main

Done = subprocess.CompletedProcess[str]

_CACHE = tempfile.TemporaryDirectory(prefix="cardforge-tests-")  # so that no test finds what another run has left
_GROWTH = 60_000_000  # bytes; beyond that, what ended commands left in reference cycles is collected
_HANDLED = (signal.SIGINT, signal.SIGTERM, signal.SIGALRM)


def run(*arguments: str, cwd: Path, **environment: str) -> Done:
    """`cardforge ARGUMENTS` in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "cardforge", *arguments],
        cwd=cwd, env=surroundings(**environment), capture_output=True, text=True, encoding="utf-8", timeout=300, check=False,
    )  # fmt: skip


def call(*arguments: str, cwd: Path, **environment: str) -> Done:
    """`cardforge ARGUMENTS` in this process, which is afterwards as it was."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
    with (
        contextlib.chdir(cwd),
        mock.patch.dict(os.environ, surroundings(**environment)),
        mock.patch.object(sys, "argv", ["cardforge", *arguments]),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        _restored(),
    ):
        code = _exit_code()
    _collect_if_grown()
    return Done(arguments, code, _written(out), _written(err))


def surroundings(**environment: str) -> dict[str, str]:
    """The variables that a command finds: those of this process, the tests' own cache, and more."""
    return os.environ | {"XDG_CACHE_HOME": _CACHE.name} | environment


_after_collection = [0]  # bytes of memory


def _collect_if_grown() -> None:
    """Free what commands leave: they hold much memory in few objects, so that Python would collect them too late."""
    if _resident() > _after_collection[0] + _GROWTH:
        gc.collect()
        _after_collection[0] = _resident()


def _resident() -> int:
    return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")


def codes(done: Done) -> list[str]:
    """The codes of the problems in a JSON report."""
    return [problem["code"] for problem in json.loads(done.stdout)["problems"]]


def _exit_code() -> int:
    try:
        main()
    except SystemExit as leaving:
        return int(leaving.code or 0)
    return 0


@contextlib.contextmanager
def _restored() -> Iterator[None]:
    """Put back what a command changes because its process ends soon: the garbage collector and signal handlers."""
    threshold, handlers = gc.get_threshold(), {each: signal.getsignal(each) for each in _HANDLED}
    try:
        yield
    finally:
        gc.unfreeze()
        gc.set_threshold(*threshold)
        for each, handler in handlers.items():
            signal.signal(each, handler)


def _written(stream: io.TextIOWrapper) -> str:
    stream.flush()
    buffer = stream.buffer
    assert isinstance(buffer, io.BytesIO)
    # As a pipe is read: in text mode, line ends are one character.
    return buffer.getvalue().decode("utf-8").replace("\r\n", "\n")
