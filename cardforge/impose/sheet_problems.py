"""Word the problems of sheets: pieces that do not fit, margins too narrow for printers, missing backs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import cos, radians, sin

from cardforge.core.choices import Backs, Bleed, Orientation, Registration
from cardforge.core.phrases import listed
from cardforge.core.problems import Location, Problem, Severity
from cardforge.core.units import Mm
from cardforge.impose.grid import TINY, Grid, best_grid
from cardforge.impose.job import Offset, Piece, SheetJob
from cardforge.impose.outline import Outline
from cardforge.impose.papers import PAPERS

SAFE_MARGIN: Mm = 6.35  # a quarter of an inch, enough for every printer
LEAST_MARGIN: Mm = 4.0  # enough for most printers


def nothing_to_print(job: SheetJob) -> Problem:
    """Every piece has 0 copies."""
    return _problem("CF504", job, "there is nothing to print: every piece has 0 copies", "ask for at least 1 copy")


def does_not_fit(pieces: Sequence[Piece], job: SheetJob) -> Problem:
    """Pieces of one size are too large for the paper; the hint says what would make them fit."""
    who = f"{pieces[0].key} is" if len(pieces) == 1 else f"{pieces[0].key} and {len(pieces) - 1} more are"
    if job.make:
        message = f"{who} {_size(pieces[0].outline)}, but {job.make.name} has no slots of that size"
        slots = listed(map(str, job.make.layouts))
        return _problem("CF501", job, message, f"its slots in mm: {slots}; choose another size or sheet")
    message = f"{who} {_size(pieces[0].outline)}, too large for {job.paper.name} ({job.paper.measure})"
    return _problem("CF501", job, f"{message} with {_margins(job)}", _cures(pieces[0], job))


def _size(outline: Outline) -> str:
    return f"{outline.width:.5g} × {outline.height:.5g} mm"


def _margins(job: SheetJob) -> str:
    if len(set(job.margins)) == 1:
        return f"margins of {job.margins.left:g} mm"
    return "margins of " + ", ".join(f"{margin:g}" for margin in job.margins) + " mm"


def _cures(piece: Piece, job: SheetJob) -> str:
    """Changes that would make a piece fit, smallest first; if there are none, how large it may be."""
    changes: list[tuple[str, SheetJob]] = [
        ("print it without bleed", replace(job, bleed=Bleed.NONE)),
        ("allow either paper orientation", replace(job, orientation=Orientation.AUTO)),
        ("leave out the registration marks", replace(job, registration=Registration.NONE)),
    ]
    if job.backs == Backs.GUTTERFOLD:
        changes.append(("print on both sides instead of folding", replace(job, backs=Backs.LONG_EDGE)))
    found = [words for words, changed in changes if best_grid(*piece.size, changed)][:1]
    # The two smallest papers: usually one ISO and one US size, of which shops sell only one.
    papers = [name for name, paper in PAPERS.items() if best_grid(*piece.size, replace(job, paper=paper))][:2]
    if papers:
        found.append(f"use {' or '.join(papers)} paper")
    if found:
        return ", or ".join(found)
    across, down = job.margins.either_side(landscape=False)
    shown = job.shown(piece.bleed)
    width, height = job.paper.width - 2 * (across + shown), job.paper.height - 2 * (down + shown)
    if min(width, height) <= 0:
        return "the margins leave no room on this paper"
    return f"at most {width:.5g} × {height:.5g} mm fits on this paper; give a larger one as WIDTHxHEIGHT"


def thin_margins(outline: Outline, grid: Grid, job: SheetJob) -> Iterator[Problem]:
    """A grid that is close to the paper's edges, on its front or on its moved back."""
    are_moved = job.backs not in (Backs.NONE, Backs.GUTTERFOLD) and job.offset != Offset()
    least = _least_room(grid, job.offset if are_moved else Offset())
    pieces = f"pieces of {_size(outline)}" + (", with their backs moved," if are_moved else "")
    if least < -TINY:
        yield _problem("CF502", job, f"{pieces} extend off the paper", "move the backs less, or widen the margins")
    elif least < LEAST_MARGIN - TINY:
        severity = Severity.WARNING if min(job.margins) < LEAST_MARGIN else Severity.ERROR
        message = f"{pieces} are {least:.4g} mm from the paper's edge; most printers need {LEAST_MARGIN:g} mm"
        yield _problem("CF502", job, message, "use less bleed, wider margins or larger paper", severity)
    elif least < SAFE_MARGIN - TINY:
        message = f"{pieces} are {least:.4g} mm from the paper's edge; some printers need {SAFE_MARGIN:g} mm"
        hint = f"print one sheet first, or set the margins to {SAFE_MARGIN:g} mm"
        yield _problem("CF503", job, message, hint, Severity.WARNING)


def _least_room(grid: Grid, offset: Offset) -> Mm:
    """The smallest distance from a piece to the paper's edge, after the page is turned and moved."""
    half_x, half_y = grid.width / 2, grid.height / 2
    wide, high = half_x - grid.left, half_y - grid.top
    c, s = abs(cos(radians(offset.degrees))), abs(sin(radians(offset.degrees)))
    reach_x, reach_y = wide * c + high * s + abs(offset.dx), wide * s + high * c + abs(offset.dy)
    return min(half_x - reach_x, half_y - reach_y)


def no_backs(pieces: Sequence[Piece], job: SheetJob) -> Problem:
    """Pieces without a back on sheets that have backs."""
    names = listed((piece.key for piece in pieces), most=3)
    count = "1 piece has" if len(pieces) == 1 else f"{len(pieces)} pieces have"
    message = f"{count} no back: {names}"
    return _problem("CF505", job, message, "their backs stay blank; give their face a `back`", Severity.WARNING)


def no_header(job: SheetJob, sheets: int) -> Problem:
    """There is no room for the header."""
    message = f"the header is left out on {sheets} sheet{'s' if sheets > 1 else ''}: no room in the margins"
    return _problem("CF506", job, message, "use wider margins, fewer marks or larger paper", Severity.WARNING)


def no_marks(job: SheetJob, sheets: int) -> Problem:
    """There is no room for cut marks."""
    message = f"there is no room for {job.marks} marks on {sheets} sheet{'s' if sheets > 1 else ''}"
    return _problem("CF507", job, message, "use wider margins or cut lines", Severity.WARNING)


def _problem(code: str, job: SheetJob, message: str, hint: str, severity: Severity = Severity.ERROR) -> Problem:
    return Problem(code, severity, Location(job.name), message, hint)
