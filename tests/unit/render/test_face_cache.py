"""What is remembered of a card, and what makes it another."""

from __future__ import annotations

from pathlib import Path
from unittest import mock

import pytest

from cardforge.core.problems import Location
from cardforge.fonts import FontBook
from cardforge.layout.face_in_progress import CardSource
from cardforge.render import face_cache
from cardforge.render.card_job import CardJob
from cardforge.render.face_cache import draw_cached
from cardforge.render.renderer import DrawnCard, Renderer
from cardforge.write.cache import Cache
from tests.support.faces import template_in

FACE = 'kind: face\nid: t\nfor: [x]\nelements:\n  - {text: "{key}", each: stats, x: 5, y: 5, width: 30, height: 5, step: {y: 6}}\n'


@pytest.mark.parametrize(("stats", "same"), [({"a": 1, "b": 2}, True), ({"b": 2, "a": 1}, False)])
def test_a_card_whose_entries_change_places_is_drawn_anew(tmp_path: Path, stats: dict[str, int], same: bool) -> None:
    template = template_in(FACE)
    made = []
    for data in ({"a": 1, "b": 2}, stats):
        renderer = Renderer(FontBook(), tells=True)
        job = CardJob(CardSource("pack/a", {"stats": data}, Location("x")), template)
        made += draw_cached(renderer, [job], Cache(tmp_path / "cache.sqlite"), lambda what, done, of: None)

    assert (made[0].front.code == made[1].front.code) == same


def test_many_cards_are_the_same_as_few(tmp_path: Path) -> None:
    """The operators of many wait in a file, when they are drawn and when they are known."""
    template = template_in(FACE)
    jobs = [CardJob(CardSource(f"pack/{at}", {"stats": {f"s{at}": 1}}, Location("x")), template) for at in range(3)]

    def drawn(cache: str) -> list[DrawnCard]:
        renderer = Renderer(FontBook(), tells=True)
        return draw_cached(renderer, jobs, Cache(tmp_path / cache), lambda what, done, of: None)

    few = [card.front for card in drawn("few")]
    with mock.patch.object(face_cache, "_MANY", 2):
        many, known = ([card.front for card in drawn("many")] for _ in range(2))

    assert not any(isinstance(face.operators, str) for face in (*many, *known))
    for faces in (many, known):
        assert [face._replace(operators=face.code) for face in faces] == few
    assert len({face.code for face in few}) == 3


def test_what_cards_have_alike_is_in_memory_once(tmp_path: Path) -> None:
    template = template_in(FACE)
    jobs = [CardJob(CardSource(f"pack/{at}", {"stats": {f"s{at}": 1}}, Location("x")), template) for at in range(2)]
    one, other = draw_cached(Renderer(FontBook(), tells=True), jobs, Cache(tmp_path / "c"), lambda what, done, of: None)

    assert one.front.pictures is other.front.pictures
    assert one.front.facts is other.front.facts
