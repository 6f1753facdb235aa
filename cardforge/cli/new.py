"""`cardforge new`: a game of one's own."""

from __future__ import annotations

from typing import Annotated

import typer


def new(
    name: Annotated[str, typer.Argument(help="The name of its folders, such as slow-post.")],
) -> None:
    """Begin a game of your own: a few small files that work, to be changed one at a time."""
    from cardforge.app.new import new_game, title_of
    from cardforge.core.phrases import counted

    first, *others = new_game(name)
    print(f"{title_of(name)} begins with {counted(len(others) + 1, 'file')}; {first} says what is where. Next:")
    for command, what in (
        (f"cardforge render {name} --all", "its cards on sheets to print, in output/box"),
        ("cardforge serve", "its cards on a page, drawn anew whenever you save a file"),
        ("cardforge rules --test", "its rule, tried on an example of right and one of wrong"),
    ):
        print(f"    {command:<{len(name) + 24}} {what}")
