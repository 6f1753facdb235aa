"""The plain face shows every card, whatever its fields: smaller, in two columns, on more cards, or cut with a mark."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardforge.core.problems import Location
from cardforge.core.units import CARD_SIZES
from cardforge.fonts import FontBook
from cardforge.layout.card_view import CardView
from cardforge.layout.face import Layout
from cardforge.layout.face_in_progress import CardSource
from cardforge.layout.plain import TWO, Entry, arranged
from cardforge.layout.plain_pages import MOST_PAGES, PlainCards, paged
from cardforge.layout.template import Template, Templates
from cardforge.load.project import builtin_root
from cardforge.render.plain_cards import plain_of_size
from tests.support.documents import document_of
from tests.support.faces import lines as lines_of

RUNS = 2_000 if os.environ.get("CARDFORGE_SOAK") else 15
WORDS = {
    "English": "every player draws two cards and discards one of them",
    "German": "Donaudampfschifffahrtsgesellschaftskapitän Geschwindigkeitsbegrenzung zieht zwei Karten",
    "Arabic": "عندما تدخل هذه البطاقة اللعب يسحب كل لاعب بطاقتين",
    "Greek": "κάθε παίκτης τραβάει δύο κάρτες και πετάει μία",
    "an address": "https://example.org/" + "x" * 300,
}
SIZES = ("mini-us", "poker", "tarot", "square-small", "micro", "credit")
LAYOUT = Layout(FontBook(), lints=False)
FACE = Templates([], [document_of((builtin_root() / "templates/plain.yaml").read_text("utf-8"))]).by_id("plain")
FACES = {size: plain_of_size(FACE, *CARD_SIZES[size]) for size in SIZES}


def words_of(language: str, count: int, mark: str) -> str:
    """Words of a language, each followed by a number of its own."""
    words = WORDS[language].split()
    return " ".join(f"{words[at % len(words)]} {mark}{at}z" for at in range(count))


def problems(card: CardSource, face: Template) -> list[str]:
    return [problem.code for problem in LAYOUT.laid_out(card, face).problems]


def shown(card: CardSource, face: Template) -> PlainCards:
    """The plain cards of a card, as `render` makes them."""
    return paged(card, lambda tried: not problems(tried, face)) if problems(card, face) else PlainCards([card])


def text_on(cards: list[CardSource], face: Template) -> str:
    """All letters on some cards."""
    lines = [line.text for card in cards for line in lines_of(LAYOUT.laid_out(card, face).face)]
    return "".join("".join(lines).replace("\u200b", "").split())


def card_with(fields: dict[str, Any], name: str = "Ada", footer: str = "Pack · 1/1") -> CardSource:
    return CardSource(
        "p/ada", None, Location("p.yaml", 3, 1), view=CardView({"name": name, **fields}, "hero", footer=footer)
    )


def pieces(fields: dict[str, Any]) -> Iterator[str]:
    for key, value in fields.items():
        yield from str(value).split()
        if isinstance(value, int):
            yield from key.split()


LANGUAGES = st.sampled_from(sorted(WORDS))
VALUES = st.integers(0, 99_999) | st.tuples(LANGUAGES, st.integers(1, 60))


@settings(max_examples=RUNS, deadline=None)
@given(st.lists(VALUES, max_size=45), LANGUAGES, st.integers(1, 30), st.sampled_from(SIZES))
def test_every_word_is_on_a_card_or_its_cut_is_marked(values: list[Any], language: str, name: int, size: str) -> None:
    fields = {
        f"Field{at}": each if isinstance(each, int) else words_of(each[0], each[1], f"q{at}y")
        for at, each in enumerate(values)
    }
    title = words_of(language, name, "t")

    made = shown(card_with(fields, title, title), FACES[size])

    text = text_on(made.cards, FACES[size])
    assert [problems(card, FACES[size]) for card in made.cards] == [[]] * len(made.cards)
    assert len({card.id for card in made.cards}) == len(made.cards) <= MOST_PAGES
    missing = [word for word in [*pieces(fields), *title.split()] if word not in text]
    assert ("[…]" in text) == (made.problem is not None)
    if made.problem:
        assert made.problem.code == "CF432"
        assert len(made.cards) == MOST_PAGES
    else:
        assert missing == []


@pytest.mark.parametrize("language", ["English", "German", "Arabic", "Greek"])
@pytest.mark.parametrize("count", [3, 12, 25, 40])
def test_an_ordinary_card_is_one_card(count: int, language: str) -> None:
    fields = {f"Field {at}": at * 17 for at in range(count)} | {"text": words_of(language, 12, "q")}

    made = shown(card_with(fields), FACE)

    assert len(made.cards) == 1
    assert made.problem is None
    assert [word for word in pieces(fields) if word not in text_on(made.cards, FACE)] == []


def test_further_cards_are_numbered_and_have_ids_of_their_own() -> None:
    made = shown(card_with({"text": words_of("English", 250, "q")}), FACE)

    assert [card.id for card in made.cards] == ["p/ada", "p/ada-2of2"]
    assert "Hero·1/2" in text_on(made.cards[:1], FACE)
    assert "Hero·2/2" in text_on(made.cards[1:], FACE)


def test_a_name_that_is_too_long_begins_the_text() -> None:
    name = "A name of very many words " * 8 + "end"

    text = text_on(shown(card_with({"cost": 1}, name), FACE).cards, FACE)

    assert "…" in text
    assert "".join(name.split()) in text


def test_columns_are_read_from_the_right_in_arabic() -> None:
    facts = [Entry(str(at), f"القوة{at}") for at in range(6)]

    texts = arranged(facts, TWO)

    assert "القوة0" in texts["right"]
    assert "القوة5" in texts["body"]
