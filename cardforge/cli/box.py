"""`cardforge render GAME --all`: the whole box of a game in one folder."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Any

from cardforge.cli.outputs import show_problems, write
from cardforge.cli.show import ProgressBar
from cardforge.products.box import PackedBox, box_of
from cardforge.products.sheets import SheetOptions
from cardforge.render.rendering import lay_out


def box(
    what: tuple[str, str], given: dict[str, Any], typed: Collection[str], palette: str, folder: Path, ignore: list[str]
) -> None:
    """Draw everything of a game and its edition, lay it on sheets, look at it as a printer would, then write it."""
    system, edition = what
    wanted = box_of(system, folder, edition)
    options = SheetOptions(**given)
    with ProgressBar("cards") as progress:
        rendering = lay_out(wanted.targets, progress.show, palette, edition or None)
    show_problems(list(rendering.problems), rendering, ignore)
    packed = PackedBox(wanted, rendering, options, typed)
    show_problems(packed.problems, rendering, ignore)
    write(packed.made(folder), rendering, ignore)
