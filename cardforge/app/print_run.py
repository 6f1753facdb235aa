"""Generate and draw the members of a batch on all cores or on a cluster, and write them as they come.

Takes a workshop and the place for the files; returns an outcome. A member that cannot be drawn is reported, and the
others are written. Members that an earlier run has finished are left as they are. Nothing is kept of what is written,
so memory does not grow with their number.
"""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path

from cardforge.app.printed_member import PrintedMember, PrintRun, print_part
from cardforge.app.render import RenderOutcome, sources_of
from cardforge.core.errors import SurroundingsError
from cardforge.core.phrases import counted
from cardforge.core.problems import Location, Problem, Severity, in_order
from cardforge.core.progress import Progress
from cardforge.generate.workshop import GeneratedFiles, Workshop, refuse_long
from cardforge.load.file_stamps import Stamp, stamp_of
from cardforge.load.installation import installation
from cardforge.load.project import project_around, project_at_hand, shown
from cardforge.load.project_files import FOLDERS, ProjectFiles
from cardforge.parallel.cluster import spread
from cardforge.parallel.cores import cores
from cardforge.products.finished_members import FinishedMembers
from cardforge.products.seed_files import SeedFilePlace, Writer

MOST_PROBLEMS = 1_000  # to show; all are counted
_PART = 4  # members drawn in one task
Billing = Callable[[GeneratedFiles, int], None] | None


def print_run(
    workshop: Workshop, place: SeedFilePlace, scheduler: str, progress: Progress, bill: Billing = None
) -> RenderOutcome:
    """Write every member of a batch with its sheets; `bill` is called with each document and its number."""
    order, count = place.order, place.count
    refuse_long(order.member(count).seed)
    batch = _Batch(workshop, place, scheduler)
    report = _Report(place)
    here = not scheduler and cores() == 1
    numbers = batch.unfinished(report, bill)
    parts = _parts(numbers, 1 if count < 4 * _PART * cores() and not scheduler else _PART)
    run = batch.run
    made = (print_part(run, part) for part in parts) if here else spread(print_part, run, parts, scheduler)
    try:
        for members in made:
            for member in members:
                report.add(member, batch.write(member))
                if bill and member.document:
                    bill(member.document, member.number)
                progress(f"PDFs of {order.kind} seeds", member.number, count)
    finally:
        batch.close()
    return report.outcome()


class _Batch:
    """What a batch is drawn from, and the files that are there already."""

    def __init__(self, workshop: Workshop, place: SeedFilePlace, scheduler: str) -> None:
        self._workshop, self._place = workshop, place
        project = project_around(place.folder) or project_at_hand()
        folder = Path(os.path.realpath(place.folder))
        self._files = ProjectFiles(project, workshop.kit.game.system, folder)
        root = project.roots[0]
        # A folder in the project changes while it is filled, and the members must not see each other.
        is_inside = any(folder.is_relative_to(root / name) for name in FOLDERS)
        self._stamp: Stamp | None = None if scheduler or is_inside else self._stamped()
        self.run = PrintRun(
            pickle.dumps(workshop.kit),
            place.order,
            place,
            root,
            "" if root == Path.cwd() else f"{shown(root)}/",
            dict(installation()),
            self._files.copy() if scheduler or is_inside else None,
        )
        self._writer = Writer(workshop.kit, place)
        depends = (repr(place.order), str(len(str(place.count))), repr(self.run.installed), self._files.digest())
        self._finished = FinishedMembers(place.folder, root, *depends)

    def unfinished(self, report: _Report, bill: Billing) -> Iterator[int]:
        """The numbers of the members that have to be drawn."""
        for number in range(1, self._place.count + 1):
            if self._place.force or not self._finished.has(number):
                yield number
                continue
            report.kept += 1
            if bill:
                bill(self._workshop.make(self._place.order.member(number)), number)

    def write(self, member: PrintedMember) -> tuple[Problem, ...]:
        """Write the files of a member; return its problems at their positions in these files."""
        if self._stamp is not None and self._stamped() != self._stamp:
            message = "files of this project were changed while its cards were being drawn"
            raise SurroundingsError(message, "run the command again with --force, so that all cards are alike")
        if member.document is None:
            return member.problems
        files = self._writer.write(member.document, member.number, member.pdf)
        if member.pdf is not None:
            self._finished.add(member.number, files, member.pictures)
        kinds = dict(zip(self._place.files(member.document, member.number), member.document.kinds, strict=True))
        longer = {file.as_posix() for file, kind in kinds.items() if self._writer.editor_line(file, kind)}
        return tuple(_moved(problem) if problem.where.path in longer else problem for problem in member.problems)

    def close(self) -> None:
        """Close the cache."""
        self._finished.close()

    def _stamped(self) -> Stamp:
        return stamp_of(self._files.listed())


class _Report:
    """What became of the members so far."""

    def __init__(self, place: SeedFilePlace) -> None:
        self._place = place
        self._problems: list[Problem] = []
        self._more = 0
        self._failed = 0
        self.kept = 0

    def add(self, member: PrintedMember, problems: tuple[Problem, ...]) -> None:
        """Count a member; one without a PDF gets a problem that names it."""
        found = in_order(problems)
        if member.pdf is None:
            self._failed += 1
            if member.document:
                found.append(self._not_drawn(member.document, member.number))
        room = MOST_PROBLEMS - len(self._problems)
        self._problems += found[:room]
        self._more += max(len(found) - room, 0)

    def _not_drawn(self, document: GeneratedFiles, number: int) -> Problem:
        kind, seed = self._place.order.kind, self._place.order.member(number).seed
        file = next(iter(self._place.files(document, number)))
        missing = self._place.sheets(document, number).name
        message = f"the {kind} `{document.id}` from the seed `{seed}` cannot be drawn; {missing} was not written"
        return Problem("CF604", Severity.ERROR, Location(file.as_posix()), message, "fix the problems above")

    def outcome(self) -> RenderOutcome:
        """The problems, and the lines that say what was written."""
        drawn = self._place.count - self._failed - self.kept
        lines = [f"{counted(drawn, 'PDF')} written to {self._place.folder}"] if drawn else []
        if self.kept:
            lines.append(f"{counted(self.kept, 'PDF')} of an earlier run kept, as nothing has changed")
        if self._more:
            lines.append(f"{counted(self._more, 'more problem')} not shown")
        failure = f"{counted(self._failed, self._place.order.kind)} not drawn"
        return RenderOutcome(tuple(self._problems), sources_of(self._problems), tuple(lines), failure)


def _parts(numbers: Iterable[int], size: int) -> Iterator[tuple[int, ...]]:
    numbers = iter(numbers)
    while part := tuple(islice(numbers, size)):
        yield part


def _moved(problem: Problem) -> Problem:
    """A problem in a file whose first line was added when it was written."""
    where = problem.where
    return problem._replace(where=where._replace(line=where.line + 1 if where.line else 0))
