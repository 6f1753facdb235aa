"""The page that `cardforge explain` prints."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator


def explanation_page(code: str, title: str, why: str, wrong: str, right: str, about: str) -> Iterator[str]:
    """Title, reason and example of one code."""
    yield f"{code}: {title}"
    yield f"({about})"
    yield ""
    yield from textwrap.wrap(why, 88)
    for word, example in (("Wrong", wrong), ("Right", right)):
        if example:
            yield ""
            yield f"{word}:"
            yield textwrap.indent(example.strip("\n"), "    ")
