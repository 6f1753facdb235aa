"""`cardforge demo`: a first look, with nothing but what comes with cardforge."""

from __future__ import annotations

from pathlib import Path

import typer

from cardforge.choices import Backs
from cardforge.cli.generate import generate
from cardforge.cli.show import Format, Progress, exit_code, show

_SHEETS = Path("output/demo-deck.pdf")


def demo() -> None:
    """Show what cardforge does, on the packs that come with it."""
    from cardforge.lookup import builtin_decks, builtin_demos, builtin_packs
    from cardforge.pipeline import Checking, validate_builtin
    from cardforge.report import verdict_line

    print("The packs that come with cardforge:\n")
    for system, kind, files, cards in builtin_packs():
        print(f"  {system:<10} {kind:<12} {files:>3} files  {cards:>4} cards")
    print("\nChecking every card against its schema, its references and the rules of its game:\n")
    outcome = validate_builtin()
    show(outcome, outcome.problems, Format.TEXT)
    print("\nJudging the decks and scenarios that come with it:\n")
    decks = builtin_decks()
    for judgement in Checking(decks).judgements():
        print(f"  {verdict_line(judgement)}")
    print("\nPutting the first deck on paper, with backs:\n")
    _print_sheets(decks[0])
    for system, kind, seed in builtin_demos():
        print(f"\nMaking new cards for {system} from the seed “{seed}”, with sheets to print:\n")
        generate(kind, seed, system, output=f"output/demo-{kind}.yaml", render=True, force=True)
    print("\nTry next:")
    for command, does in (
        ("cardforge check DECK.yaml", "ask whether a deck may be played"),
        ("cardforge render DECK.yaml --backs long-edge", "print it on both sides of the paper"),
        ("cardforge generate KIND --seed WORD --render", "make cards of your own word"),
        ("cardforge rules", "list the rules"),
        ("cardforge explain NB105", "read one, with an example"),
        ("cardforge validate FILE.yaml", "check a pack of your own"),
    ):
        print(f"  {command:<46} {does}")
    raise typer.Exit(exit_code(outcome.problems))


def _print_sheets(deck: str) -> None:
    from cardforge.cli.outputs import sheets
    from cardforge.rendering import lay_out

    with Progress("cards") as progress:
        rendering = lay_out([deck], progress.show)
    sheets(rendering, {"backs": Backs.LONG_EDGE}, Path(deck).stem.replace("-", " "), _SHEETS, "", [])
