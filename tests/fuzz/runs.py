"""One run: a project, one damaged file of it, one command; all chosen by the number of the run."""

from __future__ import annotations

import gc
import importlib
import os
import pkgutil
import shlex
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from typer.main import get_command

import cardforge
from cardforge.cli import main as cli
from cardforge.cli.main import app_for, main
from cardforge.fonts import book, truetype
from cardforge.fonts.families import WEIGHTS
from tests.fuzz import projects
from tests.fuzz.batch import Done, Guard, in_batches
from tests.fuzz.guard import MOST_SECONDS, Ended, guarded
from tests.fuzz.kinds import KINDS, command_line, requests
from tests.support.commands import call

_NAMES = tuple(KINDS)
_MEMORY = Path("/dev/shm")  # noqa: S108 - where Linux keeps files in memory: thousands of runs need no disk
_ABOVE = _MEMORY if _MEMORY.is_dir() else None


class Fault(NamedTuple):
    """A run that went wrong."""

    number: int
    kind: str
    file: str
    command: str
    why: str
    output: str

    def __str__(self) -> str:
        again = f"python -m tests.fuzz {self.number} --keep FOLDER"
        return f"{self.kind}: {self.why}: `{self.command}` with {self.file or 'no file'} changed; `{again}`\n{self.output[-1500:]}"


def run(number: int, keep: Path | None = None, guard: Guard = guarded) -> Fault | None:
    """Do one run; the damaged project stays in the folder `keep` if there is one."""
    kind, chance = _NAMES[number % len(_NAMES)], Random(number)  # noqa: S311 - chance that can be repeated
    given = KINDS[kind]
    with tempfile.TemporaryDirectory(prefix="cardforge-fuzz-", dir=_ABOVE) as above:
        folder = Path(above) / "project"
        projects.find_installed(given.project, _bare())
        shutil.copytree(base(given.project), folder)
        file, data = "", b""
        if given.files:
            chosen = chance.choice(sorted(each for pattern in given.files for each in folder.glob(pattern)))
            file = chosen.relative_to(folder).as_posix()
            data = given.change(chosen.read_bytes(), chosen.suffix, chance)
            chosen.write_bytes(data)
        words = command_line(chance) if kind == "command lines" else shlex.split(chance.choice(given.commands or ("",)))
        words = [file if word == "*.pdf" else word for word in words]
        if keep:
            shutil.copytree(folder, keep)
        ended = guard(_requests(chance, folder) if kind == "requests" else command(words, folder))
        why = ended.fault
        if not why and given.reads_only and file and (folder / file).read_bytes() != data:
            why = "the file was changed"
        if not why and kind == "caches" and (folder / "again.pdf").read_bytes() != (folder / "sheets.pdf").read_bytes():
            why = "the cache changed the result"
        return Fault(number, kind, file, shlex.join(words), why, ended.output) if why else None


def run_many(numbers: Sequence[int]) -> Iterator[tuple[Done, Fault | None]]:
    """Do many runs, several in one fork; one that fails there is done again alone."""
    for done in in_batches(lambda number, guard: str(run(number, guard=guard) or ""), numbers):
        fault = run(done.number) if done.fault else None
        if done.fault and not fault:
            kind = _NAMES[done.number % len(_NAMES)]
            fault = Fault(done.number, kind, "", "", "only after other runs in the same process", done.fault)
        yield done, fault


def warm_up() -> None:
    """Do once in this process what every fork would do first: load all modules."""
    for module in pkgutil.walk_packages(cardforge.__path__, "cardforge."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    for name in projects.PROJECTS:
        projects.find_installed(name, _bare())
        done = call("validate", cwd=base(name))  # proves the schemas of the engine
        assert done.returncode == 0, done
    _convert_fonts_once()
    _declare_options_once()
    gc.collect()
    gc.freeze()  # or every fork would copy what its garbage collector looks at


def _declare_options_once() -> None:
    """Keep what typer makes of the options of each command; it holds nothing of a run."""

    @cache
    def command_for(name: str) -> Any:
        return get_command(app_for([name]))

    names = [each.name for each in get_command(app_for()).commands.values()]  # type: ignore[attr-defined]
    vars(cli)["app_for"] = lambda words: command_for(words[0] if words and words[0] in names else "")


def _convert_fonts_once() -> None:
    """Keep the converted fallback fonts; a damaged font of a project is other bytes, and converted in its own run."""
    convert = cache(truetype.as_truetype)

    def once(data: bytes, weight: str) -> bytes:
        return convert(data, weight if truetype.is_variable(data) else "regular")

    vars(book)["as_truetype"] = once
    fonts = book.FontBook()
    for family in book.FALLBACK:
        for weight in WEIGHTS:
            fonts.font(family, weight)


def judged_alone(words: list[str], folder: Path, seconds: float = MOST_SECONDS) -> Ended:
    """Run a command in a project from a new process: what a fork shares with a large one cannot be told from its own."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as new:
        return new.submit(_judged, words, folder, seconds).result()


def _judged(words: list[str], folder: Path, seconds: float) -> Ended:
    return guarded(command(words, folder), seconds)


def command(words: list[str], folder: Path) -> Callable[[], int]:
    """A command in a project, to be run by the guard."""

    def work() -> int:
        os.chdir(folder)
        os.environ.update(projects.environment(folder))
        sys.argv = ["cardforge", *words]
        try:
            main()
        except SystemExit as leaving:
            return int(leaving.code or 0)
        return 0

    return work


def _requests(chance: Random, folder: Path) -> Callable[[], int]:
    def work() -> int:
        os.chdir(folder)
        os.environ.update(projects.environment(folder))
        wrong = requests(chance, folder)
        print(*wrong, sep="\n")
        return 4 if wrong else 0

    return work


@cache
def base(name: str) -> Path:
    """A project to copy, made once by this process."""
    return projects.PROJECTS[name](_folder() / name)


@cache
def _bare() -> Path:
    return projects.without_games(_folder() / "installed")


def _folder() -> Path:
    """A new folder for as long as this process lives."""
    _KEPT.append(tempfile.TemporaryDirectory(prefix="cardforge-fuzz-", dir=_ABOVE))
    return Path(_KEPT[-1].name)


_KEPT: list[tempfile.TemporaryDirectory[str]] = []  # removed when this process ends
