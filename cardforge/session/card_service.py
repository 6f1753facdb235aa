"""The cards somebody wants to see: made from a seed, of a pack of the project, or of a file that was brought along.

Takes what is wanted; gives its cards, drawn or ready to be drawn. Nothing is written.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from cardforge.core.errors import UsageError
from cardforge.core.json_data import JsonObject
from cardforge.core.problems import Problem, in_order
from cardforge.core.suggestions import did_you_mean
from cardforge.generate.workshop import GeneratedFiles, SeedRequest
from cardforge.layout.plain import called, spoken
from cardforge.products.cards import picture_name
from cardforge.render.renderer import CardJob
from cardforge.render.rendering import Rendering, rendered
from cardforge.render.selection import Selection, names_of
from cardforge.session.cuts import cuts
from cardforge.session.open_project import OpenProject, reading_of, refuse_broken
from cardforge.session.wanted_cards import CardSide, PackCards, SeededCards, WantedCards
from cardforge.validate.catalog import Proven
from cardforge.write.png import page_pictures, screen_pictures

MAX_CARDS = 1_000  # drawn at once for somebody who waits
_AT_A_TIME = 30  # cards; a press takes more processes for more, and here other people wait for those
_KEPT = 12  # orders that are remembered


@dataclass(frozen=True)
class MadeFromSeed:
    """What came of a seed, and how to ask for it again."""

    piece: GeneratedFiles
    order: SeedRequest
    version: int


class CardPicture(NamedTuple):
    """A side of a card, and what is wrong with it; no bytes where the card has no such side."""

    png: bytes
    problems: tuple[Problem, ...]


class CardService:
    """Where cards are laid out to be looked at; the last ones stay there."""

    def __init__(self, opened: OpenProject) -> None:
        self.opened = opened
        self._orders: dict[WantedCards, Selection] = {}

    def clear(self) -> None:
        """Forget all cards, because files have changed."""
        self._orders.clear()

    def made(self, seeded: SeededCards) -> MadeFromSeed:
        """The documents of a seed."""
        _need_game(self.opened, seeded.system)
        workshop = self.opened.workshop(seeded.system, seeded.kind)
        recipe = workshop.recipe(seeded.kind)
        order = workshop.order(seeded.kind, seeded.seed, dict(seeded.options))
        return MadeFromSeed(workshop.make(order), order, recipe.version)

    def jobs(self, wanted: WantedCards) -> list[CardJob]:
        """The cards, each with its faces."""
        return self._order(wanted).jobs

    def rendering(self, wanted: WantedCards, numbers: range | None = None, fronts_only: bool = False) -> Rendering:
        """Some of the cards, or all, drawn; what is wrong with the whole is told too."""
        order = self._order(wanted)
        if numbers is None and len(order.jobs) > MAX_CARDS:
            raise UsageError(
                f"{len(order.jobs):,} cards are too many at once, at most {MAX_CARDS:,}", "use `cardforge render`"
            )
        jobs = order.jobs if numbers is None else order.jobs[numbers.start : numbers.stop]
        if fronts_only:  # half the work, and the half that is seen first
            jobs = [job._replace(back=None) for job in jobs]
        renderer, problems = self.opened.renderer
        for start in range(0, len(jobs) - _AT_A_TIME, _AT_A_TIME):
            rendered(
                replace(order, jobs=jobs[start : start + _AT_A_TIME], problems=[]), renderer, self.opened.memory, ""
            )
        whole = replace(order, jobs=jobs, problems=[*order.problems, *problems])
        return rendered(whole, renderer, self.opened.memory, _title(wanted))

    def pictures(self, wanted: WantedCards, numbers: range, side: CardSide, dpi: int, exact: bool) -> list[CardPicture]:
        """One side of some cards as PNG: the very bytes that a file would have, or the same pixels sooner."""
        rendering = self.rendering(wanted, numbers, fronts_only=side is CardSide.FRONT)
        found = [card.front if side is CardSide.FRONT else card.back for card in rendering.cards]
        faces, memory = [face for face in found if face], self.opened.memory
        if exact:
            made = iter([picture for _, picture in page_pictures(faces, rendering.resources, dpi, memory)])
        else:
            made = screen_pictures(faces, rendering.resources, dpi, memory)
        return [
            CardPicture(next(made) if face else b"", card.problems)
            for face, card in zip(found, rendering.cards, strict=True)
        ]

    def problems(self, wanted: WantedCards) -> tuple[Problem, ...]:
        """What is wrong with the cards as a whole: what they name, and the files of their faces."""
        return tuple(in_order(self._order(wanted).problems))

    def files(self, rendering: Rendering, dpi: int) -> Mapping[str, bytes]:
        """All faces as PNG files, as `render --as png` names them."""
        made = page_pictures(rendering.faces, rendering.resources, dpi, self.opened.memory)
        return {picture_name(face): picture for face, picture in made}

    def _order(self, wanted: WantedCards) -> Selection:
        if wanted not in self._orders:
            self._orders[wanted] = self._ordered(wanted)
            while len(self._orders) > _KEPT:
                del self._orders[next(iter(self._orders))]
        return self._orders[wanted]

    def _ordered(self, wanted: WantedCards) -> Selection:
        opened = self.opened
        if isinstance(wanted, PackCards):
            pack = _pack(opened, wanted.path)
            made = Selection(opened.project, sources=dict(opened.around.sources))
            linked = opened.linked(pack.system)
            made.add([pack], linked, opened.faces(pack.system), opened.names(pack.system), opened.around.proven)
            return made
        texts = self.made(wanted).piece.files if isinstance(wanted, SeededCards) else {wanted.name: wanted.text}
        judged = reading_of(texts, opened.catalog)
        refuse_broken(judged)
        made = Selection(opened.project, sources={**opened.around.sources, **judged.sources})
        for system in dict.fromkeys(proven.system for proven in judged.proven):
            _need_game(opened, system)
            names = {**opened.names(system), **names_of(judged.proven, system)}
            files = [*opened.around.proven, *judged.proven]
            made.add(judged.proven, opened.linked_with(system, judged), opened.faces(system), names, files)
        return made


def name_of(job: CardJob) -> str:
    """What people call a card."""
    return called({"id": job.card.id, **job.card.view.fields})


def words_of(job: CardJob) -> str:
    """What a card says, for whoever cannot see it."""
    return spoken(job.card.view.words)


def seen(jobs: Sequence[CardJob]) -> list[JsonObject]:
    """What each card says, whether it has a back, and where it is cut."""
    return [
        {"words": words_of(job), "back": job.back is not None, "cut": cut}
        for job, cut in zip(jobs, cuts(jobs), strict=True)
    ]


def _pack(opened: OpenProject, path: str) -> Proven:
    """A pack by its path; only files of the project are known, so no other is ever looked for."""
    known = {proven.document.path: proven for proven in opened.around.proven if not proven.problems}
    if path not in known:
        raise UsageError(f"there is no pack `{path[:100]}` that can be drawn", did_you_mean(path, known))
    return known[path]


def _need_game(opened: OpenProject, system: str) -> None:
    if system not in opened.games:
        hint = did_you_mean(system, opened.games)
        raise UsageError(f"there is no game `{system[:60]}` that can be used", hint)


def _title(wanted: WantedCards) -> str:
    if isinstance(wanted, SeededCards):
        return f"{wanted.kind} {wanted.seed}"
    return wanted.path if isinstance(wanted, PackCards) else wanted.name
