"""Draw cards one after another, on all cores if there are many.

Takes cards with their templates; returns each card drawn, in order, with its problems. No card depends on another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeVar

from cardforge.core.problems import Location, Problem
from cardforge.core.progress import Progress, unwatched
from cardforge.core.units import DPI
from cardforge.fonts import FontBook
from cardforge.layout.display import Clipped, Face, Item, Text
from cardforge.layout.face import LaidOutFace, Layout
from cardforge.layout.face_in_progress import CardSource
from cardforge.layout.game_art import GameArt
from cardforge.layout.lint_findings import LintFinding
from cardforge.layout.pictures import Pictures
from cardforge.layout.text_ink import Ink, inks_of
from cardforge.load.picture import Picture, quiet
from cardforge.load.source import problem_at
from cardforge.parallel.cores import can_fork, cores
from cardforge.parallel.shares import shares_of
from cardforge.render.card_job import CardJob
from cardforge.write.compose import Composer
from cardforge.write.contrast import Ground, Patch
from cardforge.write.drawn import Drawn, PlacedPicture
from cardforge.write.pdf import PdfResources
from cardforge.write.pixels import PictureStore
from cardforge.write.spelling import UsedGlyphs
from cardforge.write.stored_picture import StoredPicture

GlyphTexts = dict[str, dict[int, str]]  # by font name: the text that each glyph represents

WORTH_SPLITTING = 1_000  # cards for two processes; with fewer, a second one costs more than it saves
ART_WORTH_SPLITTING = 40  # cards, if their art has to be drawn
_SHARE = 100  # cards per batch
_ART_SHARE = 10  # cards per batch, if their art has to be drawn
MOST_SHARES = 5_000  # fewer than the parts that `map_in_forks` can handle

_NO_FACES: Mapping[str, Face] = {}


class PlacedInk(NamedTuple):
    """Letters on a card, and the text of the template that they come from."""

    ink: Ink
    where: Location
    words: str


class InkedGround(NamedTuple):
    """A side drawn without its texts, and the ink of those texts."""

    ground: Ground
    inks: tuple[PlacedInk, ...]  # one for each patch of the ground


class DrawnCard(NamedTuple):
    """Both sides of a drawn card, and their problems."""

    front: Drawn
    back: Drawn | None
    back_face: str  # the id of the back's template
    problems: list[Problem]
    glyphs: dict[str, UsedGlyphs]  # of both sides, by font, if the renderer has `tells` and the card can be cached
    drawings: tuple[str, ...] = ()  # paths of the SVG drawings on it
    findings: tuple[LintFinding, ...] = ()  # what would be hard to read or to print
    grounds: tuple[InkedGround, ...] = ()  # both sides without their texts, if the renderer has `grounds`


Form = TypeVar("Form")  # what becomes of a drawn card in the process that has drawn it
DrawnShare = tuple[list[Form], GlyphTexts]  # a batch of cards, and the glyph texts so far


class Renderer:
    """Draws the cards of one project."""

    def __init__(
        self,
        book: FontBook,
        pictures: Pictures | None = None,
        tells: bool = False,
        grounds: bool = False,
        lints: bool = False,
        dpi: int = DPI,
        is_draft: bool = False,
    ) -> None:
        self._book = book
        self._tells = tells  # report the glyph texts of each card, for the cache
        self._lints, self._is_draft = lints, is_draft  # check every card for legibility; mark problems on the cards
        self._grounds = grounds  # also draw every side without its texts, to measure contrast
        self._pictures = pictures or Pictures()
        self._composer = Composer()
        self._texts: GlyphTexts = {}
        self._store = PictureStore(dpi)
        self._stored: dict[str, StoredPicture] = {}
        self._layouts: dict[GameArt, Layout] = {}

    def draw(self, jobs: Sequence[CardJob], progress: Progress = unwatched) -> Iterator[DrawnCard]:
        """Draw every card, in order."""
        return self.draw_as(jobs, lambda _, card: card, progress)

    def draw_as(
        self, jobs: Sequence[CardJob], form: Callable[[int, DrawnCard], Form], progress: Progress = unwatched
    ) -> Iterator[Form]:
        """Draw every card, in order, and give what `form` makes of it, from its place among the jobs."""
        draws_art = any(job.art.art_recipes for job in jobs)
        size, enough = (_ART_SHARE, ART_WORTH_SPLITTING) if draws_art else (_SHARE, WORTH_SPLITTING)
        count = len(jobs)
        processes = min(cores(), 2 * count // enough) if count >= enough and can_fork() else 1
        size = max(size, count // MOST_SHARES)
        if processes > 1:  # `_split` draws one card before it forks
            shares = [range(1), *shares_of(1, count, size, size // 4, processes)]
            done = self._split(jobs, shares, form, processes)
        else:
            shares = [*shares_of(0, count, size, size)]
            done = (self._share(jobs, share, form) for share in shares)
        for share, (drawn, texts) in zip(shares, done, strict=True):
            self._take_texts(texts)
            progress("cards", share.stop, count)
            yield from drawn

    def _take_texts(self, texts: GlyphTexts) -> None:
        """Record the texts of glyphs; the first text of a glyph wins."""
        for font, found in texts.items():
            own = self._texts.setdefault(font, {})
            for glyph, text in found.items():
                own.setdefault(glyph, text)

    def problems_of(self, job: CardJob) -> list[Problem]:
        """The problems that the front of a card would have; nothing is drawn."""
        return self._layout(job.art).laid_out(job.card, job.front).problems

    def take_glyphs(self, cards: Iterable[DrawnCard]) -> None:
        """Record the texts of the glyphs on some cards, in their order."""
        plain: dict[str, int] = {}
        for card in cards:
            for font, used in card.glyphs.items():
                known = plain.get(font, 0)
                self._take_texts({font: {at: text for at, text in used.others.items() if not known >> at & 1}})
                plain[font] = known | used.plain
        for font, bits in plain.items():
            letters = self._book.named(font).letters
            self._take_texts({font: {at: letters.get(at, "") for at in range(bits.bit_length()) if bits >> at & 1}})

    def _split(
        self, jobs: Sequence[CardJob], shares: list[range], form: Callable[[int, DrawnCard], Form], processes: int
    ) -> Iterator[DrawnShare[Form]]:
        """Draw batches in several processes, the first before forking, so that the caches are filled only once."""
        from cardforge.parallel.forks import map_in_forks  # not needed for small jobs

        first, *rest = shares
        yield self._share(jobs, first, form)
        yield from map_in_forks(lambda at: self._share(jobs, rest[at], form), len(rest), processes, _load_writer)

    @property
    def fonts_signature(self) -> str:
        """A signature that changes with the fonts."""
        return self._book.signature

    def picture_signature(self, path: str) -> str:
        """A signature that changes with a picture."""
        return self._pictures.signature(path)

    def read_drawings(self, paths: Iterable[str]) -> None:
        """Read drawings that another process or an earlier run has drawn, so that it is known what cards depend on."""
        for path in paths:
            self._pictures.find(path)

    def resources(self) -> PdfResources:
        """The fonts and pictures of everything drawn so far."""
        known = PdfResources(self._book, self._texts, dict(self._stored), self.fonts_signature)
        return known.with_texts(self._composer.texts)

    def develop(self, cards: Sequence[tuple[CardSource, DrawnCard]]) -> Iterator[Problem]:
        """Decode the pixels that drawn cards need from their pictures; a damaged picture is a problem of its card."""
        from cardforge.parallel.pools import map_in_threads  # the PDF writer has imported it by now

        needed: dict[str, PlacedPicture] = {}
        shown_on: dict[str, CardSource] = {}
        for card, drawn in cards:
            for side in (drawn.front, drawn.back):
                for name, placed in side.pictures.items() if side else ():
                    known = needed.get(name)
                    if known is None:
                        needed[name] = placed
                        shown_on.setdefault(placed.path, card)
                    elif placed is not known and placed != known:
                        needed[name] = known.at_least(placed)
        parts: dict[str, dict[str, PlacedPicture]] = {}
        for name, placed in needed.items():
            parts.setdefault(placed.path, {})[name] = placed
        with quiet():
            for (path, own), result in zip(parts.items(), map_in_threads(self._develop, parts.items()), strict=True):
                if isinstance(result, Problem):
                    card = shown_on[path]
                    message = f"`{card.id}`: `{path}`: {result.message}"
                    yield Problem(result.code, result.severity, card.where, message, result.hint)
                else:
                    self._stored |= dict(zip(own, result, strict=True))

    def _develop(self, parts: tuple[str, Mapping[str, PlacedPicture]]) -> list[StoredPicture] | Problem:
        path, placed = parts
        found = self._pictures.find(path)
        if isinstance(found, Picture):  # else it was replaced after the card was drawn
            return self._store.stored(found, list(placed.values()))
        return found if isinstance(found, Problem) else problem_at(path, "CF415", "it changed meanwhile")

    @property
    def reduced(self) -> frozenset[str]:
        """The paths of the developed pictures that have more pixels than are printed."""
        return frozenset(self._store.reduced)

    def _share(self, jobs: Sequence[CardJob], share: range, form: Callable[[int, DrawnCard], Form]) -> DrawnShare[Form]:
        """Draw one batch of cards."""
        return [form(at, self._card(jobs[at])) for at in share], self._composer.texts

    def _card(self, job: CardJob) -> DrawnCard:
        """Draw one card. For speed, nothing is collected for the common card with one side that shows no other."""
        card, front, back, art, shows = job
        layout = self._layout(art)
        others = {id: layout.laid_out(other.card, other.front) for id, other in shows.items()} if shows else {}
        shown = {id: other.face for id, other in others.items()} if others else _NO_FACES
        first = layout.laid_out(card, front, shown)
        second = layout.laid_out(card, back, shown) if back else None
        items, problems, findings = first.face.items, first.problems, first.findings
        if second:
            items += second.face.items
            problems, findings = problems + second.problems, findings + second.findings
        return DrawnCard(
            self._composer.drawn(first.face),
            self._composer.drawn(second.face) if second else None,
            back.id if back else "",
            [problem for other in others.values() for problem in other.problems] + problems if others else problems,
            self._composer.glyphs_of(items) if self._tells and not problems else {},
            tuple(sorted(set(_drawings(items)))) if Clipped in map(type, items) else (),
            tuple(findings),
            tuple([self._ground(side) for side in (first, second) if side]) if self._grounds else (),
        )

    def _ground(self, side: LaidOutFace) -> InkedGround:
        icons = {id(icon) for text in side.texts for icon in text.icons}
        face = self._composer.drawn(side.face._replace(items=tuple(_without_texts(side.face.items, icons))))
        inks = [
            PlacedInk(ink, place, str(text.element.data[text.key]))
            for text in side.texts
            for place in [text.element.document.locate((*text.element.pointer, text.key))]
            for ink in inks_of(text.text, text.about)
        ]
        patches = tuple(Patch(each.ink.box, each.ink.colour) for each in inks)
        return InkedGround(Ground(face, patches), tuple(inks))

    def _layout(self, art: GameArt) -> Layout:
        if art not in self._layouts:
            self._layouts[art] = Layout(self._book, art, self._pictures, self._lints, self._is_draft)
        return self._layouts[art]


def _without_texts(items: Iterable[Item], icons: set[int]) -> Iterator[Item]:
    """Items without texts and their icons, also inside rotated groups; figures stay whole."""
    for item in items:
        if isinstance(item, Clipped) and item.about:
            yield item._replace(items=tuple(_without_texts(item.items, icons)))
        elif not isinstance(item, Text) and id(item) not in icons:
            yield item


def _drawings(items: Iterable[Item]) -> Iterator[str]:
    """The paths of the drawings among some items, including those on cards shown as pictures."""
    for item in items:
        if isinstance(item, Clipped):
            if item.source:
                yield item.source
            else:
                yield from _drawings(item.items)


def _load_writer() -> None:
    """Import the PDF writer, which is slow; only the main process needs it."""
    import cardforge.write.pdf_document  # noqa: F401
