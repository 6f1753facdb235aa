"""Show paths to users who have never looked into the folder where cardforge is installed.

Takes paths and problems; returns text and plain data. A built-in file is shown by its path inside its game.
"""

from __future__ import annotations

from pathlib import Path

from cardforge.core.json_data import JsonObject
from cardforge.core.problems import Problem
from cardforge.load.project import builtin_root, project_here
from cardforge.report.formats import as_data as problem_data


def root() -> Path:
    """The root folder of the current project or, if there is none yet, the current folder."""
    found = project_here()
    return found.roots[0] if found else Path.cwd()


def place(path: str) -> str:
    """A path as it is or, for a built-in file, its path inside its game."""
    file = Path(path)
    if not file.is_absolute() or not file.is_relative_to(builtin_root()):
        return path
    folder, *inside = file.relative_to(builtin_root()).parts
    return f"built in · {'/'.join(inside[1:] if folder == 'packs' else (folder, *inside))}"


def placed(problem: Problem) -> JsonObject:
    """A problem as data, with its path as shown to users."""
    return problem_data(problem) | {"path": place(problem.where.path)}
