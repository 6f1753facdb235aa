"""Render cards or pictures: every stage from what the user typed to files on disk, in order.

Takes a request; returns an outcome. Both the command line and the web page end here; the page, which keeps its cards
drawn, enters at `finished`. Nothing is written if there is an error. Each stage is imported when it is entered: a run
that finds its files again needs none of them.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from cardforge.app.render_request import RenderOutcome, RenderRequest
from cardforge.core.choices import Backs, Bleed, Product
from cardforge.core.distances import gap_of, shift_of
from cardforge.core.errors import UsageError
from cardforge.core.problems import Problem, Severity, any_error
from cardforge.core.progress import Progress, unwatched
from cardforge.core.regular_file import files_read
from cardforge.core.units import DPI
from cardforge.load.source import Source, read_source
from cardforge.products.kept_output import KeptFiles, KeptOutput
from cardforge.products.sheet_options import SheetOptions
from cardforge.render.appearance import USUAL, Appearance
from cardforge.render.picture_options import PictureOptions

if TYPE_CHECKING:
    from cardforge.link.opening import OpenGames
    from cardforge.load.project import Project
    from cardforge.products.box import GameBox
    from cardforge.products.output_files import OutputFiles
    from cardforge.render.picture_selection import ChosenPictures
    from cardforge.render.rendering import Rendering
    from cardforge.write.cache import Cache

BOX_FOLDER = Path("output/box")
__all__ = [
    "Appearance", "PictureOptions", "RenderOutcome", "RenderRequest", "SheetOptions", "are_foreign", "are_pictures",
    "finished", "gap_of", "lay_out", "lay_out_pictures", "render", "shift_of", "sources_of",
]  # fmt: skip

_COARSE = "CF423"  # the lint's code for a picture with too few pixels
_NO_BACK = "CF505"  # the code of pieces without a back, whose hint is about faces
_ADD_BACKS = "their backs stay blank; give all of them one with `--back`, or each its own: `elf-back.png` for `elf.png`"
_DRAFT_WRITTEN = "a draft was written; its problems are listed above, and in red on the cards"
_PRINTS_BADLY = "PF4"  # prefix of the preflight codes that repeat findings of the legibility lint


def render(request: RenderRequest, progress: Progress = unwatched) -> RenderOutcome:
    """Make and write what is asked for, or write again what was made before if no file has changed since."""
    if request.manifest and request.output and os.path.realpath(request.manifest) == os.path.realpath(request.output):
        raise UsageError(
            f"{request.manifest} cannot be both the output and its manifest", "choose another name for one"
        )
    chosen = _chosen(request)
    if not request.is_kept:
        return render_anew(request, chosen, progress)[0]
    # A pattern or a list may name other pictures today, so the pictures found are part of what is asked for.
    kept = KeptOutput(request.signature + repr(chosen.cards if chosen else ""), () if chosen else request.targets)
    found = kept.find()
    if found:
        found.write()
        outcome = RenderOutcome(found.problems, sources_of(found.problems), found.lines)
    else:
        with files_read() as read:
            outcome, files = render_anew(request, chosen, progress)
        if files and outcome.is_written and not files.is_large:
            kept.keep(KeptFiles(files.contents, outcome.problems, outcome.lines, files.folder), read)
    kept.close()
    return outcome


def are_pictures(targets: Iterable[str]) -> bool:
    """Whether any target means pictures rather than packs."""
    from cardforge.load.picture_targets import are_pictures as are

    return are(targets)


def are_foreign(targets: Iterable[str]) -> bool:
    """Whether any target is a file with cards that belongs to no project."""
    from cardforge.load.foreign_targets import are_foreign as are

    return are(targets)


def _chosen(request: RenderRequest) -> ChosenPictures | None:
    """The pictures to print, if the targets are pictures."""
    if request.pictures is None:
        return None
    from cardforge.render.picture_selection import choose_pictures

    return choose_pictures(request.targets, request.pictures.back, [request.output] if request.output else [])


def render_anew(
    request: RenderRequest, chosen: ChosenPictures | None, progress: Progress, project: Project | None = None
) -> tuple[RenderOutcome, OutputFiles | None]:
    """Select cards, find their faces, draw them, make the product, preflight it, and write it.

    The targets belong to the project around them, unless another one is given.
    """
    from cardforge.products.sheet_makes import refuse_unknown

    refuse_unknown(request.sheets)  # before the slow work
    if request.base_url:
        from cardforge.products.tabletop import refuse_address

        refuse_address(request.base_url)
    box = None
    if chosen:
        whole = lay_out_pictures(chosen, request, progress)
    elif request.box:
        from cardforge.link.opening import open_project
        from cardforge.load.project import project_at_hand
        from cardforge.products.box import box_of
        from cardforge.write.atomic import refuse_file

        refuse_file(request.output or BOX_FOLDER)  # early, before the slow work
        opened = open_project(project_at_hand())
        box = box_of(opened, request.targets[0], request.edition)
        appearance = replace(request.appearance, looks={} if request.appearance.look else box.looks)
        whole = lay_out(box.targets, appearance, request.edition or None, request.dpi, progress, opened)
    else:
        whole = lay_out(
            request.targets, _appearance(request), request.edition, _dpi(request), progress, project=project
        )
    problems = _softened(_without(whole.problems, request.ignore), request)
    files = None
    is_draft = request.appearance.is_draft
    if any_error(problems) and not (is_draft and whole.cards):
        return RenderOutcome(problems, whole.sources), files
    rendering = whole
    lines: tuple[str, ...] = ()
    if request.changed_since:
        from cardforge.products.manifest import only_changed

        rendering, lines = only_changed(whole, request.changed_since)
    if rendering.cards and request.makes_pictures:
        from cardforge.app.render_pictured import write_pictured

        lines += write_pictured(rendering, request, progress)
    elif rendering.cards:
        files = finished(rendering, request, box)
        problems += files.problems
        if any_error(problems) and not is_draft:
            return RenderOutcome(problems, whole.sources, lines), files
        files.write()
        lines += files.lines
    if request.manifest:
        from cardforge.products.manifest import write_manifest

        write_manifest(
            whole, request.manifest, {"palette": request.appearance.palette, "look": request.appearance.look}
        )
        lines += (f"build manifest written to {request.manifest}",)
    lines += tuple(_notes(whole, request))
    failure = _DRAFT_WRITTEN if is_draft else RenderOutcome._field_defaults["failure"]
    return RenderOutcome(problems, whole.sources, lines, failure), files


def sources_of(problems: Iterable[Problem]) -> dict[str, Source]:
    """The files that problems point at, to show their lines."""
    read = (read_source(Path(path), path) for path in {problem.where.path for problem in problems})
    return {source.path: source for source in read if isinstance(source, Source)}


def lay_out(
    targets: Iterable[str],
    appearance: Appearance = USUAL,
    edition: str | None = "",
    dpi: int = DPI,
    progress: Progress = unwatched,
    opened: OpenGames | None = None,
    project: Project | None = None,
    cache: Cache | None = None,
) -> Rendering:
    """Draw every card of some packs, decks, folders or `game:kind`; edition None means the only one there is.

    Files belong to the project around them, unless another one is given; faces are kept in the cache on disk or in
    another one.
    """
    from cardforge.render.rendering import draw
    from cardforge.render.selection import select

    typed = list(targets)
    selection = select(typed, appearance, edition, opened, project)
    appearance.refuse_unknown(selection.choices)
    return draw(selection, ", ".join(typed), dpi, progress, cache)


def lay_out_pictures(chosen: ChosenPictures, request: RenderRequest, progress: Progress = unwatched) -> Rendering:
    """Draw every card of some pictures, with as much bleed as the product needs."""
    from cardforge.render.picture_rendering import draw_pictures

    bleed = min(request.sheets.gap) / 2 if request.sheets.bleed is Bleed.SHARED else 0.0
    if request.service:
        from cardforge.products.print_service import service

        bleed = service(request.service).bleed
    options = request.pictures or PictureOptions()
    return draw_pictures(chosen, options, bleed, _dpi(request), request.name or "pictures", progress)


def _dpi(request: RenderRequest) -> int:
    """The resolution of the pictures on cards: as asked for, but no less than a print service needs."""
    if request.makes_pictures:
        return max(request.dpi, DPI)  # the cards as a whole are scaled down later
    if not request.service:
        return request.dpi
    from cardforge.products.print_service import service

    return max(request.dpi, service(request.service).dpi)


def _appearance(request: RenderRequest) -> Appearance:
    """The palette and look asked for; a print service may prefer a look."""
    if not request.service or request.appearance.look:
        return request.appearance
    from cardforge.products.print_service import service

    return replace(request.appearance, look=service(request.service).look)


def _notes(rendering: Rendering, request: RenderRequest) -> Iterator[str]:
    """What was done to pictures without being asked for."""
    from cardforge.core.phrases import counted

    if rendering.reduced and not request.makes_pictures:
        dpi = _dpi(request)
        yield f"{counted(len(rendering.reduced), 'picture')} reduced to {dpi} dpi; a higher `--dpi` keeps more"
    is_one_sided = request.product is Product.SHEETS and request.sheets.backs is Backs.NONE and not request.service
    if request.pictures and is_one_sided and rendering.backs:
        yield "the backs are not printed; add `--backs long-edge` for a printer that turns the paper"


def finished(rendering: Rendering, request: RenderRequest, box: GameBox | None = None) -> OutputFiles:
    """The product as files that are not written yet, with every problem of layout and preflight."""
    files = _product(rendering, request, box)
    if request.takes_coarse_pictures:
        from cardforge.preflight.demands import HOME, Demands

        files = files._replace(demands=Demands(standard=HOME, least_dpi=0))
    # Do not repeat findings of the legibility lint that were ignored, or were only a warning, as findings of preflight.
    repeated = (_PRINTS_BADLY,) if request.ignore or request.is_foreign else ()
    problems = _without(files.problems, request.ignore if box else ())
    if request.pictures:
        problems = tuple(each._replace(hint=_ADD_BACKS) if each.code == _NO_BACK else each for each in problems)
    return files._replace(problems=problems + _without(tuple(files.preflight()), repeated))


def _product(rendering: Rendering, request: RenderRequest, box: GameBox | None) -> OutputFiles:
    if box:
        from cardforge.products.box import PackedBox

        packed = PackedBox(box, rendering, request.sheets, request.box_sheets)
        return packed.files_in(request.output or BOX_FOLDER)
    if request.service:
        from cardforge.products.print_service import make_service, service

        return make_service(rendering, service(request.service), request.name, request.output)
    if request.product is Product.SHEETS:
        from cardforge.products.sheets import make_sheets

        output = request.output or Path("output/sheets.pdf")
        return make_sheets(rendering, request.sheets, request.name, output, request.cut)
    if request.product is Product.BOOKLET:
        from cardforge.products.booklet import make_booklet

        output = request.output or Path("output/booklet.pdf")
        return make_booklet(rendering, request.sheets.paper, request.name, output)
    from cardforge.products.cards import make_cards

    return make_cards(rendering, request.output or Path("output/cards.pdf"))


def _without(problems: tuple[Problem, ...], ignore: tuple[str, ...]) -> tuple[Problem, ...]:
    return tuple(problem for problem in problems if not (ignore and problem.code.startswith(ignore)))


def _softened(problems: tuple[Problem, ...], request: RenderRequest) -> tuple[Problem, ...]:
    """The problems, of which coarse pictures are only warnings where they are accepted."""
    if not request.takes_coarse_pictures:
        return problems
    return tuple(each._replace(severity=Severity.WARNING) if each.code == _COARSE else each for each in problems)
