"""Whatever a file, a request or a command line holds: no bug, no trace, no control characters, and never without limit.

`make soak` does 100,000 runs, which take two hours. The suite does the first 5,000, 200 of each kind: a run is a real
command, often with a sandbox of its own, and takes 0.07 seconds of processor time, so all take three minutes on two cores.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import REPOSITORY
from tests.fuzz import projects
from tests.fuzz.guard import MOST_MEMORY, guarded, memory_of, own_memory
from tests.fuzz.kinds import KINDS
from tests.support.commands import call

_SOAK = bool(os.environ.get("CARDFORGE_SOAK"))
RUNS = 100_000 if _SOAK else 200 * len(KINDS)
PARTS = 100 if _SOAK else 2  # which pytest shares out among cores


@pytest.mark.soak
@pytest.mark.parametrize("part", range(PARTS))
def test_no_input_finds_a_bug(part: int) -> None:
    command = [sys.executable, "-m", "tests.fuzz", str(part), "--runs", str(RUNS // PARTS), "--step", str(PARTS)]
    # In a process without threads, which can be forked.
    done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stdout + done.stderr


def _spin() -> int:
    while True:
        pass


def _kill() -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return 0


def _pause() -> int:
    signal.pause()
    return 0


def _print(text: str) -> int:
    os.write(1, text.encode())
    return 0


@pytest.mark.parametrize(
    ("work", "fault"),
    [
        (lambda: 4, "exit 4"),
        (lambda: int("x"), "exit 4"),
        (_kill, "exit -9"),
        (lambda: _print("\x1b[2J"), "prints '\\x1b'"),
        (lambda: _print("Traceback (most recent call last)"), "a trace"),
        (lambda: len(b"x" * 2 * MOST_MEMORY) * 0, "MB"),
        (lambda: 1, ""),
    ],
)
def test_the_guard_sees_each_fault(work: Callable[[], int], fault: str) -> None:
    found = guarded(work).fault

    assert fault in found
    assert bool(found) == bool(fault)


def test_the_guard_ends_what_works_for_ever() -> None:
    assert "processor time" in guarded(_spin, seconds=1).fault


def test_the_guard_ends_what_waits_for_ever() -> None:
    assert guarded(_pause, wait=0.1).fault == "did not end"


def _hold(ready: int, once: bool) -> None:
    """Take 100 MB in two processes that share them, or in each of two."""
    os.setsid()
    held = b"x" * 100_000_000 if once else b""
    os.fork()
    held = held or b"x" * 100_000_000
    os.write(ready, held[:1])
    signal.pause()


@pytest.mark.parametrize(("once", "held"), [(True, 100_000_000), (False, 200_000_000)])
def test_the_guard_adds_up_the_memory_of_all_processes(once: bool, held: int) -> None:
    hear, ready = os.pipe()
    inherited = own_memory()
    pid = os.fork()
    if pid == 0:
        _hold(ready, once)
        os._exit(0)
    for _ in range(2):
        os.read(hear, 1)
    seen = memory_of(pid, inherited)
    os.killpg(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    os.close(hear)
    os.close(ready)

    assert held < seen < held + 90_000_000


@pytest.mark.parametrize("name", projects.PROJECTS)
def test_every_command_that_is_fuzzed_succeeds_on_the_good_project(name: str, tmp_path: Path) -> None:
    """Otherwise its runs would show no more than that."""
    base = projects.PROJECTS[name](tmp_path / "base")
    commands = {
        command.replace("*.pdf", "x4.pdf")
        for kind in KINDS.values()
        if kind.project == name
        for command in kind.commands
    }
    for at, command in enumerate(sorted(commands)):
        folder = tmp_path / str(at)
        shutil.copytree(base, folder)
        done = call(*command.split(), cwd=folder, **projects.environment(folder))
        assert done.returncode == 0, done
