"""The command line: one command a file, and one handler for whatever stops a command."""

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
from cardforge.cli.show import colour
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
        print(f"cardforge {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and leave.")
    ] = False,
    debug: Annotated[bool, typer.Option("--debug", help="Show the trace when cardforge itself fails.")] = False,
) -> None:
    """Compile tabletop card games: check packs, explain rules, print cards."""


# In the order in which somebody new needs them.
_BEGIN, _MAKE, _CHECK, _LOOK_UP = "Begin", "Make and print", "Check", "Look up"
app.command("demo", rich_help_panel=_BEGIN)(demo.demo)
app.command("serve", rich_help_panel=_BEGIN)(serve.serve)
app.command("new", rich_help_panel=_BEGIN)(new.new)
app.command("generate", rich_help_panel=_MAKE)(generate.generate)
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

# New objects after which Python looks for circles among them. A command makes many that stay, and hardly a circle.
_SELDOM = 50_000


def main() -> None:
    """Run a command; every way it can end has an exit code."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None and hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    gc.set_threshold(_SELDOM)
    try:
        try:
            app()
        finally:
            if sys.stdout is not None:
                sys.stdout.flush()  # here, where a full disk can still be told
            gc.freeze()  # all that is left goes with the process: nobody need look through it for circles
    except Exception as error:
        if "--debug" in sys.argv:
            raise
        raise SystemExit(_stopped(error)) from error


def _stopped(error: Exception) -> Exit:
    """Say why a command stopped; gives its exit code."""
    if isinstance(error, ProblemsError):
        from cardforge.report.terminal import text_report

        for line in text_report(error.problems, {}, colour()):
            print(line)
        return error.exit
    if isinstance(error, CardforgeError):
        _say(f"cardforge: {error.message}", error.hint)
        return error.exit
    if isinstance(error, BrokenPipeError):
        # The reader of our output has left (`cardforge rules | head`); there is nobody to tell.
        _leave_quietly()
        return Exit.CLEAN
    if isinstance(error, OSError):
        where = f" ({error.filename})" if error.filename else ""
        _say(f"cardforge: the system says no: {(error.strerror or str(error)).lower()}{where}")
        _leave_quietly()
        return Exit.SURROUNDINGS
    message = f"cardforge: this is a bug in cardforge, not in your files: {type(error).__name__}: {error}"
    _say(message, "run `cardforge --debug …` and report what it shows")
    return Exit.BUG


def _say(line: str, hint: str = "") -> None:
    from cardforge.report.terminal import clean

    print(clean(line), file=sys.stderr)
    if hint:
        print(f"    hint: {clean(hint)}", file=sys.stderr)


def _leave_quietly() -> None:
    """Give up what is still waiting to be written, so that leaving does not try again."""
    with contextlib.suppress(OSError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
