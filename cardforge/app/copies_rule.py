"""Write the first rule of a game made from cards: no card has more copies than the game allows.

Takes the parts of such a game and a code; gives the rule file and an example that passes and one that fails. The limit
is in `game.yaml`: what the cards have at most, and no less than decks usually allow.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardforge.app.made_game import CardsFrom
from cardforge.load.yaml_text import yaml_text
from cardforge.validate.foreign_fields import COPIES, ForeignField, field_with
from cardforge.validate.inferred_types import plain_cell

COPIES_LIMIT = "copies_of_a_card"  # the key in `limits` of game.yaml
_USUAL = 4  # copies of one card that decks of most games allow
_MOST_LONG = 1_000  # characters of a text in an example
_RULE = """\
# The first rule of the game, in Starlark: Python without files, network or endless loops. A rule returns what it
# compared. A card is a struct with its fields; `game` is game.yaml. Try it with `cardforge rules --test`.

def _copies(card):
    return getattr(card, "copies", 1)

def _too_many(pack):
    most = game.limits.copies_of_a_card
    return compare(
        max([_copies(card) for card in pack.cards] + [0]), "copies of one card", at_most = most,
        faults = [
            fault(card, "%d copies of one card, at most %d are allowed" % (_copies(card), most), key = "copies",
                  hint = "print fewer, or raise `copies_of_a_card` in game.yaml")
            for card in pack.cards if _copies(card) > most
        ],
    )

rule(
    code = "CODE", name = "too-many-copies", on = "pack", check = _too_many,
    title = "No card has more copies than the game allows",
    why = "Otherwise 33 typed in place of 3 is noticed when the paper is used up.",
    wrong = "copies: WRONG",
    right = "copies: RIGHT",
)
"""


def most_copies(parts: Sequence[CardsFrom]) -> int:
    """The limit that all cards keep."""
    fields = [field for part in parts if (field := field_with(COPIES, part.fields))]
    return max([_USUAL, *(int(float(value)) for field in fields for value in field.samples)])


def copies_rule(system: str, code: str, parts: Sequence[CardsFrom]) -> dict[str, bytes]:
    """The rule and its examples, by their paths in the project."""
    most = most_copies(parts)
    rule = _RULE.replace("CODE", code).replace("WRONG", str(most + 1)).replace("RIGHT", str(most))
    examples = f"tests/rules/{code}"
    comment = f"`cardforge rules --test` expects this file to break {code} and no other."
    return {
        f"schemas/{system}/rules/copies.star": rule.encode(),
        f"{examples}/pass/enough.yaml": _example(system, "Enough", parts[0], most),
        f"{examples}/fail/too-many.yaml": _example(system, "Too Many", parts[0], most + 1, comment),
    }


def _example(system: str, name: str, part: CardsFrom, copies: int, *comments: str) -> bytes:
    """A pack with one card that has what every card needs."""
    fields = part.link.written if part.link else part.fields
    card = {field.name: _value(field) for field in fields if field.is_required and not field.is_private}
    id = name.lower().replace(" ", "-")
    pack = {"kind": part.kind, "system": system, "id": id, "name": name, "cards": [{**card, COPIES: copies}]}
    return yaml_text(pack, comments).encode()


def _value(field: ForeignField) -> Any:
    """The first value that a column has, as the schema wants it; its text, if it is a cell, is cut short."""
    value, kind = field.samples[0], field.schema.get("type")
    if not isinstance(value, str) or kind not in ("array", "integer", "number", "boolean"):
        return str(value)[:_MOST_LONG] if kind == "string" else plain_cell(value) if kind == "integer" else value
    if kind == "array":
        return [word for part in value.split(field.separator) if (word := part.strip())]
    return plain_cell(value)
