"""The short way for plain texts and the long way for all texts draw the same, whatever the words are."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardforge.core.problems import Location
from cardforge.fonts import FontBook
from cardforge.layout.display import rectangle
from cardforge.layout.face_in_progress import CardSource
from cardforge.layout.game_art import GameArt
from cardforge.layout.icons import Icons
from cardforge.layout.text_pieces import Shaper
from cardforge.render.card_job import CardJob
from cardforge.render.renderer import DrawnCard, Renderer
from tests.support.faces import template_in

RUNS = 2_000 if os.environ.get("CARDFORGE_SOAK") else 60
FACE = """
kind: face
id: t
for: [x]
styles:
  base: {size: 9, floor: 6}
  middle: {font: lato, size: 12, floor: 5, align: center, vertical: middle, leading: 1.1}
  right: {font: lato, weight: bold, size: 7, align: right, vertical: bottom, colour: "#336699"}
  parted: {size: 10, floor: 8, hyphenate: en}
elements:
  - {text: "{text}", x: 4, y: 4, width: 50, height: 12}
  - {text: "{text}", style: middle, x: 4, y: 20, width: 30, height: 9}
  - {text: "{text}", style: right, x: 4, y: 30, width: 18, height: 6}
  - {text: "{text}", style: parted, x: 4, y: 40, width: 25, height: 20}
  - {text: "{text}", x: 4, y: 62, width: 40, height: fit}
"""
# Kerning, ligatures, marks, hyphens, letters of other fonts, and one that no font has.
WORDS = st.sampled_from([
    "office", "AVATAR", "To", "T.", "shuffle", "naïve", "Łódź", "Größe", "fjord-", "1/2", "-3", "well-known", "“so”",
    "e\u0301", "стрелок", "\U00012000", "incomprehensibilities", "a", "I",
])  # fmt: skip
LETTERS = st.text(st.sampled_from("abcdefgilmnorstuvwyAFTVWY.,;’-éßž0147"), min_size=1, max_size=14)
TEXTS = st.lists(WORDS | LETTERS, max_size=14).map(" ".join) | st.text(
    st.sampled_from("ab fi\u00a0 \u2009-"), max_size=9
)
BOOK = FontBook()


# Elements that show one field or more, in a group that is repeated and outside, named and not.
VALUES_FACE = """
kind: face
id: v
for: [x]
palette: {ink: "#112233"}
elements:
  - {shape: rectangle, x: 1, y: 1, width: 60, height: 80, fill: "{colour}"}
  - {badge: "{n}", id: badge, x: 4, y: 4, width: 8, height: 8, fill: "{colour}"}
  - {badge: "{a.b|none}", x: 14, y: 4, width: 8, height: 8, fill: ink}
  - {text: "{n:+} {n}", x: 24, y: 4, width: 20, height: 6}
  - {text: "{n:flag}", below: badge, width: 20, height: 6}
  - {text: fixed, when: n, x: 4, y: 24, width: 20, height: 6}
  - {icons: "{n}", icon: sun, x: 4, y: 32, width: 40, height: 5, fill: "{colour}"}
  - each: rows
    x: 4
    y: 40
    width: 20
    height: 8
    step: {y: 9}
    group:
      - {text: "{value}", x: 0, y: 0, width: 10, height: 6}
      - {badge: "{n}", x: 10, y: 0, width: 6, height: 6, stroke: "{colour}"}
"""
VALUES = st.sampled_from([0, 1, True, False, 1.0, "1", "", "two", -3])
CARDS = st.fixed_dictionaries({
    "n": VALUES, "colour": st.sampled_from(["ink", "#445566", "#aa0000"]), "rows": st.lists(VALUES, max_size=4),
    "a": st.none() | VALUES | st.fixed_dictionaries({"b": VALUES}),
})  # fmt: skip


TEMPLATE, VALUES_TEMPLATE = template_in(FACE), template_in(VALUES_FACE)
STUDIO = GameArt(Icons({"sun": ((rectangle(0, 0, 1, 1), False),)}))


def drawn(texts: Sequence[str]) -> tuple[list[DrawnCard], object]:
    renderer = Renderer(BOOK, tells=True, lints=True)
    cards = list(
        renderer.draw(
            [CardJob(CardSource(f"p/{at}", {"text": text}, Location("x")), TEMPLATE) for at, text in enumerate(texts)]
        )
    )
    return cards, renderer.resources().texts


@settings(max_examples=RUNS)
@given(st.lists(TEXTS, min_size=1, max_size=20))
def test_the_short_way_draws_what_the_long_way_draws(texts: list[str]) -> None:
    short = drawn(texts)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Shaper, "plain", lambda self, text, style: ())
        long = drawn(texts)

    assert short == long


@settings(max_examples=RUNS)
@given(st.lists(TEXTS, min_size=1, max_size=8))
def test_a_card_is_drawn_alike_whatever_was_drawn_before_it(texts: list[str]) -> None:
    together = drawn([*texts, *texts])[0]
    alone = [drawn([text])[0][0] for text in texts]

    assert [card.front.code for card in together] == [card.front.code for card in [*alone, *alone]]


@settings(max_examples=RUNS)
@given(st.lists(CARDS, min_size=1, max_size=6))
def test_what_was_drawn_for_one_value_is_not_drawn_for_another(cards: list[dict[str, Any]]) -> None:
    jobs = [CardJob(CardSource("p/c", card, Location("x")), VALUES_TEMPLATE, art=STUDIO) for card in cards]
    together = list(Renderer(BOOK).draw([*jobs, *jobs, *jobs]))
    alone = [next(Renderer(BOOK).draw([job])) for job in jobs]

    assert [(card.front.code, card.problems) for card in together] == [
        (card.front.code, card.problems) for card in [*alone, *alone, *alone]
    ]
