"""Draw again, on as many plain cards as they need, the cards that do not fit on one plain face.

Most cards have faces of their own or fit, and cost nothing here: only a drawn card with a problem is looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from cardforge.core.problems import Problem
from cardforge.core.units import Mm
from cardforge.layout.face_in_progress import CardSource
from cardforge.layout.plain_pages import paged
from cardforge.layout.template import Element, Template
from cardforge.render.card_job import CardJob
from cardforge.render.renderer import DrawnCard, Renderer

_HAS_NO_ROOM = frozenset({"CF408", "CF409", "CF416", "CF418"})
_BODY = "{plain.right}"  # only a face with two columns can show a card in parts


class PagedCards(NamedTuple):
    """The cards, of which some are now several, and the warnings for words that are on none of them."""

    jobs: list[CardJob]
    drawn: list[DrawnCard]
    problems: list[Problem]


def with_pages(
    renderer: Renderer,
    jobs: Sequence[CardJob],
    drawn: Sequence[DrawnCard],
    draw: Callable[[list[CardJob]], list[DrawnCard]],
    only_first: bool = False,
) -> PagedCards:
    """Replace each plain card that does not fit by cards that do, or by the first of them, drawn with `draw`."""
    pages: dict[int, list[CardJob]] = {}
    problems: list[Problem] = []
    for at, (job, card) in enumerate(zip(jobs, drawn, strict=True)):
        if card.problems and _has_no_room(card.problems) and _is_plain(job.front):

            def fits(tried: CardSource, job: CardJob = job) -> bool:
                return not _has_no_room(renderer.problems_of(job._replace(card=tried)))

            made = paged(job.card, fits)
            pages[at] = [job._replace(card=each) for each in made.cards[: 1 if only_first else None]]
            problems += [made.problem] if made.problem else []
    if not pages:
        return PagedCards(list(jobs), list(drawn), problems)
    new = iter(draw([job for some in pages.values() for job in some]))
    found: list[tuple[CardJob, DrawnCard]] = []
    for at, (job, card) in enumerate(zip(jobs, drawn, strict=True)):
        found += [(each, next(new)) for each in pages[at]] if at in pages else [(job, card)]
    return PagedCards([job for job, _ in found], [card for _, card in found], problems)


def _has_no_room(problems: Iterable[Problem]) -> bool:
    return any(problem.code in _HAS_NO_ROOM for problem in problems)


def _is_plain(template: Template) -> bool:
    return any(element.data.get("text") == _BODY for element in template.elements)


def plain_of_size(template: Template, width: Mm, height: Mm) -> Template:
    """The plain face in another size: the same margins, and boxes that are wider and taller or smaller."""
    across, down = width - template.width, height - template.height
    lengths = {**template.lengths, "width": width, "height": height}
    elements = [_resized(each, template, across, down) for each in template.elements]
    return replace(template, lengths=lengths, elements=elements)


def _resized(element: Element, template: Template, across: Mm, down: Mm) -> Element:
    data = dict(element.data)
    is_column = data["width"] < template.width / 2
    if is_column and data["x"] > template.width / 2:
        data["x"] += across / 2
    data["width"] += across / 2 if is_column else across
    if data["height"] > template.height / 2:
        data["height"] += down
    if data["y"] > template.height / 2:
        data["y"] += down
    return element._replace(data=data)
