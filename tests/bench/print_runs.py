"""What the `publish` part of the bench measures: many decks as PDFs on a cluster, and the memory of its processes."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.bench.measure import memory_of

BIN = Path(sys.executable).parent
_WORKERS = 2


@dataclass(frozen=True)
class PrintRunMeasure:
    """Seconds, and the memory in MB of each process by name: the most in the first half, and the most in the second."""

    seconds: float
    megabytes: dict[str, tuple[float, float]]


def measure_print_run(project: Path, arguments: list[str], folder: Path, count: int) -> PrintRunMeasure:
    """Run `generate --count --render` on a cluster of two workers, all in processes of their own."""
    with _cluster(project) as (address, processes):
        start = time.perf_counter()
        command = [str(BIN / "cardforge"), "generate", *arguments, "--count", str(count), "--render"]
        client = subprocess.Popen(
            [*command, "-o", str(folder), "--scheduler", address], cwd=project, stdout=subprocess.DEVNULL
        )
        halves: dict[str, list[float]] = {name: [0.0, 0.0] for name in (*processes, "client")}
        while client.poll() is None:
            half = int(sum(1 for _ in folder.glob("*.pdf")) > count / 2) if folder.exists() else 0
            for name, process in {**processes, "client": client}.items():
                halves[name][half] = max(halves[name][half], memory_of(process.pid))
            time.sleep(1)
        if client.returncode:
            raise RuntimeError(f"{command} ended with {client.returncode}")
        seconds = time.perf_counter() - start
    return PrintRunMeasure(seconds, {name: (first, second) for name, (first, second) in halves.items()})


@contextmanager
def _cluster(folder: Path) -> Iterator[tuple[str, dict[str, subprocess.Popen[bytes]]]]:
    """A scheduler and its workers: the address, and the processes by name."""
    file = folder / "scheduler.json"
    dask = [str(BIN / "dask")]
    with ExitStack() as stack:

        def start(*command: str) -> subprocess.Popen[bytes]:
            process = subprocess.Popen([*dask, *command, "--scheduler-file", str(file)], stderr=subprocess.DEVNULL)
            stack.enter_context(process)
            stack.callback(process.terminate)
            return process

        processes = {"scheduler": start("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")}
        while not file.exists() or not file.read_text("utf-8"):
            time.sleep(0.1)
        for at in range(_WORKERS):
            options = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--local-directory", str(folder / "dask"))
            processes[f"worker {at + 1}"] = start("worker", *options)
        yield json.loads(file.read_text("utf-8"))["address"], processes
