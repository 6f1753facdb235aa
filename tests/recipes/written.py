"""What cards that people wrote are worth, as far as the price list can read them.

Takes a card; gives its points. People say the same in more than one way: `SAME` turns their wording into that of the price
list, where both mean one thing. What is still not read has no price; nothing is guessed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from tests.recipes import pricing

SAME = (
    (r"(?<=\. )It does not attack", r"An active NPC does not attack"),
    (r"Reveal the top card of the encounter deck\. (?=Draw|Your)", r"Look at the top card of the encounter deck. "),
    (r", then (straighten|draw)", r" and \1"),
)  # fmt: skip


def _reworded(text: str) -> str:
    for pattern, instead in SAME:
        text = re.sub(pattern, instead, text)
    return text


def words_of(document: Mapping[str, Any], card: Mapping[str, Any]) -> int | None:
    """The points of a card's effect or ability, or None where the price list does not have its words."""
    read = dict(card)
    first = document["name"].partition(" ")[0]
    if "ability" in card:
        trigger = (
            card["ability"]["trigger"].replace(document["name"], first).removesuffix(f", if {first} is not exhausted")
        )
        if trigger.replace(first, "{first}") not in pricing.TRIGGERS:
            return None
        read["ability"] = {"trigger": trigger, "effect": _reworded(card["ability"]["effect"])}
    else:
        read["effect"] = _reworded(card["effect"])
    try:
        return pricing.words_of(document["kind"], read, first)
    except pricing.NoPrice:
        return None
