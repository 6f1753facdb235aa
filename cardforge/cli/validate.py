"""`cardforge validate`: every mistake of every file at once."""

from __future__ import annotations

from typing import Annotated

import typer

from cardforge.cli.show import Format, ProgressBar, chosen, exit_code, show


def validate(
    paths: Annotated[
        list[str] | None,
        typer.Argument(help="Files or folders; the project in this folder if left out, else the built-in packs."),
    ] = None,
    strict: Annotated[bool, typer.Option("--strict", help="Let warnings fail too.")] = False,
    select: Annotated[list[str] | None, typer.Option(help="Only these codes, or codes that start so: NB1,CF.")] = None,
    ignore: Annotated[list[str] | None, typer.Option(help="All but these codes, or codes that start so.")] = None,
    format: Annotated[Format, typer.Option(help="How problems are written.")] = Format.TEXT,
    game: Annotated[str, typer.Option(help="Only files of this game.")] = "",
    faces: Annotated[
        bool, typer.Option("--faces", help="Lay out every card too, and look at how well it can be read.")
    ] = False,
) -> None:
    """Check files against their schemas, references and pack rules; write nothing."""
    from cardforge.app.validate import validate as run

    with ProgressBar() as progress:
        outcome = run(paths or [], game, faces, progress.show)
    problems = chosen(outcome.problems, select or [], ignore or [])
    show(outcome, problems, format)
    raise typer.Exit(exit_code(problems, strict))
