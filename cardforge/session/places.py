"""Where things lie, as somebody reads it who has never looked into the folder cardforge is installed in.

Takes paths and problems; gives words and plain data. The path of a pack inside its game says which one it is.
"""

from __future__ import annotations

from pathlib import Path

from cardforge.core.json_data import JsonObject
from cardforge.core.problems import Problem
from cardforge.load.project import builtin_root, project_here
from cardforge.report import problem_data


def root() -> Path:
    """The folder of the project that one stands in or, where there is none yet, this one."""
    found = project_here()
    return found.roots[0] if found else Path.cwd()


def place(path: str) -> str:
    """A path as it is or, of something that comes with cardforge, where it lies in its game."""
    file = Path(path)
    if not file.is_absolute() or not file.is_relative_to(builtin_root()):
        return path
    folder, *inside = file.relative_to(builtin_root()).parts
    return f"built in · {'/'.join(inside[1:] if folder == 'packs' else (folder, *inside))}"


def placed(problem: Problem) -> JsonObject:
    """A problem as data, with the place where it is."""
    return problem_data(problem) | {"path": place(problem.where.path)}
