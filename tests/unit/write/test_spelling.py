"""Words in a PDF are read and copied as they were written, also where a font joins their letters."""

from __future__ import annotations

import pypdfium2
import pytest

from cardforge.fonts import FontBook
from cardforge.layout.boxes import Box
from cardforge.layout.display import Face, Text
from cardforge.layout.runs import TypeStyle
from cardforge.layout.text_fit import Setting, set_text
from cardforge.layout.text_pieces import Shaper
from cardforge.write.compose import Composer
from cardforge.write.drawn import Drawn
from cardforge.write.pdf import PdfResources, cards_pdf
from cardforge.write.spelling import utf16

BOOK = FontBook(())
FAMILIES = ("source-sans", "lato", "manrope", "hanken-grotesk", "firago")


def drawn(composer: Composer, family: str, words: str) -> Drawn:
    """A card with some words on it."""
    flows = Shaper(BOOK).flows(words, TypeStyle(family))
    made = set_text(flows, Box(2, 2, 59, 20), Setting(9, 9), BOOK.font(family))
    return composer.drawn(Face("a", 63, 88, 0, (Text(made.size, made.lines),)))


def copied(family: str, words: str) -> str:
    """What somebody gets who copies the words from the PDF."""
    composer = Composer()
    card = drawn(composer, family, words)
    with pypdfium2.PdfDocument(cards_pdf([card], PdfResources(BOOK, composer.texts, {}), "x")) as document:
        return " ".join(document[0].get_textpage().get_text_range().split())


@pytest.mark.parametrize("family", FAMILIES)
def test_joined_letters_are_copied_as_letters(family: str) -> None:
    words = "The officer shuffles fifty-fifty, lifts the butter and sniffs at the raft."

    assert copied(family, words) == words


@pytest.mark.parametrize("family", FAMILIES)
def test_a_line_with_joined_letters_is_not_written_twice(family: str) -> None:
    """With its text beside it, whoever marks one word of a line would copy the whole line."""
    font = BOOK.font(family)
    assert len(font.shape("officers")) < len("officers")

    assert "ActualText" not in drawn(Composer(), family, "the officers").code


@pytest.mark.parametrize("family", ["lato", "manrope", "hanken-grotesk", "firago"])
def test_a_sign_that_is_itself_two_letters_stays_what_it_is(family: str) -> None:
    """Its glyph stands for two letters in the font, so its own text is written beside it."""
    assert ord("ﬁ") in BOOK.font(family).characters
    assert f"ActualText <feff{utf16('ﬁre')}" in drawn(Composer(), family, "ﬁre").code
    assert "ActualText" not in drawn(Composer(), family, "fire").code
