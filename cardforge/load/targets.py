"""Find the files a command works on: those to check, and those that are only referred to.

Takes the paths the user typed; returns Targets. Without a path it is the project in the current folder or,
if there is none, the built-in one.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from cardforge.core.errors import SurroundingsError, UsageError
from cardforge.core.suggestions import did_you_mean
from cardforge.load.project import (
    DATA,
    Project,
    builtin_project,
    builtin_root,
    files_below,
    project_around,
    project_at,
    project_here,
    refuse_outside,
)


class File(NamedTuple):
    """A file to read, and the folder that it must not leave through a symlink."""

    path: Path
    root: Path | None


class Targets(NamedTuple):
    """The files that a command works on, and where to find the files around them."""

    project: Project
    judged: tuple[File, ...]
    lent: tuple[File, ...] = ()  # outside the project, such as packs in the folder of a deck
    alone: bool = False  # single files outside any project: what they refer to may exist elsewhere

    def around(self, system: str) -> list[File]:
        """List the files of a game that the judged files may refer to."""
        judged = _by_real_path(self.judged)
        files = [*self.packs(system), *self.lent]
        return [file for real, file in _by_real_path(files).items() if real not in judged]

    def packs(self, system: str) -> list[File]:
        """List the files in the project's packs that may belong to a game."""
        return [File(path, self.project.root_of(path)) for path in self.project.pack_files(system)]


def find_targets(typed: Iterable[str], lending: Iterable[str] = ()) -> Targets:
    """Resolve the typed paths; the files in `lending` are added to those around them."""
    paths = [existing(path) for path in typed]
    extra = [file for folder in lending for file in _files(existing(folder))]
    here = project_here()
    if not paths:
        project = here or builtin_project()
        judged = [File(file, project.roots[0]) for file in _project_files(project.roots[0])]
        return _targets(project, judged, extra, alone=False)
    found = [around for path in paths if (around := project_at(path) or project_around(path))]
    if len({around.roots for around in found}) > 1:
        raise UsageError("these paths belong to different projects", "check one project at a time")
    project = found[0] if found else here or builtin_project()
    judged = [file for path in paths for file in _files(path)]
    alone = not found and not here and not any(path.is_dir() for path in paths)
    return _targets(project, judged, extra, alone)


def neighbours_of(typed: Iterable[str]) -> list[str]:
    """List the data files in the same folders as these files, which they may refer to."""
    folders = sorted({existing(path).parent for path in typed if not existing(path).is_dir()})
    return [file for folder in folders for file in data_in(folder)]


def names_in(folder: Path) -> list[str]:
    """List the names of everything in a folder; none if it does not exist."""
    return sorted(entry.name for entry in folder.iterdir()) if folder.is_dir() else []


def data_in(folder: Path) -> list[str]:
    """List the data files directly in a folder."""
    return [str(file) for file in sorted(folder.iterdir()) if file.is_file() and DATA.search(file.name)]


def _targets(project: Project, judged: list[File], lent: list[File], alone: bool) -> Targets:
    return Targets(project, tuple(_by_real_path(judged).values()), tuple(lent), alone)


def _by_real_path(files: Iterable[File]) -> dict[str, File]:
    """Files by their path without symlinks; that of a folder is found once, for it takes a system call per level."""
    folders: dict[str, str] = {}
    found: dict[str, File] = {}
    for file in files:
        folder, name = os.path.split(file.path)
        if folder not in folders:
            folders[folder] = os.path.realpath(folder)
        real = os.path.realpath(file.path) if os.path.islink(file.path) else os.path.join(folders[folder], name)
        found[real] = file
    return found


def _project_files(root: Path) -> list[Path]:
    """List the packs and faces of a project; the word lists of recipes are neither."""
    for name in ("packs", "templates"):
        refuse_outside(root / name, root)
    templates = [file for file in files_below(root / "templates") if "recipes" not in file.relative_to(root).parts]
    return [*files_below(root / "packs"), *templates]


def _files(path: Path) -> list[File]:
    if not path.is_dir():
        return [File(path, None)]
    files = [File(file, path) for file in (_project_files(path) if project_at(path) else files_below(path))]
    if not files:
        message = f"there is neither a pack nor a picture in {path.name or path}"
        raise SurroundingsError(message, "name a folder with packs (.yaml, .json) or pictures, or a spreadsheet itself")
    return files


def existing(typed: str) -> Path:
    """Return the absolute path of what the user typed; raise a SurroundingsError if it does not exist."""
    if "\0" in typed:
        raise SurroundingsError("a path cannot contain a zero byte")
    path = Path(typed)
    try:
        there = path.exists()
    except OSError as error:
        raise SurroundingsError(f"{typed[:200]} cannot be opened: {error.strerror}") from error
    if not there and not path.is_absolute() and (builtin_root() / path).exists():
        return builtin_root() / path  # built-in files can be named as if they were in this folder
    if not there:
        if path.is_symlink():
            raise SurroundingsError(f"{typed} is a broken symlink", "fix the symlink, or name the file")
        around = path.parent if path.parent.is_dir() else Path()
        names = [entry.name for entry in around.iterdir()]
        of_game = any((root / "packs" / typed / "game.yaml").is_file() for root in (Path(), builtin_root()))
        by_game = f"its packs are packs/{typed}, and `cardforge render {typed} --all` prints its box"
        hint = by_game if of_game else did_you_mean(path.name, names)
        raise SurroundingsError(f"there is no file or folder {typed}", hint)
    return Path(os.path.abspath(path))  # not resolve(): a symlink keeps the name it was typed with
