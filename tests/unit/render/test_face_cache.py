"""What is remembered of a card, and what makes it another."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardforge.core.problems import Location
from cardforge.fonts import FontBook
from cardforge.layout.face_in_progress import CardSource
from cardforge.render.face_cache import draw_cached
from cardforge.render.renderer import CardJob, Renderer
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
