"""Add a step to the text of a log, or remove its last one, without touching the rest.

Takes a log and the lines of a step; returns the new log. Everything the user wrote around the steps is preserved:
the new text is parsed again, and must contain the same data except for the one step. Removing the step that was just
added restores the exact same text.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardforge.campaign.replay import STEPS
from cardforge.core.errors import ProblemsError
from cardforge.core.problems import Problem, Severity
from cardforge.load.document import Document, load_document
from cardforge.load.items import Items, items_of
from cardforge.load.source import LINE_BREAK, Source


def with_step(log: Document, step: dict[str, Any], lines: Sequence[str]) -> Document:
    """Return the log with one more step; its lines are passed without indentation."""
    items = _items(log, "added to")
    text, margin = log.source.text, " " * items.indent
    found = LINE_BREAK.search(text)
    line_end = found.group() if found else "\n"
    block = line_end.join(margin + line if line else line for line in lines)
    ends = _line_ends(text)
    if items.at_the_end:
        new = text + block + line_end if not ends or ends[-1] == len(text) else text + line_end + block
    else:
        at = ends[items.lines[-1][1]]
        new = text[:at] + block + line_end + text[at:]
    return _proven(log, new, [*log.data[STEPS], step], "added to")


def without_last(log: Document) -> Document:
    """Return the log without its last step."""
    items = _items(log, "removed from")
    text = log.source.text
    first, last = items.lines[-1]
    starts = [0, *_line_ends(text)]
    if last + 1 < len(starts):
        new = text[: starts[first]] + text[starts[last + 1] :]
    else:  # the file does not end with a line break, so the new one must not either
        new = text[: starts[first]]
        breaks = list(LINE_BREAK.finditer(new))
        new = new[: breaks[-1].start()]
    return _proven(log, new, log.data[STEPS][:-1], "removed from")


def _line_ends(text: str) -> list[int]:
    """Return the end offset of each line, including its break; a last line without a break has no entry."""
    return [found.end() for found in LINE_BREAK.finditer(text)]


def _items(log: Document, what: str) -> Items:
    items = items_of(log.source, STEPS)
    if items is None:
        raise _refused(log, what)
    return items


def _proven(log: Document, text: str, steps: list[Any], what: str) -> Document:
    """Parse the new text, and return it if it has the expected data."""
    made = load_document(Source(log.path, text))
    if isinstance(made, Problem) or made.data != {**log.data, STEPS: steps}:
        raise _refused(log, what)
    return made


def _refused(log: Document, what: str) -> ProblemsError:
    message = f"a step cannot be {what} this file without changing the rest: its steps do not start on their own lines"
    hint = "start each step on its own line below `steps:`, with a dash"
    return ProblemsError([Problem("CF706", Severity.ERROR, log.locate((STEPS,), key=True), message, hint)])
