"""`cardforge validate`: find every mistake in every file at once."""

from __future__ import annotations

from typing import Annotated

import typer

from cardforge.cli.show import Format, ProgressBar, chosen, exit_code, show, stopped_as


def validate(
    paths: Annotated[
        list[str] | None,
        typer.Argument(help="Files or folders; by default the project in this folder, else the built-in packs."),
    ] = None,
    strict: Annotated[bool, typer.Option("--strict", help="Fail on warnings too.")] = False,
    select: Annotated[list[str] | None, typer.Option(help="Show only these codes or prefixes, such as NB1,CF.")] = None,
    ignore: Annotated[list[str] | None, typer.Option(help="Hide these codes or prefixes.")] = None,
    format: Annotated[Format, typer.Option(help="Output format.")] = Format.TEXT,
    game: Annotated[str, typer.Option(help="Check only files of this game.")] = "",
    faces: Annotated[
        bool, typer.Option("--faces", help="Also lay out every card and check how legible it is.")
    ] = False,
    every: Annotated[bool, typer.Option("--every", help="Show problems that repeat every time.")] = False,
) -> None:
    """Check files against their schemas, references and pack rules; write nothing."""
    from cardforge.app.validate import validate as run

    with stopped_as(format):
        with ProgressBar() as progress:
            outcome = run(paths or [], game, faces, progress.show)
        problems = chosen(outcome.problems, select or [], ignore or [])
        show(outcome, problems, format, every)
    raise typer.Exit(exit_code(problems, strict))
