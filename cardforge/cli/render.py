"""`cardforge render`: cards as a PDF or as pictures."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from cardforge.cli.show import Progress, chosen, colour, exit_code, prefixes
from cardforge.errors import Exit, UsageError

_LINT = "CF42"  # how the codes of the legibility lint start


class As(StrEnum):
    """What is made."""

    CARDS = "cards"
    PNG = "png"
    CONTACT = "contact"


def render(
    targets: Annotated[list[str], typer.Argument(help="Packs, decks, folders, or game:kind.")],
    as_: Annotated[
        As, typer.Option("--as", help="A PDF with a face a page, a picture a face, or all on one sheet.")
    ] = As.CARDS,
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="PATH", help="The PDF, the folder of pictures, or the sheet.")
    ] = "",
    palette: Annotated[str, typer.Option(metavar="NAME", help="Other colours of the faces, such as low-ink.")] = "",
    dpi: Annotated[int, typer.Option(min=36, max=1200, help="Pixels an inch, for pictures.")] = 300,
    ignore: Annotated[
        list[str] | None, typer.Option(help="Draw in spite of these codes of the legibility lint, such as CF423.")
    ] = None,
) -> None:
    """Draw every card of some packs, as it will print."""
    from cardforge.rendering import lay_out, write_cards, write_contact, write_pictures
    from cardforge.report import counted, text_report

    _refuse_ending(as_, output)
    _refuse_ignored(ignore or [])
    with Progress("cards") as progress:
        rendering = lay_out(targets, progress.show, palette)
    problems = chosen(list(rendering.problems), [], ignore or [])
    for line in text_report(problems, rendering.sources, colour()):
        print(line)
    if exit_code(problems):
        print("\nnothing was written", file=sys.stderr)
        raise typer.Exit(Exit.PROBLEMS)
    if as_ is As.PNG:
        folder = Path(output or "output/cards")
        count = 0
        with Progress("pictures") as progress:
            for count, _ in enumerate(write_pictures(rendering, folder, dpi), 1):
                progress.show(count, len(rendering.faces))
        print(f"{counted(count, 'picture')} in {folder}")
        return
    if as_ is As.CONTACT:
        sheet = Path(output or "output/contact.png")
        write_contact(rendering, sheet, min(dpi, 150))
        print(f"{counted(len(rendering.faces), 'face')} on one sheet in {sheet}")
        return
    file = Path(output or "output/cards.pdf")
    write_cards(rendering, file)
    backs = f" and {counted(len(rendering.backs), 'back')}" if rendering.backs else ""
    print(f"{counted(len(rendering.fronts), 'card')}{backs} in {file}")


def _refuse_ending(as_: As, output: str) -> None:
    """A name that says one thing and an option that says another is most often a slip."""
    ending = Path(output).suffix.lower()
    if as_ is As.CARDS and ending in (".png", ".jpg", ".jpeg"):
        raise UsageError(f"{output} is the name of a picture", "add `--as png` and name a folder, or end it with .pdf")
    if as_ is As.PNG and ending in (".pdf", ".png"):
        raise UsageError(f"{output} is the name of a file, pictures go into a folder", "for example output/cards")


def _refuse_ignored(ignore: list[str]) -> None:
    """A draft may be hard to read; what cannot be drawn as it is meant cannot be ignored."""
    for code in prefixes(ignore):
        if not code.startswith(_LINT):
            raise UsageError(f"{code} cannot be ignored here", f"only the legibility lint can: {_LINT}0 to {_LINT}9")
