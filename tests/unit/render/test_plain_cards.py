"""Cards on the plain face that become several, and the plain face in other sizes."""

from __future__ import annotations

from cardforge.core.problems import Location
from cardforge.core.units import CARD_SIZES
from cardforge.fonts import FontBook
from cardforge.layout.card_view import CardView
from cardforge.layout.face_in_progress import CardSource
from cardforge.layout.template import Templates
from cardforge.load.project import builtin_root
from cardforge.render.card_job import CardJob
from cardforge.render.plain_cards import PagedCards, plain_of_size, with_pages
from cardforge.render.renderer import DrawnCard, Renderer
from tests.support.documents import document_of
from tests.support.faces import template_of

PLAIN = Templates([], [document_of((builtin_root() / "templates/plain.yaml").read_text("utf-8"))]).by_id("plain")
LONG = "and so on " * 300


def job(id: str, text: str) -> CardJob:
    view = CardView({"name": "Ada", "text": text}, "hero", footer="1/1")
    return CardJob(CardSource(f"p/{id}", None, Location("p.yaml", 1, 1), view=view), PLAIN)


def paged(jobs: list[CardJob], only_first: bool = False) -> tuple[PagedCards, list[str]]:
    """The cards after paging, and the ids of those that were drawn again."""
    renderer, again = Renderer(FontBook()), list[str]()

    def draw(more: list[CardJob]) -> list[DrawnCard]:
        again.extend(each.card.id for each in more)
        return list(renderer.draw(more))

    return with_pages(renderer, jobs, list(renderer.draw(jobs)), draw, only_first), again


def test_further_cards_follow_their_first_and_only_they_are_drawn_again() -> None:
    found, again = paged([job("a", "Short."), job("b", LONG), job("c", "Short.")])

    assert [each.card.id for each in found.jobs] == ["p/a", "p/b", "p/b-2of2", "p/c"]
    assert [each.front.id for each in found.drawn] == ["p/a", "p/b", "p/b-2of2", "p/c"]
    assert [problem for each in found.drawn for problem in each.problems] == []
    assert again == ["p/b", "p/b-2of2"]


def test_a_page_that_counts_cards_gets_only_the_first() -> None:
    found, _ = paged([job("b", LONG), job("c", "Short.")], only_first=True)

    assert [each.card.id for each in found.jobs] == ["p/b", "p/c"]


def test_a_card_with_a_face_of_its_own_keeps_its_problem() -> None:
    own = template_of("  - {text: '{text}', x: 4, y: 4, width: 20, height: 5}")

    found, again = paged([job("b", LONG)._replace(front=own)])

    assert [problem.code for problem in found.drawn[0].problems] == ["CF408"]
    assert again == []


def test_the_plain_face_keeps_its_margins_in_every_size() -> None:
    for name in ("mini-us", "tarot", "credit", "jumbo"):
        width, height = CARD_SIZES[name]
        face = plain_of_size(PLAIN, width, height)
        inside = face.elements[1:]
        assert (face.width, face.height) == (width, height)
        assert max(each.data["x"] + each.data["width"] for each in inside) == width - 5
        assert max(each.data["y"] + each.data["height"] for each in inside) == height - 4
        assert face.elements[0].data["width"] == width + 6
