"""Make text from files, names and options safe to print.

An untrusted pack must not move the cursor, rename the window or reverse the direction of a line; nor must the name of a
file. Every line that the command line prints goes through here, and every JSON document.
"""

from __future__ import annotations

import json
import re
from typing import Any

_UNSAFE = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
_STYLE = re.compile("(\x1b\\[[0-9;]{1,6}m)")  # bold and colours, as `report` writes them


def clean(text: str) -> str:
    """Replace control characters and direction marks in a line."""
    return _UNSAFE.sub(lambda found: " " if found.group() in "\t\n" else "�", text)


def clean_lines(text: str) -> str:
    """Like `clean`, for several lines."""
    return "\n".join(clean(line) for line in text.split("\n"))


def clean_styled(line: str) -> str:
    """Like `clean`, but keep bold and colours."""
    return "".join(part if at % 2 else clean(part) for at, part in enumerate(_STYLE.split(line)))


def as_json(document: Any) -> str:
    """Format a document as JSON, with the characters that `clean` replaces as escapes."""
    text = json.dumps(document, indent=2, ensure_ascii=False)
    return _UNSAFE.sub(lambda found: "\n" if found.group() == "\n" else f"\\u{ord(found.group()):04x}", text)
