"""Read a file of other people's data as a pack, by what `cards-at` of its kind says.

    cards-at: /suits/*/cards

Takes the text of a file in the folder of such a kind; gives a document with `kind`, `system`, `id` and `cards`, which
knows where each card is in the file. The cards themselves are not changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any

from cardforge.core.phrases import listed
from cardforge.core.problems import Pointer, Problem, Severity
from cardforge.core.suggestions import did_you_mean
from cardforge.load.card_places import CardPlaces
from cardforge.load.document import Document, load_data
from cardforge.load.game import Kind
from cardforge.load.source import Source

ANY = "*"  # the step of `cards-at` that means every entry


@dataclass
class _Walk:
    """What `cards-at` leads to."""

    cards: list[tuple[Pointer, str, Any]] = field(default_factory=list)  # with the key of its mapping
    dead_ends: list[tuple[Pointer, Any, str]] = field(default_factory=list)  # a value, and the step it does not have


def found_cards(source: Source, system: str, kind: Kind) -> Document | Problem:
    """The document of a file; one that names its kind and its game itself is taken as it is."""
    data = load_data(source)
    if isinstance(data, Problem):
        return data
    if isinstance(data, dict) and (data.get("kind"), data.get("system")) == (kind.name, system):
        return Document(source, data)
    steps = _steps(kind.cards_at)
    walk = _Walk()
    _follow(data, steps, (), "", walk)
    if not walk.cards and (walk.dead_ends or not isinstance(data, list | dict)):
        return _nothing(source, kind, walk)
    above = data if isinstance(data, dict) and steps and steps[0] != ANY else {}
    top = {key: value for key, value in above.items() if key != steps[0]}
    id = top["id"] if isinstance(top.get("id"), str) else PurePosixPath(source.path).stem
    named = {"kind": kind.name, "system": system, "id": id}
    standard = {**top, **named, "cards": [card for _, _, card in walk.cards]}
    places = CardPlaces(
        tuple(pointer for pointer, _, _ in walk.cards),
        tuple(key for _, key, _ in walk.cards),
        tuple(pointer for pointer, _, _ in walk.dead_ends),
    )
    return Document(source, standard, places=places)


def _steps(cards_at: str) -> tuple[str, ...]:
    return tuple(step.replace("~1", "/").replace("~0", "~") for step in cards_at.split("/") if step)


def _follow(value: Any, steps: tuple[str, ...], pointer: Pointer, key: str, walk: _Walk) -> None:
    if not steps:
        if isinstance(value, list):
            walk.cards += [((*pointer, at), "", each) for at, each in enumerate(value)]
        else:
            walk.cards.append((pointer, key, value))
        return
    step, *rest = steps
    entries = list(_entries(value, step))
    if not entries and not (step == ANY and isinstance(value, list | dict)):  # an empty list has no cards
        walk.dead_ends.append((pointer, value, step))
    for name, inner in entries:
        own_key = name if step == ANY and isinstance(name, str) else ""
        _follow(inner, tuple(rest), (*pointer, name), own_key, walk)


def _entries(value: Any, step: str) -> Iterator[tuple[str | int, Any]]:
    if step == ANY:
        yield from value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    elif isinstance(value, dict) and step in value:
        yield step, value[step]


def _nothing(source: Source, kind: Kind, walk: _Walk) -> Problem:
    """The problem of a file that has nothing where its cards should be."""
    pointer, value, step = walk.dead_ends[0] if walk.dead_ends else ((), walk.cards[0][2] if walk.cards else None, "")
    if isinstance(value, dict):
        seen = f"`{step[:60]}` is missing"
        hint = did_you_mean(step, value.keys()) or f"keys: {listed(list(value), most=8)}"
    else:
        seen = "this is " + ("empty" if value is None else "a list" if isinstance(value, list) else "a single value")
        hint = "`*` stands for every entry of a list" if isinstance(value, list) else ""
    message = f"there are no cards at `{kind.cards_at}`, where the kind `{kind.name}` has them: {seen}"
    where = Document(source, {}).locate(pointer)
    return Problem("CF016", Severity.ERROR, where, message, hint or "correct `cards-at` in game.yaml")
