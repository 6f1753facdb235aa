"""Texts of both directions stand as another implementation of the same algorithm has them."""

from __future__ import annotations

import pytest
from bidi import get_display  # in Rust, without levels; the library takes those from the older one in Python
from hypothesis import example, given
from hypothesis import strategies as st

from cardforge.layout.direction import drawn_order, levels_of

INVISIBLE = "\u200c\u2066\u2067\u2068\u2069"
LETTERS = f"abאבعب12 ()[].,-%!\u0301{INVISIBLE}"


def visible(text: str) -> str:
    return "".join(character for character in text if character not in INVISIBLE)


@given(st.text(LETTERS, min_size=1, max_size=16))
@example("يدفع (ABC) XYZ")
@example("Take (שלום) [عربي]!")
@example("Take \u2067שלום 123\u2069, 456 now.")
@example("abc می\u200cخواهم def")
def test_letters_stand_where_another_implementation_has_them(text: str) -> None:
    """Of brackets in pairs, of isolates in isolates, of numbers and marks."""
    text = text.rstrip(f" {INVISIBLE}")  # spaces at the end of a line are never drawn
    levels, base = levels_of(text)

    drawn = visible("".join(drawn_order(text, levels)))
    assert drawn.strip() == visible(get_display(text, base_dir="LR"[base])).strip()


@pytest.mark.parametrize(
    ("newer", "known"), [("\U0001fadf", "😀"), ("\ufdd0", "א"), ("\U0003fff0", "中"), ("\U00010ccf", "א")]
)
def test_a_character_that_is_newer_than_python_stands_as_its_neighbours_do(newer: str, known: str) -> None:
    """Each year brings new emoji, and a Python knows those of its own year only."""
    for text in ("שלום {0}{0} abc {0}", "abc {0} שלום {0}{0}", "{0} عربي 12"):
        assert levels_of(text.format(newer)) == levels_of(text.format(known))
