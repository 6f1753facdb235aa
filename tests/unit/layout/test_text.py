"""Text that is right: markup, breaks, direction, shaping, fitting."""

from __future__ import annotations

import gc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardforge.fonts import FontBook, FontError, as_truetype
from cardforge.layout import text_pieces as pieces
from cardforge.layout.boxes import Box
from cardforge.layout.breaks import chunks_of
from cardforge.layout.direction import drawn_order, levels_of
from cardforge.layout.markup import ICON, Paragraph, Span, is_marked, paragraphs_of
from cardforge.layout.runs import TypeStyle, Word
from cardforge.layout.text_fit import SetText, Setting, set_text
from cardforge.layout.text_pieces import Shaper

BOOK = FontBook()
LOOK = TypeStyle()


def spans(text: str) -> tuple[Span, ...]:
    (paragraph,) = paragraphs_of(text)
    return paragraph.spans


def fitted(text: str, width: float = 50, height: float = 20, size: float = 8, floor: float = 5) -> SetText:
    flows = Shaper(BOOK).flows(text, LOOK)
    return set_text(flows, Box(0, 0, width, height), Setting(size, floor), BOOK.font("source-sans"))


def test_markup_turns_looks_on_and_off() -> None:
    assert spans("a **b** *c* ^^d^^ [e]{accent} :energy::top_up:") == (
        Span("a "), Span("b", bold=True), Span(" "), Span("c", italic=True), Span(" "), Span("d", caps=True), Span(" "),
        Span("e", colour="accent"), Span(" "), Span(ICON, icon="energy"), Span(ICON, icon="top_up"),
    )  # fmt: skip


@pytest.mark.parametrize(
    "text", ["5 * 3", "a ** b", "x [y] z", "at 12:30:45 sharp", "Spend 2: draw 1", "a]{b", "50% ^^ off"]
)
def test_what_is_not_closed_is_plain_text(text: str) -> None:
    assert "".join(span.text for span in spans(text)) == text
    assert not any(span.bold or span.italic or span.caps or span.colour or span.icon for span in spans(text))


def test_a_backslash_makes_a_mark_plain() -> None:
    assert "".join(span.text for span in spans(r"\*\*not bold\*\* \:energy\:")) == "**not bold** :energy:"


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("-2 hull", "−2 hull"),
        ("get -2 evasion", "get −2 evasion"),
        ("(-1 or **-3**)", "(−1 or −3)"),
        ("- -1 to skill", "−1 to skill"),
        ("1-3, B-2 and well-known", "1-3, B-2 and well-known"),
        (r"seed \-2", "seed -2"),
    ],
)
def test_a_hyphen_before_a_number_is_a_minus_sign(text: str, printed: str) -> None:
    (paragraph,) = paragraphs_of(text)

    assert paragraph.text == printed
    assert is_marked(text) or text == printed  # otherwise the text is drawn without being parsed


def test_paragraphs_and_lists() -> None:
    found = paragraphs_of("one\ngoes on\n\n- first\n- second\n\nlast")

    assert [(paragraph.text, paragraph.role, paragraph.follows) for paragraph in found] == [
        ("one", "", False), ("goes on", "", True), ("first", "bullet", False), ("second", "bullet", False),
        ("last", "", False),
    ]  # fmt: skip


@given(st.text(max_size=60))
def test_chunks_lose_nothing(text: str) -> None:
    assert "".join(chunks_of(text)) == text


@pytest.mark.parametrize(
    ("text", "chunks"),
    [
        ("two words", ["two", " ", "words"]),
        ("well-known", ["well-", "known"]),
        ("a -1 shift", ["a", " ", "-1", " ", "shift"]),
        ("no\u00a0break", ["no\u00a0break"]),
        ("two\u2028words\u2029", ["two", "\u2028", "words", "\u2029"]),
        ("long\u200bword", ["long\u200b", "word"]),
        ("中文，好。", ["中", "文，", "好。"]),
        ("「引用」", ["「引", "用」"]),
        ("到“船员”，好", ["到", "“船", "员”，", "好"]),
        ("中(好)!吗?", ["中", "(好)!", "吗?"]),
        ("中/文-好", ["中/", "文-", "好"]),
        ("第2–3张——好", ["第", "2–3", "张——", "好"]),
        ("キャッチ、『カード』", ["キャッ", "チ、", "『カー", "ド』"]),
        ("ב-Lamp או ב-25", ["ב-Lamp", " ", "או", " ", "ב-25"]),
        ("Mark-12 on 10/12", ["Mark-12", " ", "on", " ", "10/12"]),
    ],
)
def test_lines_break_where_people_break_them(text: str, chunks: list[str]) -> None:
    assert chunks_of(text) == chunks


