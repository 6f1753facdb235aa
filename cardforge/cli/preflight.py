"""`cardforge preflight`: what a printer would say about a PDF."""

from __future__ import annotations

from typing import Annotated

import typer

from cardforge.cli.show import Format, chosen, exit_code, show


def preflight(
    files: Annotated[list[str], typer.Argument(metavar="FILE.pdf…", help="PDF files, by cardforge or any program.")],
    vendor: Annotated[str, typer.Option("--for", metavar="NAME", help="A print service, such as drivethrucards.")] = "",
    strict: Annotated[bool, typer.Option("--strict", help="Let warnings fail too.")] = False,
    select: Annotated[list[str] | None, typer.Option(help="Only these codes, or codes that start so: PF3.")] = None,
    ignore: Annotated[list[str] | None, typer.Option(help="All but these codes, or codes that start so.")] = None,
    format: Annotated[Format, typer.Option(help="How problems are written.")] = Format.TEXT,
) -> None:
    """Look at PDFs as a printer does: boxes, bleed, fonts, colours, ink; write nothing."""
    from cardforge.app.preflight import inspect_files
    from cardforge.report import clean_lines

    outcome = inspect_files(files, vendor)
    problems = chosen(outcome.problems, select or [], ignore or [])
    if format is Format.TEXT:
        for path, judged_as in outcome.judged_as:
            print(clean_lines(f"{path}: judged as {judged_as}"))
    show(outcome, problems, format)
    raise typer.Exit(exit_code(problems, strict))
