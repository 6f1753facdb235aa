"""Run the full legibility lint: lay out every card in every palette and measure its contrast; write nothing.

Takes the same paths as `validate`; returns the problems of those cards' faces. `render` runs only the geometric part:
contrast needs pixels, which cost more than all the rest, and category colours concern the whole game, not only the
cards being drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from cardforge.core.problems import Problem, Severity
from cardforge.core.progress import Progress, unwatched
from cardforge.core.units import Pt
from cardforge.layout.categories import merging_accents
from cardforge.layout.colours import channels, luminance
from cardforge.layout.lint_findings import LintFinding, severity_of, worst_of
from cardforge.layout.pictures import Pictures
from cardforge.layout.text_ink import Ink
from cardforge.load.source import Source
from cardforge.render.appearance import USUAL, Appearance
from cardforge.render.card_job import CardJob, sides_of
from cardforge.render.face_cache import CleanCards
from cardforge.render.plain_cards import with_pages
from cardforge.render.project_fonts import project_fonts
from cardforge.render.renderer import DrawnCard, PlacedInk, Renderer
from cardforge.render.selection import Chosen
from cardforge.write.cache import Cache
from cardforge.write.contrast import Contrast, contrasts
from cardforge.write.pdf import PdfResources

LEAST_CONTRAST = 3.0
GOOD_CONTRAST = 4.5  # WCAG 2, for text that is not large
_LARGE: Pt = 18.0
_LARGE_BOLD: Pt = 14.0
LEAST_REVERSED: Pt = 6.0  # light text on dark: ink spreads into smaller letters
_DARK = 0.18  # luminance of middle grey: light text on a darker ground counts as reversed


@dataclass(frozen=True)
class FaceLint:
    """The problems of some cards' faces, and how many faces were checked."""

    problems: tuple[Problem, ...]
    sources: dict[str, Source]
    faces: int


def lint_faces(paths: Iterable[str], game: str = "", progress: Progress = unwatched) -> FaceLint:
    """Lay out every card of some files in every palette and every look, and lint it."""
    chosen = Chosen(paths)
    first = chosen.selection(only=game)
    book, problems = project_fonts(first.project)
    problems += _merging(first.jobs)  # only in the main palette: low-ink palettes drop colours on purpose
    palettes = {palette for choice in first.choices.values() for palette in choice.palettes}
    looks = {look for choice in first.choices.values() for look in choice.looks}
    others = [Appearance(palette, look) for look in ("", *sorted(looks)) for palette in ("", *sorted(palettes))]
    findings: list[LintFinding] = []
    faces = 0
    cache = Cache()
    for appearance in others:
        selection = chosen.selection(appearance, game) if appearance != USUAL else first
        renderer = Renderer(book, Pictures(selection.project), grounds=True, lints=True)
        found, hard_to_read = _look(renderer, selection.jobs, appearance.palette, cache, progress)
        problems += [*selection.problems, *found]
        findings += hard_to_read
        faces += len(selection.jobs) + len(sides_of(selection.jobs)[1])
    cache.close()
    return FaceLint((*problems, *worst_of(findings)), first.sources, faces)


def _merging(jobs: Sequence[CardJob]) -> Iterator[Problem]:
    """Accents that look alike, game by game: cards of two games are never mixed."""
    for art in dict.fromkeys(job.art for job in jobs):
        yield from merging_accents(*sides_of(job for job in jobs if job.art is art))


def _look(
    renderer: Renderer, jobs: Sequence[CardJob], palette: str, cache: Cache, progress: Progress
) -> tuple[list[Problem], list[LintFinding]]:
    """Lint some cards; skip those that had no problems the last time."""
    clean = CleanCards(renderer, cache)
    new = clean.unknown(jobs)
    drawn = list(renderer.draw(new, progress))
    new, drawn, problems = with_pages(renderer, new, drawn, lambda more: list(renderer.draw(more)))
    problems += [problem for card in drawn for problem in card.problems]
    torn = list(renderer.develop([(job.card, card) for job, card in zip(new, drawn, strict=True)]))
    findings = [finding for card in drawn for finding in card.findings]
    findings += _contrast(drawn, renderer.resources(), palette, cache)
    faulty = {finding.card for finding in findings} | {card.front.id for card in drawn if card.problems}
    if not torn:  # a damaged picture is reported for only one of the cards that show it
        clean.remember((job, card) for job, card in zip(new, drawn, strict=True) if card.front.id not in faulty)
    return problems + torn, findings


def _contrast(cards: Sequence[DrawnCard], resources: PdfResources, palette: str, cache: Cache) -> Iterator[LintFinding]:
    grounds = [
        (card.front.id, inked)
        for card in cards
        if not card.problems  # a card that is not drawn as intended cannot be measured
        for inked in card.grounds
        if inked.ground.face.pictures.keys() <= resources.pictures.keys()  # a damaged picture has no pixels
    ]
    found = contrasts([inked.ground for _, inked in grounds], resources, cache)
    for (card, inked), measured in zip(grounds, found, strict=True):
        for placed, seen in zip(inked.inks, measured, strict=True):
            yield from _judged(card, placed, seen, f" in the palette `{palette}`" if palette else "")


def _judged(card: str, placed: PlacedInk, seen: Contrast, palette: str) -> Iterator[LintFinding]:
    ink, where = placed.ink, placed.where
    what = f"an icon in `{placed.words}`" if ink.is_icon else f"the text `{placed.words}`"
    wanted = LEAST_CONTRAST if _is_large(ink) else GOOD_CONTRAST
    if seen.ratio < wanted:
        colour = f"{ink.colour}{palette}"
        message = f"{what} ({colour}) has a contrast of {seen.ratio:.2f} to its background; {wanted:g} is needed"
        hint = "make it darker or lighter, or put a plain background behind it"
        yield LintFinding("CF425", severity_of(seen.ratio, LEAST_CONTRAST), where, card, message, hint, seen.ratio)
    is_reversed = seen.ground < min(luminance(*channels(ink.colour)), _DARK)
    if is_reversed and ink.size < LEAST_REVERSED and not ink.is_icon:
        message = f"{what} is light on dark{palette} in {ink.size:g} pt; at least {LEAST_REVERSED:g} pt is needed"
        hint = "raise the `size` of its style, or make it dark on light"
        yield LintFinding("CF427", Severity.ERROR, where, card, message, hint, ink.size)


def _is_large(ink: Ink) -> bool:
    return ink.is_icon or ink.size >= _LARGE or (ink.bold and ink.size >= _LARGE_BOLD)
