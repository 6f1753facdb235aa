"""A file that changes, vanishes or becomes something else just before it is opened: a clear answer, never a bug."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.fuzz.guard import Ended, guarded
from tests.fuzz.projects import CAMPAIGN
from tests.fuzz.runs import base, command

READING = {
    "validate": ("post", "validate --faces"),
    "check": ("post", "check packs/post/deck/first-deck.yaml"),
    "render": ("post", "render packs -o a.pdf"),
    "generate": ("post", "generate set --seed 1"),
    "rules": ("post", "rules --test"),
    "preflight": ("post", "preflight x4.pdf"),
    "campaign step": ("coast", f"campaign step {CAMPAIGN} visit gc-quay"),
}


def _emptied(file: Path) -> None:
    file.write_bytes(b"")


def _replaced(file: Path) -> None:
    file.write_bytes(b"\xff\x00: [" * 9)


def _made_a_folder(file: Path) -> None:
    file.unlink()
    file.mkdir()


CHANGES: tuple[Callable[[Path], None], ...] = (_emptied, _replaced, Path.unlink, _made_a_folder)


def _run(words: str, folder: Path, opening: int, change: Callable[[Path], None] | None) -> Ended:
    """Run a command, and change the file that it opens at a certain opening; without a change, print the openings."""

    def work() -> int:
        passed, busy = 0, False

        def seen(event: str, given: tuple[Any, ...]) -> None:
            nonlocal passed, busy
            if busy or event != "open" or not isinstance(given[0], str | bytes | os.PathLike):
                return
            file = folder / os.fsdecode(given[0])
            if not file.is_relative_to(folder) or file.name.startswith(".") or not file.is_file():
                return
            passed += 1
            if change and passed == opening:
                busy = True
                change(file)
                busy = False

        sys.addaudithook(seen)
        code = command(words.split(), folder)()
        if not change:
            sys.stderr.write(f"\n{passed}")
        return code

    return guarded(work)


@pytest.mark.soak
@pytest.mark.parametrize("name", READING)
def test_a_file_that_changes_while_it_is_read_is_no_bug(name: str, tmp_path: Path) -> None:
    project, words = READING[name]
    counted = tmp_path / "counted"
    shutil.copytree(base(project), counted)
    openings = int(_run(words, counted, 0, None).output.rsplit("\n", 1)[1])
    assert openings > 0
    cases = [(opening, change) for opening in range(1, openings + 1) for change in CHANGES]
    if not os.environ.get("CARDFORGE_SOAK"):
        cases = Random(name).sample(cases, 4)  # noqa: S311 - chance that can be repeated
    for at, (opening, change) in enumerate(cases):
        folder = tmp_path / str(at)
        shutil.copytree(base(project), folder)
        ended = _run(words, folder, opening, change)

        assert not ended.fault, f"opening {opening}, {change.__name__}: {ended.output}"
        assert ended.code in (0, 1, 2, 3)
