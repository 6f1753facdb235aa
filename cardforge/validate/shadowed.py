"""Find fields that cardforge's own names hide: other people's data may call a field `card` or `lost`.

Takes a valid document; returns a warning for each such field, once per file, with the name that reaches it.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardforge.core.phrases import counted
from cardforge.core.problems import Pointer, Problem, Severity
from cardforge.load.document import Document

OWN = "own"  # in faces and rules: the author's fields, whatever they are called
IN_FACES = frozenset({"card", "game", "lead", "pack", "plain", OWN})
IN_RULES = frozenset({"alone", "at", "campaign", "links", "lost", "packs", OWN})


def shadowed(document: Document, has_cards: bool) -> Iterator[Problem]:
    """Warn of every field that a face or a rule cannot read by its name alone."""
    data = document.data
    for key in sorted(IN_RULES & data.keys()):
        yield _warning(document, (key,), f"in rules, `{key}` means something of cardforge", f"read it as `{OWN}.{key}`")
    if not has_cards:
        return
    cards = data.get("cards", ())
    hidden = [at for at, card in enumerate(cards) if not IN_FACES.isdisjoint(card)]
    for key in sorted(IN_FACES & {key for at in hidden for key in cards[at]}):
        with_key = [at for at in hidden if key in cards[at]]
        message = f"in faces, `{key}` means something of cardforge, and {counted(len(with_key), 'card')} have it too"
        if len(with_key) == 1:
            message = f"in faces, `{key}` means something of cardforge, and this card has it too"
        yield _warning(document, ("cards", with_key[0], key), message, f"show the card's as `{{{OWN}.{key}}}`")


def _warning(document: Document, pointer: Pointer, message: str, hint: str) -> Problem:
    return Problem("CF107", Severity.WARNING, document.locate(pointer, key=True), message, hint)
