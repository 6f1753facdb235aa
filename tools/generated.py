"""Replace the generated parts of a page and leave the hand-written rest unchanged.

A generated part is between two HTML comments, `<!-- layers: … -->` and `<!-- end of layers -->`.
A page without these comments is refused, so that no command silently writes less than it should.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent


def filled(text: str, parts: Mapping[str, str]) -> str:
    """The page with these parts, by name."""
    for name, part in parts.items():
        pattern = re.compile(rf"(<!-- {name}:[^\n]*-->\n).*?(<!-- end of {name} -->)", re.DOTALL)
        text, count = pattern.subn(lambda found, part=part: f"{found[1]}\n{part.strip()}\n\n{found[2]}", text)  # type: ignore[misc]
        if count != 1:
            raise ValueError(f"the page has {count} parts named `{name}`, 1 is needed")
    return text


def table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    """A Markdown table."""
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |" for line in lines)
