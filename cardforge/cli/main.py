"""Entry point of the command line: registers the commands, and turns every error into an exit code."""

from __future__ import annotations

import contextlib
import gc
import os
import sys
from typing import Annotated

import typer

from cardforge import __version__
from cardforge.cli import (
    campaign,
    check,
    demo,
    explain,
    generate,
    icons,
    new,
    preflight,
    printer,
    render,
    rules,
    schema,
    serve,
    validate,
)
from cardforge.cli.show import colour, say
from cardforge.core.budget import one_budget
from cardforge.core.errors import CardforgeError, Exit, ProblemsError

app = typer.Typer(
    name="cardforge",
    help="Compile tabletop card games: check packs, explain rules, print cards.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def _version(wanted: bool) -> None:
    if wanted:
        say(f"cardforge {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
    debug: Annotated[bool, typer.Option("--debug", help="Show the traceback when cardforge itself fails.")] = False,
) -> None:
    """Compile tabletop card games: check packs, explain rules, print cards."""


# In the order in which a new user needs them.
_BEGIN, _MAKE, _CHECK, _LOOK_UP = "Get started", "Make and print", "Check", "Look up"
app.command("demo", rich_help_panel=_BEGIN)(demo.demo)
app.command("serve", rich_help_panel=_BEGIN)(serve.serve)
app.command("new", rich_help_panel=_BEGIN)(new.new)
app.command("generate", cls=generate.CommandWithKinds, rich_help_panel=_MAKE)(generate.generate)
app.command("render", rich_help_panel=_MAKE)(render.render)
app.add_typer(campaign.app, name="campaign", rich_help_panel=_MAKE)
app.add_typer(printer.app, name="printer", rich_help_panel=_MAKE)
app.command("validate", rich_help_panel=_CHECK)(validate.validate)
app.command("check", rich_help_panel=_CHECK)(check.check)
app.command("preflight", rich_help_panel=_CHECK)(preflight.preflight)
app.command("explain", rich_help_panel=_LOOK_UP)(explain.explain)
app.command("rules", rich_help_panel=_LOOK_UP)(rules.rules)
app.command("schema", rich_help_panel=_LOOK_UP)(schema.schema)
app.command("icons", rich_help_panel=_LOOK_UP)(icons.icons)

# Allocations between garbage collections. A command creates many objects that stay alive, and hardly any cycles.
_SELDOM = 50_000


def main() -> None:
    """Run the command line; every way a command can end has an exit code."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None and hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    gc.set_threshold(_SELDOM)
    try:
        try:
            with one_budget():
                app()
        finally:
            if sys.stdout is not None:
                sys.stdout.flush()  # now, so that a full disk is still reported
            gc.freeze()  # the process ends here: a last garbage collection would only cost time
    except SystemExit as leaving:
        if isinstance(leaving.__context__, BrokenPipeError):  # which typer turns into exit code 1
            _leave_quietly()
            raise SystemExit(Exit.CLEAN) from None
        raise
    except Exception as error:
        if "--debug" in sys.argv:
            raise
        raise SystemExit(_stopped(error)) from error


def _stopped(error: Exception) -> Exit:
    """Print why a command stopped; return its exit code."""
    if isinstance(error, ProblemsError):
        from cardforge.report.terminal import text_report

        for line in text_report(error.problems, {}, colour()):
            say(line)
        return error.exit
    if isinstance(error, CardforgeError):
        _say(f"cardforge: {error.message}", error.hint)
        return error.exit
    if isinstance(error, BrokenPipeError):
        # The reader of our output has closed the pipe (`cardforge rules | head`): not an error.
        _leave_quietly()
        return Exit.CLEAN
    if isinstance(error, OSError):
        where = f" ({error.filename})" if error.filename else ""
        _say(f"cardforge: the operating system refused: {(error.strerror or str(error)).lower()}{where}")
        _leave_quietly()
        return Exit.SURROUNDINGS
    message = f"cardforge: this is a bug in cardforge, not in your files: {type(error).__name__}: {error}"
    _say(message, "run `cardforge --debug …` and report what it shows")
    return Exit.BUG


def _say(line: str, hint: str = "") -> None:
    say(line, to_errors=True)
    if hint:
        say(f"    hint: {hint}", to_errors=True)


def _leave_quietly() -> None:
    """Send buffered output to nowhere, so that Python does not fail on it again at exit."""
    with contextlib.suppress(OSError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
