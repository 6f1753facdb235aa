"""`cardforge preflight`: find what a print shop would object to in a PDF."""

from __future__ import annotations

from typing import Annotated

import typer

from cardforge.cli.show import Format, chosen, exit_code, say, show, stopped_as


def preflight(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE.pdf…", help="PDF files, from cardforge or any other program.")
    ],
    vendor: Annotated[
        str, typer.Option("--for", metavar="NAME", help="Check for a print service, such as drivethrucards.")
    ] = "",
    strict: Annotated[bool, typer.Option("--strict", help="Fail on warnings too.")] = False,
    select: Annotated[list[str] | None, typer.Option(help="Show only these codes or prefixes, such as PF3.")] = None,
    ignore: Annotated[list[str] | None, typer.Option(help="Hide these codes or prefixes.")] = None,
    format: Annotated[Format, typer.Option(help="Output format.")] = Format.TEXT,
) -> None:
    """Check PDFs as a print shop does: boxes, bleed, fonts, colours, ink; write nothing."""
    from cardforge.app.preflight import inspect_files

    with stopped_as(format):
        outcome = inspect_files(files, vendor)
        problems = chosen(outcome.problems, select or [], ignore or [])
        if format is Format.TEXT:
            for path, judged_as in outcome.judged_as:
                say(f"{path}: checked as {judged_as}")
        show(outcome, problems, format)
    raise typer.Exit(exit_code(problems, strict))
