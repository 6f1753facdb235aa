"""`cardforge render`: cards as a PDF or as pictures."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from cardforge.cli.show import colour
from cardforge.errors import Exit


class As(StrEnum):
    """What is made."""

    CARDS = "cards"
    PNG = "png"


def render(
    targets: Annotated[list[str], typer.Argument(help="Packs, decks, folders, or game:kind.")],
    as_: Annotated[As, typer.Option("--as", help="One PDF with a face a page, or one picture a face.")] = As.CARDS,
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="PATH", help="The PDF, or the folder of pictures.")
    ] = "",
    dpi: Annotated[int, typer.Option(min=36, max=1200, help="Pixels an inch, for pictures.")] = 300,
) -> None:
    """Draw every card of some packs, as it will print."""
    from cardforge.rendering import lay_out, write_cards, write_pictures
    from cardforge.report import counted, text_report

    rendering = lay_out(targets)
    for line in text_report(rendering.problems, rendering.sources, colour()):
        print(line)
    if not rendering.whole:
        print("\nnothing was written", file=sys.stderr)
        raise typer.Exit(Exit.PROBLEMS)
    if as_ is As.PNG:
        folder = Path(output or "output/cards")
        count = 0
        for count, file in enumerate(write_pictures(rendering, folder, dpi), 1):
            if sys.stderr.isatty():
                print(f"\r{count} of {len(rendering.faces)}: {file.name}\x1b[K", end="", file=sys.stderr)
        print(f"{counted(count, 'picture')} in {folder}")
        return
    file = Path(output or "output/cards.pdf")
    write_cards(rendering, file)
    print(f"{counted(len(rendering.faces), 'card')} in {file}")
