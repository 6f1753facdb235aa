"""What is wrong with sheets, in words: pieces that do not fit, margins that printers cut, backs that are missing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import cos, radians, sin

from cardforge.choices import Backs, Bleed, Orientation, Registration
from cardforge.impose.grid import TINY, Grid, best_grid
from cardforge.impose.job import Job, Offset, Piece
from cardforge.impose.papers import PAPERS
from cardforge.nearest import listed
from cardforge.problems import Location, Problem, Severity
from cardforge.units import Mm

SAFE_MARGIN: Mm = 6.35  # a quarter of an inch, which every printer leaves
LEAST_MARGIN: Mm = 4.0  # what most printers reach


def nothing_to_print(job: Job) -> Problem:
    """No piece has a copy."""
    return _problem("CF504", job, "there is nothing to print: no piece has a copy", "give one at least 1 copy")


def does_not_fit(piece: Piece, job: Job) -> Problem:
    """A piece is larger than the paper holds; the hint names what would hold it."""
    outline = piece.outline
    margins = listed_margins(job)
    message = f"{piece.key} has {outline.width:.4g} × {outline.height:.4g} mm"
    message += f" and does not fit on {job.paper.name} ({job.paper.measure}) with {margins}"
    return _problem("CF501", job, message, "; ".join(_cures(piece, job)))


def listed_margins(job: Job) -> str:
    """The margins of a job in words."""
    if len(set(job.margins)) == 1:
        return f"margins of {job.margins.left:g} mm"
    return "margins of " + ", ".join(f"{margin:g}" for margin in job.margins) + " mm"


def _cures(piece: Piece, job: Job) -> Iterator[str]:
    """What would make a piece fit, the smallest change first; how large it may be where nothing does."""
    tried = [
        (job.bleed != Bleed.NONE, "print it without bleed", replace(job, bleed=Bleed.NONE)),
        (
            job.orientation != Orientation.AUTO,
            "let the paper lie as it fits",
            replace(job, orientation=Orientation.AUTO),
        ),
        (job.backs == Backs.GUTTERFOLD, "print on both sides and do not fold", replace(job, backs=Backs.LONG_EDGE)),
        (
            job.registration != Registration.NONE,
            "leave the registration marks out",
            replace(job, registration=Registration.NONE),
        ),
    ]
    found = [words for differs, words, other in tried if differs and best_grid(*piece.size, other)]
    papers = [
        paper.name
        for paper in PAPERS.values()
        if paper != job.paper and best_grid(*piece.size, replace(job, paper=paper, orientation=Orientation.AUTO))
    ]
    found += [f"use paper {papers[0]}"] if papers else []
    if found:
        yield " or ".join(found)
        return
    across, down = job.margins.either_side(landscape=False)
    shown = job.shown(piece.bleed)
    width, height = job.paper.width - 2 * (across + shown), job.paper.height - 2 * (down + shown)
    if min(width, height) > 0:
        yield f"at most {width:.4g} × {height:.4g} mm fit on this paper; give a larger one as WIDTHxHEIGHT"
    else:
        yield "the margins leave nothing of this paper"


def thin_margins(grid: Grid, job: Job, has_backs: bool) -> Iterator[Problem]:
    """A grid that comes close to the paper's edges, on its front or as its back is moved."""
    sides = [("", Offset())]
    if has_backs and job.backs != Backs.GUTTERFOLD:
        sides.append((" on moved backs", job.offset))
    stated = min(job.margins)
    worst: dict[str, Mm] = {}
    for words, offset in sides:
        worst[words] = _least_room(grid, offset)
    least = min(worst.values())
    where = next(words for words, room in worst.items() if room == least)
    seen = f"only {max(least, 0):.4g} mm are left beside the pieces{where}"
    if least < -TINY:
        yield _problem("CF502", job, "pieces leave the paper" + where, "move the backs less, or widen the margins")
    elif least < LEAST_MARGIN - TINY:
        severity = Severity.WARNING if stated < LEAST_MARGIN else Severity.ERROR
        message = f"{seen}; most printers need {LEAST_MARGIN:g} mm"
        yield _problem("CF502", job, message, "use less bleed, wider margins or larger paper", severity)
    elif least < SAFE_MARGIN - TINY:
        message = f"{seen}; some printers cut off up to {SAFE_MARGIN:g} mm"
        hint = "print one sheet first, or set the margins to 6.35 mm"
        yield _problem("CF503", job, message, hint, Severity.WARNING)


def _least_room(grid: Grid, offset: Offset) -> Mm:
    """How near to an edge of the paper any piece comes, after the page is turned and moved."""
    half_x, half_y = grid.width / 2, grid.height / 2
    wide, high = half_x - grid.left, half_y - grid.top
    c, s = abs(cos(radians(offset.degrees))), abs(sin(radians(offset.degrees)))
    reach_x, reach_y = wide * c + high * s + abs(offset.dx), wide * s + high * c + abs(offset.dy)
    return min(half_x - reach_x, half_y - reach_y)


def no_backs(pieces: Sequence[Piece], job: Job) -> Problem:
    """Pieces without a back on sheets that have backs."""
    names = listed((piece.key for piece in pieces), most=3)
    count = "1 piece has" if len(pieces) == 1 else f"{len(pieces)} pieces have"
    message = f"{count} no back: {names}"
    return _problem("CF505", job, message, "their backs stay empty; give them one", Severity.WARNING)


def no_header(job: Job, sheets: int) -> Problem:
    """A header that has no room."""
    message = f"the header is left out on {sheets} sheet{'s' if sheets > 1 else ''}: the margins have no room for it"
    return _problem("CF506", job, message, "use wider margins, fewer marks or larger paper", Severity.WARNING)


def no_marks(job: Job, sheets: int) -> Problem:
    """Marks that have no room."""
    message = f"there is no room for {job.marks} marks on {sheets} sheet{'s' if sheets > 1 else ''}"
    return _problem("CF507", job, message, "use wider margins or cut lines", Severity.WARNING)


def _problem(code: str, job: Job, message: str, hint: str, severity: Severity = Severity.ERROR) -> Problem:
    return Problem(code, severity, Location(job.name), message, hint)
