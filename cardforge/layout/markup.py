"""Parse the light markup of card texts.

    **bold**   *italic*   ^^small caps^^   [words]{accent}   :star:     \\* a plain star

A blank line starts a paragraph; a line that starts with `- ` is a list item. A hyphen before a number, as in `-2`,
becomes a minus sign.
Unclosed markup is plain text: a star in a card text is usually just a star.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any

ICON = "\ufffc"  # placeholder for an inline icon in a span's text
_TOKEN = re.compile(
    r"\\(?P<plain>[\\*^\[\]:{}-])|(?P<bold>\*\*)|(?P<italic>\*)|(?P<caps>\^\^)|(?P<open>\[)"
    r"|\](?:\{(?P<colour>[a-z][a-z0-9-]*)\})|:(?P<icon>[a-z][a-z0-9_-]*):"
)
_NEGATIVE = re.compile(r"(?<![^\s(\[*])-(?=\d)")  # the hyphen of -2, not of 1-2, B-2 or \-2
_MINUS = "\u2212"  # as wide as a digit, unlike the hyphen


@dataclass(frozen=True)
class Span:
    """Text of one style, or one inline icon."""

    text: str
    bold: bool = False
    italic: bool = False
    caps: bool = False
    colour: str = ""
    icon: str = ""


@dataclass(frozen=True)
class Paragraph:
    """Spans that flow together."""

    spans: tuple[Span, ...]
    bullet: bool = False

    @property
    def text(self) -> str:
        return "".join(span.text for span in self.spans)


def is_marked(text: str) -> bool:
    """Whether a text may have markup or more than one paragraph."""
    # Ten substring searches are faster than one regular expression.
    return (
        ":" in text
        or "*" in text
        or "\n" in text
        or "[" in text
        or "^" in text
        or "\\" in text
        or "]" in text
        or text.startswith("-")
        or " -" in text
        or "(-" in text
    )


def paragraphs_of(text: str) -> list[Paragraph]:
    """The paragraphs and list items of a text."""
    found = []
    for block in re.split(r"\n\s*\n", text.strip("\n")):
        lines: list[str] = []
        for line in block.split("\n"):
            if line.startswith("- "):
                if lines:
                    found.append(_paragraph("\n".join(lines)))
                lines = [line]
            else:
                lines.append(line.strip() if lines else line)
        found.append(_paragraph("\n".join(lines)))
    return [paragraph for paragraph in found if paragraph.spans]


def _paragraph(text: str) -> Paragraph:
    bullet = text.startswith("- ")
    flowing = _NEGATIVE.sub(_MINUS, " ".join((text[2:] if bullet else text).split("\n")))
    return Paragraph(tuple(_spans(flowing)), bullet)


def _spans(text: str) -> list[Span]:
    spans: list[Span] = []
    look = Span("")
    at = 0
    brackets: list[int] = []  # index in `spans` of each open bracket
    for token in _TOKEN.finditer(text):
        _add(spans, look, text[at : token.start()])
        at = token.end()
        word = token.group()
        if token["plain"]:
            _add(spans, look, token["plain"])
        elif token["icon"]:
            spans.append(replace(look, text=ICON, icon=token["icon"]))
        elif token["open"]:
            brackets.append(len(spans))
            _add(spans, look, "[")
        elif token["colour"]:
            _close_bracket(spans, brackets, look, token["colour"], word)
        else:
            which = str(token.lastgroup)
            if not getattr(look, which) and not _closed_later(text, at, word):
                _add(spans, look, word)
            else:
                look = _turned(look, which)
    _add(spans, look, text[at:])
    return spans


def _turned(look: Span, which: str) -> Span:
    """The style with bold, italic or small caps toggled."""
    changes: Any = {which: not getattr(look, which)}
    return replace(look, **changes)


def _closed_later(text: str, at: int, mark: str) -> bool:
    return any(token.group() == mark for token in _TOKEN.finditer(text, at))


def _close_bracket(spans: list[Span], brackets: list[int], look: Span, colour: str, word: str) -> None:
    if not brackets:
        _add(spans, look, word)
        return
    start = brackets.pop()
    del spans[start]  # the bracket itself
    spans[start:] = [replace(span, colour=colour) for span in spans[start:]]


def _add(spans: list[Span], look: Span, text: str) -> None:
    if text:
        spans.append(replace(look, text=text))


def literal(text: str) -> str:
    """Escape a text so that nothing in it is markup."""
    return "".join(f"\\{character}" if character in "\\*^[]:{}-" else character for character in text)
