"""Find what a command is about: the files to judge, and the files that only lend their ids.

Takes the paths somebody typed; gives Targets. Without a path it is the project in this folder or,
where there is none, what comes with cardforge.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

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
)


@dataclass(frozen=True)
class File:
    """A file to read, and the folder that links in it must not leave."""

    path: Path
    root: Path | None


@dataclass(frozen=True)
class Targets:
    """The files that a command is about, and where the files around them are."""

    project: Project
    judged: tuple[File, ...]
    lent: tuple[File, ...] = ()  # outside the project, such as packs beside a deck
    alone: bool = False  # single files outside any project: what they name may well exist elsewhere

    def around(self, system: str) -> list[File]:
        """The files of a game that judged files may refer to."""
        judged = {os.path.realpath(file.path) for file in self.judged}
        files = [*self.packs(system), *self.lent]
        return [file for real, file in _by_real_path(files).items() if real not in judged]

    def packs(self, system: str) -> list[File]:
        """The files in the project's packs that may belong to a game."""
        return [File(path, self.project.root_of(path)) for path in self.project.pack_files(system)]


def find_targets(typed: Iterable[str], lending: Iterable[str] = ()) -> Targets:
    """What the typed paths mean; the files of lending folders are around them too."""
    paths = [existing(path) for path in typed]
    extra = [file for folder in lending for file in _files(existing(folder))]
    here = project_here()
    if not paths:
        project = here or builtin_project()
        judged = [File(file, project.roots[0]) for file in _project_files(project.roots[0])]
        return _targets(project, judged, extra, alone=False)
    found = [around for path in paths if (around := project_at(path) or project_around(path))]
    if len({around.roots for around in found}) > 1:
        raise UsageError("these paths lie in different projects", "check one project at a time")
    project = found[0] if found else here or builtin_project()
    judged = [file for path in paths for file in _files(path)]
    alone = not found and not here and not any(path.is_dir() for path in paths)
    return _targets(project, judged, extra, alone)


def beside(typed: Iterable[str]) -> list[str]:
    """The data files in the folders of these files, to be lent to them."""
    folders = sorted({existing(path).parent for path in typed if not existing(path).is_dir()})
    return [file for folder in folders for file in data_in(folder)]


def data_in(folder: Path) -> list[str]:
    """The data files that lie in a folder, not those below."""
    return [str(file) for file in sorted(folder.iterdir()) if file.is_file() and DATA.search(file.name)]


def _targets(project: Project, judged: list[File], lent: list[File], alone: bool) -> Targets:
    return Targets(project, tuple(_by_real_path(judged).values()), tuple(lent), alone)


def _by_real_path(files: Iterable[File]) -> dict[str, File]:
    return {os.path.realpath(file.path): file for file in files}


def _project_files(root: Path) -> list[Path]:
    """The packs of a project, and the faces that show them; the words of recipes are neither."""
    templates = [file for file in files_below(root / "templates") if "recipes" not in file.relative_to(root).parts]
    return [*files_below(root / "packs"), *templates]


def _files(path: Path) -> list[File]:
    if not path.is_dir():
        return [File(path, None)]
    files = [File(file, path) for file in (_project_files(path) if project_at(path) else files_below(path))]
    if not files:
        raise SurroundingsError(f"there is no YAML or JSON file below {path.name or path}", "name a folder with packs")
    return files


def existing(typed: str) -> Path:
    """The path somebody typed, made whole; one that is not there stops the command."""
    if "\0" in typed:
        raise SurroundingsError("a path cannot hold a zero character")
    path = Path(typed)
    try:
        there = path.exists()
    except OSError as error:
        raise SurroundingsError(f"{typed[:200]} cannot be opened: {error.strerror}") from error
    if not there and not path.is_absolute() and (builtin_root() / path).exists():
        return builtin_root() / path  # what comes with cardforge can be named as if it were here
    if not there:
        if path.is_symlink():
            raise SurroundingsError(
                f"{typed} is a link to something that is not there", "mend the link, or name the file"
            )
        around = path.parent if path.parent.is_dir() else Path()
        names = [entry.name for entry in around.iterdir()]
        of_game = any((root / "packs" / typed / "game.yaml").is_file() for root in (Path(), builtin_root()))
        by_game = f"its packs are packs/{typed}, and `cardforge render {typed} --all` prints its box"
        hint = by_game if of_game else did_you_mean(path.name, names)
        raise SurroundingsError(f"there is no file or folder {typed}", hint)
    return Path(os.path.abspath(path))  # not resolve(): a link keeps the name it was typed with
