"""`cardforge demo`: a first look that needs only the built-in packs."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import typer

from cardforge.cli.generate import generate
from cardforge.cli.show import Format, exit_code, say, show, show_rendered
from cardforge.core.choices import Backs, Product

_NAME = "cardforge"
_SHEETS = Path("output/demo-deck.pdf")


def demo() -> None:
    """Show what cardforge does, using the built-in packs."""
    from cardforge.app.check import Checking
    from cardforge.app.demo import builtin_decks, builtin_demos, builtin_packs
    from cardforge.app.validate import validate_builtin
    from cardforge.report.check_report import verdict_line

    say("Built-in packs:")
    say()
    for system, kind, files, cards in builtin_packs():
        say(f"  {system:<10} {kind:<12} {files:>3} files  {cards:>4} cards")
    say()
    say("Checking every card against its schema, its references and the rules of its game:")
    say()
    outcome = validate_builtin()
    show(outcome, outcome.problems, Format.TEXT)
    say()
    say("Checking the built-in decks and scenarios:")
    say()
    decks = builtin_decks()
    for judgement in Checking(decks).judgements():
        say(f"  {verdict_line(judgement)}")
    say()
    say("Laying out the first deck on sheets, with backs:")
    say()
    _print_sheets(decks[0])
    for system, kind, seed in builtin_demos():
        say()
        say(f"Generating new cards for {system} from the seed “{seed}”, with sheets to print:")
        say()
        generate(kind, seed, system, output=f"output/demo-{kind}.yaml", render=True, force=True)
    say()
    say("Try next:")
    for command, purpose in _next(builtin_demos()):
        say(f"  {_called()} {command:<38} {purpose}")
    raise typer.Exit(exit_code(outcome.problems))


def _next(demos: Iterable[tuple[str, str, str]]) -> Iterator[tuple[str, str]]:
    yield "serve", "do all of this in your browser"
    for system, kind, _ in demos:
        yield f"generate {kind} --seed WORD --render", "generate cards from a word of your own"
        yield f"render {system} --all -o output/{system}", "print the whole game"
    yield "render DECK.yaml --backs long-edge", "print a deck on both sides of the paper"
    yield "check DECK.yaml", "check whether a deck is legal"
    yield "validate FILE.yaml", "find mistakes in a pack of your own"
    yield "explain NB105", "read a rule, with an example"
    yield "new tea-party", "start a game of your own"


def _called() -> str:
    """The name to type for cardforge: its path, if the shell would not find it by name."""
    return _NAME if shutil.which(_NAME) or not sys.argv[0].endswith(_NAME) else os.path.relpath(sys.argv[0])


def _print_sheets(deck: str) -> None:
    from cardforge.app.render import RenderRequest, SheetOptions

    sheets = SheetOptions(backs=Backs.LONG_EDGE)
    name = Path(deck).stem.replace("-", " ")
    show_rendered(RenderRequest((deck,), Product.SHEETS, _SHEETS, name, sheets=sheets))
