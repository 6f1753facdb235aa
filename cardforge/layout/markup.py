"""Parse the light markup of card texts.

    **bold**   *italic*   ^^small caps^^   [words]{accent}   :star:     \\* a plain star

A line break is a line break; in a text on one line, `<br>` or a backslash before a space is one. A blank line starts a
paragraph, a line that starts with `- ` is a list item, a line of hyphens is a divider, and ` >> ` pushes the rest of
its line to the far side. A hyphen before a number, as in `-2`, becomes a minus sign.
Unclosed markup is plain text: a star in a card text is usually just a star.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, NamedTuple

ICON = "\ufffc"  # placeholder for an inline icon in a span's text
_TOKEN = re.compile(
    r"\\(?P<plain>[\\*^\[\]:{}<>-])|(?P<bold>\*\*)|(?P<italic>\*)|(?P<caps>\^\^)|(?P<open>\[)"
    r"|\](?:\{(?P<colour>[a-z][a-z0-9-]*)\})|:(?P<icon>[a-z][a-z0-9_-]*):"
)
_NEGATIVE = re.compile(r"(?<![^\s(\[*])-(?=\d)")  # the hyphen of -2, not of 1-2, B-2 or \-2
_MINUS = "\u2212"  # as wide as a digit, unlike the hyphen
# Noncharacters as placeholders, before a tail and before a line that is all at the far side.
_TAIL, _FAR = "\ufdd0", "\ufdd1"
_FAR_ROLES = {_TAIL: "tail", _FAR: "far"}
# Compiled only when a card needs them, because compiling is slow.
_OTHER_LINE_END = "\r\n?|[\x85\u2028\u2029]"
_KEPT = r"(?P<kept>\\\S)"  # an escape
_LINE_END_MARK = rf"{_KEPT}|\\[ \t]*$"  # before another line
# YAML turns the line end after a backslash into a space.
_BREAK = rf"(?i){_KEPT}|\\[ \t]+(?=\S)|[ \t]*<br */?>[ \t]*|(?P<tail>(?:^|[ \t]+)>>[ \t]+(?=\S))"


class Span(NamedTuple):
    """Text of one style, or one inline icon."""

    text: str
    bold: bool = False
    italic: bool = False
    caps: bool = False
    colour: str = ""
    icon: str = ""


class Paragraph(NamedTuple):
    """Spans that flow together: a paragraph, or one line of it if the author broke it."""

    spans: tuple[Span, ...]
    role: str = ""  # bullet, hanging (a further line of a list item), tail (of the line before), far or divider
    follows: bool = False  # whether it only starts a new line, without a gap

    @property
    def text(self) -> str:
        return "".join(span.text for span in self.spans)


def is_marked(text: str) -> bool:
    """Whether a text may have markup or more than one paragraph."""
    # A dozen substring searches are faster than one regular expression.
    return (
        ":" in text
        or "*" in text
        or "\n" in text
        or "\r" in text
        or "<" in text
        or ">>" in text
        or "[" in text
        or "^" in text
        or "\\" in text
        or "]" in text
        or text.startswith("-")
        or " -" in text
        or "(-" in text
    )


def paragraphs_of(text: str) -> list[Paragraph]:
    """The paragraphs, list items and broken lines of a text."""
    text = _with_line_breaks(text)
    if "\n" not in text and not text.startswith("- "):
        return [Paragraph(spans)] if (spans := tuple(_spans(_NEGATIVE.sub(_MINUS, text)))) else []
    found: list[Paragraph] = []
    for block in re.split(r"\n\s*\n", text.strip("\n")):
        lines: list[str] = []
        for line in block.split("\n"):
            if lines and (line.startswith("- ") or _is_divider(line) or _is_divider(lines[-1])):
                found += _lines(lines)
                lines = []
            lines.append(line)
        found += _lines(lines)
    if all(each.role == "divider" for each in found):  # a lone `---` is what somebody wrote for "none"
        return [each._replace(role="") for each in found]
    return found


def _with_line_breaks(text: str) -> str:
    """The text with a line end for every break. Further lines of a list item are indented."""
    if "\r" in text or not text.isascii():
        text = re.sub(_OTHER_LINE_END, lambda end: "\n\n" if end.group() == "\u2029" else "\n", text)
    if "\\" not in text and "<" not in text and ">>" not in text:
        return text
    *lines, last = text.split("\n")
    lines = [re.sub(_LINE_END_MARK, lambda mark: mark["kept"] or "", line) for line in lines]
    found: list[str] = []
    for line in [*lines, last]:
        in_item = False
        for part in re.sub(_BREAK, _line_end, line).split("\n"):
            found.append(f"  {part}" if in_item and not part.startswith(("- ", _TAIL, _FAR)) else part)
            in_item = in_item or part.startswith(("- ", "  "))
    return "\n".join(found)


def _line_end(mark: re.Match[str]) -> str:
    if mark["kept"]:
        return mark["kept"]
    if mark["tail"]:
        return f"\n{_TAIL}" if mark.start() else _FAR
    return "\n"


def _is_divider(line: str) -> bool:
    return "---" in line and not line.strip("- \t")


def _lines(lines: list[str]) -> list[Paragraph]:
    """The lines of a paragraph; what is bold in one can go on in the next."""
    first = lines[0]
    if _is_divider(first):
        return [Paragraph((Span(first.strip()),), "divider")]
    is_item = first.startswith("- ")
    whole = "\n".join([first[2:] if is_item else first, *(line.strip() for line in lines[1:])])
    found: list[Paragraph] = []
    for number, line in enumerate(_broken(_spans(_NEGATIVE.sub(_MINUS, whole)))):
        spans, first_letter = line, line[0].text[0] if line else ""
        role = "bullet" if is_item and not number else ""
        if is_item and number and lines[number].startswith("  "):
            role = "hanging"
        if first_letter in _FAR_ROLES:
            role = _FAR_ROLES[first_letter]
            spans = (spans[0]._replace(text=spans[0].text[1:]), *spans[1:])
        if any(span.text for span in spans):
            found.append(Paragraph(spans, role, bool(found)))
    return found


def _broken(spans: Iterable[Span]) -> list[tuple[Span, ...]]:
    """The spans of each line."""
    lines: list[list[Span]] = [[]]
    for span in spans:
        first, *others = span.text.split("\n")
        if first:
            lines[-1].append(span._replace(text=first))
        lines += [[span._replace(text=each)] if each else [] for each in others]
    return [tuple(line) for line in lines]


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
            spans.append(look._replace(text=ICON, icon=token["icon"]))
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
    return look._replace(**changes)


def _closed_later(text: str, at: int, mark: str) -> bool:
    return any(token.group() == mark for token in _TOKEN.finditer(text, at))


def _close_bracket(spans: list[Span], brackets: list[int], look: Span, colour: str, word: str) -> None:
    if not brackets:
        _add(spans, look, word)
        return
    start = brackets.pop()
    del spans[start]  # the bracket itself
    spans[start:] = [span._replace(colour=colour) for span in spans[start:]]


def _add(spans: list[Span], look: Span, text: str) -> None:
    if text:
        spans.append(look._replace(text=text))


def literal(text: str) -> str:
    """Escape a text so that nothing in it is markup."""
    return "".join(f"\\{character}" if character in "\\*^[]:{}<>-" else character for character in text)