def test_thai_breaks_between_words() -> None:
    assert chunks_of("วันนี้อากาศดีมาก") == ["วัน", "นี้", "อากาศ", "ดี", "มาก"]
    assert chunks_of("ผู้ชนะนับคะแนน") == ["ผู้", "ชนะ", "นับ", "คะแนน"]
    assert chunks_of("😀ผู้ชนะ") == ["😀", "ผู้", "ชนะ"]


@pytest.mark.parametrize(
    ("text", "chunks"),
    [("ກາດນີ້ດີ", ["ກາດ", "ນີ້", "ດີ"]), ("ខ្ញុំចង់លេង", ["ខ្ញុំ", "ចង់", "លេង"]), ("ကတ်ဆွဲပါ", ["ကတ်", "ဆွဲ", "ပါ"])],
)
def test_lao_khmer_and_burmese_break_between_words(text: str, chunks: list[str]) -> None:
    assert chunks_of(text) == chunks


def test_runs_from_right_to_left_are_drawn_in_reverse() -> None:
    levels, base = levels_of("אב 12 גד")

    assert base == 1
    assert levels[0] == 1
    assert levels[3] == 2  # numbers run from left to right inside
    assert drawn_order(["a", "b", "c"], [1, 1, 1]) == ["c", "b", "a"]
    assert drawn_order(["a", "b", "c", "d"], [1, 2, 2, 1]) == ["d", "b", "c", "a"]
    assert drawn_order(["a", "B", "C", "d"], [0, 1, 1, 0]) == ["a", "C", "B", "d"]


def test_kerning_and_ligatures_are_applied() -> None:
    font = BOOK.font("source-sans")

    assert font.width("AVATAR") < sum(font.width(letter) for letter in "AVATAR")
    assert len(font.shape("office")) < len("office")


def test_a_consonant_joins_ra_and_its_vowel_sign() -> None:
    font = BOOK.font("firago")

    assert [glyph.id for glyph in font.shape("त्रु")][:1] == [glyph.id for glyph in font.shape("त्र")]


def test_a_space_is_that_of_the_font_and_script_in_front_of_it() -> None:
    flow = Shaper(BOOK).flow(Paragraph((Span("abc का की"),)), LOOK)
    source, firago = BOOK.font("source-sans"), BOOK.font("firago")

    assert flow.pieces[0].space == source.width(" ")
    assert flow.pieces[1].space == firago.space_after("का") != firago.width(" ")


def test_markup_inside_an_arabic_word_keeps_its_letters_joined() -> None:
    (whole,) = Shaper(BOOK).flow(Paragraph((Span("الفضاء"),)), LOOK).pieces
    (parted,) = Shaper(BOOK).flow(Paragraph((Span("الف", bold=True), Span("ضاء"))), LOOK).pieces
    joined = BOOK.font("firago").shape("الفضاء", rtl=True)

    assert [glyph.id for glyph in parted.runs[1].glyphs] == [glyph.id for glyph in joined if glyph.cluster >= 3]
    assert parted.width == pytest.approx(whole.width, rel=0.05)


def test_words_that_were_met_before_still_stay_together_at_a_no_break_space() -> None:
    shaper = Shaper(BOOK)
    known = ["Größe 5 cm", "Größe\u00a05 cm", "Größe  5 cm", "well-known 5 cm", "5 cm", "well- known 5 cm"]
    first = [[piece.text for flow in shaper.flows(text, LOOK) for piece in flow.pieces] for text in known]
    again = [[piece.text for flow in shaper.flows(text, LOOK) for piece in flow.pieces] for text in known]

    assert first == again
    assert first[:4] == [
        ["Größe ", "5 ", "cm"], ["Größe\u00a05 ", "cm"], ["Größe ", "5 ", "cm"], ["well-", "known ", "5 ", "cm"],
    ]  # fmt: skip


