"""Lines of words for the margin: what is too long is shortened, and shortening ends."""

from __future__ import annotations

import pytest

from cardforge.fonts import FontBook
from cardforge.layout.caption import Captions
from cardforge.layout.display import Text

CAPTIONS = Captions(FontBook())


@pytest.mark.parametrize(
    ("words", "width"), [("substitute", 3.0), ("marker-cube ×30", 4.0), ("wide " * 40, 30.0), ("ab", 0.5)]
)
def test_words_that_cannot_fit_are_cut_short(words: str, width: float) -> None:
    (text,) = CAPTIONS.face(words, width, 4.0).items

    assert isinstance(text, Text)
    assert len(text.lines) == 1
    assert text.lines[0].text.endswith("…")
    assert len(text.lines[0].text) <= len(words)


def test_words_that_fit_stay_whole() -> None:
    (text,) = CAPTIONS.face("sheet 1 of 3", 40.0, 4.0).items

    assert isinstance(text, Text)
    assert text.lines[0].text == "sheet 1 of 3"
