"""Draw cards, reusing cached ones that were drawn from the same data, template, icons, fonts and pictures."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from cardforge.core.problems import Location, Severity
from cardforge.core.progress import Progress
from cardforge.core.units import Mm
from cardforge.layout.face_in_progress import CardSource
from cardforge.layout.lint_findings import LintFinding
from cardforge.layout.template import Element, Template
from cardforge.load.document import Fields, ValuePlace
from cardforge.load.source import Source
from cardforge.render.card_job import CardJob
from cardforge.render.renderer import DrawnCard, Renderer
from cardforge.write.cache import Cache
from cardforge.write.drawn import Drawn, FaceFacts, PlacedPicture
from cardforge.write.shapes import Paints
from cardforge.write.spelling import UsedGlyphs
from cardforge.write.spool import Spool

_MANY = 2_000  # cards; the operators of as many take 6 MB, and those of more wait in a file
_NO_OTHERS: Mapping[int, str] = {}
_AT_ONCE = 500  # cards written to the cache in one transaction
_SEVERITIES = {str(each): each for each in Severity}


def draw_cached(renderer: Renderer, jobs: Sequence[CardJob], cache: Cache, progress: Progress) -> list[DrawnCard]:
    """Every card, in order; newly drawn cards without problems are cached, with what the lint found on them.

    They are recorded for the cache by the process that draws them, and read from that record like any cached card:
    another process sends it in half the time that pickling the card takes.
    """
    keys = _Keys("card", renderer, cache)
    spool = Spool() if len(jobs) > _MANY else None
    wanted = [keys.of(job) for job in jobs]
    found = [_read(kept, job, keys, spool) for kept, job in zip(cache.get_all(wanted), jobs, strict=True)]
    new = [at for at, each in enumerate(found) if each is None]

    def form(at: int, card: DrawnCard) -> DrawnCard | bytes:
        return card if card.problems else _written(card, keys, jobs[new[at]])

    fresh: list[tuple[bytes, bytes]] = []
    for at, each in zip(new, renderer.draw_as([jobs[at] for at in new], form, progress), strict=True):
        if isinstance(each, bytes):
            found[at] = _Record(each).card(jobs[at], keys, spool)
            fresh.append((wanted[at], each))
        else:
            found[at] = each
        if at == new[-1] or len(fresh) == _AT_ONCE:  # meanwhile, other processes draw
            cache.put(fresh)
            fresh.clear()
    drawn = [each for each in found if each is not None]
    renderer.read_drawings(dict.fromkeys(path for each in drawn for path in each.drawings))
    renderer.take_glyphs(drawn)
    return drawn


class CleanCards:
    """Remembers cards that passed the lint, so that they need not be drawn to be linted again."""

    def __init__(self, renderer: Renderer, cache: Cache) -> None:
        self._renderer, self._cache = renderer, cache
        self._keys = _Keys("clean", renderer, cache)

    def unknown(self, jobs: Sequence[CardJob]) -> list[CardJob]:
        """The cards that are new or have changed."""
        known = self._cache.get_all([self._keys.of(job) for job in jobs])
        return [job for job, kept in zip(jobs, known, strict=True) if not self._is_same(kept)]

    def remember(self, cards: Iterable[tuple[CardJob, DrawnCard]]) -> None:
        """Record that some cards have no problems."""
        self._cache.put((self._keys.of(job), json.dumps(self._keys.signatures(card)).encode()) for job, card in cards)

    def _is_same(self, kept: bytes | None) -> bool:
        return kept is not None and self._keys.are_unchanged(json.loads(kept))


class _Look(NamedTuple):
    """A drawn side without its id and its operators."""

    width: Mm
    height: Mm
    bleed: Mm
    pictures: dict[str, PlacedPicture]
    paints: Paints
    facts: FaceFacts

    def drawn(self, id: str, code: bytes, spool: Spool | None) -> Drawn:
        """The side of a card, with its operators in the spool where there is one."""
        return Drawn(id, *self[:3], spool.put(code) if spool else code.decode("latin-1"), *self[3:])


class _Keys:
    """Cache keys of cards, and what they depend on; what cards share is looked up once."""

    def __init__(self, what: str, renderer: Renderer, cache: Cache) -> None:
        self._what, self._renderer, self._cache = what, renderer, cache
        self._fonts = renderer.fonts_signature
        self._known: dict[Template, str] = {}
        self._parts: dict[int, tuple[Fields | None, str]] = {}  # by id, with the object to keep it alive
        self._files: dict[str, str] = {}
        self._sources: dict[Template, list[Source]] = {}
        self._pictures: dict[str, str] = {}
        self._locations: dict[tuple[Any, ...], Location] = {}
        self._looks: dict[str, _Look] = {}
        self._texts: dict[str, str] = {}

    def of(self, job: CardJob) -> bytes:
        # Unsorted: `each` and `table` draw in this order.
        data = json.dumps(self._data(job.card), default=str)
        sides = [self._template(side) for side in (job.front, job.back)]
        shown = [self.of(other) for other in job.shows.values()]
        return self._cache.key(self._what, job.card.id, self._fonts, job.art.signature, *sides, data, *shown)

    def _data(self, card: CardSource) -> Any:
        """Everything that the templates may read of a card; its plain texts follow from the rest."""
        view = card.view
        if card.given is not None:
            return dict(card.given)
        # `data` has the fields twice, and the whole pack and its first card: half of the time of a key.
        about = (view.kind, view.game, view.version, view.number, view.total, view.names, view.footer, view.page)
        return [view.fields, self._shared(view.pack), self._shared(view.lead), *about]

    def _shared(self, fields: Fields | None) -> str:
        """A hash of what all cards of a pack have in common."""
        if id(fields) not in self._parts:
            self._parts[id(fields)] = fields, hashlib.blake2b(json.dumps(fields, default=str).encode()).hexdigest()
        return self._parts[id(fields)][1]

    def places(self, job: CardJob, findings: Sequence[LintFinding]) -> list[str]:
        """Hashes of the files whose lines some findings name: those of the templates, and perhaps the card's own."""
        if not findings:
            return []
        sources = [each for side in (job.front, job.back) if side for each in self._faces(side)]
        if isinstance(job.card.place, ValuePlace):
            sources += job.card.place.document.sources
        named = {finding.where.path for finding in findings}
        return sorted({self._file(source) for source in sources if source.path in named})

    def are_unchanged(self, signatures: dict[str, str]) -> bool:
        """Whether pictures have the signatures that a card was drawn with."""
        return all(self._signature(path) == signature for path, signature in signatures.items())

    def signatures(self, card: DrawnCard) -> dict[str, str]:
        """A signature of every picture on a card, to notice changes."""
        paths = {placed.path for side in (card.front, card.back) if side for placed in side.pictures.values()}
        return {path: self._signature(path) for path in sorted(paths.union(card.drawings))}

    def _signature(self, path: str) -> str:
        if path not in self._pictures:
            self._pictures[path] = self._renderer.picture_signature(path)
        return self._pictures[path]

    def location(self, place: tuple[Any, ...]) -> Location:
        """A location by its fields; that of a template is the same on many cards."""
        if place not in self._locations:
            self._locations[place] = Location(*place)
        return self._locations[place]

    def look(self, kept: str) -> _Look:
        """What is cached of a side besides its operators; many cards have the same."""
        if kept not in self._looks:
            self._looks[kept] = _look(kept)
        return self._looks[kept]

    def text(self, kept: str) -> str:
        """A text that is the same on many cards, once."""
        return self._texts.setdefault(kept, kept)

    def _faces(self, template: Template) -> list[Source]:
        """The files of a template and of those it extends."""
        if template not in self._sources:
            self._sources[template] = list({each.path: each for each in _sources(template.elements)}.values())
        return self._sources[template]

    def _file(self, source: Source) -> str:
        if source.path not in self._files:
            self._files[source.path] = _hash([source.path, source.digest])
        return self._files[source.path]

    def _template(self, template: Template | None) -> str:
        if template is None:
            return ""
        if template not in self._known:
            whole = [
                template.lengths,
                template.palette,
                template.styles,
                [_plain(element) for element in template.elements],
            ]
            self._known[template] = _hash(whole)
        return self._known[template]