def test_words_that_never_come_again_are_not_kept_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    def alive() -> int:
        gc.collect()
        return sum(type(each) is Word for each in gc.get_objects())

    monkeypatch.setattr(pieces, "_MOST_KEPT", 200)
    shaper, before, most = Shaper(BOOK), alive(), 0
    for start in range(0, 2_000, 100):
        shaper.flows(" ".join([f"Word{start + number}" for number in range(100)]), LOOK)
        most = max(most, alive() - before)

    assert 200 <= most <= 300


def test_words_shaped_together_are_shaped_as_they_are_alone() -> None:
    font = BOOK.font("source-sans")
    words = ["office", "AVATAR", "To", "naïve", "fjord-", "1/2", "“quoted”", "T.", "offtop", "stuff", "offtops"]

    for asked in (words, words[::-1], *[[word] for word in words]):
        for word, (tokens, width) in font.shape_words(asked).items():
            assert font.glyphs(tokens) == font.shape(word)
            assert width == pytest.approx(sum(glyph.advance for glyph in font.shape(word)))
    # Nobody knows what the ligature of the two others stands for.
    assert {*words} - {*font.shape_words(words)} == {"offtop", "offtops"}


def test_a_word_with_a_character_that_no_font_draws_does_not_part_its_neighbours() -> None:
    font = BOOK.font("source-sans")

    assert font.shape_words(["one", "t\x01wo", "three"]) == {}


def test_a_long_word_is_parted_where_its_language_allows_it() -> None:
    style = LOOK._replace(language="de")
    flows = Shaper(BOOK).flows("Die Raumschiffkapitänin der Sternenflotte repariert Antriebsaggregate", style)
    made = set_text(flows, Box(0, 0, 24, 40), Setting(9, 9), BOOK.font("source-sans"))
    lines = [line.text for line in made.lines]

    assert not made.too_wide
    assert any(line.endswith("-") for line in lines)
    joined = "".join(line[:-1] if line.endswith("-") else line + " " for line in lines)
    assert joined.strip() == "Die Raumschiffkapitänin der Sternenflotte repariert Antriebsaggregate"


@pytest.mark.parametrize(
    ("text", "language", "wanted"),
    [
        (
            "**An** extra**ordin**ary :oil: thunderstorm",
            "en",
            ["An ex-", "traordin-", f"ary {ICON}", "thunder-", "storm"],
        ),
        ("Extra\u00adordinary \u00adthunder\u00adstorms", "", ["Extra-", "ordinary", "thunder-", "storms"]),
        ("*Some* thun\u00adder", "en", ["Some", "thunder"]),
        ("שלום extra\u00adordinary", "", ["שלום", "extraordinary"]),
    ],
)
def test_words_are_parted_beside_marks_and_at_soft_hyphens(text: str, language: str, wanted: list[str]) -> None:
    flows = Shaper(BOOK).flows(text, LOOK._replace(language=language))
    made = set_text(flows, Box(0, 0, 14, 40), Setting(9, 9), BOOK.font("source-sans"))

    assert [line.text for line in made.lines] == wanted


def test_a_word_with_very_many_parts_is_parted_at_once() -> None:
    """All ways to part it would be more than a machine can hold."""
    word = "Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz"
    flows = Shaper(BOOK).flows(word, LOOK._replace(language="de"))
    made = set_text(flows, Box(0, 0, 24, 40), Setting(9, 9), BOOK.font("source-sans"))

    assert "".join(line.text.removesuffix("-") for line in made.lines) == word
    assert len(made.lines) > 3


def test_a_short_text_keeps_its_size_and_a_long_one_shrinks_to_fit() -> None:
    short, long = fitted("Draw 1 card."), fitted("Draw 1 card and think about it. " * 12)

    assert short.size == 8
    assert 5 <= long.size < 8
    assert long.excess == 0
    assert long.height <= 20.02


