"""What `cardforge render` makes of drawn cards, and what it says about it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import typer

from cardforge.cli.show import ProgressBar, chosen, colour, exit_code
from cardforge.core.errors import Exit
from cardforge.core.phrases import counted
from cardforge.core.problems import Problem
from cardforge.products.cards import make_cards, write_contact, write_pictures
from cardforge.products.output_files import OutputFiles
from cardforge.products.sheets import SheetOptions, lay_sheets, make_sheets
from cardforge.render.rendering import Rendering
from cardforge.report import text_report

_PRINTS_BADLY = "PF4"  # how the codes start of what the legibility lint has said already


def cards(rendering: Rendering, file: Path, ignore: list[str]) -> None:
    """A PDF with a face a page."""
    write(make_cards(rendering, file), rendering, ignore)
    backs = f" and {counted(len(rendering.backs), 'back')}" if rendering.backs else ""
    print(f"{counted(len(rendering.fronts), 'card')}{backs} in {file}")


def pictures(rendering: Rendering, folder: Path, dpi: int) -> None:
    """A picture a face."""
    count = 0
    with ProgressBar("pictures") as progress:
        for count, _ in enumerate(write_pictures(rendering, folder, dpi), 1):
            progress.show(count, len(rendering.faces))
    print(f"{counted(count, 'picture')} in {folder}")


def contact(rendering: Rendering, file: Path, dpi: int) -> None:
    """All faces on one picture."""
    write_contact(rendering, file, min(dpi, 150))
    print(f"{counted(len(rendering.faces), 'face')} on one sheet in {file}")


def sheets(rendering: Rendering, given: dict[str, Any], name: str, file: Path, cut: str, ignore: list[str]) -> None:
    """Sheets to print and to cut."""
    laid = lay_sheets(rendering, SheetOptions(**given), name)
    show_problems(list(laid.problems), rendering, [])
    write(make_sheets(laid, file, Path(cut) if cut else None), rendering, ignore)


def booklet(rendering: Rendering, paper: str, name: str, file: Path, ignore: list[str]) -> None:
    """Sheets to fold into a booklet."""
    from cardforge.products.booklet import make_booklet

    write(make_booklet(rendering, paper, name, file), rendering, ignore)


def for_service(rendering: Rendering, name: str, title: str, output: str, ignore: list[str]) -> None:
    """What a print service takes."""
    from cardforge.products.print_service import make_service, service

    made, problems = make_service(rendering, service(name), title, output)
    show_problems(list(problems), rendering, [])
    write(made, rendering, ignore)


def write(made: OutputFiles, rendering: Rendering, ignore: list[str]) -> None:
    """Look at what was made as a printer would, then write it."""
    # Who draws in spite of the lint has been told already how badly it will print.
    show_problems(made.problems(), rendering, [_PRINTS_BADLY] if ignore else [])
    made.write()
    for line in made.lines:
        print(line)


def show_problems(problems: list[Problem], rendering: Rendering, ignore: list[str]) -> None:
    """Tell what is wrong; stop where it is too much to print."""
    problems = chosen(problems, [], ignore)
    for line in text_report(problems, rendering.sources, colour()):
        print(line)
    if exit_code(problems):
        print("\nnothing was rendered", file=sys.stderr)
        raise typer.Exit(Exit.PROBLEMS)


def tabletop(rendering: Rendering, folder: Path, base_url: str) -> None:
    """Decks for Tabletop Simulator."""
    from cardforge.products.tabletop import write_tabletop

    with ProgressBar("sheets") as progress:
        *pictures, saved = write_tabletop(rendering, folder, base_url, progress.show)
    print(f"{counted(len(pictures), 'picture')} and {saved.name} in {folder}")
    plain = sum(card.back is None for card in rendering.cards)
    if plain:
        print(f"{counted(plain, 'card')} without a back got a plain one")
    print(f"to play, put {saved.name} into Tabletop Simulator's folder `Saves/Saved Objects`")
    if not base_url:
        print("only this computer finds the pictures; to share, put them on the web and give --base-url their address")
