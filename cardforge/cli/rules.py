"""`cardforge rules`: list the rules of every game, or test them on their examples."""

from __future__ import annotations

from typing import Annotated

import typer

from cardforge.cli.show import colour, exit_code, say


def rules(
    game: Annotated[str, typer.Option(help="Show only the rules of this game.")] = "",
    test: Annotated[
        bool, typer.Option("--test", help="Test the rules of your own games on their examples in tests/rules.")
    ] = False,
) -> None:
    """List the rules of all games: code, what each rule checks, and title."""
    if test:
        _test(game)
        return
    from cardforge.app.rules import rules_of
    from cardforge.report.terminal import text_report

    found, problems = rules_of(game) if game else rules_of()
    for system, rule in found:
        weight = "" if rule.severity == "error" else f" ({rule.severity})"
        say(f"{rule.code:<7} {system:<10} {', '.join(rule.on):<14} {rule.title}{weight}")
    for line in text_report(problems, {}, colour=False):
        say(line)
    raise typer.Exit(exit_code(problems))


def _test(game: str) -> None:
    from cardforge.app.rules import try_examples
    from cardforge.core.phrases import counted
    from cardforge.report.terminal import text_report

    trial = try_examples(game)
    for line in text_report(trial.problems, trial.sources, colour()):
        say(line)
    if trial.problems:
        say()
    for each in trial.rules:
        say(f"{each.rule.code:<7} {each.passing} in pass/, {each.failing} in fail/  {each.rule.title}")
    examples = sum(each.passing + each.failing for each in trial.rules)
    verdict = counted(len(trial.problems), "problem") if trial.problems else "every example behaves as expected"
    say(f"{counted(len(trial.rules), 'rule')}, {counted(examples, 'example')}: {verdict}.")
    raise typer.Exit(exit_code(trial.problems))
