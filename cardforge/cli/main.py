"""Entry point of the command line: registers the commands, and turns every error into an exit code."""

from __future__ import annotations

import contextlib
import gc
import os
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from cardforge import __version__
from cardforge.cli.show import colour, say
from cardforge.core.budget import one_budget
from cardforge.core.errors import CardforgeError, Exit, ProblemsError
from cardforge.core.printable import clean
from cardforge.core.printed import printed_to

# In the order in which a new user needs them. The name of a command is the name of its module and of its function.
_PANELS = {
    "Get started": ("demo", "serve", "new"),
    "Make and print": ("generate", "render", "sheet", "campaign", "printer"),
    "Check": ("validate", "check", "preflight"),
    "Look up": ("explain", "rules", "schema", "icons"),
}
_COMMANDS = {name: panel for panel, names in _PANELS.items() for name in names}


class _CleanGroup(TyperGroup):
    """Commands whose usage errors, which typer prints itself, are as safe to print as every other line."""

    def make_context(self, *given: Any, **options: Any) -> Any:
        """Read the options of the command line."""
        with _clean_errors():
            return super().make_context(*given, **options)

    def invoke(self, ctx: Any) -> Any:
        """Run the command."""
        with _clean_errors():
            return super().invoke(ctx)


@contextlib.contextmanager
def _clean_errors() -> Iterator[None]:
    try:
        yield
    except Exception as error:
        if hasattr(error, "format_message"):  # of a usage error; the classes of typer's own click have no public name
            vars(error)["message"] = clean(str(vars(error).get("message", "")))
        raise


def _version(wanted: bool) -> None:
    if wanted:
        say(f"cardforge {__version__}")
        raise typer.Exit


def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
    debug: Annotated[
        bool, typer.Option("--debug", help="Show what rules print, and the traceback when cardforge itself fails.")
    ] = False,
) -> None:
    """Compile tabletop card games: check packs, explain rules, print cards."""


def app_for(words: Sequence[str] = ()) -> typer.Typer:
    """The command line: with the command that the words name, or with all commands where they name none.

    Typer reads the options of every command it knows before it runs one: 30 ms, a tenth of a small job.
    """
    app = typer.Typer(
        name="cardforge",
        cls=_CleanGroup,
        help="Compile tabletop card games: check packs, explain rules, print cards.",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
    )
    app.callback()(_options)
    named = next((word for word in words if word != "--debug"), "")
    for name in [named] if named in _COMMANDS else _COMMANDS:
        module = import_module(f"cardforge.cli.{name}")
        if hasattr(module, "app"):
            app.add_typer(module.app, name=name, rich_help_panel=_COMMANDS[name])
        else:
            cls = getattr(module, "COMMAND_CLASS", None)
            app.command(name, cls=cls, rich_help_panel=_COMMANDS[name])(getattr(module, name))
    return app


# Objects that are created between garbage collections. A command creates many that stay alive, and hardly any cycles:
# collecting ten times as often freed nothing, and took 5 % of rendering 5,400 cards of which one was edited.
_SELDOM = 500_000


def main() -> None:
    """Run the command line; every way a command can end has an exit code."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None and hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    gc.set_threshold(_SELDOM)
    try:
        try:
            with one_budget(), _printing():
                app_for(sys.argv[1:])()
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


def _printing() -> contextlib.AbstractContextManager[None]:
    """With `--debug`, show what scripts print."""
    if "--debug" not in sys.argv:
        return contextlib.nullcontext()
    return printed_to(lambda line: say(line, to_errors=True))


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
