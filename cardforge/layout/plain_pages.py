"""Fit a card of any size on plain faces: smaller, in two columns, dense, on further cards, and then cut.

Takes a card and a function that says whether its plain face fits; gives the card once or more often, each with the
texts of its page, and a warning if words had to be cut. Only cards whose usual plain face does not fit come here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from cardforge.core.problems import Problem, Severity
from cardforge.layout.card_view import CardView
from cardforge.layout.face_in_progress import CardSource
from cardforge.layout.markup import literal
from cardforge.layout.plain import DENSE, ONE, TWO, Entry, arranged, called, entries_of, kind_line

MOST_PAGES = 4
CUT = "[**\\[…\\]**]{cut}"  # the mark where words are missing
_LONG_WORD = re.compile(r"\S{13,}")
_EVERY = 10  # letters of a long word, between places where it may break
_BREAK = "\u200b"
_LONG_LABEL = 40  # letters
_STEP = re.compile(r"\s*\S{1,40}")  # what is never divided between two cards
_WORD = re.compile(r"\S+")
Fits = Callable[[CardSource], bool]


class PlainCards(NamedTuple):
    """The cards to print for one card, and the problem if words are cut."""

    cards: list[CardSource]
    problem: Problem | None = None


def paged(card: CardSource, fits: Fits) -> PlainCards:
    """A card as one or more plain cards that fit."""
    view = card.view
    shown = {key: value for key, value in view.fields.items() if key not in view.hidden}
    head = _Head(card, fits)
    entries = [*head.overflow, *map(_with_short_label, entries_of(shown))]
    for arrangement in (ONE, TWO, DENSE):
        for breaks in (False, True):
            whole = head.page(entries, arrangement, breaks)
            if fits(whole):
                return PlainCards([whole])
    pages: list[Sequence[Entry]] = []
    rest: Sequence[Entry] = entries
    while rest and len(pages) < MOST_PAGES:
        taken, rest = _most(rest, head, len(pages) + 1 == MOST_PAGES)
        pages.append(taken)
    cards = [head.numbered(page, at, at == len(pages) and bool(rest), len(pages)) for at, page in enumerate(pages, 1)]
    return PlainCards(cards, _cut(card, entries, rest) if rest else None)


class _Head:
    """The name, kind and footer of a card, shortened where they do not fit; what is too long also begins the body."""

    def __init__(self, card: CardSource, fits: Fits) -> None:
        self._card, self._fits = card, fits
        view = card.view
        self.overflow: list[Entry] = []
        self._texts: dict[str, str] = {"name": "", "kind": "", "footer": ""}
        given = {"name": called(view.fields), "kind": kind_line(view.fields, view.kind), "footer": view.foot}
        for key, text in given.items():
            self._texts[key] = self._fitting(key, text, fits)
            if self._texts[key].replace(_BREAK, "") != text.replace(_BREAK, ""):
                self.overflow.append(Entry(text))

    def _fitting(self, key: str, text: str, fits: Fits) -> str:
        """The text if it fits its box, perhaps with broken words; else the longest start that does."""

        def does(shown: str) -> bool:
            number = " · 9/9" if key == "kind" else ""
            return fits(self._made({"name": "", "kind": "", "footer": "", key: literal(shown + number)}, (), ONE))

        for whole in (text, _LONG_WORD.sub(_broken, text)):
            if does(whole):
                return whole
        low, high = 0, len(text)
        while low + 1 < high:
            middle = (low + high) // 2
            low, high = (middle, high) if does(f"{text[:middle].rstrip()}…") else (low, middle)
        return f"{text[:low].rstrip()}…"

    def page(self, entries: Sequence[Entry], arrangement: str, breaks: bool) -> CardSource:
        """The card with some entries."""
        broken = [_with_breaks(entry) for entry in entries] if breaks else entries
        return self._made({key: literal(text) for key, text in self._texts.items()}, broken, arrangement)

    def numbered(self, entries: Sequence[Entry], number: int, is_cut: bool, total: int = 9) -> CardSource:
        """One of several cards; where words are cut, the last ends in a mark."""
        card = self.page(entries, DENSE, breaks=True)
        texts = dict(card.view.page or {})
        if total > 1:
            texts["kind"] += f" · {number}/{total}"
        if is_cut:
            texts["body"] += f" {CUT}"
        id = self._card.id if number == 1 else f"{self._card.id}-{number}of{total}"
        return card._replace(id=id, view=replace(card.view, page=texts))

    def fits(self, entries: Sequence[Entry], is_cut: bool) -> bool:
        """Whether some entries fit on one of several cards."""
        return self._fits(self.numbered(entries, 9, is_cut))

    def _made(self, head: dict[str, str], entries: Sequence[Entry], arrangement: str) -> CardSource:
        view: CardView = replace(self._card.view, page={**head, **arranged(entries, arrangement)})
        return self._card._replace(view=view)


def _with_short_label(entry: Entry) -> Entry:
    """An entry whose label, if it is long, is part of its text, which can be divided."""
    return Entry(f"{entry.label}: {entry.text}") if len(entry.label) > _LONG_LABEL else entry


def _with_breaks(entry: Entry) -> Entry:
    """An entry whose long words may break, without a hyphen: nobody knows in which language."""
    return entry._replace(text=_LONG_WORD.sub(_broken, entry.text), label=_LONG_WORD.sub(_broken, entry.label))


def _broken(word: re.Match[str]) -> str:
    text = word.group()
    return _BREAK.join(text[at : at + _EVERY] for at in range(0, len(text), _EVERY))


def _most(entries: Sequence[Entry], head: _Head, is_cut: bool) -> tuple[list[Entry], list[Entry]]:
    """As much of some entries as fits, at least a word, and the rest."""
    steps = [(at, end) for at, entry in enumerate(entries) for end in _ends(entry)]
    low, high = 1, len(steps) + 1
    while low + 1 < high:
        middle = (low + high) // 2
        low, high = (middle, high) if head.fits(_split(entries, *steps[middle - 1])[0], is_cut) else (low, middle)
    return _split(entries, *steps[low - 1])


def _ends(entry: Entry) -> list[int]:
    """The places after which an entry may go on on the next card."""
    return [step.end() for step in _STEP.finditer(entry.text)] or [len(entry.text)]


def _split(entries: Sequence[Entry], at: int, end: int) -> tuple[list[Entry], list[Entry]]:
    whole = entries[at]
    rest = whole.text[end:].strip()
    after = [whole._replace(text=rest, label="")] if rest else []
    return [*entries[:at], whole._replace(text=whole.text[:end])], [*after, *entries[at + 1 :]]


def _cut(card: CardSource, entries: Sequence[Entry], rest: Sequence[Entry]) -> Problem:
    total, missing = (sum(len(_WORD.findall(each.text)) for each in some) for some in (entries, rest))
    message = f"`{card.id}`: {missing:,} of {total:,} words do not fit on {MOST_PAGES} plain cards and are cut at “[…]”"
    return Problem("CF432", Severity.WARNING, card.where, message, "shorten its texts, or write a face that has room")
