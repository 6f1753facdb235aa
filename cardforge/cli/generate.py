"""`cardforge generate`: cards from a seed."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardforge.cli.show import ProgressBar
from cardforge.core.errors import UsageError

if TYPE_CHECKING:
    from cardforge.generate.workshop import GeneratedFiles
    from cardforge.products.seed_files import SeedFilePlace

_MOST_RENDERED = 100  # members; more are for `cardforge render`, a folder at a time


def generate(
    kind: Annotated[str, typer.Argument(help="What to make: a kind that the game has a recipe for.")],
    seed: Annotated[
        str | None, typer.Option(metavar="TEXT", help="Any word or number; one is drawn if left out.")
    ] = None,
    game: Annotated[str, typer.Option(help="The game, where several have such a recipe.")] = "",
    settings: Annotated[
        list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="Choose something, such as power=6.")
    ] = None,
    count: Annotated[int, typer.Option(min=1, metavar="N", help="Make so many, from the seeds S/1, S/2 …")] = 1,
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="PATH", help="The file, or the folder of several.")
    ] = "",
    render: Annotated[bool, typer.Option("--render", help="Make sheets to print too.")] = False,
    report: Annotated[bool, typer.Option("--report", help="Show what was bought for how many points.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace files that are there.")] = False,
    scheduler: Annotated[str, typer.Option(metavar="ADDRESS", help="A Dask cluster that shares the work.")] = "",
) -> None:
    """Make a pack, a deck or a scenario from a seed: the same cards for ever."""
    from cardforge.core.phrases import counted
    from cardforge.generate.batch import pieces
    from cardforge.generate.workshop import open_workshop
    from cardforge.products.seed_files import SeedFilePlace, written

    if render and count > _MOST_RENDERED:
        raise UsageError(f"--render takes at most --count {_MOST_RENDERED}", "render folders with `cardforge render`")
    files: list[Path] = []
    done = 0
    with closing(open_workshop(kind, game)) as workshop, ProgressBar(f"{kind} seeds") as progress:
        order = workshop.order(kind, seed, _given(settings or []))
        place = SeedFilePlace(output, order, count, force, render)
        made = written(workshop.kit, place, pieces(workshop, order, count, scheduler))
        for done, (piece, paths) in enumerate(made, 1):
            progress.show(done, count)
            files = paths if count == 1 or not render else files + paths
            if report:
                _show_bill(piece, order.seed if count == 1 else order.member(done).seed)
    where = str(place.folder)
    if count == 1:
        first, *others = files
        where = f"{first}, with {counted(len(others), 'file')} beside it" if others else str(first)
    print(f"{counted(done, kind)} from the seed `{order.seed}` in {where}")
    if render:
        _render(files, place)


def _show_bill(piece: GeneratedFiles, seed: str) -> None:
    """What was bought, and for how much."""
    print(f"{piece.id} (seed `{seed}`)")
    for what, points in [*piece.bill, ("points in all", sum(points for _, points in piece.bill))]:
        print(f"{points:>6}  {what}")


def _render(files: list[Path], place: SeedFilePlace) -> None:
    """Sheets of all cards, beside the files."""
    from cardforge.cli.outputs import sheets, show_problems
    from cardforge.render.rendering import lay_out

    with ProgressBar("cards") as progress:
        rendering = lay_out(map(str, files), progress.show)
    show_problems(list(rendering.problems), rendering, [])
    sheets(rendering, {}, f"{place.order.kind} {place.order.seed}", place.sheets(files[0]), "", [])


def _given(settings: list[str]) -> dict[str, str]:
    """Options as they were typed."""
    given: dict[str, str] = {}
    for each in settings:
        name, equals, value = each.partition("=")
        if not equals or not name:
            raise UsageError(f"`--set {each[:60]}` is no choice", "write --set NAME=VALUE")
        if name in given:
            raise UsageError(f"`{name}` is set twice", "keep one of the two")
        given[name] = value
    return given
