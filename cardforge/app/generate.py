"""Generate packs, decks and scenarios from a seed, write them and, on request, lay them out on sheets."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from cardforge.core.budget import allow_documents
from cardforge.core.choices import Product
from cardforge.core.errors import UsageError
from cardforge.core.phrases import counted
from cardforge.core.progress import Progress, unwatched
from cardforge.generate.batch import pieces
from cardforge.generate.workshop import open_workshop
from cardforge.products.seed_files import SeedFilePlace, written

if TYPE_CHECKING:
    from cardforge.app.render import RenderOutcome

MOST_RENDERED = 100  # seeds; for more, run `cardforge render` on one folder at a time


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
    if request.sheets and request.count > MOST_RENDERED:
        raise UsageError(
            f"--render allows at most --count {MOST_RENDERED}", "render one folder at a time with `cardforge render`"
        )
    allow_documents(request.count)
    files: list[Path] = []
    bills: list[Bill] = []
    done = 0
    with closing(open_workshop(request.kind, request.game)) as workshop:
        seeded = workshop.order(request.kind, request.seed, request.options)
        place = SeedFilePlace(request.output, seeded, request.count, request.force, request.sheets)
        generated = written(workshop.kit, place, pieces(workshop, seeded, request.count, request.scheduler))
        for done, (document, paths) in enumerate(generated, 1):
            progress(f"{request.kind} seeds", done, request.count)
            files = paths if request.count == 1 or not request.sheets else files + paths
            if request.bills:
                seed = seeded.seed if request.count == 1 else seeded.member(done).seed
                bills.append(Bill(document.id, seed, tuple(document.bill)))
    where = str(place.folder)
    if request.count == 1:
        first, *others = files
        where = f"{first} and {counted(len(others), 'file')} next to it" if others else str(first)
    line = f"{counted(done, request.kind)} from the seed `{seeded.seed}` in {where}"
    if not request.sheets:
        return GenerateOutcome(line, tuple(bills))
    from cardforge.app.render import RenderRequest, render  # slow to import

    printing = RenderRequest(
        tuple(map(str, files)), Product.SHEETS, place.sheets(files[0]), f"{seeded.kind} {seeded.seed}"
    )
    return GenerateOutcome(line, tuple(bills), render(printing, progress))
