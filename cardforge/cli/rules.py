"""`cardforge rules`: every rule of every game."""

from __future__ import annotations

from typing import Annotated

import typer

from cardforge.cli.show import exit_code


def rules(game: Annotated[str, typer.Option(help="Only the rules of this game.")] = "") -> None:
    """List the rules of the games: code, what it runs over, title."""
    from cardforge.lookup import rules_of
    from cardforge.report import clean_lines, text_report

    found, problems = rules_of(game)
    for system, rule in found:
        weight = "" if rule.severity == "error" else f" ({rule.severity})"
        print(clean_lines(f"{rule.code:<7} {system:<10} {', '.join(rule.on):<14} {rule.title}{weight}"))
    for line in text_report(problems, {}, colour=False):
        print(line)
    raise typer.Exit(exit_code(problems))
