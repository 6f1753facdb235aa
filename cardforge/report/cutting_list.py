"""Write the cutting list of a box: for each file, the paper, how to turn it, and how to cut it.

Takes the sheets of every file; returns plain text. All numbers are counted on the sheets themselves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap
from typing import NamedTuple

from cardforge.core.choices import Backs, Marks
from cardforge.core.phrases import counted
from cardforge.core.printable import clean
from cardforge.impose.job import SheetJob
from cardforge.impose.sheet_pages import Fit, SheetPage, Sheets, Side

_WIDTH = 78  # characters per line
_TURNED = {
    Backs.NONE: "one side",
    Backs.LONG_EDGE: "both sides, turned over the long edge",
    Backs.SHORT_EDGE: "both sides, turned over the short edge",
    Backs.GUTTERFOLD: "one side; fold along the line in the middle, glue, then cut",
    Backs.SEPARATE: "fronts first; turn the stack over its long edge, then print the file of backs",
}
_EXACT = "Print at 100 %, never `fit to page`; each sheet repeats this."
_LIGHT = (
    "First print one sheet with its back and hold it up to the light. If front and back do not line up, "
    "run `cardforge printer calibrate` to measure the offset."
)
_THEN = (
    "Print a file, let it dry, cut it and put it away before you print the next, so that nothing gets mixed up.",
    "Cut along the marks at the edge of the sheet with a steel ruler and a sharp blade, or with a guillotine. Make all "
    "cuts in one direction first, then turn the strips and cut the other way.",
    "Round the corners of the cards with a 3 mm corner punch, or leave them square.",
)


class Listed(NamedTuple):
    """One file of a box."""

    names: Sequence[str]  # two if backs are a separate file
    title: str
    job: SheetJob
    sheets: Sheets
    stock: str
    note: str


class Folded(NamedTuple):
    """A file of a box to fold instead of cut."""

    name: str
    title: str
    sheets: int
    pages: int
    stock: str
    note: str


class Shown(NamedTuple):
    """A file of a box only for viewing."""

    name: str
    title: str
    sheets: int
    note: str


class Cuts(NamedTuple):
    """The cuts of one sheet: straight ones from edge to edge, and pieces to cut out one by one."""

    upright: int
    level: int
    around: int


_WHOLE = Cuts(0, 0, 0)  # an uncut page


def cuts_of(page: SheetPage, job: SheetJob) -> Cuts:
    """The cuts of a sheet; adjacent pieces share a cut. A single rectangle without marks is an uncut page."""
    if job.marks == Marks.NONE and [each.outline.kind for each in page.cuts] == ["rectangle"]:
        return _WHOLE
    straight = [each for each in page.cuts if each.outline.kind == "rectangle"]
    upright = {round(edge, 2) for each in straight for edge in (each.x, each.x + each.width)}
    level = {round(edge, 2) for each in straight for edge in (each.y, each.y + each.height)}
    return Cuts(len(upright), len(level), len(page.cuts) - len(straight))


def cutting_list(game: str, entries: Iterable[Listed | Folded | Shown]) -> str:
    """The whole list as text."""
    entries = list(entries)
    files = [each for each in entries if isinstance(each, Listed)]
    sheets = sum(_papers(file) for file in files)
    pieces = sum(fit.copies for file in files for fit in file.sheets.fits)
    folded = [each for each in entries if isinstance(each, Folded)]
    cuts = [cuts_of(page, file.job) for file in files for page in _fronts(file)]
    straight, around = sum(each.upright + each.level for each in cuts), sum(each.around for each in cuts)
    total = f"{counted(pieces, 'piece')} on {counted(sheets, 'sheet')}"
    total += "".join(f" of {file.job.paper.name}" for file in files[:1])
    total += f", {counted(straight, 'straight cut')}" + (f", {counted(around, 'piece')} to cut out" if around else "")
    lines = [
        f"{game}: how to print and cut this box",
        "",
        total,
        *(f"{counted(each.sheets, 'sheet')} to fold: {each.title}" for each in folded),
    ]
    light = [_LIGHT] if any(file.job.backs != Backs.NONE for file in files) else []
    lines += ["", *_steps([_EXACT, *light, *_THEN]), ""]
    for number, entry in enumerate(entries, 1):
        if isinstance(entry, Listed):
            lines += _entry(number, entry)
        else:
            lines += _folded(number, entry) if isinstance(entry, Folded) else _shown(number, entry)
        lines.append("")
    return "\n".join(map(clean, lines))


def _entry(number: int, file: Listed) -> Iterator[str]:
    head = f"{number}. {file.title}"
    yield f"{head}  {' and '.join(file.names)}"
    yield "-" * len(head)
    alike = Counter(cuts_of(page, file.job) for page in _fronts(file))
    cut = "" if set(alike) == {_WHOLE} else "   [ ] cut"
    yield f"   [ ] printed{cut}   [ ] counted: {counted(sum(fit.copies for fit in file.sheets.fits), 'piece')}"
    yield from _fact("Print", f"{counted(_papers(file), 'sheet')}, {_TURNED[file.job.backs]}")
    if file.stock:
        yield from _fact("Paper", file.stock)
    sizes: dict[str, int] = {}
    for fit in file.sheets.fits:
        sizes[_size(fit)] = sizes.get(_size(fit), 0) + fit.copies
    for size, copies in sizes.items():
        yield from _fact("Size", f"{size}, {counted(copies, 'piece')}")
    for cuts, times in alike.items():
        yield from _fact("Cut", f"{counted(times, 'sheet')}: {_cut(cuts)}")
    if file.note:
        yield from _fact("Note", file.note)


def _folded(number: int, file: Folded) -> Iterator[str]:
    head = f"{number}. {file.title}"
    yield f"{head}  {file.name}"
    yield "-" * len(head)
    yield f"   [ ] printed   [ ] folded   [ ] counted: {counted(file.pages, 'page')}"
    yield from _fact("Print", f"{counted(file.sheets, 'sheet')}, {_TURNED[Backs.SHORT_EDGE]}")
    if file.stock:
        yield from _fact("Paper", file.stock)
    yield from _fact("Fold", "the whole stack once, page 1 outside, and staple it along the fold")
    if file.note:
        yield from _fact("Note", file.note)


def _shown(number: int, file: Shown) -> Iterator[str]:
    head = f"{number}. {file.title}"
    yield f"{head}  {file.name}"
    yield "-" * len(head)
    yield "   [ ] reviewed"
    yield from _fact("Print", f"{counted(file.sheets, 'sheet')} on any paper, or view it on screen")
    if file.note:
        yield from _fact("Note", file.note)


def _size(fit: Fit) -> str:
    wide, high = (f"{round(side, 1):g}" for side in (fit.outline.width, fit.outline.height))  # as a ruler reads
    size = f"{wide} mm across" if fit.outline.kind == "circle" else f"{wide} × {high} mm"
    return f"{size}, nested" if fit.is_nested else f"{size}, {fit.grid.capacity} on a sheet"


def _cut(cuts: Cuts) -> str:
    if cuts == _WHOLE:
        return "nothing to cut; trim the margins only if you like"
    parts = [f"{counted(cuts.upright, 'cut')} down and {cuts.level} across"] if cuts.upright else []
    if cuts.around:
        parts.append(f"{counted(cuts.around, 'piece')} to cut out")
    return ", ".join(parts)


def _fronts(file: Listed) -> list[SheetPage]:
    return [page for page in file.sheets.pages if page.side != Side.BACK]


def _papers(file: Listed) -> int:
    return sum(fit.sheets for fit in file.sheets.fits)


def _fact(name: str, words: str) -> Iterator[str]:
    yield from wrap(words, _WIDTH, initial_indent=f"   {name:<6}", subsequent_indent=" " * 9)


def _steps(steps: Iterable[str]) -> Iterator[str]:
    for step in steps:
        yield from wrap(step, _WIDTH, initial_indent="- ", subsequent_indent="  ")
