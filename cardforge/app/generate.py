"""Generate packs, decks and scenarios from a seed, write them, and print them if that is wanted."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from cardforge.app.render import RenderOutcome, RenderRequest, render
from cardforge.core.choices import Product
from cardforge.core.errors import UsageError
from cardforge.core.phrases import counted
from cardforge.core.progress import Progress, unwatched
from cardforge.generate.batch import pieces
from cardforge.generate.workshop import open_workshop
from cardforge.products.seed_files import SeedFilePlace, written

MOST_RENDERED = 100  # members; more are for `cardforge render`, a folder at a time


@dataclass(frozen=True)
class GenerateRequest:
    """What to make, from which seed, and where it goes."""

    kind: str
    seed: str | None = None  # drawn if there is none
    game: str = ""
    options: Mapping[str, str] = field(default_factory=dict)  # as they were typed
    count: int = 1
    output: str = ""
    sheets: bool = False  # to print too
    bills: bool = False  # say what was bought
    force: bool = False
    scheduler: str = ""


@dataclass(frozen=True)
class Bill:
    """What was bought for one document, and for how many points."""

    id: str
    seed: str
    rows: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class GenerateOutcome:
    """What was made."""

    line: str
    bills: tuple[Bill, ...] = ()
    sheets: RenderOutcome | None = None


def generate(request: GenerateRequest, progress: Progress = unwatched) -> GenerateOutcome:
    """Make documents from a seed and write them."""
    if request.sheets and request.count > MOST_RENDERED:
        raise UsageError(f"--render takes at most --count {MOST_RENDERED}", "render folders with `cardforge render`")
    files: list[Path] = []
    bills: list[Bill] = []
    done = 0
    with closing(open_workshop(request.kind, request.game)) as workshop:
        order = workshop.order(request.kind, request.seed, request.options)
        place = SeedFilePlace(request.output, order, request.count, request.force, request.sheets)
        made = written(workshop.kit, place, pieces(workshop, order, request.count, request.scheduler))
        for done, (piece, paths) in enumerate(made, 1):
            progress(f"{request.kind} seeds", done, request.count)
            files = paths if request.count == 1 or not request.sheets else files + paths
            if request.bills:
                seed = order.seed if request.count == 1 else order.member(done).seed
                bills.append(Bill(piece.id, seed, tuple(piece.bill)))
    where = str(place.folder)
    if request.count == 1:
        first, *others = files
        where = f"{first}, with {counted(len(others), 'file')} beside it" if others else str(first)
    line = f"{counted(done, request.kind)} from the seed `{order.seed}` in {where}"
    if not request.sheets:
        return GenerateOutcome(line, tuple(bills))
    printing = RenderRequest(
        tuple(map(str, files)), Product.SHEETS, place.sheets(files[0]), f"{order.kind} {order.seed}"
    )
    return GenerateOutcome(line, tuple(bills), render(printing, progress))