def test_what_does_not_fit_is_told_by_how_much() -> None:
    made = fitted("Draw 1 card and think about it. " * 80)

    assert made.size == 5
    assert made.excess > 5


def test_a_word_that_is_too_wide_is_named() -> None:
    assert fitted("Donaudampfschifffahrtsgesellschaftskapitän", width=20, floor=8).too_wide.startswith("Donau")


@given(
    st.lists(
        st.sampled_from(["a", "of", "draw", "cards", "shield", "energy", "encounter", "exhausted"]),
        min_size=1,
        max_size=80,
    )
)
def test_no_line_is_wider_than_its_box_and_no_word_is_lost(words: list[str]) -> None:
    made = fitted(" ".join(words), width=30, height=60, floor=4)
    right = [
        (sum(word.width + word.space for word in line.words) - line.words[-1].space) * made.size / 1000 / (72 / 25.4)
        for line in made.lines
    ]

    assert " ".join(line.text for line in made.lines).split() == words
    assert max(right) <= 30.01


def test_another_script_takes_another_font_and_a_missing_glyph_is_collected() -> None:
    shaper = Shaper(BOOK)
    flow = shaper.flow(Paragraph((Span("abc नमस्ते"),)), LOOK)
    fonts = [run.font.name for piece in flow.pieces for run in piece.runs if run.font]

    assert fonts == ["source-sans-regular", "firago-regular"]
    assert shaper.missing([flow]) == set()
    for _ in range(2):  # also the second time, when the word is known already
        assert shaper.missing(shaper.flows("中 x", LOOK)) == {"中"}
    assert shaper.missing(shaper.flows("\u06dd12\u200d", LOOK)) == {
        "\u06dd"
    }  # of those that only shape a text, none is


@pytest.mark.parametrize("family", ["source-sans", "manrope", "lato", "hanken-grotesk", "firago"])
def test_a_mark_is_drawn_or_missing_and_never_a_box(family: str) -> None:
    """`за́мок` and `x̄` in a font that has the letters only; `é` in two parts in one that has it whole."""
    style = LOOK._replace(family=family)
    for mark in map(chr, [*range(0x300, 0x370), 0x20DD, 0x483, 0x5B8, 0x64B, 0x93C, 0x3099]):
        for letter in "axאबж":
            shaper = Shaper(BOOK)
            flows = shaper.flows(letter + mark, style)
            glyphs = [each.id for flow in flows for piece in flow.pieces for run in piece.runs for each in run.glyphs]
            assert all(glyphs) or shaper.missing(flows) == {mark}
    shaper = Shaper(BOOK)
    (whole,) = shaper.flows("e\u0301", style)[0].pieces
    assert whole.runs[0].font is BOOK.font(family)
    assert not shaper.missing(shaper.flows("за\u0301мок x\u0304", style))


def test_small_caps_keep_capitals_large() -> None:
    flow = Shaper(BOOK).flow(Paragraph((Span("Ada", caps=True),)), LOOK)
    (piece,) = flow.pieces

    assert [(run.text, run.scale < 1) for run in piece.runs] == [("A", False), ("DA", True)]


def test_small_caps_are_drawn_in_a_font_that_has_the_capital() -> None:
    shaper = Shaper(BOOK)
    style = LOOK._replace(family="manrope")
    greek, georgian = shaper.flows("^^ΐ^^", style), shaper.flows("^^ქ^^", style)

    assert [run.font for run in greek[0].pieces[0].runs] == [BOOK.font("firago")]
    assert all(glyph.id for glyph in greek[0].pieces[0].runs[0].glyphs)
    assert shaper.missing(georgian) == {"Ქ"}  # which no packaged font has


def test_postscript_outlines_are_converted_and_other_files_refused() -> None:
    assert BOOK.font("hanken-grotesk").cut_down([1])[:4] == b"\x00\x01\x00\x00"
    assert BOOK.font("hanken-grotesk").width("Hanken") > 1000
    with pytest.raises(FontError):
        as_truetype(b"this is no font at all")
