"""Calibrate a printer: write a page to print and hold up to a light, then turn the numbers read from it into an offset.

Entry point for the CLI; calibrated printers are stored by `products.printers`.
"""

from __future__ import annotations

import re
from pathlib import Path

from cardforge.core.choices import Backs
from cardforge.core.errors import UsageError
from cardforge.core.phrases import counted
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

_PLAIN_PAPER = "a4"  # the default of `--paper`
_NUMBER = re.compile(r"[-+]?[0-9]{1,3}(\.[0-9]{1,6})?|[-+]?\.[0-9]{1,6}")
_EDGES = {
    Backs.LONG_EDGE: ("long edge", "a page of a book"),
    Backs.SHORT_EDGE: ("short edge", "a page of a wall calendar"),
}


def write_calibration(name: str, paper_name: str, flip: Backs, output: Path) -> str:
    """Write the calibration page of a printer; return the edge to flip it on, in words."""
    wanted = proper_name(name)
    on = _large_enough(paper(paper_name))
    refuse_folder(output)
    edge, like = _EDGES[flip]
    wording = Wording(f"Printer calibration: {wanted}", edge, like, read_command(wanted, on, flip))
    book, composer = FontBook(()), Composer()
    turned = TurnedPaper(on.width, on.height, flip == Backs.LONG_EDGE)  # in portrait, the long edge is vertical
    faces = [composer.drawn(face) for face in calibration_page(turned, wording, book)]
    pages = [Page(on.width, on.height, (PlacedFace(0, 0, face),)) for face in faces]
    resources = PdfResources(book, composer.texts, {})
    write_whole(output, pages_pdf(pages, resources, wording.title, PdfOptions(DUPLEX[flip], ("front", "back"))))
    return edge


def read_command(name: str, on: Paper, flip: Backs) -> str:
    """The command to run with the numbers read from the page."""
    named = "" if on.name == _PLAIN_PAPER else f" --paper {on.name}"
    named += "" if flip == Backs.LONG_EDGE else f" --flip {flip}"
    return f"cardforge printer calibrate {name}{named} --read A,B,C,D"


def read_calibration(name: str, paper_name: str, readings: str, flip: Backs = Backs.LONG_EDGE) -> Printer:
    """Turn the numbers read from the page into an offset and save it."""
    wanted = proper_name(name)
    on = _large_enough(paper(paper_name))
    numbers = _numbers(readings)
    found = correction(numbers, on.width, on.height)
    if found.doubt > most_doubt(on.width, on.height):
        message = "these four numbers do not fit together: no sheet can be shifted like that"
        raise UsageError(message, "read A and C again, then B and D, and check the minus signs")
    return remember(wanted, Offset(found.dx, found.dy, found.degrees), flip)


def _numbers(readings: str) -> tuple[float, ...]:
    """Parse the numbers, written as on the page."""
    words = [word.strip().replace("−", "-") for word in readings.split(",")]
    odd = next((word for word in words if not _NUMBER.fullmatch(word)), None)
    if odd is not None:
        raise UsageError(f"`{odd[:40]}` is not a number", _EXAMPLE)
    if len(words) not in (2, 4):
        raise UsageError(f"{counted(len(words), 'number')} given; four are needed, or two to ignore rotation", _EXAMPLE)
    numbers = tuple(float(word) for word in words)
    far = next((number for number in numbers if abs(number) > REACH), None)
    if far is not None:
        message = f"{far:g} is not on the page, whose scales go from {-REACH:g} to {REACH:g}"
        raise UsageError(message, f"write fractions with a point, such as {STEP:g}")
    return numbers


_EXAMPLE = "separate A, B, C and D with commas, for example `--read 0.5,-0.25,0.5,-0.25`"


def _large_enough(on: Paper) -> Paper:
    if on.width < SMALLEST:
        message = f"paper of {on.measure} is too small for the calibration page"
        raise UsageError(message, f"the shorter side must be at least {SMALLEST:g} mm; use larger paper, such as a5")
    return on
