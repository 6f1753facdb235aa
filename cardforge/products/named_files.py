"""Load data files that are chosen by name, such as print services and makes of sheets.

Takes a project and a folder; returns proven documents by id. A file of the project overrides the built-in file of the
same name, so a file must bear the name of its id.
"""

from __future__ import annotations

from pathlib import Path, PurePosixPath
from typing import NamedTuple

from cardforge.core.errors import ProblemsError, UsageError
from cardforge.core.phrases import listed
from cardforge.core.problems import Problem, Severity
from cardforge.core.suggestions import did_you_mean
from cardforge.load.document import Document
from cardforge.load.project import Project
from cardforge.load.targets import File
from cardforge.validate.catalog import Catalog, Proven
from cardforge.validate.reading import read_files


class NamedFiles(NamedTuple):
    """The usable files of a folder by their id, and the problems of the others."""

    documents: dict[str, Document]
    problems: list[Problem]

    def named(self, name: str, what: str) -> Document:
        """The file of this name; refuse a name that is unknown, or whose file has problems."""
        broken = [problem for problem in self.problems if Path(problem.where.path).stem == name]
        if broken:
            raise ProblemsError(broken)
        if name not in self.documents:
            hint = f"{did_you_mean(name, self.documents)} known ones: {listed(sorted(self.documents))}".strip()
            raise UsageError(f"there is no {what} `{name}`", hint)
        return self.documents[name]


def load_named(project: Project, folder: str, kind: str) -> NamedFiles:
    """Every file of this kind in a folder of a project, built-in ones included."""
    files = [File(path, project.root_of(path)) for path in project.files(folder)]
    reading = read_files(files, Catalog({}))
    found = NamedFiles({}, list(reading.problems))
    for proven in reading.proven:
        if proven.problems:
            continue
        misnamed = _misnamed(proven, folder, kind)
        if misnamed:
            found.problems.append(misnamed)
        else:
            found.documents[proven.document.data["id"]] = proven.document
    return found


def _misnamed(proven: Proven, folder: str, kind: str) -> Problem | None:
    """The problem of a file whose name is not its `id`: files override each other by name, but are chosen by id."""
    document = proven.document
    if proven.kind != kind:
        message = f"every file in {folder} is a `{kind}`, but this is a `{proven.kind}`"
        return Problem("CF511", Severity.ERROR, document.locate(("kind",)), message, f"move it, or put `kind: {kind}`")
    stem, id = PurePosixPath(document.path).stem, document.data["id"]
    if stem == id:
        return None
    message = f'`id` is "{id}", but the file is called {stem}'
    return Problem("CF511", Severity.ERROR, document.locate(("id",)), message, "give both the same name")
