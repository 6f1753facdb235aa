"""No text that is printed acts on a terminal."""

from __future__ import annotations

import json
import re

from cardforge.core.printable import as_json, clean, clean_lines, clean_styled

HOSTILE = "a\x1b[2Jb\x07\x9b31m\u202ec\u2066\u200f\rd"
UNSAFE = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


def test_control_characters_and_direction_marks_are_replaced() -> None:
    assert clean(HOSTILE) == "a�[2Jb��31m�c���d"
    assert clean("one\ttwo\nthree") == "one two three"
    assert clean_lines("one\ttwo\nthree") == "one two\nthree"
    assert clean("naïve 中文 שלום e\u0301") == "naïve 中文 שלום e\u0301"


def test_styles_are_kept_and_nothing_else() -> None:
    assert clean_styled("\x1b[31;1mred\x1b[0m \x1b[2J\x1b]0;title\x07") == "\x1b[31;1mred\x1b[0m �[2J�]0;title�"


def test_json_has_escapes_for_them_and_means_the_same() -> None:
    document = {HOSTILE: [HOSTILE, "naïve\n"]}
    text = as_json(document)

    assert json.loads(text) == document
    assert not UNSAFE.search(text)
    assert "naïve" in text
