"""Fill in what accessories quote from other files: numbers and sentences in their texts, and pictures of cards.

    {night-watch/odo.stats.climb}      a field of a card
    {night-watch.name}                 a field of a pack
    {deck/first-night.items:name}      a field of a file without an id, by its kind and file name
    {game.limits.hand}                 a field of `game.yaml`
    {game.rulings.ties.ruling}         … an entry of a list, by its id or by the value of its first field
    {game.words.1-20}                  … entries of a list by number; such a text becomes the list itself

Takes documents of a linked game; returns them with the quotations filled in, so that a rule is written once and a
number in an example is the number on the card. A quotation that finds nothing is a problem.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import PurePath
from typing import Any

from cardforge.core.phrases import listed
from cardforge.core.problems import Pointer, Problem, Severity
from cardforge.core.suggestions import did_you_mean
from cardforge.layout.binding import MISSING, formatted, named
from cardforge.layout.face_in_progress import CardSource
from cardforge.link.collection import CARD, PACK
from cardforge.link.linking import LinkedGame
from cardforge.load.game import ACCESSORY
from cardforge.render.prints import NAMED
from cardforge.validate.catalog import Proven

_ID = "[a-z0-9]+(?:-[a-z0-9]+)*"
# Braces right after `]` are a colour in the markup of faces, not a quotation.
_QUOTE = re.compile(
    rf"(?<!\])\{{(?P<of>{_ID}(?:/{_ID})?)\.(?P<path>[\w.-]+)(?::(?P<format>[+]|title|upper|words|name|thousands))?\}}"
)
_FROM_TO = re.compile("([0-9]{1,4})-([0-9]{1,4})")
_GAME = "game"

Cards = Callable[[Proven], Iterable[CardSource]]  # the cards of a document


class Quotations:
    """Looks up what the accessories of one game quote and show."""

    def __init__(self, linked: LinkedGame, files: Iterable[Proven], names: Mapping[str, str], cards: Cards) -> None:
        self._linked, self._names, self._cards = linked, names, cards
        self._files = {  # without an id, so the collection does not have them
            f"{each.kind}/{PurePath(each.document.path).stem}": each.document.data
            for each in files
            if each.system == linked.game.system and "id" not in each.document.data and not each.problems
        }
        self.problems: list[Problem] = []

    def filled(self, proven: Proven) -> Proven:
        """A document with its quotations filled in; only accessories have any."""
        if self._linked.game.subject(proven.kind) != ACCESSORY:
            return proven
        document = proven.document
        return proven._replace(document=replace(document, data=self._fill(document.data, proven, ())))

    def shown(self, kind: str, card: CardSource) -> Iterator[tuple[str, CardSource]]:
        """The cards that an accessory names, or a piece with the cards of its file: it may show them as pictures."""
        if self._linked.game.subject(kind) != ACCESSORY and NAMED not in card.data:
            return
        for id in sorted({text for text in texts_in(card.data) if "/" in text}):
            for place in self._linked.collection.places(CARD, id)[:1]:
                other = Proven(place.entry.document, self._linked.game.system, place.entry.kind, ())
                yield from ((other.kind, found) for found in self._cards(other) if found.id == id)

    def _fill(self, value: Any, proven: Proven, pointer: Pointer) -> Any:
        if isinstance(value, dict):
            return {key: self._fill(each, proven, (*pointer, key)) for key, each in value.items()}
        if isinstance(value, list):
            return [self._fill(each, proven, (*pointer, at)) for at, each in enumerate(value)]
        if not isinstance(value, str) or "{" not in value:
            return value
        whole = _QUOTE.fullmatch(value)
        if whole and not whole["format"] and isinstance(found := self._found(whole), (list, dict)):
            return found
        return _QUOTE.sub(lambda quote: self._text(quote, proven, pointer), value)

    def _text(self, quote: re.Match[str], proven: Proven, pointer: Pointer) -> str:
        found = self._found(quote)
        if found is not MISSING:
            if quote["format"] == "name":
                return named(found, self._names)
            return formatted(found, quote["format"] or "")
        place = proven.document.locate(pointer)
        message, hint = (
            f"`{quote.group()}` quotes something that does not exist",
            self._hint(quote["of"], quote["path"]),
        )
        self.problems.append(Problem("CF205", Severity.ERROR, place, message, hint))
        return quote.group()

    def _found(self, quote: re.Match[str]) -> Any:
        return _at(self._source(quote["of"]), quote["path"].split("."))

    def _source(self, id: str) -> Any:
        if id == _GAME:
            return self._linked.game.document.data
        for place in self._linked.collection.places(CARD if "/" in id else PACK, id):
            data = place.entry.document.data
            return data["cards"][int(place.pointer[1])] if "/" in id else data
        return self._files.get(id, MISSING)

    def _hint(self, id: str, path: str) -> str:
        """The nearest known name."""
        collection = self._linked.collection
        if self._source(id) is MISSING:
            known = [*collection.known(CARD if "/" in id else PACK), *self._files, _GAME]
            return did_you_mean(id, known) or "name a card as `pack/card`, a pack by its id, or `game`"
        steps = path.split(".")
        while steps:
            last = steps.pop()
            around = _at(self._source(id), steps)
            if around is not MISSING:
                words = _words(around)
                return did_you_mean(last, words) or f"known: {listed(words, most=8) or 'no fields'}"
        raise ValueError(f"{id} is there and has no path {path}")


def _at(data: Any, steps: Iterable[str]) -> Any:
    """The value at a path; list entries by number, by name, or as a range of numbers."""
    for step in steps:
        if isinstance(data, dict) and step in data:
            data = data[step]
        elif isinstance(data, list) and (span := _FROM_TO.fullmatch(step)):
            data = data[int(span[1]) - 1 : int(span[2])] or MISSING
        elif isinstance(data, list) and step.isdecimal() and 0 < int(step) <= len(data):
            data = data[int(step) - 1]
        elif isinstance(data, list):
            data = next((each for each in data if _name(each) == step), MISSING)
        else:
            return MISSING
    return data


def _words(value: Any) -> list[str]:
    """The names that a path can go on with from a value."""
    if isinstance(value, dict):
        return [str(key) for key in value]
    return [name for each in value if (name := _name(each))] if isinstance(value, list) else []


def _name(entry: Any) -> str:
    """The name by which a list entry is found."""
    return str(entry.get("id", next(iter(entry.values()), ""))) if isinstance(entry, dict) else ""


def texts_in(value: Any) -> list[str]:
    """Every text in some data, in order."""
    found: list[str] = []
    waiting = [value]
    while waiting:
        each = waiting.pop()
        if isinstance(each, str):
            found.append(each)
        elif isinstance(each, dict):
            waiting += reversed(each.values())
        elif isinstance(each, list):
            waiting += reversed(each)
    return found
