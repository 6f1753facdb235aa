"""Draw the cards that a user wants to see: from a seed, from a pack of the project, or from an uploaded file.

Takes a description of the wanted cards; returns them drawn or ready to draw. Nothing is written.
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
from cardforge.products.pictures import picture_names
from cardforge.render.card_job import CardJob
from cardforge.render.rendering import Rendering, rendered
from cardforge.render.selection import Selection, names_of
from cardforge.session.cuts import cuts
from cardforge.session.open_project import OpenProject, reading_of, refuse_broken
from cardforge.session.wanted_cards import CardSide, PackCards, SeededCards, WantedCards
from cardforge.validate.catalog import Proven
from cardforge.write.png import page_pictures, screen_pictures

MAX_CARDS = 1_000  # per request, as a user is waiting
_AT_A_TIME = 30  # cards; with more, a renderer starts a second process, which other users need here
_KEPT = 12  # selections to remember


@dataclass(frozen=True)
class FromSeed:
    """The documents generated from a seed, and the request to generate them again."""

    piece: GeneratedFiles
    request: SeedRequest
    version: int


class CardPicture(NamedTuple):
    """One side of a card and its problems; `png` is empty if the card has no such side."""

    png: bytes
    problems: tuple[Problem, ...]


class CardService:
    """Selects and draws cards to look at; remembers the latest selections."""

    def __init__(self, opened: OpenProject) -> None:
        self.opened = opened
        self._selections: dict[WantedCards, Selection] = {}

    def clear(self) -> None:
        """Forget all cards, because files have changed."""
        self._selections.clear()

    def from_seed(self, seeded: SeededCards) -> FromSeed:
        """Generate the documents of a seed."""
        _need_game(self.opened, seeded.system)
        workshop = self.opened.workshop(seeded.system, seeded.kind)
        recipe = workshop.recipe(seeded.kind)
        request = workshop.order(seeded.kind, seeded.seed, dict(seeded.options))
        return FromSeed(workshop.make(request), request, recipe.version)

    def jobs(self, wanted: WantedCards) -> list[CardJob]:
        """The cards, each with its templates."""
        return self._selection(wanted).jobs

    def rendering(self, wanted: WantedCards, numbers: range | None = None, fronts_only: bool = False) -> Rendering:
        """Draw some of the cards, or all; includes the problems of the whole selection."""
        selection = self._selection(wanted)
        count = len(selection.jobs)
        if numbers is None and count > MAX_CARDS:
            raise UsageError(
                f"{count:,} cards are too many at once, at most {MAX_CARDS:,} are allowed", "use `cardforge render`"
            )
        jobs = selection.jobs if numbers is None else selection.jobs[numbers.start : numbers.stop]
        if fronts_only:  # half the work, and the half that users see first
            jobs = [job._replace(back=None) for job in jobs]
        renderer, problems = self.opened.renderer
        for start in range(0, len(jobs) - _AT_A_TIME, _AT_A_TIME):
            rendered(
                replace(selection, jobs=jobs[start : start + _AT_A_TIME], problems=[]), renderer, self.opened.memory, ""
            )
        whole = replace(selection, jobs=jobs, problems=[*selection.problems, *problems])
        return rendered(whole, renderer, self.opened.memory, _title(wanted), one_each=numbers is not None)

    def pictures(self, wanted: WantedCards, numbers: range, side: CardSide, dpi: int, exact: bool) -> list[CardPicture]:
        """One side of some cards as PNG: with `exact` the bytes that `render` writes, else the same pixels faster."""
        rendering = self.rendering(wanted, numbers, fronts_only=side is CardSide.FRONT)
        found = [card.front if side is CardSide.FRONT else card.back for card in rendering.cards]
        faces, memory = [face for face in found if face], self.opened.memory
        if exact:
            pictures = iter([picture for _, picture in page_pictures(faces, rendering.resources, dpi, memory)])
        else:
            pictures = screen_pictures(faces, rendering.resources, dpi, memory)
        return [
            CardPicture(next(pictures) if face else b"", card.problems)
            for face, card in zip(found, rendering.cards, strict=True)
        ]

    def problems(self, wanted: WantedCards) -> tuple[Problem, ...]:
        """The problems of the selection as a whole: broken references, and the files of the faces."""
        return tuple(in_order(self._selection(wanted).problems))

    def files(self, rendering: Rendering, dpi: int) -> Mapping[str, bytes]:
        """All faces as PNG files, as `render --as png` names them."""
        pictures = page_pictures(rendering.faces, rendering.resources, dpi, self.opened.memory)
        made = list(pictures)
        names = picture_names(face for face, _ in made)
        return {names[face.id]: picture for face, picture in made}

    def _selection(self, wanted: WantedCards) -> Selection:
        if wanted not in self._selections:
            self._selections[wanted] = self._select(wanted)
            while len(self._selections) > _KEPT:
                del self._selections[next(iter(self._selections))]
        return self._selections[wanted]

    def _select(self, wanted: WantedCards) -> Selection:
        opened = self.opened
        if isinstance(wanted, PackCards):
            pack = _pack(opened, wanted.path)
            selection = Selection(opened.project, sources=dict(opened.around.sources))
            linked = opened.linked(pack.system)
            selection.add([pack], linked, opened.faces(pack.system), opened.names(pack.system), opened.around.proven)
            return selection
        texts = self.from_seed(wanted).piece.files if isinstance(wanted, SeededCards) else {wanted.name: wanted.text}
        judged = reading_of(texts, opened.catalog)
        refuse_broken(judged)
        selection = Selection(opened.project, sources={**opened.around.sources, **judged.sources})
        for system in dict.fromkeys(proven.system for proven in judged.proven):
            _need_game(opened, system)
            names = {**opened.names(system), **names_of(judged.proven, system)}
            files = [*opened.around.proven, *judged.proven]
            selection.add(judged.proven, opened.linked_with(system, judged), opened.faces(system), names, files)
        return selection


def name_of(job: CardJob) -> str:
    """The display name of a card."""
    return called({"id": job.card.id, **job.card.view.fields})


def words_of(job: CardJob) -> str:
    """The text of a card, for users who cannot see it."""
    return spoken(job.card.view.words)


def seen(jobs: Sequence[CardJob]) -> list[JsonObject]:
    """The text of each card, whether it has a back, and where it is cut."""
    return [
        {"words": words_of(job), "back": job.back is not None, "cut": cut}
        for job, cut in zip(jobs, cuts(jobs), strict=True)
    ]


def _pack(opened: OpenProject, path: str) -> Proven:
    """A pack by its path; for security, only files of the project are found."""
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
