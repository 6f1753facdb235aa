"""The print services that a project knows: found, proven against their schema, and ready to be asked.

Takes a project; gives vendors by name. A file of the project hides the built-in file of the same name.
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
    """Every print service of a project by its id, and what is wrong with their files; a broken one is left out."""
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
    """Files hide each other by their names, so the name must be what the service is asked for by."""
    document = proven.document
    if proven.kind != VENDOR_KIND:
        place = document.locate(("kind",))
        message = f"this file lies among the print services and is a `{proven.kind}`"
        return Problem("CF511", Severity.ERROR, place, message, "move it, or put `kind: vendor`")
    stem, id = PurePosixPath(document.path).stem, document.data["id"]
    if stem == id:
        return None
    message = f'`id` is "{id}", its file is called {stem}'
    return Problem("CF511", Severity.ERROR, document.locate(("id",)), message, "give both the same name")
