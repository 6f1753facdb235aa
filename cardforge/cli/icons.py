"""`cardforge icons`: all icons of a game on one sheet."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def icons(
    game: Annotated[str, typer.Argument(help="The game, by the name of its folder.")],
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="FILE", help="A .pdf or a .png.")
    ] = "output/icons.pdf",
) -> None:
    """Show every icon of a game, large and at 4 mm, with the name to write it by."""
    from cardforge.app.icons import write_icons
    from cardforge.core.phrases import counted

    count = write_icons(game, Path(output))
    print(f"{counted(count, 'icon')} in {output}")
