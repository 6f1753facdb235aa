"""Give cards of other people's data the `id` and the `name` that links, rules and faces ask for.

Takes a valid document of a kind with `cards-at`; gives the document with `id` and `name` on every card, from the fields
that `card-id` and `card-name` of the kind say, and with a name of its own. Not earlier, because the schema judges the
document as its author wrote it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from cardforge.core.problems import Pointer, Problem, Severity
from cardforge.core.suggestions import did_you_mean
from cardforge.load.document import Document
from cardforge.load.game import CARD_ID, CARD_NAME, CARDS_AT, PRINTED, Kind


def odd_kinds(game: Document) -> Iterator[Problem]:
    """What is wrong with these keys in a `game.yaml` that matches its schema."""
    for name, given in game.data["kinds"].items():
        for key in (CARDS_AT, CARD_ID, CARD_NAME):
            if key in given and (CARDS_AT not in given or given["is"] not in PRINTED):
                has_cards = given["is"] in PRINTED
                message = f"`{key}` says something of `{CARDS_AT}`, which is missing"
                if not has_cards:
                    message = f"`{key}` is for kinds with cards, and `{name}` is a {given['is']}"
                hint = f"add `{CARDS_AT}: /`, or remove it" if has_cards else "remove it"
                where = game.locate(("kinds", name, key), key=True)
                yield Problem("CF101", Severity.ERROR, where, message, hint)
                break


def with_names(document: Document, kind: Kind) -> tuple[Document, list[Problem]]:
    """The document with an id and a name on each card, and errors and warnings about them."""
    places = document.places
    if places is None:
        return document, []
    id_key, name_key = kind.card_id or "id", kind.card_name or "name"
    cards: list[Any] = []
    nameless: list[Pointer] = []
    for at, card in enumerate(document.data["cards"]):
        id = _word(card.get(id_key)) or (places.keys[at] if not kind.card_id else "")
        name = _word(card.get(name_key))
        if kind.card_id and not id:
            nameless.append(("cards", at))
        cards.append(card | ({"id": id} if id else {}) | ({"name": name} if name else {}))
    renamed = {"id": id_key, "name": name_key}
    data = {"name": document.data["id"], **document.data, "cards": cards}
    whole = replace(document, data=data, places=replace(places, renamed=renamed))
    return whole, [*_without_id(document, id_key, nameless), *_without_cards(document, kind)]


def _word(value: Any) -> str:
    """A text or a number as text; empty for anything else."""
    return str(value) if isinstance(value, str | int | float) and not isinstance(value, bool) else ""


def _without_id(document: Document, key: str, nameless: list[Pointer]) -> Iterator[Problem]:
    if not nameless:
        return
    card = document.data["cards"][nameless[0][1]]
    more = f" (the first of {len(nameless):,} such cards)" if len(nameless) > 1 else ""
    if key in card:
        message = f"`{key}` is the id of these cards, and this is neither a text nor a number{more}"
        yield _problem(document, (*nameless[0], key), Severity.ERROR, message, "write one")
        return
    message = f"this card has no `{key}`, which is the id of these cards{more}"
    hint = did_you_mean(key, card) or "add it, or name another field as `card-id` in game.yaml"
    yield _problem(document, nameless[0], Severity.ERROR, message, hint)


def _without_cards(document: Document, kind: Kind) -> Iterator[Problem]:
    without = document.places.without if document.places else ()
    if without:
        more = f" (the first of {len(without):,} such places)" if len(without) > 1 else ""
        message = f"`{kind.cards_at}` finds no cards here{more}"
        hint = "correct the keys here, or `cards-at` in game.yaml"
        yield Problem("CF016", Severity.WARNING, document.in_file(without[0]), message, hint)


def _problem(document: Document, pointer: Pointer, severity: Severity, message: str, hint: str) -> Problem:
    return Problem("CF016", severity, document.locate(pointer), message, hint)
