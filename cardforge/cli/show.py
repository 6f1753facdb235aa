"""Print the outcome of a command, in the format asked for."""

from __future__ import annotations

import contextlib
import os
import re
import sys
import time
from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import TYPE_CHECKING, TextIO

import typer

from cardforge.core.errors import Exit, ProblemsError, UsageError
from cardforge.core.printable import clean, clean_lines, clean_styled
from cardforge.core.problems import Problem, Severity

if TYPE_CHECKING:
    from cardforge.app.outcome import Outcome
    from cardforge.app.render import RenderOutcome, RenderRequest


class Format(StrEnum):
    """Output formats for problems."""

    TEXT = "text"
    JSON = "json"
    SARIF = "sarif"
    GITHUB = "github"


def say(line: str = "", to_errors: bool = False) -> None:
    """Print one line; the only way that commands print, so that nothing from a file or an option acts on a terminal."""
    stream = sys.stderr if to_errors else sys.stdout
    print(clean_styled(line) if colour(stream) else clean(line), file=stream)


def say_text(text: str) -> None:
    """Print a document of several lines, such as JSON."""
    print(clean_lines(text))


_CODES = re.compile(r"[A-Z]{2,4}-?[0-9]{0,3}")


def chosen(problems: list[Problem], select: list[str], ignore: list[str]) -> list[Problem]:
    """The problems whose codes start with one of `select` and with none of `ignore`."""
    wanted, unwanted = prefixes(select), prefixes(ignore)
    return [
        problem
        for problem in problems
        if (not wanted or problem.code.startswith(wanted)) and not (unwanted and problem.code.startswith(unwanted))
    ]


def prefixes(given: list[str]) -> tuple[str, ...]:
    """Code prefixes as typed, with or without commas; anything else stops the command."""
    codes = tuple(code.strip().upper() for text in given for code in text.split(","))
    for code in codes:
        if not _CODES.fullmatch(code):
            raise UsageError(f"`{code}` is not a code or the start of one", "codes look like NB101, NB1 or CF")
    return codes


@contextlib.contextmanager
def stopped_as(format: Format) -> Iterator[None]:
    """Show the problems that stop a command, such as a limit, in the format of all others; none of them is hidden."""
    try:
        yield
    except ProblemsError as error:
        if format is Format.TEXT:
            raise  # `main` prints it, as for commands that have no formats
        from cardforge.app.outcome import Outcome

        show(Outcome(list(error.problems), {}), list(error.problems), format)
        raise typer.Exit(error.exit) from error


def show(outcome: Outcome, problems: list[Problem], format: Format, every: bool = True) -> None:
    """Write the report to standard output; without `every`, problems that repeat are one in a text."""
    from cardforge.app.explain import titles
    from cardforge.report import formats, terminal

    if format is Format.JSON:
        say_text(formats.json_report(problems, outcome.numbers))
    elif format is Format.SARIF:
        say_text(formats.sarif_report(problems, titles({problem.code for problem in problems})))
    elif format is Format.GITHUB:
        for line in formats.github_report(problems):
            say(line)
    else:
        for line in terminal.text_report(problems, outcome.sources, colour(), every):
            say(line)
        if problems:
            say()
        say(terminal.summary(problems, outcome.files, outcome.cards, outcome.passed, outcome.faces, outcome.pages))


def show_rendered(request: RenderRequest, is_foreign: bool = False, every: bool = True) -> None:
    """Render with a progress bar and show the outcome; exit with an error if nothing was written."""
    from cardforge.app.render import render

    if is_foreign:
        from cardforge.app.render_foreign import render_foreign as render

    with ProgressBar() as progress:
        outcome = render(request, progress.show)
    show_outcome(outcome, every)


def show_outcome(outcome: RenderOutcome, every: bool = True) -> None:
    """Show the problems of a rendering and what was written; exit with an error if not all was."""
    from cardforge.report.terminal import text_report

    for line in text_report(outcome.problems, outcome.sources, colour(), every):
        say(line)
    for line in outcome.lines:
        say(line)
    if not outcome.is_written:
        say(to_errors=True)
        say(outcome.failure, to_errors=True)
        raise typer.Exit(Exit.PROBLEMS)


def colour(stream: TextIO | None = None) -> bool:
    """Whether to colour the output of a stream: on a terminal, unless NO_COLOR is set."""
    stream = stream or sys.stdout
    return stream is not None and stream.isatty() and not os.environ.get("NO_COLOR")


def exit_code(problems: Iterable[Problem], strict: bool = False) -> Exit:
    """1 when there is an error or, under --strict, a warning."""
    failing = (Severity.ERROR, Severity.WARNING) if strict else (Severity.ERROR,)
    return Exit.PROBLEMS if any(problem.severity in failing for problem in problems) else Exit.CLEAN


class ProgressBar:
    """A progress bar on one line of the terminal; silent if stderr is not a terminal."""

    WIDTH = 24

    def __init__(self) -> None:
        self._shown = 0.0
        self._quiet = sys.stderr is None or not sys.stderr.isatty()

    def __enter__(self) -> ProgressBar:
        self._shown = time.monotonic() + 0.4  # seconds: short work needs no bar
        return self

    def __exit__(self, *error: object) -> None:
        if not self._quiet:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)

    def show(self, what: str, done: int, of: int) -> None:
        """Draw the bar, at most ten times a second."""
        if self._quiet or time.monotonic() < self._shown:
            return
        self._shown = time.monotonic() + 0.1
        full = self.WIDTH * done // max(of, 1)
        bar = "█" * full + "░" * (self.WIDTH - full)
        print(f"\r{bar} {done:,} of {of:,} {what}\x1b[K", end="", file=sys.stderr, flush=True)
