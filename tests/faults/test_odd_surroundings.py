"""An odd clock, time zone, locale or terminal changes no byte of what is written."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.faults.writing import COMMANDS, files_of, fresh, wanted
from tests.fuzz.projects import environment
from tests.support.commands import call, run

_SURROUNDINGS = (
    {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"},
    {"LC_ALL": "tr_TR.UTF-8", "TZ": "Pacific/Kiritimati"},
    {"LC_ALL": "nonsense", "LANG": "\\", "TZ": ":/dev/null"},
    {"COLUMNS": "1", "LINES": "0", "TERM": "dumb"},
    {"PYTHONHASHSEED": "1", "TMPDIR": "."},
)


@pytest.mark.parametrize("odd", _SURROUNDINGS, ids=lambda odd: next(iter(odd.values())))
@pytest.mark.parametrize("name", ["generate", "render --as sheets", "campaign step"])
def test_odd_surroundings_change_no_byte(name: str, odd: dict[str, str], tmp_path: Path) -> None:
    folder, words = fresh(name, tmp_path / "project")
    done = run(*words, cwd=folder, **environment(folder), **odd)

    assert done.returncode == 0, done
    assert files_of(folder) == wanted(name)[1]


@pytest.mark.parametrize(
    "now", [0.0, -1.0, 4_000_000_000.0, 253_402_300_800.0], ids=["1970", "before", "2096", "10000"]
)
@pytest.mark.parametrize("name", COMMANDS)
def test_an_odd_clock_changes_no_byte(name: str, now: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted(name)
    folder, words = fresh(name, tmp_path / "project")
    monkeypatch.setattr(time, "time", lambda: now)
    done = call(*words, cwd=folder, **environment(folder))

    assert done.returncode == 0, done
    assert files_of(folder) == wanted(name)[1]
