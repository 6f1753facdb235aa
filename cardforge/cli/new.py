"""`cardforge new`: start a game of your own."""

from __future__ import annotations

from typing import Annotated

import typer

from cardforge.cli.show import say


def new(
    name: Annotated[
        str, typer.Argument(help="The name of the game and of its new folder, such as slow-post; `.` for this folder.")
    ],
    source: Annotated[
        str,
        typer.Option(
            "--from",
            metavar="PATH",
            help="Take the cards from a spreadsheet (.csv, .tsv, .xlsx, .ods), from JSON or YAML, or from pictures.",
        ),
    ] = "",
) -> None:
    """Start a game of your own: a few small working files, or your cards with a schema and a first face."""
    from cardforge.app.new import new_game, title_of
    from cardforge.core.phrases import counted

    made = new_game(name, source)
    say(
        f"{title_of(made.name)}: {counted(len(made.files), 'file')} written; {made.files[0].as_posix()} "
        "says what each is for. Next:"
    )
    for note in made.notes:
        say(f"    note: {note}")
    commands = [
        *([(f"cd {made.folder.as_posix()}", "the folder of the game")] if made.folder.name else []),
        (f"cardforge render {made.name} --all", "lay out its cards on sheets to print, in output/box"),
        ("cardforge serve", "see its cards in your browser, redrawn whenever you save a file"),
        ("cardforge rules --test", "test its rule on one example that passes and one that fails"),
    ]
    for command, what in commands:
        say(f"    {command:<{len(made.name) + 24}} {what}")
