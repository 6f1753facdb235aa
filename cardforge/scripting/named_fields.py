"""Let scripts read fields whose names Starlark cannot write: `card["from"]`.

Takes the text of a script; returns it with `card["from"]` as `field_named(card, "from")`, a function of the prelude.
Starlark's structs have no brackets, `from` and `in` are words of the language, and a spreadsheet calls its columns
`Card Name`. Only such names are rewritten, on their own lines, so that every position of a problem keeps its line.
"""

from __future__ import annotations

import ast
import re
from ast import walk as nodes_of
from keyword import iskeyword

_FUNCTION = "field_named"
_STRING = re.compile(r"""[\w)\]]\[\s*(?:"([^"\\\n]*)"|'([^'\\\n]*)')\s*\]""")


def with_named_fields(text: str) -> str:
    """The text of a script without brackets that Starlark could not evaluate."""
    if not any(_is_unwritable(found[1] or found[2] or "") for found in _STRING.finditer(text)):
        return text
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):  # Starlark then says what is wrong
        return text
    lines = text.encode().splitlines(keepends=True)  # `ast` counts bytes
    changes: list[tuple[int, int, int, bytes]] = []  # line, column, the number of bytes to replace, and by what
    for node in nodes_of(tree):
        if not (isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load)):
            continue
        name = node.slice
        if isinstance(name, ast.Constant) and isinstance(name.value, str) and _is_unwritable(name.value):
            bracket = lines[name.lineno - 1].rfind(b"[", 0, name.col_offset)
            changes.append((node.lineno, node.col_offset, 0, f"{_FUNCTION}(".encode()))
            changes.append((name.lineno, bracket, 1, b", "))
            changes.append((node.end_lineno or node.lineno, (node.end_col_offset or 0) - 1, 1, b")"))
    for line, column, length, written in sorted(changes, reverse=True):
        row = lines[line - 1]
        lines[line - 1] = row[:column] + written + row[column + length :]
    return b"".join(lines).decode()


def _is_unwritable(name: str) -> bool:
    return iskeyword(name) or not name.isidentifier()
