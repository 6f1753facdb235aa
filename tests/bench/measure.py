"""Run a command and tell how long it took and how much memory its processes had."""

from __future__ import annotations

import os
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Measure:
    """Seconds of wall time, and the largest sum of memory over the process tree in MB."""

    seconds: float
    megabytes: float


def measure(command: list[str], cwd: Path, runs: int = 1, looks_at_memory: bool = True) -> Measure:
    """The fastest of some runs, and the most memory of one more; looking at memory slows a run down."""
    seconds = min(_seconds(command, cwd) for _ in range(runs))
    return Measure(seconds, megabytes(command, cwd) if looks_at_memory else 0.0)


def in_turn(ours: list[str], theirs: list[str], cwd: Path, runs: int) -> tuple[Measure, Measure]:
    """The same for two commands, run in turn: what slows the machine down for a while slows both."""
    pairs = [(_seconds(ours, cwd), _seconds(theirs, cwd)) for _ in range(runs)]
    first, second = (min(seconds) for seconds in zip(*pairs, strict=True))
    return Measure(first, megabytes(ours, cwd)), Measure(second, megabytes(theirs, cwd))


def _start(command: list[str], cwd: Path) -> subprocess.Popen[bytes]:
    # As people run it: Python keeps what it has compiled, for us and for those we compare with.
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    return subprocess.Popen(command, cwd=cwd, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def _seconds(command: list[str], cwd: Path) -> float:
    start = time.perf_counter()
    code = _start(command, cwd).wait()
    seconds = time.perf_counter() - start
    if code != 0:
        raise RuntimeError(f"{command} ended with {code}")
    return seconds


def megabytes(command: list[str], cwd: Path) -> float:
    process = _start(command, cwd)
    most = 0.0
    while process.poll() is None:
        most = max(most, memory_of(process.pid))
        time.sleep(0.02)
    return most


def memory_of(root: int) -> float:
    """The proportional memory of a process and all below it; shared pages are counted once."""
    children: dict[int, list[int]] = {}
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                fields = Path(f"/proc/{entry}/stat").read_text("utf-8").rpartition(")")[2].split()
            except OSError:  # it has ended meanwhile
                continue
            children.setdefault(int(fields[1]), []).append(int(entry))
    tree = [root]
    for at in tree:
        tree.extend(children.get(at, ()))
    kilobytes = 0
    for at in tree:
        try:
            for line in Path(f"/proc/{at}/smaps_rollup").read_text("utf-8").splitlines():
                if line.startswith("Pss:"):
                    kilobytes += int(line.split()[1])
        except OSError:  # it has ended meanwhile
            continue
    return kilobytes / 1024
