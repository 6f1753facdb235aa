"""A page in a process of its own, as somebody starts it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import httpx

from tests.conftest import REPOSITORY
from tests.support.waiting import wait_for


class Page(NamedTuple):
    """Where a page is, and the project it is about."""

    address: str
    folder: Path
    pid: int

    @property
    def client(self) -> httpx.Client:
        return httpx.Client(base_url=self.address, timeout=120)

    @property
    def processes(self) -> list[int]:
        """The server and its workers."""
        # Of every thread: a worker that takes another's place is started by the one that waited for it.
        threads = Path(f"/proc/{self.pid}/task").glob("*/children")
        return [self.pid, *(int(child) for thread in threads for child in thread.read_text("utf-8").split())]

    @property
    def memory(self) -> int:
        """Bytes of real memory that all of them take."""
        return sum(_resident(pid) for pid in self.processes)

    @property
    def seconds(self) -> float:
        """Seconds of work that all of them have done; for `make bench`."""
        return sum(_worked(pid) for pid in self.processes)


def _resident(pid: int) -> int:
    return int(Path(f"/proc/{pid}/statm").read_text("utf-8").split()[1]) * os.sysconf("SC_PAGE_SIZE")


def _worked(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def served(folder: Path, *options: str) -> Iterator[Page]:
    """`cardforge serve` in a folder, until the test is done."""
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY), "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-m", "cardforge", "serve", "--port", "0", "--no-browser", *options]
    process = subprocess.Popen(
        command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert "http://" in line, line
        page = Page(line[line.index("http://") :].split()[0].rstrip("/"), folder, process.pid)
        wait_for(lambda: _answers(page), "the page to answer")
        yield page
    finally:
        process.terminate()
        output, _ = process.communicate(timeout=30)
    assert not re.search("ERROR|Traceback", output), output


def _answers(page: Page) -> bool:
    try:
        with page.client as client:
            client.get("/api/about").raise_for_status()
    except httpx.ConnectError:
        return False
    return True


def drawn_pack(page: Page, seed: str) -> list[httpx.Response]:
    """The pictures of all cards of a crew pack from a seed, asked for as a page does: several at a time."""
    asked = {"game": "nebula", "type": "crew", "seed": seed}
    with page.client as client, ThreadPoolExecutor(6) as threads:
        cards = client.get("/api/generate", params=asked).json()["cards"]
        each = [asked | {"card": str(at)} for at in range(len(cards))]
        return list(threads.map(lambda given: client.get("/api/picture", params=given), each))
