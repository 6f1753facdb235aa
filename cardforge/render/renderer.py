"""The press: draws cards one after another, in two processes when there are many.

Takes cards with their templates; gives each as drawn, in their order, and what is wrong. How the work is split makes no
difference to what comes out: every card is drawn by itself.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from cardforge.core.problems import Location, Problem
from cardforge.core.units import Mm
from cardforge.fonts import FontBook, FontError
from cardforge.layout.caption import Captions
from cardforge.layout.display import Clipped, Face, Item, Text
from cardforge.layout.face import LaidOutFace, Layout
from cardforge.layout.face_in_progress import CardSource
from cardforge.layout.game_art import GameArt
from cardforge.layout.lint_findings import LintFinding
from cardforge.layout.pictures import Pictures
from cardforge.layout.template import Template
from cardforge.layout.text_ink import Ink, inks_of
from cardforge.load.picture import Encoded, Picture, quiet
from cardforge.load.project import Project, shown
from cardforge.load.source import problem_at
from cardforge.write.compose import Composer, Drawn, PlacedPicture
from cardforge.write.contrast import Ground, Patch
from cardforge.write.pdf import PdfResources
from cardforge.write.pixels import encoded

GlyphTexts = dict[str, dict[int, str]]  # by the name of a font: what its glyphs stand for
Progress = Callable[[int, int], None]  # how many cards are drawn, of how many

WORTH_SPLITTING = 1_000  # cards; below that, a second process costs more than it saves
ART_WORTH_SPLITTING = 40  # cards whose art has to be drawn
_SHARE = 100  # cards that are sent for at a time
_ART_SHARE = 10
MOST_SHARES = 5_000  # fewer than the parts that `twin` can take


_NO_ART = GameArt()
_NO_JOBS: Mapping[str, CardJob] = {}
_NO_FACES: Mapping[str, Face] = {}


class CardJob(NamedTuple):
    """A card to draw, the faces of its two sides, and what its game draws with."""

    card: CardSource
    front: Template
    back: Template | None = None
    art: GameArt = _NO_ART
    shows: Mapping[str, CardJob] = _NO_JOBS  # other cards that stand on it as pictures, by their ids


class PlacedInk(NamedTuple):
    """Letters on a card, and the text of the face that they belong to."""

    ink: Ink
    where: Location
    words: str


class InkedGround(NamedTuple):
    """A side without its texts, and the texts."""

    ground: Ground
    inks: tuple[PlacedInk, ...]  # one for each patch of the ground


class DrawnCard(NamedTuple):
    """Both sides of a card, and what is wrong with them."""

    front: Drawn
    back: Drawn | None
    back_face: str  # the id of the back's template
    problems: list[Problem]
    texts: GlyphTexts  # what the glyphs of both sides stand for, where the press tells
    drawings: tuple[str, ...] = ()  # paths of the drawings that stand on it
    findings: tuple[LintFinding, ...] = ()  # what would be hard to read or to print
    grounds: tuple[InkedGround, ...] = ()  # both sides without their texts, where the press looks at contrast


class Renderer:
    """Draws the cards of one project."""

    def __init__(
        self,
        book: FontBook,
        pictures: Pictures | None = None,
        tells: bool = False,
        grounds: bool = False,
        lints: bool = False,
    ) -> None:
        self._book = book
        self._tells = tells  # what the glyphs of each card stand for
        self._lints = lints  # whether every card is looked at for what is hard to read
        self._grounds = grounds  # whether every side is drawn without its texts too
        self._pictures = pictures or Pictures()
        self._composer = Composer()
        self._texts: GlyphTexts = {}
        self._encoded: dict[str, Encoded] = {}
        self._layouts: dict[GameArt, Layout] = {}
        self._captions = Captions(book)

    def draw(self, jobs: Sequence[CardJob], progress: Progress = lambda done, of: None) -> Iterator[DrawnCard]:
        """Every card, in order."""
        draws_art = any(job.art.art_recipes for job in jobs)
        size, enough = (_ART_SHARE, ART_WORTH_SPLITTING) if draws_art else (_SHARE, WORTH_SPLITTING)
        split = len(jobs) >= enough and sys.platform == "linux" and (os.cpu_count() or 1) > 1
        size = max(size, len(jobs) // MOST_SHARES)
        # One card is drawn before the work is split.
        shares = [range(1), *_shares(1, len(jobs), size, size // 4)] if split else [*_shares(0, len(jobs), size, size)]
        done = self._split(jobs, shares) if split else (self.share(jobs, share) for share in shares)
        for share, (drawn, texts) in zip(shares, done, strict=True):
            self.take_texts([texts])
            progress(share.stop, len(jobs))
            yield from drawn

    def take_texts(self, texts: Iterable[GlyphTexts]) -> None:
        """Know what glyphs stand for; what was said first stays."""
        for each in texts:
            for font, found in each.items():
                own = self._texts.setdefault(font, {})
                for glyph, text in found.items():
                    own.setdefault(glyph, text)

    def _split(self, jobs: Sequence[CardJob], shares: list[range]) -> Iterator[tuple[list[DrawnCard], GlyphTexts]]:
        """The shares from two processes.

        The first is drawn before: then what reads fonts, words and pictures is ready, and need not be made ready twice.
        """
        from cardforge.parallel.fork import in_two  # small jobs do without

        yield self.share(jobs, shares[0])
        yield from in_two(lambda at: self.share(jobs, shares[at + 1]), len(shares) - 1, _load_writer)

    @property
    def fonts_signature(self) -> str:
        """What tells whether the fonts were changed."""
        return self._book.signature

    def picture_signature(self, path: str) -> str:
        """What tells whether a picture was changed."""
        return self._pictures.signature(path)

    @property
    def resources(self) -> PdfResources:
        """The fonts and pictures that what was drawn needs."""
        self.take_texts([self._composer.texts])
        return PdfResources(self._book.named, self._texts, self._encoded, cache(lambda: self.fonts_signature))

    def caption(self, words: str, width: Mm, height: Mm) -> Drawn:
        """A line of words for the margin of a sheet."""
        return self._composer.drawn(self._captions.face(words, width, height))

    def develop(self, cards: Sequence[tuple[CardSource, DrawnCard]]) -> Iterator[Problem]:
        """Take the pixels that drawn cards need out of their pictures; one that is torn is a problem of its card."""
        from concurrent.futures import ThreadPoolExecutor  # what writes documents has loaded it meanwhile

        needed: dict[str, PlacedPicture] = {}
        shown_on: dict[str, CardSource] = {}
        for card, drawn in cards:
            for side in (drawn.front, drawn.back):
                for name, placed in side.pictures.items() if side else ():
                    known = needed.get(name)
                    if known is None:
                        needed[name], shown_on[name] = placed, card
                    elif placed is not known and placed != known:
                        needed[name] = known.at_least(placed)
        with quiet(), ThreadPoolExecutor(2) as pool:  # Pillow works beside Python
            for name, made in zip(needed, pool.map(self._develop, needed.values()), strict=True):
                if isinstance(made, Problem):
                    card = shown_on[name]
                    message = f"`{card.id}`: `{needed[name].path}`: {made.message}"
                    yield Problem(made.code, made.severity, card.where, message, made.hint)
                else:
                    self._encoded[name] = made

    def _develop(self, placed: PlacedPicture) -> Encoded | Problem:
        found = self._pictures.find(placed.path)
        if not isinstance(found, Picture):
            raise TypeError(f"{placed.path} was drawn and is no picture")
        return encoded(found, placed.crop, placed.width, placed.height)

    def share(self, jobs: Sequence[CardJob], share: range) -> tuple[list[DrawnCard], GlyphTexts]:
        """Some of the cards, and what the glyphs written so far stand for."""
        return [self._card(jobs[at]) for at in share], self._composer.texts

    def _card(self, job: CardJob) -> DrawnCard:
        """One card. Most have one side and show no other, and nothing is gathered for those."""
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
            self._composer.texts_of(items) if self._tells else {},
            tuple(sorted(set(_drawings(items)))) if Clipped in map(type, items) else (),
            tuple(findings),
            tuple([self._ground(side) for side in (first, second) if side]) if self._grounds else (),
        )

    def _ground(self, side: LaidOutFace) -> InkedGround:
        icons = {id(icon) for text in side.texts for icon in text.icons}
        items = tuple(_without_texts(side.face.items, icons))
        face = self._composer.drawn(side.face._replace(items=items))
        inks = [
            PlacedInk(ink, place, str(text.element.data[text.key]))
            for text in side.texts
            for place in [text.element.document.locate((*text.element.pointer, text.key))]
            for ink in inks_of(text.text, text.about)
        ]
        patches = tuple(Patch(each.ink.box, each.ink.colour) for each in inks)
        return InkedGround(Ground(face, patches), tuple(inks))

    def _layout(self, art: GameArt) -> Layout:
        found = self._layouts.get(art)
        if found is None:
            found = self._layouts[art] = Layout(self._book, art, self._pictures, self._lints)
        return found


def _shares(start: int, end: int, most: int, least: int) -> Iterator[range]:
    """Cards in shares, the last ones smaller, so that all who work at them end at the same time."""
    while start < end:
        share = range(start, min(end, start + max(1, least, min(most, (end - start) // 6))))
        yield share
        start = share.stop


def _without_texts(items: Iterable[Item], icons: set[int]) -> Iterator[Item]:
    """Items without texts and the icons in them, also where a group was turned; a figure stays whole."""
    for item in items:
        if isinstance(item, Clipped) and item.about:
            yield item._replace(items=tuple(_without_texts(item.items, icons)))
        elif not isinstance(item, Text) and id(item) not in icons:
            yield item


def _drawings(items: Iterable[Item]) -> Iterator[str]:
    """The paths of the drawings among some items, also those on a card that is shown."""
    for item in items:
        if isinstance(item, Clipped):
            if item.source:
                yield item.source
            else:
                yield from _drawings(item.items)


def _load_writer() -> None:
    """What writes documents takes a while to load; a process that only draws does without."""
    import cardforge.write.pdf_document  # noqa: F401


def sides_of(jobs: Iterable[CardJob]) -> tuple[list[Template], list[Template]]:
    """The fronts and the backs that some cards use, each once."""
    jobs = list(jobs)
    fronts = {id(job.front): job.front for job in jobs}
    backs = {id(job.back): job.back for job in jobs if job.back}
    return list(fronts.values()), list(backs.values())


def project_fonts(project: Project) -> tuple[FontBook, list[Problem]]:
    """The fonts of a project; one that cannot be used is told even where no card needs it."""
    files = project.font_files()
    book = FontBook(tuple(files))
    problems = []
    for file in files:
        try:
            book.font(file.stem.lower())
        except FontError as error:
            problems.append(problem_at(shown(file), "CF413", f"this font cannot be used: {error}", error.hint))
    return book, problems
