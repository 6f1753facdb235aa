"""`cardforge new`: start a game of your own."""

from __future__ import annotations

from typing import Annotated

import typer

from cardforge.cli.show import say


def new(
    name: Annotated[str, typer.Argument(help="The name of the game's folders, such as slow-post.")],
) -> None:
    """Start a game of your own: a few small working files to change one at a time."""
    from cardforge.app.new import new_game, title_of
    from cardforge.core.phrases import counted

    first, *others = new_game(name)
    say(f"{title_of(name)}: {counted(len(others) + 1, 'file')} written; {first} says what each is for. Next:")
    for command, what in (
        (f"cardforge render {name} --all", "lay out its cards on sheets to print, in output/box"),
        ("cardforge serve", "see its cards in your browser, redrawn whenever you save a file"),
        ("cardforge rules --test", "test its rule on one example that passes and one that fails"),
    ):
        say(f"    {command:<{len(name) + 24}} {what}")