def _plain(element: Element) -> Any:
    return [element.data, [_plain(inner) for inner in element.inner]]


def _sources(elements: Iterable[Element]) -> Iterator[Source]:
    for element in elements:
        yield element.document.source
        yield from _sources(element.inner)


def _hash(data: Any) -> str:
    return hashlib.blake2b(json.dumps(data, sort_keys=True).encode(), digest_size=16).hexdigest()


def _written(card: DrawnCard, keys: _Keys, job: CardJob) -> bytes:
    """What is cached of a card: JSON in one line, then the operators of its sides, most of which JSON would escape."""
    both = [side for side in (card.front, card.back) if side]
    sides = [[json.dumps([*side[1:4], *side[5:]]), len(side.code)] for side in both]  # without the id
    found = [
        (code, severity, (where.path, where.line, where.column, where.page, where.cell), *rest)
        for code, severity, where, *rest in card.findings
    ]
    glyphs = {font: [f"{used.plain:x}", used.others] for font, used in card.glyphs.items()}
    head = json.dumps([sides, keys.signatures(card), glyphs, found, keys.places(job, card.findings)])
    return f"{head}\n{''.join([side.code for side in both])}".encode("latin-1")  # JSON is ASCII


def _read(kept: bytes | None, job: CardJob, keys: _Keys, spool: Spool | None) -> DrawnCard | None:
    """A card from the cache; None if one of its pictures, or a place that the lint names, has changed since."""
    if kept is None:
        return None
    record = _Record(kept)
    card = record.card(job, keys, spool)
    is_same = keys.are_unchanged(record.pictures) and record.places == keys.places(job, card.findings)
    return card if is_same else None


