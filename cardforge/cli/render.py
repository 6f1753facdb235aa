"""`cardforge render`: cards as a PDF, as pictures, or on sheets of paper."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cardforge.choices import Backs, Bleed, Marks, Order, Orientation, Registration
from cardforge.cli.show import Progress, chosen, colour, exit_code, prefixes
from cardforge.errors import Exit, UsageError

if TYPE_CHECKING:
    from cardforge.made import Made
    from cardforge.problems import Problem
    from cardforge.rendering import Rendering

_LINT, _PRINTS_BADLY = "CF42", "PF4"  # how the codes start: of the legibility lint, and of what it tells a printer
_SHEETS, _CUTTING, _BUILDS = "Sheets of paper", "Cutting machines", "Builds"


class As(StrEnum):
    """What is made."""

    CARDS = "cards"
    PNG = "png"
    CONTACT = "contact"
    SHEETS = "sheets"


def render(
    context: typer.Context,
    targets: Annotated[list[str], typer.Argument(help="Packs, decks, folders, or game:kind.")],
    as_: Annotated[
        As | None,
        typer.Option("--as", help="A face a page (the default), a picture a face, all on one picture, or sheets."),
    ] = None,
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="PATH", help="The PDF, the folder of pictures, or the picture.")
    ] = "",
    palette: Annotated[str, typer.Option(metavar="NAME", help="Other colours of the faces, such as low-ink.")] = "",
    dpi: Annotated[int, typer.Option(min=36, max=1200, help="Pixels an inch, for pictures.")] = 300,
    ignore: Annotated[
        list[str] | None, typer.Option(help="Draw in spite of these codes of the legibility lint, such as CF423.")
    ] = None,
    paper: Annotated[
        str, typer.Option(metavar="PAPER", help="a4, letter, … or 210x297; makes sheets.", rich_help_panel=_SHEETS)
    ] = "a4",
    backs: Annotated[
        Backs, typer.Option(help="Where backs are printed; makes sheets.", rich_help_panel=_SHEETS)
    ] = Backs.NONE,
    bleed: Annotated[
        Bleed, typer.Option(help="No gap between cards, a gap they share, or all of it.", rich_help_panel=_SHEETS)
    ] = Bleed.NONE,
    gap: Annotated[float, typer.Option(metavar="MM", help="The gap they share.", rich_help_panel=_SHEETS)] = 3.0,
    margin: Annotated[
        float, typer.Option(metavar="MM", help="What the printer cannot reach.", rich_help_panel=_SHEETS)
    ] = 5.0,
    marks: Annotated[Marks, typer.Option(help="Marks that show where to cut.", rich_help_panel=_SHEETS)] = Marks.EDGE,
    cut_lines: Annotated[
        bool, typer.Option("--cut-lines", help="Lines to cut along, under the cards.", rich_help_panel=_SHEETS)
    ] = False,
    orientation: Annotated[
        Orientation, typer.Option(help="How the paper stands.", rich_help_panel=_SHEETS)
    ] = Orientation.AUTO,
    order: Annotated[
        Order, typer.Option(help="One after the other, or each pack on sheets of its own.", rich_help_panel=_SHEETS)
    ] = Order.AS_GIVEN,
    copies: Annotated[
        int, typer.Option(metavar="N", help="Print everything so many times.", rich_help_panel=_SHEETS)
    ] = 1,
    start: Annotated[
        int, typer.Option(metavar="SLOT", help="Begin at this place of a used sheet.", rich_help_panel=_SHEETS)
    ] = 1,
    printer: Annotated[
        str, typer.Option(metavar="NAME", help="A printer that was calibrated.", rich_help_panel=_SHEETS)
    ] = "",
    cut: Annotated[
        str, typer.Option(metavar="FILE", help="Where to cut, as SVG or DXF.", rich_help_panel=_CUTTING)
    ] = "",
    registration: Annotated[
        Registration, typer.Option(help="Marks that the machine looks for.", rich_help_panel=_CUTTING)
    ] = Registration.NONE,
    manifest: Annotated[
        str, typer.Option(metavar="FILE", help="Write down what was built, as JSON.", rich_help_panel=_BUILDS)
    ] = "",
    changed_since: Annotated[
        str, typer.Option(metavar="FILE", help="Only cards that differ from that build.", rich_help_panel=_BUILDS)
    ] = "",
) -> None:
    """Draw every card of some packs, as it will print."""
    from cardforge.rendering import lay_out, only_changed, write_manifest

    asked = _sheet_options(context)
    as_ = as_ or (As.SHEETS if asked else As.CARDS)
    if asked and as_ is not As.SHEETS:
        raise UsageError(f"{asked[0]} is about sheets, and `--as {as_}` makes none", "leave one of the two out")
    _refuse_ending(as_, output)
    _refuse_ignored(ignore or [])
    with Progress("cards") as progress:
        rendering = lay_out(targets, progress.show, palette)
    _show(list(rendering.problems), rendering, ignore or [])
    whole = rendering
    if changed_since:
        rendering, changes = only_changed(rendering, Path(changed_since))
        for line in changes:
            print(line)
        if not rendering.cards:
            return
    if as_ is As.PNG:
        _pictures(rendering, Path(output or "output/cards"), dpi)
    elif as_ is As.CONTACT:
        _contact(rendering, Path(output or "output/contact.png"), dpi)
    elif as_ is As.SHEETS:
        given = {
            "paper": paper,
            "gap": gap,
            "margin": margin,
            "cut_lines": cut_lines,
            "copies": copies,
            "start": start,
            "printer": printer,
            "backs": backs,
            "bleed": bleed,
            "marks": marks,
            "orientation": orientation,
            "order": order,
            "registration": registration,
        }
        _sheets(rendering, given, _name(targets), Path(output or "output/sheets.pdf"), cut, ignore or [])
    else:
        _cards(rendering, Path(output or "output/cards.pdf"), ignore or [])
    if manifest:
        write_manifest(whole, Path(manifest), {"palette": palette})
        print(f"what was built is told in {manifest}")


def _cards(rendering: Rendering, file: Path, ignore: list[str]) -> None:
    from cardforge.rendering import make_cards
    from cardforge.report import counted

    made = make_cards(rendering, file)
    _write(made, rendering, ignore)
    backs = f" and {counted(len(rendering.backs), 'back')}" if rendering.backs else ""
    print(f"{counted(len(rendering.fronts), 'card')}{backs} in {file}")


def _pictures(rendering: Rendering, folder: Path, dpi: int) -> None:
    from cardforge.rendering import write_pictures
    from cardforge.report import counted

    count = 0
    with Progress("pictures") as progress:
        for count, _ in enumerate(write_pictures(rendering, folder, dpi), 1):
            progress.show(count, len(rendering.faces))
    print(f"{counted(count, 'picture')} in {folder}")


def _contact(rendering: Rendering, file: Path, dpi: int) -> None:
    from cardforge.rendering import write_contact
    from cardforge.report import counted

    write_contact(rendering, file, min(dpi, 150))
    print(f"{counted(len(rendering.faces), 'face')} on one sheet in {file}")


def _sheets(rendering: Rendering, given: dict[str, Any], name: str, file: Path, cut: str, ignore: list[str]) -> None:
    from cardforge.sheets import lay_sheets, make_sheets, options_of

    laid = lay_sheets(rendering, options_of(given), name)
    _show(list(laid.problems), rendering, [])
    _write(make_sheets(laid, file, Path(cut) if cut else None), rendering, ignore)


def _write(made: Made, rendering: Rendering, ignore: list[str]) -> None:
    """Look at what was made as a printer would, then write it."""
    # Who draws in spite of the lint has been told already how badly it will print.
    _show(made.problems(), rendering, [_PRINTS_BADLY] if ignore else [])
    made.write()
    for line in made.lines:
        print(line)


def _show(problems: list[Problem], rendering: Rendering, ignore: list[str]) -> None:
    """Tell what is wrong; stop where it is too much to print."""
    from cardforge.report import text_report

    problems = chosen(problems, [], ignore)
    for line in text_report(problems, rendering.sources, colour()):
        print(line)
    if exit_code(problems):
        print("\nnothing was written", file=sys.stderr)
        raise typer.Exit(Exit.PROBLEMS)


def _name(targets: list[str]) -> str:
    """What a job is called: after its first target."""
    first = Path(targets[0]).stem.replace("-", " ")
    return first if len(targets) == 1 else f"{first} and {len(targets) - 1} more"


def _sheet_options(context: typer.Context) -> list[str]:
    """The options about sheets that somebody typed."""
    panels = {each.name: getattr(each, "rich_help_panel", "") for each in context.command.params}
    return [
        f"--{name.replace('_', '-')}"
        for name, panel in panels.items()
        if name and panel in (_SHEETS, _CUTTING) and str(context.get_parameter_source(name)).endswith("COMMANDLINE")
    ]


def _refuse_ending(as_: As, output: str) -> None:
    """A name that says one thing and an option that says another is most often a slip."""
    ending = Path(output).suffix.lower()
    if as_ in (As.CARDS, As.SHEETS) and ending in (".png", ".jpg", ".jpeg"):
        raise UsageError(f"{output} is the name of a picture", "add `--as png` and name a folder, or end it with .pdf")
    if as_ is As.PNG and ending in (".pdf", ".png"):
        raise UsageError(f"{output} is the name of a file, pictures go into a folder", "for example output/cards")


def _refuse_ignored(ignore: list[str]) -> None:
    """A draft may be hard to read; what cannot be drawn as it is meant cannot be ignored."""
    for code in prefixes(ignore):
        if not code.startswith(_LINT):
            raise UsageError(f"{code} cannot be ignored here", f"only the legibility lint can: {_LINT}0 to {_LINT}9")
