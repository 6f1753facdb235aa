"""A lock keeps others away, goes with its process, and leaves nothing behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from cardforge.core.errors import SurroundingsError
from cardforge.write import lock
from cardforge.write.lock import locked
from tests.support.waiting import must_end

HOLD = "import sys\nfrom pathlib import Path\nfrom cardforge.write.lock import locked\nwith locked(Path(sys.argv[1])):\n    print('held', flush=True)\n    input()\n"


def holder(file: Path) -> subprocess.Popen[str]:
    """Another process that holds the lock of a file."""
    command = [sys.executable, "-c", HOLD, str(file)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdout
    assert process.stdout.readline() == "held\n"
    return process


def test_a_file_that_another_process_holds_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = holder(tmp_path / "a.yaml")
    (tmp_path / "link.yaml").symlink_to("a.yaml")
    monkeypatch.setattr(lock, "MAX_WAIT", 0.1)
    for name in ("a.yaml", "link.yaml"):
        with pytest.raises(SurroundingsError, match="held by another cardforge"), locked(tmp_path / name):
            pytest.fail("both hold it")
    with locked(tmp_path / "b.yaml"):
        pass
    monkeypatch.setattr(lock, "MAX_WAIT", 60.0)
    with must_end():
        other.communicate("\n")
        with locked(tmp_path / "a.yaml"):
            pass

    assert os.listdir(tmp_path) == ["link.yaml"]


def test_a_killed_process_locks_nobody_out(tmp_path: Path) -> None:
    other = holder(tmp_path / "a.yaml")
    other.send_signal(signal.SIGKILL)
    other.communicate()
    with must_end(), locked(tmp_path / "a.yaml"):
        assert os.listdir(tmp_path) == [".a.yaml.lock"]

    assert os.listdir(tmp_path) == []


def test_a_folder_that_cannot_be_written_to_is_a_clear_message(tmp_path: Path) -> None:
    with pytest.raises(SurroundingsError, match="cannot write in"), locked(tmp_path / "no" / "a.yaml"):
        pytest.fail("there is no such folder")
