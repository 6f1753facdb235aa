"""`cardforge printer`: measure a printer once, so that backs line up with their fronts."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardforge.cli.show import colour, exit_code, say
from cardforge.core.choices import Backs

if TYPE_CHECKING:
    from cardforge.app.printer import Printer

app = typer.Typer(help="Calibrate printers, so that backs line up with fronts.", no_args_is_help=True)


class Flip(StrEnum):
    """The edge along which the printer flips the sheet."""

    LONG_EDGE = "long-edge"
    SHORT_EDGE = "short-edge"


@app.command()
def calibrate(
    name: Annotated[str, typer.Argument(help="A name for the printer: letters, digits and hyphens.")],
    read: Annotated[
        str | None,
        typer.Option(metavar="A,B,C,D", help="Save the numbers read from the page, such as 0.5,-0.25,0.5,-0.25."),
    ] = None,
    paper: Annotated[str, typer.Option(help="The paper, by name or size in mm: a4, letter, 210x297.")] = "a4",
    flip: Annotated[Flip, typer.Option(help="The edge along which the printer flips the sheet.")] = Flip.LONG_EDGE,
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="FILE", help="The PDF to write.")
    ] = "output/calibration.pdf",
) -> None:
    """Write a page to measure a printer with or, with --read, save the numbers read from it."""
    from cardforge.app.printer import read_calibration, write_calibration

    if read is not None:
        measured = read_calibration(name, paper, read, Backs(flip))
        say(f"{measured.name}: backs are moved {_numbers(measured)}")
        say(f"use it with `cardforge render … --backs {measured.flip} --printer {measured.name}`")
        return
    edge = write_calibration(name, paper, Backs(flip), Path(output))
    say(f"1. print {output} on one sheet: both sides, 100 %, flipped on the {edge}")
    say("2. hold it up to a light, and read the numbers at A, B, C and D")
    say("3. run the command printed on the page, with your numbers in it")


@app.command("list")
def list_printers() -> None:
    """List the calibrated printers and their offsets."""
    from cardforge.app.printer import printers
    from cardforge.report.terminal import text_report

    known, problems = printers()
    for each in known:
        margin = "" if each.margin is None else f", margin {each.margin:g} mm"
        say(f"{each.name:<16} {_numbers(each)}, over the {each.flip.replace('-', ' ')}{margin}")
    if not known and not problems:
        say("no printer is calibrated yet; start with `cardforge printer calibrate NAME`")
    for line in text_report(problems, {}, colour()):
        say(line)
    raise typer.Exit(exit_code(problems))


@app.command()
def forget(name: Annotated[str, typer.Argument(help="The name of the printer.")]) -> None:
    """Delete the calibration of a printer."""
    from cardforge.app.printer import forget as forget_printer

    forget_printer(name)
    say(f"{name.lower()} is forgotten")


def _numbers(printer: Printer) -> str:
    """How far backs are moved, in words."""
    dx, dy, degrees = printer.offset
    across = f"{abs(dx):g} mm {'left' if dx < 0 else 'right'}"
    down = f"{abs(dy):g} mm {'up' if dy < 0 else 'down'}"
    turned = f"{abs(degrees):g}° {'counter-clockwise' if degrees < 0 else 'clockwise'}"
    return f"{across}, {down}, turned {turned}"
