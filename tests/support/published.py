"""A server on loopback that publishes one spreadsheet, in a process of its own: tests that fork must have no threads."""

from __future__ import annotations

import atexit
import re
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

from tests.support.spreadsheets import Row, as_csv

ROWS: list[Row] = [["name", "cost"], ["Apple", 1], ["Pear", 2]]


@cache
def published_address() -> str:
    """The address of the spreadsheet; the server ends with this process."""
    folder = tempfile.TemporaryDirectory(prefix="cardforge-published-")
    Path(folder.name, "a.csv").write_bytes(as_csv(ROWS))
    server = subprocess.Popen(
        [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", folder.name],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    atexit.register(folder.cleanup)
    atexit.register(server.wait)
    atexit.register(server.kill)
    assert server.stdout is not None
    found = re.search(r"port (\d+)", server.stdout.readline())
    server.stdout.close()
    assert found
    return f"http://127.0.0.1:{found[1]}/a.csv"
