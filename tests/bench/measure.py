"""Run a command and tell how long it took and how much memory its processes had."""

from __future__ import annotations

import os
import subprocess
import threading
import time
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Measure:
    """Seconds of wall time, and the largest sum of memory over the process tree in MB."""

    seconds: float
    megabytes: float


def measure(command: list[str], cwd: Path, runs: int = 1) -> Measure:
    """The fastest of some runs, and the most memory of any."""
    results = [_once(command, cwd) for _ in range(runs)]
    return Measure(min(result.seconds for result in results), max(result.megabytes for result in results))


def _once(command: list[str], cwd: Path) -> Measure:
    start = time.perf_counter()
    process = subprocess.Popen(command, cwd=cwd, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    most = 0.0
    done = threading.Event()

    def watch() -> None:
        nonlocal most
        while not done.wait(0.02):
            most = max(most, _tree_megabytes(process.pid))

    watcher = threading.Thread(target=watch)
    watcher.start()
    process.wait()
    seconds = time.perf_counter() - start
    done.set()
    watcher.join()
    if process.returncode != 0:
        raise RuntimeError(f"{command} ended with {process.returncode}")
    return Measure(seconds, most)


def _tree_megabytes(root: int) -> float:
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
