"""Line breaks, lists, dividers and tails: every line of an author stays a line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardforge.fonts import FontBook
from cardforge.layout.boxes import Box
from cardforge.layout.markup import is_marked, paragraphs_of
from cardforge.layout.plain import plain_words, spoken
from cardforge.layout.runs import TypeStyle
from cardforge.layout.text_fit import SetText, Setting, set_text
from cardforge.layout.text_pieces import Shaper
from tests.support.documents import document_of
from tests.support.faces import bounds, face, lines, shapes

BOOK = FontBook()


def fitted(text: str, width: float = 60, align: str = "start") -> SetText:
    flows = Shaper(BOOK).flows(text, TypeStyle())
    return set_text(flows, Box(0, 0, width, 60), Setting(8, 8, align=align), BOOK.font("source-sans"))


def rows(text: str, width: float = 60) -> list[str]:
    return [line.text for line in fitted(text, width).lines]


@pytest.mark.parametrize(
    ("text", "broken"),
    [
        ("one\ntwo\nthree\n", ["one", "two", "three"]),
        ("one\r\ntwo\rthree", ["one", "two", "three"]),
        ("one\u2028two\u0085three\u2029four", ["one", "two", "three", "four"]),
        ("one<br>two <BR/> three", ["one", "two", "three"]),
        ("one\\ two\\\nthree", ["one", "two", "three"]),
        ("one\\\\ two and a last \\", ["one\\ two and a last \\"]),
        (r"a \<br> and 1 \>> 2, 3>>4", ["a <br> and 1 >> 2, 3>>4"]),
        ("**bold\nstill** not", ["bold", "still not"]),
        ("one\n   two", ["one", "two"]),
        ("- a\n- b<br>c\n  d\ne", ["a", "b", "c", "d", "e"]),
        ("one<br>- two<br>- three", ["one", "two", "three"]),
        ("---", ["---"]),
        ("---\n\n---", ["---", "---"]),
    ],
)
def test_a_line_break_is_a_line_break(text: str, broken: list[str]) -> None:
    assert is_marked(text) or not text.isascii()  # else the words would flow together
    assert rows(text) == broken


def test_a_block_text_breaks_where_it_breaks_and_a_folded_one_does_not() -> None:
    data = document_of("block: |\n  one\n  two\nfolded: >\n  one\n  two\nplain: one \\\n  two\n").data

    assert rows(data["block"]) == ["one", "two"]
    assert rows(data["folded"]) == ["one two"]
    assert rows(data["plain"]) == ["one", "two"]


def test_a_broken_line_has_no_gap_and_a_paragraph_has_one() -> None:
    first, second, third = fitted("one\ntwo\n\nthree").lines

    assert third.y - second.y > second.y - first.y + 1
    assert second.y - first.y == pytest.approx(8 / 72 * 25.4 * Setting.leading)


def test_further_lines_of_an_entry_begin_below_its_words() -> None:
    bullet, hanging, outside = fitted("- one\n  two\nthree").lines

    assert bullet.runs[0].run.text == "•"
    assert hanging.runs[0].x == bullet.runs[1].x > 0
    assert outside.x + sum(run.x for run in outside.runs) == 0


def test_a_tail_is_at_the_far_side_of_its_line_or_of_the_next() -> None:
    beside, below = fitted("Bow >> 3 gold"), fitted("A very long bow indeed >> 3 gold", width=32)
    for made, width in ((beside, 60), (below, 32)):
        tail = made.lines[-1].runs[-1]
        assert tail.x + tail.run.width / 1000 * 8 / 72 * 25.4 == pytest.approx(width, abs=0.01)

    assert [line.text for line in beside.lines] == ["Bow", "3 gold"]
    assert beside.lines[0].y == beside.lines[1].y
    assert beside.height < below.height
    assert below.lines[0].y < below.lines[1].y


def test_a_line_can_be_only_a_tail_and_centred_text_has_it_at_the_side() -> None:
    made = fitted("Nobody knows.\n>> Odo", align="center")

    assert [line.text for line in made.lines] == ["Nobody knows.", "Odo"]
    assert made.lines[1].runs[-1].x > 50


def test_in_arabic_a_tail_is_at_the_left() -> None:
    made = fitted("الفضاء >> ضباب")

    assert made.lines[0].y == made.lines[1].y
    assert made.lines[1].runs[0].x == pytest.approx(0)


def test_a_divider_is_a_line_between_two_paragraphs() -> None:
    drawn, _ = face('  - {text: "{text}", x: 5, y: 5, width: 50, height: 60}', {"text": "one\n---\ntwo"})
    first, second = lines(drawn)
    ((left, top, right, bottom),) = map(bounds, shapes(drawn))

    assert [first.text, second.text] == ["one", "two"]
    assert first.y < top < bottom < second.y
    assert (left, right) == (5, 55)
    assert bottom - top == pytest.approx(0.05 * 8 / 72 * 25.4)


def test_what_a_template_writes_after_a_block_text_stays_on_its_line() -> None:
    drawn, _ = face('  - {text: "“{text}”", x: 5, y: 5, width: 50, height: 60}', {"text": "one\ntwo\n"})

    assert [line.text for line in lines(drawn)] == ["“one", "two”"]


def test_the_plain_face_and_other_programs_keep_the_lines() -> None:
    words = plain_words({"id": "a", "text": "one\ntwo", "flavor": "three\nfour\n\nfive\n"}, "x", "")["words"]

    assert rows(words) == ["one", "two", "three", "four", "five"]
    assert spoken(words) == "one\ntwo\nthree\nfour\nfive"


WORDS = st.text(st.sampled_from("abcxyz-*[]^<>/br\\"), min_size=1, max_size=9)


@given(st.lists(st.lists(WORDS, min_size=1, max_size=4).map(" ".join), min_size=1, max_size=6))
def test_no_letter_is_lost_and_no_two_lines_are_joined(texts: list[str]) -> None:
    """Whatever the marks, the letters of an author's line are never on a line with those of another."""
    marked = [f"q{number}q {line}" for number, line in enumerate(texts)]
    found = rows("\n".join(marked), width=400)

    for number in range(len(texts)):
        (own,) = [line for line in found if f"q{number}q" in line.lower()]
        assert own.lower().count("q") == 2
    letters = ["".join(each for each in " ".join(each_of).lower() if each in "acxyz") for each_of in (marked, found)]
    assert letters[0] == letters[1]


@given(st.text(st.sampled_from("ab \n\r-<br>\\"), max_size=30))
def test_any_text_is_set_without_a_blank_line_of_its_own(text: str) -> None:
    for paragraph in paragraphs_of(text):
        assert paragraph.text
        assert "\n" not in paragraph.text
