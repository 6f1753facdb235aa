"""Lay out a card: turn its data and a template into a face, a display list in mm.

Takes one card and its template; returns a Face and its problems: unknown fields, text that does not fit, characters
that no font has, text boxes that overlap or extend beyond the card. A template is prepared once for all cards.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from cardforge.core.problems import Problem
from cardforge.fonts import FontBook
from cardforge.layout.boxes import Box
from cardforge.layout.display import Face
from cardforge.layout.draft_marks import frame, label
from cardforge.layout.face_in_progress import CardSource, FaceInProgress, PlacedText
from cardforge.layout.game_art import GameArt
from cardforge.layout.legibility import Legibility
from cardforge.layout.lint_findings import LintFinding
from cardforge.layout.looks import Looks
from cardforge.layout.painter import PaintingTools
from cardforge.layout.painters import painter_of
from cardforge.layout.pictures import Pictures
from cardforge.layout.template import Template
from cardforge.layout.text_pieces import Shaper

_NONE: Mapping[str, Face] = {}
_MOST_KEPT = 1_000  # cached arrangements of text boxes; if boxes grow with their text, every card has its own
_OFF = 0.1  # mm; a text that extends less beyond the card is not reported


class LaidOutFace(NamedTuple):
    """A laid-out card, with its problems and lint findings."""

    face: Face
    problems: list[Problem]  # what cannot be drawn as written
    findings: list[LintFinding]  # what would be hard to read or to print
    texts: list[PlacedText]


class Layout:
    """Lays out cards with the fonts, drawings and pictures of a project."""

    def __init__(
        self,
        book: FontBook,
        art: GameArt | None = None,
        pictures: Pictures | None = None,
        lints: bool = True,
        is_draft: bool = False,
    ) -> None:
        self._book = book
        self._is_draft = is_draft
        self._lints = lints  # whether to lint every card for legibility
        self._shaper = Shaper(book)
        self._art = art or GameArt()
        self._pictures = pictures or Pictures()
        self._plans: dict[Template, _Plan] = {}

    def face(self, card: CardSource, template: Template) -> tuple[Face, list[Problem]]:
        """Lay out one card; returns its face and problems."""
        laid = self.laid_out(card, template)
        return laid.face, laid.problems

    def laid_out(self, card: CardSource, template: Template, shown: Mapping[str, Face] = _NONE) -> LaidOutFace:
        """Lay out one card, with what the lint needs; `shown` are other cards it may show, by id."""
        return self._plan(template).laid_out(card, shown)

    def _plan(self, template: Template) -> _Plan:
        found = self._plans.get(template)
        if found is None:
            looks = Looks(self._book, template)
            kit = PaintingTools(
                self._book, self._shaper, self._art, self._pictures, looks, template.bleed, self._is_draft
            )
            found = self._plans[template] = _Plan(template, kit, self._lints)
        return found


class _Plan:
    """A template, prepared for laying out cards."""

    def __init__(self, template: Template, kit: PaintingTools, lints: bool) -> None:
        self._whole = Box(0.0, 0.0, template.width, template.height)
        self._painters = [painter_of(element, kit) for element in template.elements]
        self._paints = [painter.ready(self._whole) for painter in self._painters]
        self._problems = kit.problems
        self._kit = kit
        self._bleed, self._safe = template.bleed, template.safe
        self._legibility = Legibility(template) if lints else None
        self._clear: set[tuple[Box, ...]] = set()  # text boxes known not to overlap
        # The same by `id()`, which is faster to look up; the boxes are kept so that their ids are not reused.
        self._same: dict[tuple[int, ...], tuple[Box, ...]] = {}

    def laid_out(self, card: CardSource, shown: Mapping[str, Face]) -> LaidOutFace:
        sheet = FaceInProgress(card, self._whole, self._safe, shown)
        data = card.data
        for paint in self._paints:
            paint(sheet, data)
        self._keep_apart(sheet)
        if self._kit.is_draft and (problems := self._problems + sheet.problems):
            kit = self._kit
            sheet.items += label(problems, kit.shaper, kit.book, self._whole, self._safe)
        face = Face(card.id, self._whole.width, self._whole.height, self._bleed, tuple(sheet.items))
        problems = self._problems + sheet.problems if self._problems else sheet.problems
        findings = self._legibility.findings(sheet) if self._legibility else []
        return LaidOutFace(face, problems, findings, sheet.texts)

    def _keep_apart(self, sheet: FaceInProgress) -> None:
        """Report texts that overlap each other or extend beyond the card."""
        boxes = tuple([written.given for written in sheet.texts])
        key = tuple(map(id, boxes))
        if key in self._same or boxes in self._clear:
            return
        clear = True
        for at, text in enumerate(sheet.texts):
            clear = clear and not text.given.within(self._whole, 0.0)
            out = text.covered.within(self._whole, 0.0)
            if out > _OFF:
                self._blame(
                    text, sheet, "CF416", f"extends {out:.1f} mm beyond the card", "move its box, or make it smaller"
                )
            for other in sheet.texts[:at]:
                clear = clear and not text.given.overlap(other.given)
                deep = text.covered.overlap(other.covered)
                if deep:
                    what = f"overlaps `{_words(other)}` by {deep:.1f} mm"
                    self._blame(text, sheet, "CF409", what, "move one of them, or place it below the other")
        if clear and len(self._clear) < _MOST_KEPT:
            self._clear.add(boxes)
            self._same[key] = boxes

    def _blame(self, text: PlacedText, sheet: FaceInProgress, code: str, what: str, hint: str) -> None:
        if self._kit.is_draft:
            sheet.items.append(frame(text.covered))
        message = f"on `{sheet.card.id}` the text `{_words(text)}` {what}"
        sheet.complain(text.element, text.key, code, message, hint)


def _words(text: PlacedText) -> str:
    return str(text.element.data[text.key])
