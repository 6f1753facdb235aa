"""Write the first line of a YAML file that tells editors its schema.

Editors with the YAML language server then complete and validate as you type.
"""

from __future__ import annotations

import os
from pathlib import Path

from cardforge.core.limits import TEXT_BYTES
from cardforge.core.regular_file import read_regular
from cardforge.write.atomic import write_changed
from cardforge.write.lock import locked

_START = "# yaml-language-server:"


def editor_line(file: Path, schema: Path, together: bool) -> str:
    """The line itself; with `together` (same project) the schema path is relative, so that the project can move."""
    if together:
        address = Path(os.path.relpath(schema, file.resolve().parent)).as_posix()
    else:
        address = schema.as_uri()
    return f"{_START} $schema={address}"


def put_editor_line(file: Path, line: str) -> None:
    """Insert the line at the top of a file, or replace an older one; everything else stays, even line endings."""
    with locked(file):
        before = read_regular(file, TEXT_BYTES).decode("utf-8-sig")
        write_changed(file, before, _with_line(before, line))


def _with_line(text: str, line: str) -> str:
    end = "\r\n" if "\r\n" in text else "\n"
    first, _, rest = text.partition(end)
    body = rest if first.startswith(_START) else text
    return line + end + body
