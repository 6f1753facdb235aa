"""The press: one process or two, the same bytes."""

from __future__ import annotations

from itertools import pairwise

import pytest

from cardforge.core.problems import Location
from cardforge.fonts import FontBook
from cardforge.layout import text_pieces as pieces
from cardforge.layout.face_in_progress import CardSource
from cardforge.layout.painters import text
from cardforge.render import renderer as renderer_module
from cardforge.render.card_job import CardJob
from cardforge.render.renderer import Renderer
from cardforge.write.pdf import cards_pdf
from tests.support.faces import template_in

FACE = (
    "kind: face\nid: t\nfor: [x]\nelements:\n"
    '  - {text: "{name}", x: 5, y: 5, width: 50, height: 8}\n'
    '  - {text: "{text}", x: 5, y: 20, width: 50, height: 40}\n'
)
# Letters of several scripts, ligatures and marks, so that every card brings glyphs that others do not have.
WORDS = ["office", "naïve", "Größe", "Łódź", "стрелок", "ασπίδα", "शत्रु", "الرحلات", "שָׁלוֹם", "ยานอวกาศ", "Đặt"]


def jobs() -> list[CardJob]:
    template = template_in(FACE)
    return [
        CardJob(
            CardSource(f"pack/{at}", {"name": WORDS[at % 11], "text": f"{WORDS[at * 7 % 11]} {at}"}, Location("x")),
            template,
        )
        for at in range(450)
    ]


def test_two_processes_make_the_same_bytes_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    for worth_splitting in (10_000, 10):
        monkeypatch.setattr(renderer_module, "WORTH_SPLITTING", worth_splitting)
        renderer = Renderer(FontBook())
        drawn = list(renderer.draw(jobs()))
        assert not any(card.problems for card in drawn)
        assert [card.front.id for card in drawn[:3]] == ["pack/0", "pack/1", "pack/2"]
        made.append(cards_pdf([card.front for card in drawn], renderer.resources(), "test"))

    assert made[0] == made[1]


@pytest.mark.parametrize("share", [1, 3, 100])
def test_every_card_is_drawn_once_and_in_order(share: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also by two processes, whose last shares are smaller than the others."""
    monkeypatch.setattr(renderer_module, "WORTH_SPLITTING", 10)
    monkeypatch.setattr(renderer_module, "_SHARE", share)
    progress: list[int] = []
    drawn = list(Renderer(FontBook()).draw(jobs()[:213], lambda what, done, of: progress.append(done)))

    assert [card.front.id for card in drawn] == [f"pack/{at}" for at in range(213)]
    sizes = [after - before for before, after in pairwise([1, *progress[1:]])]
    assert max(sizes) == min(share, 212 // 6)
    assert sizes[-1] <= max(1, share // 4)


def test_how_much_is_remembered_makes_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    """Short texts that were met, and words of a look."""
    made = []
    for most in (20_000, 3):
        monkeypatch.setattr(text, "_MOST_MET", most)
        monkeypatch.setattr(pieces, "_MOST_KEPT", most)
        made.append([card.front.code for card in Renderer(FontBook()).draw(jobs()[:150])])

    assert made[0] == made[1]


def test_how_many_cards_are_shaped_together_makes_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    for share in (1, 100):
        monkeypatch.setattr(renderer_module, "_SHARE", share)
        made.append([card.front.code for card in Renderer(FontBook()).draw(jobs()[:150])])

    assert made[0] == made[1]
