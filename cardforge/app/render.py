"""Render: from what somebody typed to files on the disk. This page is the road of a card.

Takes a request; gives an outcome. The command line and the web page both come here: the page with cards that it keeps
drawn, at `finished`. Nothing is written while anything is wrong. Products that few jobs ask for are loaded when one
does, so that small jobs start fast.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from cardforge.core.choices import Product
from cardforge.core.phrases import counted
from cardforge.core.problems import Problem, Severity
from cardforge.core.progress import Progress, unwatched
from cardforge.link.opening import OpenGames, open_project
from cardforge.load.project import project_at_hand
from cardforge.load.source import Source
from cardforge.products.cards import make_cards, write_contact, write_pictures
from cardforge.products.manifest import only_changed, write_manifest
from cardforge.products.output_files import OutputFiles
from cardforge.products.sheets import SheetOptions, make_sheets
from cardforge.render.rendering import Rendering, draw, refuse_palette
from cardforge.render.selection import Chosen
from cardforge.write.atomic import refuse_file

if TYPE_CHECKING:
    from cardforge.products.box import GameBox

BOX_FOLDER = Path("output/box")
__all__ = ["RenderOutcome", "RenderRequest", "SheetOptions", "finished", "lay_out", "render"]

CONTACT_DPI = 150  # one picture of all cards need not be sharper
_PRINTS_BADLY = "PF4"  # how the preflight codes start that repeat what the legibility lint has said


@dataclass(frozen=True)
class RenderRequest:
    """What is drawn, what is made of it, and where that goes."""

    targets: tuple[str, ...]  # packs, decks, folders or `game:kind`; a game for a whole box
    product: Product = Product.CARDS
    output: Path | None = None
    name: str = ""  # printed on sheets
    palette: str = ""
    edition: str = ""
    dpi: int = 300
    sheets: SheetOptions = field(default_factory=SheetOptions)
    cut: Path | None = None
    service: str = ""  # a print service, in place of the product
    box: bool = False  # everything that a game prints, in place of the product
    box_sheets: frozenset[str] = frozenset()  # the sheet options that hold against what the box says
    base_url: str = ""
    manifest: Path | None = None
    changed_since: Path | None = None
    ignore: tuple[str, ...] = ()  # how the codes of problems start that are passed over

    @property
    def is_pictures(self) -> bool:
        """Whether pictures are asked for: they are written as they come, all at once would fill the memory."""
        return self.product in (Product.PNG, Product.CONTACT, Product.TABLETOP) and not self.box and not self.service


@dataclass(frozen=True)
class RenderOutcome:
    """What is wrong, what was written, and what to say about it."""

    problems: tuple[Problem, ...]
    sources: dict[str, Source]
    lines: tuple[str, ...] = ()

    @property
    def is_written(self) -> bool:
        return not _failed(self.problems)


def render(request: RenderRequest, progress: Progress = unwatched) -> RenderOutcome:
    """Choose cards, find their faces, draw them, put them on what was asked for, look at that, and write it."""
    if request.base_url:
        from cardforge.products.tabletop import refuse_address

        refuse_address(request.base_url)
    if request.box:
        from cardforge.products.box import box_of

        refuse_file(request.output or BOX_FOLDER)  # before anybody waits for nothing
        opened = open_project(project_at_hand())
        box = box_of(opened, request.targets[0], request.edition)
        whole = lay_out(box.targets, request.palette, request.edition or None, progress, opened)
    else:
        box = None
        whole = lay_out(request.targets, request.palette, request.edition, progress)
    problems = _heeded(whole.problems, request.ignore)
    if _failed(problems):
        return RenderOutcome(problems, whole.sources)
    rendering, lines = only_changed(whole, request.changed_since) if request.changed_since else (whole, ())
    if rendering.cards and request.is_pictures:
        lines += _write_pictures(rendering, request, progress)
    elif rendering.cards:
        files = finished(rendering, request, box)
        problems += files.problems
        if _failed(problems):
            return RenderOutcome(problems, whole.sources, lines)
        files.write()
        lines += files.lines
    if request.manifest:
        write_manifest(whole, request.manifest, {"palette": request.palette})
        lines += (f"build manifest written to {request.manifest}",)
    return RenderOutcome(problems, whole.sources, lines)


def lay_out(
    targets: Iterable[str],
    palette: str = "",
    edition: str | None = "",
    progress: Progress = unwatched,
    opened: OpenGames | None = None,
) -> Rendering:
    """Every card of some packs, decks, folders or `game:kind`, drawn; None means the only edition there is."""
    typed = list(targets)
    selection = Chosen(typed, opened).selection(palette, edition=edition)
    if palette:
        refuse_palette(palette, selection.palettes)
    return draw(selection, ", ".join(typed), progress)


def finished(rendering: Rendering, request: RenderRequest, box: GameBox | None = None) -> OutputFiles:
    """What was asked for as files that are not written yet, with every problem: of the sheets, and of preflight."""
    files = _made(rendering, request, box)
    # The legibility lint has said already how badly it will print, to whoever draws all the same.
    unheard = (_PRINTS_BADLY,) if request.ignore else ()
    problems = _heeded(files.problems, request.ignore if box else ())
    return files._replace(problems=problems + _heeded(tuple(files.preflight()), unheard))


def _made(rendering: Rendering, request: RenderRequest, box: GameBox | None) -> OutputFiles:
    if box:
        from cardforge.products.box import PackedBox

        packed = PackedBox(box, rendering, request.sheets, request.box_sheets)
        return packed.made(request.output or BOX_FOLDER)
    if request.service:
        from cardforge.products.print_service import make_service, service

        return make_service(rendering, service(request.service), request.name, request.output)
    if request.product is Product.SHEETS:
        output = request.output or Path("output/sheets.pdf")
        return make_sheets(rendering, request.sheets, request.name, output, request.cut)
    if request.product is Product.BOOKLET:
        from cardforge.products.booklet import make_booklet

        output = request.output or Path("output/booklet.pdf")
        return make_booklet(rendering, request.sheets.paper, request.name, output)
    return make_cards(rendering, request.output or Path("output/cards.pdf"))


def _write_pictures(rendering: Rendering, request: RenderRequest, progress: Progress) -> tuple[str, ...]:
    """Write what was asked for as pictures; gives what to say about them."""
    if request.product is Product.PNG:
        folder = request.output or Path("output/cards")
        files = write_pictures(rendering, folder, request.dpi, progress)
        return (f"{counted(len(files), 'picture')} in {folder}",)
    if request.product is Product.CONTACT:
        file = request.output or Path("output/contact.png")
        write_contact(rendering, file, min(request.dpi, CONTACT_DPI))
        return (f"{counted(len(rendering.faces), 'face')} on one sheet in {file}",)
    from cardforge.products.tabletop import write_tabletop

    folder = request.output or Path("output/tabletop")
    *pictures, saved = write_tabletop(rendering, folder, request.base_url, progress)
    plain = sum(card.back is None for card in rendering.cards)
    sharing = "only this computer finds the pictures; to share, put them on the web and give --base-url their address"
    return (
        f"{counted(len(pictures), 'picture')} and {saved.name} in {folder}",
        *([f"{counted(plain, 'card')} without a back got a plain one"] if plain else []),
        f"to play, put {saved.name} into Tabletop Simulator's folder `Saves/Saved Objects`",
        *([] if request.base_url else [sharing]),
    )


def _heeded(problems: tuple[Problem, ...], ignore: tuple[str, ...]) -> tuple[Problem, ...]:
    return tuple(problem for problem in problems if not (ignore and problem.code.startswith(ignore)))


def _failed(problems: tuple[Problem, ...]) -> bool:
    return any(problem.severity is Severity.ERROR for problem in problems)
