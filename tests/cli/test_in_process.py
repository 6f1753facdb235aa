"""Commands that tests call in their own process: they say what a real process says, and leave nothing behind."""

from __future__ import annotations

import gc
import os
import signal
import sys
from pathlib import Path

import pytest

from tests.support.commands import call, run


def surroundings() -> tuple[object, ...]:
    """All that a command may change of the process it runs in."""
    streams = (sys.stdout, sys.stderr, sys.argv[:])
    return (
        *streams, gc.get_threshold(), gc.get_freeze_count(), gc.isenabled(), os.getcwd(), dict(os.environ),
        signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM),
    )  # fmt: skip


@pytest.mark.parametrize(
    "arguments", [("schema", "crew"), ("schema", "crw"), ("frobnicate",), ("validate", "nothing.yaml"), ("--version",)]
)
def test_a_called_command_says_what_a_process_says_and_leaves_no_trace(
    arguments: tuple[str, ...], tmp_path: Path
) -> None:
    before = surroundings()
    called = call(*arguments, cwd=tmp_path)

    assert surroundings() == before
    started = run(*arguments, cwd=tmp_path)
    assert (called.returncode, called.stdout) == (started.returncode, started.stdout)
    # Usage names the program as it was started.
    assert called.stderr == started.stderr.replace("python -m cardforge", "cardforge")
