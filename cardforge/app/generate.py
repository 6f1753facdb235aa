"""Generate packs, decks and scenarios from a seed, write them and, on request, lay them out on sheets."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from cardforge.core.budget import allow_documents
from cardforge.core.errors import UsageError
from cardforge.core.phrases import counted
from cardforge.core.progress import Progress, unwatched
from cardforge.generate.batch import pieces
from cardforge.generate.workshop import GeneratedFiles, open_workshop
from cardforge.products.seed_files import SeedFilePlace, written

if TYPE_CHECKING:
    from cardforge.app.render import RenderOutcome
    from cardforge.generate.workshop import SeedRequest, Workshop


@dataclass(frozen=True)
class GenerateRequest:
    """What to generate, from which seed, and where to write it."""

    kind: str
    seed: str | None = None  # None draws a random one
    game: str = ""
    options: Mapping[str, str] = field(default_factory=dict)  # as typed
    count: int = 1
    output: str = ""
    sheets: bool = False  # also write sheets to print
    bills: bool = False  # report what the points were used for
    force: bool = False
    scheduler: str = ""


@dataclass(frozen=True)
class Bill:
    """What the points of one document were used for."""

    id: str
    seed: str
    rows: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class GenerateOutcome:
    """What was generated."""

    line: str
    bills: tuple[Bill, ...] = ()
    sheets: RenderOutcome | None = None


def generate(request: GenerateRequest, progress: Progress = unwatched) -> GenerateOutcome:
    """Generate documents from a seed and write them."""
    if request.scheduler and request.count == 1:
        raise UsageError("--scheduler is for many", "add --count")
    allow_documents(request.count)
    with closing(open_workshop(request.kind, request.game)) as workshop:
        seeded = workshop.order(request.kind, request.seed, request.options)
        place = SeedFilePlace(request.output, seeded, request.count, request.force, request.sheets)
        if request.sheets and request.count > 1:
            return _print_many(request, workshop, seeded, place, progress)
        files: list[Path] = []
        bills: list[Bill] = []
        generated = written(workshop.kit, place, pieces(workshop, seeded, request.count, request.scheduler))
        for done, (document, paths) in enumerate(generated, 1):
            files = paths  # only those of the last are needed
            progress(f"{request.kind} seeds", done, request.count)
            if request.bills:
                bills.append(_bill(document, seeded if request.count == 1 else seeded.member(done)))
    where = str(place.folder)
    if request.count == 1:
        first, *others = files
        where = f"{first} and {counted(len(others), 'file')} next to it" if others else str(first)
    line = f"{counted(request.count, request.kind)} from the seed `{seeded.seed}` in {where}"
    if not request.sheets:
        return GenerateOutcome(line, tuple(bills))
    from cardforge.app.printed_member import sheets_of  # slow to import
    from cardforge.app.render import render

    printing = sheets_of(tuple(map(str, files)), place.sheets(document, 1))
    return GenerateOutcome(line, tuple(bills), render(printing, progress))


def _bill(document: GeneratedFiles, order: SeedRequest) -> Bill:
    return Bill(document.id, order.seed, tuple(document.bill))


def _print_many(
    request: GenerateRequest, workshop: Workshop, seeded: SeedRequest, place: SeedFilePlace, progress: Progress
) -> GenerateOutcome:
    """Generate many documents and draw each as sheets of its own."""
    from cardforge.app.print_run import print_run  # slow to import

    bills: list[Bill] = []

    def bill(document: GeneratedFiles, number: int) -> None:
        bills.append(_bill(document, seeded.member(number)))

    outcome = print_run(workshop, place, request.scheduler, progress, bill if request.bills else None)
    line = f"{counted(request.count, request.kind)} from the seed `{seeded.seed}` in {place.folder}"
    return GenerateOutcome(line, tuple(bills), outcome)
