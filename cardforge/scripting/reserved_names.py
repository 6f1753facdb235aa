"""Find names that belong to the engine and that a script gives to something of its own.

Takes the text of a script; gives the name and its place. A script runs in the same module as the prelude before it, so
a function of the same name would silently replace the engine's.
"""

from __future__ import annotations

import ast
from ast import walk as nodes_of
from collections.abc import Iterator
from typing import NamedTuple

RESERVED = "cardforge_"  # how such names begin


class ReservedName(NamedTuple):
    """A name of the engine, and where a script defines it."""

    name: str
    line: int
    column: int


def reserved_name_in(text: str) -> ReservedName | None:
    """The first name of the engine that a script defines or loads; None if there is none, or if it cannot be read."""
    if RESERVED not in text:
        return None
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):  # Starlark then says what is wrong
        return None
    for statement in tree.body:
        for name, node in _defined_by(statement):
            if name.startswith(RESERVED):
                return ReservedName(name, node.lineno, node.col_offset + 1)
    return None


def _defined_by(statement: ast.stmt) -> Iterator[tuple[str, ast.stmt | ast.expr]]:
    """The names that a statement at the left margin defines: a function, variables, or what `load` brings."""
    match statement:
        case ast.FunctionDef():
            yield statement.name, statement
        case ast.Expr(value=ast.Call(func=ast.Name(id="load")) as call):
            yield from ((str(each.value), each) for each in call.args[1:] if isinstance(each, ast.Constant))
            yield from ((each.arg, each.value) for each in call.keywords if each.arg)
        case _:
            nodes = nodes_of(statement)
            yield from (
                (node.id, node) for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
            )
