"""`cardforge icons`: draw all icons of a game on one sheet."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cardforge.cli.show import say


def icons(
    game: Annotated[str, typer.Argument(help="The name of the game's folder.")],
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="FILE", help="The .pdf or .png file to write.")
    ] = "output/icons.pdf",
) -> None:
    """Draw every icon of a game, large and at 4 mm, with the name to use in texts."""
    from cardforge.app.icons import write_icons
    from cardforge.core.phrases import counted

    count = write_icons(game, Path(output))
    say(f"{counted(count, 'icon')} written to {output}")
