"""Load the print services of a project from files checked against their schema.

Takes a project; returns vendors by name. A file of the project overrides the built-in file of the same name.
"""

from __future__ import annotations

from pathlib import PurePosixPath

from cardforge.core.problems import Problem, Severity
from cardforge.load.game import VENDOR_KIND
from cardforge.load.project import Project
from cardforge.load.targets import File
from cardforge.load.vendor import VENDOR_FOLDER, Vendor, vendor_of
from cardforge.validate.catalog import Catalog, Proven
from cardforge.validate.reading import read_files


def load_vendors(project: Project) -> tuple[dict[str, Vendor], list[Problem]]:
    """Every usable print service of a project by its id, and the problems in the files of the others."""
    files = [File(path, project.root_of(path)) for path in project.files(VENDOR_FOLDER)]
    reading = read_files(files, Catalog({}))
    problems = list(reading.problems)
    vendors: dict[str, Vendor] = {}
    for proven in reading.proven:
        if proven.problems:
            continue
        misnamed = _misnamed(proven)
        if misnamed:
            problems.append(misnamed)
        else:
            vendors[proven.document.data["id"]] = vendor_of(proven.document)
    return vendors, problems


def _misnamed(proven: Proven) -> Problem | None:
    """The problem of a file whose name is not its `id`: files override each other by name, services are found by id."""
    document = proven.document
    if proven.kind != VENDOR_KIND:
        place = document.locate(("kind",))
        message = f"this file is in the folder of print services, but is a `{proven.kind}`"
        return Problem("CF511", Severity.ERROR, place, message, "move it, or put `kind: vendor`")
    stem, id = PurePosixPath(document.path).stem, document.data["id"]
    if stem == id:
        return None
    message = f'`id` is "{id}", but the file is called {stem}'
    return Problem("CF511", Severity.ERROR, document.locate(("id",)), message, "give both the same name")