class _Record:
    """What is cached of a card."""

    def __init__(self, kept: bytes) -> None:
        head, _, self._codes = kept.partition(b"\n")
        self._sides, self.pictures, self._fonts, self._found, self.places = json.loads(head.decode("ascii"))

    def card(self, job: CardJob, keys: _Keys, spool: Spool | None) -> DrawnCard:
        """The card, drawn."""
        findings = tuple(
            [
                LintFinding(
                    keys.text(code),
                    _SEVERITIES[severity],
                    keys.location(tuple(where)),
                    job.card.id if card == job.card.id else card,
                    keys.text(message),
                    keys.text(hint),
                    found,
                )
                for code, severity, where, card, message, hint, found in self._found
            ]
        )
        front, *back = self._sides
        glyphs = {
            keys.text(font): UsedGlyphs(int(plain, 16), {int(at): text for at, text in others.items()} or _NO_OTHERS)
            for font, (plain, others) in self._fonts.items()
        }
        return DrawnCard(
            keys.look(front[0]).drawn(job.card.id, self._codes[: front[1]], spool),
            keys.look(back[0][0]).drawn(job.card.id, self._codes[front[1] :], spool) if back else None,
            job.back.id if job.back else "",
            [],
            glyphs,
            tuple([path for path in self.pictures if path.lower().endswith(".svg")]),
            findings,
        )


def _look(kept: str) -> _Look:
    width, height, bleed, pictures, paints, facts = json.loads(kept)
    placed = {name: PlacedPicture(path, tuple(crop), *rest) for name, (path, crop, *rest) in pictures.items()}
    painted = {name: (kind, value) for name, (kind, value) in paints.items()}
    return _Look(width, height, bleed, placed, painted, FaceFacts(*facts))
