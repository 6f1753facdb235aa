"""Measure the command that people type and write the table into docs/speed.md: `make speed`."""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests.bench.commands import Row, rows
from tools.generated import REPOSITORY, filled, table

PAGE = REPOSITORY / "docs/speed.md"
_HEAD = ("what", "cardforge", "the other", "ratio", "wanted")


def main() -> None:
    """Measure, print each row as it comes, and write the page."""
    measured: list[Row] = []
    with tempfile.TemporaryDirectory() as name:
        for each in rows(Path(name)):
            print(*each, sep=" | ", flush=True)
            measured.append((each[0].strip(), *each[1:]))
    text = filled(PAGE.read_text("utf-8"), {"commands": table(_HEAD, [*measured])})
    PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
