"""Every failure that a fuzzer has found, as a test: `corpus/NAME/` holds the command, and the files it was run with.

The files lie over the good project that `project` names, at the same paths. A new failure of `python -m tests.fuzz N
--keep FOLDER` becomes a test by copying its damaged file and its command here.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.fuzz.runs import base, judged_alone

CORPUS = Path(__file__).parent / "corpus"
_COMMAND = "command.txt"  # the name of the project, then the words of the command, one a line


@pytest.mark.parametrize("name", sorted(each.name for each in CORPUS.iterdir()))
def test_what_was_a_bug_once_is_none(name: str, tmp_path: Path) -> None:
    project, *words = (CORPUS / name / _COMMAND).read_text("utf-8").splitlines()
    folder = tmp_path / "project"
    shutil.copytree(base(project), folder)
    shutil.copytree(CORPUS / name, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns(_COMMAND))
    ended = judged_alone(words, folder)

    assert not ended.fault, ended.output
    assert ended.code in (0, 1, 2, 3)
