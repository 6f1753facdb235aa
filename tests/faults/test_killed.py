"""kill -9 at any moment: every file is whole, old or new, and the same command works afterwards."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from tests.faults.writing import COMMANDS, at_moment, files_of, fresh, is_whole, some_moments, wanted
from tests.fuzz.projects import environment
from tests.support.commands import call

# Refused the second time when all was done: the game exists.
_REFUSES_WHEN_DONE = ("new", "new --from")
# Refused the second time when some was done: the file exists, the step is taken, the printer is gone.
_REFUSES_TWICE = (
    "generate",
    "generate --count",
    "campaign new",
    "campaign step",
    "printer forget",
)


@pytest.mark.soak
@pytest.mark.parametrize("name", COMMANDS)
def test_a_killed_command_leaves_whole_files_and_no_lock(name: str, tmp_path: Path) -> None:
    before, after = wanted(name)
    for moment in some_moments(name):
        folder, words = fresh(name, tmp_path / str(moment))
        ended = at_moment(words, folder, moment, lambda: os.kill(os.getpid(), signal.SIGKILL))

        assert ended.code == -signal.SIGKILL, f"moment {moment}: {ended.output}"
        assert is_whole(name, folder), f"moment {moment}"
        if name == "campaign undo" and files_of(folder) != before:
            continue  # a second one would undo another step
        again = call(*words, cwd=folder, **environment(folder))
        now = files_of(folder)
        assert again.returncode == 0 or name in (*_REFUSES_TWICE, *_REFUSES_WHEN_DONE), again
        assert now == after if again.returncode == 0 or name in _REFUSES_WHEN_DONE else now != before
