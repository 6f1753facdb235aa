"""`cardforge schema`: print a schema, or connect a file to it for editors."""

from __future__ import annotations

from typing import Annotated

import typer

from cardforge.cli.show import colour, say, say_text
from cardforge.core.errors import Exit, UsageError
from cardforge.core.problems import Problem


def schema(
    kind: Annotated[str, typer.Argument(help="A kind of file, such as deck.")] = "",
    editor: Annotated[
        str, typer.Option(metavar="FILE", help="Add a first line to FILE that tells editors where its schema is.")
    ] = "",
    game: Annotated[str, typer.Option(help="The game, if several have this kind.")] = "",
) -> None:
    """Print the JSON Schema of a kind, or connect a file to its schema for editors."""
    from cardforge.app.schema import connect_editor, schema_of
    from cardforge.report.terminal import text_report

    if bool(kind) == bool(editor):
        raise UsageError("name a kind, or a file with --editor", "for example `cardforge schema deck`")
    if kind:
        say_text(schema_of(kind, game).text.removesuffix("\n"))
        return
    written = connect_editor(editor)
    if isinstance(written, Problem):
        for line in text_report([written], {}, colour()):
            say(line)
        raise typer.Exit(Exit.PROBLEMS)
    say(f"{editor} now starts with:")
    say(written)
