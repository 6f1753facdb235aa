"""Measure a printer: a page to print and hold to a light, and what the numbers read from it mean.

Beside `printers`, another way in for `cli`.
"""

from __future__ import annotations

import re
from pathlib import Path

from cardforge.core.choices import Backs
from cardforge.core.errors import UsageError
from cardforge.fonts import FontBook
from cardforge.impose.job import Offset
from cardforge.impose.papers import Paper, paper
from cardforge.layout.calibration_page import Wording, calibration_page
from cardforge.layout.vernier import REACH, SMALLEST, STEP, TurnedPaper, correction, most_doubt
from cardforge.products.printers import Printer, forget, printers, proper_name, remember
from cardforge.write.atomic import refuse_folder, write_whole
from cardforge.write.compose import Composer
from cardforge.write.pdf import Page, PdfResources, PlacedFace, pages_pdf
from cardforge.write.pdf_options import DUPLEX, PdfOptions

__all__ = ["Printer", "forget", "printers", "read_calibration", "write_calibration"]

_PLAIN_PAPER = "a4"  # what is taken when nobody names a paper
_NUMBER = re.compile(r"[-+]?[0-9]{1,3}(\.[0-9]{1,6})?|[-+]?\.[0-9]{1,6}")
_EDGES = {
    Backs.LONG_EDGE: ("long edge", "a page of a book"),
    Backs.SHORT_EDGE: ("short edge", "a page of a wall calendar"),
}


def write_calibration(name: str, paper_name: str, flip: Backs, output: Path) -> str:
    """Write the page for a printer; gives the edge that it is turned over, in words."""
    wanted = proper_name(name)
    on = _large_enough(paper(paper_name))
    refuse_folder(output)
    edge, like = _EDGES[flip]
    wording = Wording(f"Printer calibration: {wanted}", edge, like, read_command(wanted, on, flip))
    book, composer = FontBook(()), Composer()
    turned = TurnedPaper(on.width, on.height, flip == Backs.LONG_EDGE)  # paper stands upright, its long edge too
    faces = [composer.drawn(face) for face in calibration_page(turned, wording, book)]
    pages = [Page(on.width, on.height, (PlacedFace(0, 0, face),)) for face in faces]
    resources = PdfResources(book, composer.texts, {})
    write_whole(output, pages_pdf(pages, resources, wording.title, PdfOptions(DUPLEX[flip], ("front", "back"))))
    return edge


def read_command(name: str, on: Paper, flip: Backs) -> str:
    """What somebody types who has read the page."""
    named = "" if on.name == _PLAIN_PAPER else f" --paper {on.name}"
    named += "" if flip == Backs.LONG_EDGE else f" --flip {flip}"
    return f"cardforge printer calibrate {name}{named} --read A,B,C,D"


def read_calibration(name: str, paper_name: str, readings: str, flip: Backs = Backs.LONG_EDGE) -> Printer:
    """Keep what somebody has read from the page."""
    wanted = proper_name(name)
    on = _large_enough(paper(paper_name))
    numbers = _numbers(readings)
    found = correction(numbers, on.width, on.height)
    if found.doubt > most_doubt(on.width, on.height):
        message = "these four numbers do not fit each other: no sheet can lie like that"
        raise UsageError(message, "look at A and C, then at B and D again, and at their minus signs")
    return remember(wanted, Offset(found.dx, found.dy, found.degrees), flip)


def _numbers(readings: str) -> tuple[float, ...]:
    """Numbers as they stand on the page."""
    words = [word.strip().replace("−", "-") for word in readings.split(",")]
    odd = next((word for word in words if not _NUMBER.fullmatch(word)), None)
    if odd is not None:
        raise UsageError(f"`{odd[:40]}` is not a number", _EXAMPLE)
    if len(words) not in (2, 4):
        raise UsageError(f"there are {len(words)} numbers, four are needed, or two without the turn", _EXAMPLE)
    numbers = tuple(float(word) for word in words)
    far = next((number for number in numbers if abs(number) > REACH), None)
    if far is not None:
        message = f"{far:g} is not on the page, its scales go from {-REACH:g} to {REACH:g}"
        raise UsageError(message, f"write fractions with a point, as in {STEP:g}")
    return numbers


_EXAMPLE = "write A, B, C and D with commas between, for example `--read 0.5,-0.25,0.5,-0.25`"


def _large_enough(on: Paper) -> Paper:
    if on.width < SMALLEST:
        message = f"paper of {on.measure} is too small for the calibration page"
        raise UsageError(
            message, f"it needs {SMALLEST:g} mm on its shorter side; measure with a larger paper, such as a5"
        )
    return on
