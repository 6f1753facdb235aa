"""Draw a selection of cards: faces with outlines and problems, ready for any product."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from cardforge.core.errors import UsageError
from cardforge.core.limits import COPIES
from cardforge.core.problems import Problem, Severity, in_order
from cardforge.core.progress import Progress, unwatched
from cardforge.core.units import DPI
from cardforge.impose.cut import outline_of
from cardforge.impose.outline import Outline, rectangle
from cardforge.layout.card_view import CardView
from cardforge.layout.lint_findings import LintFinding, worst_of
from cardforge.layout.pictures import Pictures
from cardforge.layout.plain import called
from cardforge.layout.template import Template
from cardforge.load.document import Fields
from cardforge.load.project import Project
from cardforge.load.source import Source
from cardforge.render.card_job import CardJob, sides_of
from cardforge.render.face_cache import draw_cached
from cardforge.render.plain_cards import with_pages
from cardforge.render.project_fonts import project_fonts
from cardforge.render.renderer import DrawnCard, Renderer
from cardforge.render.selection import Selection
from cardforge.write.cache import Cache
from cardforge.write.drawn import Drawn
from cardforge.write.pdf import PdfResources

_NO_FIELD = "CF407"


class RenderedCard(NamedTuple):
    """A card as it is printed: both sides, its number of copies, and its pack."""

    front: Drawn
    back: Drawn | None  # the same object for all cards that share it
    copies: int
    pack: str
    outline: Outline
    name: str = ""
    view: CardView = CardView()
    not_drawn: tuple[Problem, ...] = ()  # what cannot be drawn on its faces
    findings: tuple[LintFinding, ...] = ()

    @property
    def problems(self) -> tuple[Problem, ...]:
        """The problems of its own faces."""
        return (*self.not_drawn, *worst_of(self.findings))

    @property
    def words(self) -> str:
        """Its longer texts, with markup."""
        return self.view.words

    @property
    def kind(self) -> str:
        return self.view.kind

    @property
    def group(self) -> str:
        return self.view.group


@dataclass(frozen=True)
class Rendering:
    """Cards ready to be written, and their problems."""

    cards: tuple[RenderedCard, ...]
    resources: PdfResources
    problems: tuple[Problem, ...]
    sources: dict[str, Source]
    title: str
    seeds: Fields  # the `seed` of each generated pack, by pack id
    reduced: frozenset[str] = frozenset()  # paths of the pictures that have more pixels than are printed

    @property
    def fronts(self) -> tuple[Drawn, ...]:
        return tuple(card.front for card in self.cards)

    @property
    def backs(self) -> tuple[Drawn, ...]:
        """Each different back once."""
        return tuple({card.back.id: card.back for card in self.cards if card.back}.values())

    @property
    def faces(self) -> tuple[Drawn, ...]:
        return self.fronts + self.backs


def draw(
    selection: Selection,
    title: str,
    dpi: int = DPI,
    progress: Progress = unwatched,
    cache: Cache | None = None,
) -> Rendering:
    """Draw every card of a selection, with a new renderer, and with the cache on disk unless another one is given."""
    renderer, font_problems = renderer_for(selection.project, dpi=dpi, is_draft=selection.is_draft)
    selection.problems += font_problems
    if not selection.jobs and not selection.problems:
        raise UsageError("there are no cards in these targets", "name packs, decks, folders with packs, or `game:kind`")
    cache = cache or Cache()
    rendering = rendered(selection, renderer, cache, title, progress)
    cache.close()
    return rendering


def renderer_for(
    project: Project, pictures: Pictures | None = None, dpi: int = DPI, is_draft: bool = False
) -> tuple[Renderer, list[Problem]]:
    """The renderer of a project, and the problems of its fonts."""
    book, problems = project_fonts(project)
    return Renderer(book, pictures or Pictures(project), tells=True, lints=True, dpi=dpi, is_draft=is_draft), problems


def rendered(
    selection: Selection,
    renderer: Renderer,
    cache: Cache,
    title: str,
    progress: Progress = unwatched,
    one_each: bool = False,
) -> Rendering:
    """Draw every card of a selection with a given renderer and cache.

    A card on the plain face may become several, unless `one_each` asks for only the first.
    """
    problems = list(selection.problems)
    drawn = draw_cached(renderer, selection.jobs, cache, progress)
    jobs, drawn, cut = with_pages(
        renderer, selection.jobs, drawn, lambda more: draw_cached(renderer, more, cache, unwatched), one_each
    )
    problems += cut
    misspelt = {problem.where for problem in problems if problem.code == _NO_FIELD}  # report once, not for every card
    problems += [
        problem
        for each in drawn
        for problem in each.problems
        if problem.code != _NO_FIELD or problem.where not in misspelt
    ]
    problems += worst_of(finding for each in drawn for finding in each.findings)
    problems += renderer.develop([(job.card, each) for job, each in zip(jobs, drawn, strict=True)])
    outlines, bad = outlines_of(jobs)
    too_many = list(_too_many_copies(jobs))
    problems += [*bad, *too_many]
    cards = [
        RenderedCard(
            each.front,
            back,
            job.card.copies if not too_many else 1,
            job.card.pack,
            outlines[job.front],
            called({"id": job.card.id.rpartition("/")[2], **job.card.view.fields}),
            job.card.view,
            tuple(each.problems),
            each.findings,
        )
        for job, each, back in zip(jobs, drawn, _shared_backs(drawn), strict=True)
    ]
    return Rendering(
        tuple(cards),
        renderer.resources(),
        tuple(in_order(problems)),
        selection.sources,
        title,
        _seeds(jobs),
        renderer.reduced,
    )


def _too_many_copies(jobs: Sequence[CardJob]) -> Iterator[Problem]:
    """The problem of the card with the most copies, if all cards together have more than can be printed."""
    total = sum(job.card.copies for job in jobs)
    if total > COPIES.most:
        most = max(jobs, key=lambda job: job.card.copies).card
        message = f"`{most.id}` has {most.copies:,} of {total:,} copies; the limit for all cards is {COPIES.most:,}"
        yield Problem("CF509", Severity.ERROR, most.where, message, COPIES.hint("print fewer"))


def _seeds(jobs: Iterable[CardJob]) -> dict[str, Any]:
    views = [job.card.view for job in jobs]
    return {str(view.pack.get("id", "")): view.pack["seed"] for view in views if "seed" in view.pack}


def outlines_of(jobs: Iterable[CardJob]) -> tuple[dict[Template, Outline], list[Problem]]:
    """The cut outline of each front, and problems for outlines that cannot be cut."""
    found: dict[Template, Outline] = {}
    problems = []
    for template in sides_of(jobs)[0]:
        try:
            found[template] = outline_of(template)
        except (ValueError, IndexError, UsageError) as error:
            found[template] = rectangle(template.width, template.height)
            place = template.document.locate(("outline",))
            message = f"this outline cannot be cut: {error}"
            hint = error.hint if isinstance(error, UsageError) else "write it as SVG path data with one closed line"
            problems.append(Problem("CF411", Severity.ERROR, place, message, hint))
    return found, problems


def _shared_backs(cards: list[DrawnCard]) -> list[Drawn | None]:
    """The back of every card; identical backs become one, named after its template if several cards share it."""
    found: dict[tuple[str, str], list[Drawn]] = {}
    for card in cards:
        if card.back:
            found.setdefault((card.back_face, card.back.code), []).append(card.back)
    shared = [face for (face, _), backs in found.items() if len(backs) > 1]
    backs_by_look = {
        (face, code): backs[0]._replace(
            id=face if len(backs) > 1 and shared.count(face) == 1 else f"{backs[0].id}/back"
        )
        for (face, code), backs in found.items()
    }
    return [backs_by_look[card.back_face, card.back.code] if card.back else None for card in cards]
