"""Every command that writes, what it should write, and ways to stop it at a chosen moment.

A moment is an event that Python announces: a file is opened for writing, renamed, created, deleted; or half of a write
is on the disk. Moments are counted, so that a test can name one; there is no clock in it.
"""

from __future__ import annotations

import io
import os
import shutil
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from tests.fuzz.guard import Ended, guarded
from tests.fuzz.projects import CACHE, CAMPAIGN, environment
from tests.fuzz.runs import base, command
from tests.support.commands import call
from tests.support.grey_coast import DECK
from tests.support.published import published_address

POST, COAST = "post", "coast"
PUBLISHED = "PUBLISHED"  # stands for the address of a spreadsheet on loopback
# By name: the project, and the command.
COMMANDS: dict[str, tuple[str, str]] = {
    "new": (POST, "new tale"),
    "new --from": (POST, "new tale --from cards.csv"),
    "sheet export": (POST, "sheet export post -o new.xlsx"),
    "sheet import": (POST, "sheet import cards.xlsx --yes"),
    "sheet pull": (POST, f"sheet pull pulled.csv {PUBLISHED}"),
    "generate": (POST, "generate set --seed 1 -o made.yaml"),
    "generate --count": (POST, "generate set --seed 1 --count 3 -o made"),
    "render": (POST, "render packs -o a.pdf"),
    "render --as sheets": (POST, "render packs --as sheets --cut cut.svg --manifest new.json -o a.pdf"),
    "render --as png": (POST, "render packs --as png --dpi 40 -o faces"),
    "render --as tabletop": (POST, "render packs --as tabletop --base-url https://example.org/ -o table"),
    "render --for": (POST, "render packs --for makeplayingcards -o a.zip"),
    "render --all": (POST, "render post --all -o box"),
    "icons": (POST, "icons post -o a.pdf"),
    "schema --editor": (POST, "schema --editor packs/post/game.yaml"),
    "printer calibrate": (POST, "printer calibrate attic -o a.pdf"),
    "printer calibrate --read": (POST, "printer calibrate den --read 0.25,0.25,0.25,0.25"),
    "printer forget": (POST, "printer forget den"),
    "campaign new": (COAST, f"campaign new b.yaml --sector grey-coast --deck {DECK} --name B"),
    "campaign step": (COAST, f"campaign step {CAMPAIGN} visit gc-quay"),
    "campaign undo": (COAST, f"campaign undo {CAMPAIGN}"),
    "campaign sheet": (COAST, f"campaign sheet {CAMPAIGN} -o a.pdf"),
}  # fmt: skip
_EVENTS = ("os.rename", "os.remove", "os.mkdir", "os.chmod", "tempfile.mkstemp", "fcntl.flock")
Files = dict[str, bytes]


def fresh(name: str, folder: Path) -> tuple[Path, list[str]]:
    """A new copy of the project of a command, and the words of the command."""
    project, words = COMMANDS[name]
    shutil.copytree(base(project), folder)
    return folder, words.replace(PUBLISHED, published_address() if PUBLISHED in words else "").split()


def files_of(folder: Path) -> Files:
    """The contents of all files, without the cache, which may be lost, and hidden files that a lock or a kill leaves."""
    found = {each.relative_to(folder).as_posix(): each for each in folder.rglob("*") if each.is_file()}
    return {
        path: file.read_bytes()
        for path, file in sorted(found.items())
        if not path.startswith(CACHE) and not file.name.startswith(".")
    }


@cache
def wanted(name: str) -> tuple[Files, Files]:
    """All files before a command, and after it when nothing happens."""
    folder, words = fresh(name, base(COMMANDS[name][0]).parent / name.replace(" ", "_"))
    before = files_of(folder)
    done = call(*words, cwd=folder, **environment(folder))
    assert done.returncode == 0, done
    return before, files_of(folder)


def is_whole(name: str, folder: Path) -> bool:
    """Whether each file is as it was before the command or as it is after it, and no other file is there."""
    before, after = wanted(name)
    now = files_of(folder)
    return all(now.get(path) in (before.get(path), after.get(path)) for path in {*before, *after, *now})


def at_moment(words: list[str], folder: Path, moment: int, act: Callable[[], object]) -> Ended:
    """Run a command in a fork with limits, and do something there at one of its moments."""
    return guarded(pausing(words, folder, moment, act))


def pausing(words: list[str], folder: Path, moment: int, act: Callable[[], object]) -> Callable[[], int]:
    """A command that does something at one of its moments; 0 only counts them, and prints the number."""

    def work() -> int:
        passed, own = 0, os.getpid()

        def pass_one() -> None:
            nonlocal passed
            if os.getpid() != own:  # a sandbox, which can be started again
                return
            passed += 1
            if passed == moment:
                act()

        def seen(event: str, given: tuple[Any, ...]) -> None:
            if event in _EVENTS or (event == "open" and _writes(given)):
                pass_one()

        sys.addaudithook(seen)
        vars(os)["fdopen"] = lambda descriptor, *_: _InHalves(io.FileIO(descriptor, "wb"), pass_one)
        code = command(words, folder)()
        if not moment:
            sys.stderr.write(f"\n{passed}")
        return code

    return work


class _InHalves(io.BufferedWriter):
    """A file of which half of each write is on the disk when a moment passes."""

    def __init__(self, raw: io.RawIOBase, halfway: Callable[[], None]) -> None:
        super().__init__(raw)
        self._halfway = halfway

    def write(self, data: Any) -> int:
        whole = memoryview(data).cast("B")
        half = len(whole) // 2
        super().write(whole[:half])
        self.flush()
        self._halfway()
        return half + super().write(whole[half:])


def _writes(given: tuple[Any, ...]) -> bool:
    """Whether a file is opened for writing; standard output and devices do not count."""
    _, mode, flags = given
    return isinstance(flags, int) and bool(flags & (os.O_WRONLY | os.O_RDWR)) and mode not in ("r", "rb")


@cache
def moments(name: str) -> int:
    """How many moments a command has."""
    folder, words = fresh(name, base(COMMANDS[name][0]).parent / f"{name.replace(' ', '_')}-counted")
    ended = at_moment(words, folder, 0, lambda: None)
    assert ended.code == 0, ended.output
    return int(ended.output.rsplit("\n", 1)[1])


def some_moments(name: str) -> list[int]:
    """Moments to stop a command at: all of them in `make soak`, three by chance in the suite, and the last."""
    last = moments(name)
    assert last > 0
    every = range(1, last + 1)
    if os.environ.get("CARDFORGE_SOAK"):
        return list(every)
    return sorted({*Random(name).sample(every, min(3, last)), last})  # noqa: S311 - chance that can be repeated
