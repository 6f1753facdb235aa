"""Find the files of a project: first in the user's folder, then among the built-in files.

A project is a folder with `packs/`, and often `schemas/` and `templates/`. A file in the
user's folder overrides the built-in file with the same relative path, so that one file of a game can be changed
without copying the game.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from cardforge.core.errors import SurroundingsError
from cardforge.core.limits import FOLDER_DEPTH, FOLDER_FILES
from cardforge.core.problems import Problem
from cardforge.core.regular_file import inside
from cardforge.load.source import Source, read_source

DATA = re.compile(r"(?i)(?<!\.schema)\.(yaml|yml|json)$")  # a schema is JSON, but not data
SCHEMA = re.compile(r"\.schema\.json$")
FONTS = re.compile(r"(?i)\.(ttf|otf)$")
ICONS = re.compile(r"(?i)\.svg$")
RULES = re.compile(r"\.star$")
SHARED_RECIPE = "shared"  # the file whose functions all recipes of a game can use
_FOLDERS = frozenset({"packs", "schemas", "templates"})
_SKIPPED = frozenset({"node_modules", "__pycache__", "output"})


@cache
def builtin_root() -> Path:
    """Return the folder of the built-in games: inside the package, or the repository cardforge runs from."""
    package = Path(__file__).resolve().parent.parent
    carried = package / "builtin"
    return carried if carried.is_dir() else package.parent


class Project(NamedTuple):
    """The folders to search, in order."""

    roots: tuple[Path, ...]

    @property
    def is_builtin(self) -> bool:
        """Whether there is no user folder, only the built-in files."""
        return self.roots == (builtin_root(),)

    def find(self, relative: str) -> Path | None:
        """Return the first file with this relative path."""
        return next((root / relative for root in self.roots if (root / relative).is_file()), None)

    def files(self, folder: str, wanted: re.Pattern[str] = DATA, skip: frozenset[str] = frozenset()) -> list[Path]:
        """List all files below a folder of the project, except those in its subfolders named in `skip`.

        Of two with the same relative path, the first.
        """
        found: dict[str, Path] = {}
        for root in self.roots:
            refuse_outside(root / folder, root)
            for file in files_below(root / folder, wanted, skip):
                found.setdefault(file.relative_to(root).as_posix(), file)
        return [found[relative] for relative in sorted(found)]

    def game_files(self) -> dict[str, Path]:
        """Return the `game.yaml` of every game by folder name, sorted; opens none of them."""
        found: dict[str, Path] = {}
        for root in self.roots:
            refuse_outside(root / "packs", root)
            for folder in (root / "packs").glob("*/"):
                file = folder / "game.yaml"
                # lexists: a file that cannot be read is reported, not taken for a missing game.
                is_skipped = folder.name[0] == "." or folder.name in _SKIPPED or folder.is_symlink()
                if not is_skipped and os.path.lexists(file):
                    found.setdefault(folder.name, file)
        return dict(sorted(found.items()))

    def pack_files(self, system: str) -> list[Path]:
        """List the files below `packs/` that may belong to a game: those in its folder or in no game's folder."""
        return self.files("packs", skip=frozenset(self.game_files()) - {system})

    def font_files(self) -> list[Path]:
        """The project's own fonts."""
        return self.files("templates/fonts", FONTS)

    def icon_files(self, system: str) -> list[Path]:
        """The icons of a game."""
        return self.files(f"templates/{system}/icons", ICONS)

    def art_files(self, system: str) -> list[Path]:
        """The recipes that draw a game's own pictures."""
        return self.files(f"templates/{system}/art", RULES)

    def recipe_files(self, system: str) -> list[Path]:
        """The recipes that turn seeds into cards of a game."""
        return self.files(f"templates/{system}/recipes", RULES)

    def recipe_kinds(self, system: str) -> list[str]:
        """List the kinds that a game has recipes for."""
        return sorted({file.stem for file in self.recipe_files(system)} - {SHARED_RECIPE})

    def word_files(self, system: str) -> list[Path]:
        """The word lists that recipes draw from."""
        return self.files(f"templates/{system}/recipes/words")

    def root_of(self, file: Path) -> Path | None:
        """Return the folder of the project that contains a file."""
        return next((root for root in self.roots if file.is_relative_to(root)), None)


def project_at(folder: Path) -> Project | None:
    """Return the project in this folder, or None."""
    folder = Path(os.path.realpath(folder))
    return _with_builtin(folder) if (folder / "packs").is_dir() else None


def project_around(path: Path) -> Project | None:
    """Return the project whose `packs/` contains this path, or None."""
    for folder in Path(os.path.realpath(path)).parents:
        if folder.name == "packs":
            return _with_builtin(folder.parent)
    return None


def project_here() -> Project | None:
    """Return the project of the current folder, which may be below its packs, schemas or templates; else None."""
    here = Path(os.path.realpath(Path.cwd()))
    above = (folder.parent for folder in (here, *here.parents) if folder.name in _FOLDERS)
    return project_at(here) or next((found for folder in above if (found := project_at(folder))), None)


def builtin_project() -> Project:
    """The project of the built-in games."""
    return Project((builtin_root(),))


def project_at_hand() -> Project:
    """Return the project of the current folder or, if there is none, the built-in one."""
    return project_here() or builtin_project()


def _with_builtin(root: Path) -> Project:
    return Project(tuple(dict.fromkeys((root, builtin_root()))))


def files_below(folder: Path, wanted: re.Pattern[str] = DATA, skip: frozenset[str] = frozenset()) -> Iterator[Path]:
    """List files below a folder with matching names, sorted; hidden folders and symlinks to folders are skipped.

    So are the direct subfolders named in `skip`.
    """
    return map(Path, names_below(folder, wanted, skip))


def names_below(folder: Path, wanted: re.Pattern[str], skip: frozenset[str] = frozenset()) -> Iterator[str]:
    """Like `files_below`, as strings: a path object takes ten times as long to make as the name to find."""
    count = 0
    top = str(folder)
    for at, folders, names in os.walk(top):
        if at.count(os.sep) - top.count(os.sep) > FOLDER_DEPTH.most:
            message = f"{shown(folder)} has folders more than {FOLDER_DEPTH.most} levels deep"
            raise SurroundingsError(message, FOLDER_DEPTH.hint("move them up"))
        left_out = _SKIPPED | skip if at == top else _SKIPPED
        folders[:] = sorted(name for name in folders if name[0] != "." and name not in left_out)
        for name in sorted(names):
            if name[0] == "." or not wanted.search(name):
                continue
            count += 1
            if count > FOLDER_FILES.most:
                message = f"{shown(folder)} has more than {FOLDER_FILES.most:,} files"
                raise SurroundingsError(message, FOLDER_FILES.hint("name a smaller folder"))
            yield os.path.join(at, name)


def refuse_outside(folder: Path, root: Path) -> None:
    """Raise for a folder of a project that is a symlink out of it: it could be the whole disk."""
    if not inside(folder, root):
        message = f"{shown(folder)} is a symlink that points outside the project, so it was not read"
        raise SurroundingsError(message, "replace it with the folder itself")


def shown(path: Path) -> str:
    """Return a path for messages: relative to the current folder if possible, with forward slashes."""
    try:
        return path.relative_to(Path.cwd()).as_posix()
    except ValueError:
        return path.as_posix()


def read_inside(file: Path, root: Path | None) -> Source | Problem:
    """Read a file of a folder; a symlink that points outside the folder is a problem."""
    return read_source(file, shown(file), root)
