"""No process is left behind when its parent ends, however that ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.waiting import wait_for

PARENT = """
import os, signal, sys
from cardforge.parallel.forks import map_in_forks
from cardforge.parallel.pools import map_in_processes

PARENT = os.getpid() if __name__ == "__main__" else 0

def wait(part):
    if os.getpid() != PARENT:
        os.write(1, f"{os.getpid()}\\n".encode())
    while True:
        signal.pause()

if __name__ == "__main__":
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # the children of nohup ignore it
    signal.signal(signal.SIGINT, signal.default_int_handler)  # what a script starts in the background ignores it
    list(map_in_forks(wait, 2, 2) if sys.argv[1] == "forks" else map_in_processes(wait, [1, 2], 2))
"""


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


ENDS = [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP]


@pytest.mark.parametrize(
    ("how", "count", "sent"),
    [*(("forks", 1, sent) for sent in (*ENDS, signal.SIGINT)), *(("processes", 2, sent) for sent in ENDS)],
)
def test_children_end_with_their_parent(how: str, count: int, sent: signal.Signals, tmp_path: Path) -> None:
    (tmp_path / "parent.py").write_text(PARENT, encoding="utf-8")
    command = [sys.executable, str(tmp_path / "parent.py"), how]
    parent = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert parent.stdout
    children = [int(parent.stdout.readline()) for _ in range(count)]
    assert all(map(is_running, children))
    os.kill(parent.pid, sent)
    parent.wait()

    for pid in children:
        wait_for(lambda pid=pid: not is_running(pid), f"{pid} to end")  # type: ignore[misc]
    parent.stdout.close()
