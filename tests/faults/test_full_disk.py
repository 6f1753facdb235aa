"""A disk that fills at every write in turn: exit 3, a message, every file old or new, no temporary file."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from tests.faults.writing import COMMANDS, fresh, is_whole, wanted
from tests.fuzz.projects import CACHE, environment
from tests.support.commands import call


class _Disk:
    """Lets some writes through; all further ones find no room."""

    def __init__(self, room: int) -> None:
        self._room, self.is_full = room, False
        self._open = os.fdopen

    def fdopen(self, *given: Any) -> Any:
        stream = self._open(*given)
        if "w" in given[1]:
            if self._room <= 0:
                stream = _Full(stream, self)
            self._room -= 1
        return stream


class _Full:
    """A stream that takes no byte."""

    def __init__(self, stream: Any, disk: _Disk) -> None:
        self._stream, self._disk = stream, disk

    def __enter__(self) -> _Full:
        return self

    def __exit__(self, *given: object) -> None:
        self._stream.close()

    def write(self, data: bytes) -> None:
        self._disk.is_full = True
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.parametrize("name", sorted({*COMMANDS} - {"printer forget"}))  # which only deletes
def test_a_disk_that_fills_at_any_write_leaves_whole_files(name: str, tmp_path: Path) -> None:
    wanted(name)
    for room in range(40):
        folder, words = fresh(name, tmp_path / str(room))
        disk = _Disk(room)
        with mock.patch.object(os, "fdopen", disk.fdopen):
            done = call(*words, cwd=folder, **environment(folder))
        if not disk.is_full:
            break
        assert done.returncode == 3, done
        assert "no space left" in done.stdout + done.stderr
        assert is_whole(name, folder)
        hidden = [each for each in folder.rglob(".*") if each.is_file() and CACHE not in each.parts]
        assert not hidden
    assert room > 0  # the command has written something
    assert done.returncode == 0
