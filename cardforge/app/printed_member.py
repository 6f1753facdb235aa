"""Draw the members of a batch, each as sheets of its own, in any process on any machine.

Takes what a batch is made from, which can be pickled; gives each member with its PDF, or with the problems that prevent
it. A member is drawn exactly as `cardforge render` draws its files: they are written to a folder that is deleted
afterwards, and every member gets a renderer and a cache of its own, so that nothing of one reaches another.
"""

from __future__ import annotations

import gc
import os
import tempfile
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from cardforge.app.render import RenderRequest, finished, lay_out
from cardforge.core.budget import one_budget
from cardforge.core.choices import Product
from cardforge.core.errors import ProblemsError, SurroundingsError
from cardforge.core.problems import Location, Problem, any_error
from cardforge.core.regular_file import files_read
from cardforge.generate.batch import workshop_for
from cardforge.generate.workshop import GeneratedFiles, SeedRequest
from cardforge.load.installation import difference
from cardforge.load.project import Project, builtin_root, shown
from cardforge.load.project_files import FOLDERS
from cardforge.parallel.cores import one_core
from cardforge.products.seed_files import SeedFilePlace
from cardforge.write.atomic import need_folder, write_together, write_whole
from cardforge.write.cache import Memory

_DRAWING = threading.Lock()  # the threads of a Dask worker draw one after the other


@dataclass(frozen=True)
class PrintRun:
    """Everything that the members of a batch are drawn from."""

    kit: bytes  # pickled
    order: SeedRequest
    place: SeedFilePlace
    root: Path  # of the project, on the machine that asks
    shown_root: str  # as messages name it
    installed: Mapping[str, str]
    copy: Mapping[str, bytes] | None = None  # the files of the project, if they are not to be read in its folder


@dataclass(frozen=True)
class PrintedMember:
    """A member of a batch: its documents and its PDF, each None if it cannot be made."""

    number: int
    document: GeneratedFiles | None
    pdf: bytes | None
    problems: tuple[Problem, ...]
    pictures: Mapping[str, str]  # digests of the pictures on it, by their path in the project


def print_part(run: PrintRun, numbers: tuple[int, ...]) -> list[PrintedMember]:
    """Generate and draw some members, in any process on any machine."""
    if other := difference(run.installed):
        message = f"a worker of the cluster would draw other cards: it has {other}"
        raise SurroundingsError(message, "install the same versions on every machine of the cluster")
    with _DRAWING, one_core(), _project(run) as project:
        printed = [_printed(run, project, number) for number in numbers]
        # The fonts and schemas of a member are in reference cycles: few objects that hold much memory, so that Python
        # itself would collect them too late, and a worker would grow by 0.1 MB with each member.
        gc.collect()
        return printed


@contextmanager
def _project(run: PrintRun) -> Iterator[Project]:
    """The project in its folder, or copied to a folder that is deleted afterwards."""
    with tempfile.TemporaryDirectory(prefix="cardforge-") as folder:
        root = Path(os.path.realpath(folder)) if run.copy is not None else run.root
        for path, data in (run.copy or {}).items():
            need_folder((root / path).parent)
            write_whole(root / path, data, waits=False)
        yield Project(tuple(dict.fromkeys((root, builtin_root()))))


def _printed(run: PrintRun, project: Project, number: int) -> PrintedMember:
    try:
        document = workshop_for(run.kit).make(run.order.member(number))
    except ProblemsError as error:
        return PrintedMember(number, None, None, error.problems, {})
    files = run.place.files(document, number)
    with tempfile.TemporaryDirectory(prefix="cardforge-") as name, files_read() as read, one_budget():
        folder = Path(name)
        write_together({folder / file.name: text.encode() for file, text in files.items()}, waits=False)
        targets = tuple(str(folder / file.name) for file in files)
        request = sheets_of(targets, folder / "sheets.pdf")
        rendering = lay_out(targets, project=project, cache=Memory())
        output = None if any_error(rendering.problems) else finished(rendering, request)
        problems = rendering.problems + (output.problems if output else ())
        pdf = output.contents[folder / "sheets.pdf"] if output and not any_error(problems) else None
    names = {
        f"{shown(folder)}/sheets.pdf": run.place.sheets(document, number).as_posix(),
        f"{shown(folder)}/": f"{next(iter(files)).parent.as_posix()}/",
    }
    if run.copy is not None:
        names[f"{shown(project.roots[0])}/"] = run.shown_root
    return PrintedMember(
        number,
        document,
        pdf,
        tuple(_renamed(problem, names) for problem in problems),
        dict(_pictures(read, project.roots[0], folder)),
    )


def sheets_of(targets: tuple[str, ...], output: Path) -> RenderRequest:
    """The request for the sheets of one document, which is the first target; named as `cardforge render` names it."""
    return RenderRequest(targets, Product.SHEETS, output, Path(targets[0]).stem.replace("-", " "))


def _renamed(problem: Problem, names: Mapping[str, str]) -> Problem:
    """A problem with the paths that its files have, or will have, on the machine that asks."""

    def renamed(text: str) -> str:
        for name, other in names.items():
            text = text.replace(name, other)
        return text

    where = problem.where
    return problem._replace(
        where=Location(renamed(where.path), where.line, where.column, where.page),
        message=renamed(problem.message),
        hint=renamed(problem.hint),
    )


def _pictures(read: Mapping[str, str], root: Path, folder: Path) -> Iterator[tuple[str, str]]:
    """Of the files that were read, those in the project but not in its packs, schemas or templates, nor in a folder."""
    for path, digest in read.items():
        if Path(path).is_relative_to(root) and not Path(path).is_relative_to(folder):
            relative = Path(path).relative_to(root)
            if relative.parts[0] not in FOLDERS:
                yield relative.as_posix(), digest
