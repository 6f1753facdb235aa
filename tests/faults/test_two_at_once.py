"""Two of every writing command at once: whole files, and nothing is lost in silence.

Both wait just before their first write until the other is there too, so that each has read what the other changes.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.faults.writing import COMMANDS, files_of, fresh, is_whole, pausing, wanted
from tests.fuzz.guard import guarded
from tests.fuzz.projects import CAMPAIGN


def _together(one: list[str], two: list[str], folder: Path) -> tuple[int, int]:
    """Run two commands that meet at their first write; gives how both ended."""
    to_first, to_second = os.pipe(), os.pipe()

    def meet(hear: int, tell: int) -> None:
        os.write(tell, b".")
        os.read(hear, 1)

    def work() -> int:
        pid = os.fork()
        if pid == 0:
            os._exit(pausing(two, folder, 1, lambda: meet(to_second[0], to_first[1]))())
        first = pausing(one, folder, 1, lambda: meet(to_first[0], to_second[1]))()
        second = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        return first * 10 + second

    ended = guarded(work)
    for each in (*to_first, *to_second):
        os.close(each)
    assert not ended.waited, ended.output
    assert "a bug in cardforge" not in ended.output, ended.output
    return divmod(ended.code, 10)


@pytest.mark.parametrize("name", COMMANDS)
def test_two_at_once_leave_whole_files(name: str, tmp_path: Path) -> None:
    folder, words = fresh(name, tmp_path / "project")
    codes = _together(words, words, folder)

    assert 0 in codes
    assert set(codes) <= {0, 1, 2, 3}
    if name == "campaign undo" and codes == (0, 0):
        return  # two steps are undone
    assert is_whole(name, folder)
    assert files_of(folder) == wanted(name)[1]


@pytest.mark.parametrize(
    ("one", "two"),
    [("visit gc-quay", "visit gc-light"), ("visit gc-quay", "gain gc-rope"), ("discover gc-widow", "visit gc-quay")],
)
def test_two_steps_at_once_are_both_kept(one: str, two: str, tmp_path: Path) -> None:
    folder, _ = fresh("campaign step", tmp_path / "project")
    before = (folder / CAMPAIGN).read_text("utf-8").count("step: ")
    first, second = (["campaign", "step", CAMPAIGN, *each.split()] for each in (one, two))

    assert _together(first, second, folder) == (0, 0)
    assert (folder / CAMPAIGN).read_text("utf-8").count("step: ") == before + 2


def test_two_seeds_at_once_never_replace_each_other(tmp_path: Path) -> None:
    folder, _ = fresh("generate", tmp_path / "project")
    one, two = ([*f"generate set --seed {seed} -o made.yaml".split()] for seed in "12")
    codes = _together(one, two, folder)

    assert sorted(codes) == [0, 3]
    winner = "12"[codes.index(0)]
    assert f"`cardforge generate set --seed {winner}`" in (folder / "made.yaml").read_text("utf-8")
