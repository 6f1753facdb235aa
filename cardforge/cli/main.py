"""The command line: one command a file, and one handler for whatever stops a command."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from cardforge import __version__
from cardforge.cli import check, demo, explain, render, rules, schema, validate
from cardforge.errors import CardforgeError, Exit

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


app.command("validate")(validate.validate)
app.command("check")(check.check)
app.command("render")(render.render)
app.command("explain")(explain.explain)
app.command("rules")(rules.rules)
app.command("schema")(schema.schema)
app.command("demo")(demo.demo)


def main() -> None:
    """Run a command; every way it can end has an exit code."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        app()
    except CardforgeError as error:
        _say(f"cardforge: {error.message}")
        if error.hint:
            _say(f"    hint: {error.hint}")
        raise SystemExit(error.exit) from error
    except BrokenPipeError:
        # The reader of our output has left (`cardforge rules | head`); there is nobody to tell.
        sys.stdout = None
        raise SystemExit(Exit.CLEAN) from None
    except Exception as error:
        if "--debug" in sys.argv:
            raise
        _say(f"cardforge: this is a bug in cardforge, not in your files: {type(error).__name__}: {error}")
        _say("    hint: run `cardforge --debug …` and report what it shows")
        raise SystemExit(Exit.BUG) from error


def _say(line: str) -> None:
    from cardforge.report.text import clean

    print(clean(line), file=sys.stderr)
