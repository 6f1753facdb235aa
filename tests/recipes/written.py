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
    (r"\b(NPC|It|it) has -", r"\1 gets -"),
    (r"(evasion|attack) this turn\b", r"\1 until your next turn"),
    (r"traighten 1 (crew member|pilot)\b", r"traighten a \1"),
    (r"traighten (\d) crew members", r"traighten up to \1 crew members"),
    (r"(^|\. )\+(\d) evasion", r"\1Your ship has +\2 evasion"),
    (r"on your ship\. It has \+", r"on your ship. Your ship has +"),
    (r"evasion until your next turn\. Prevent (\d) damage to it", r"evasion until your next turn. Prevent \1 damage to your ship"),
    (r"(\d) damage to an active NPC\. It cannot avoid this attack", r"\1 damage that cannot be avoided to an active NPC"),
    (r"(?<=\. )It does not attack", r"An active NPC does not attack"),
    (r", or (\d) damage if it already", r", or \1 if it already"),
    (r"ach player draws", r"ach player may draw"),
    (r"on your ship or (on )?another player's ship", r"on any player's ship"),
    (r"any number of cards: draw that many", r"any number of cards and draw that many"),
    (r"\. You may put it on the bottom of its deck", r"; you may put it on the bottom"),
    (r"; you may put it on the bottom of its deck", r"; you may put it on the bottom"),
    (r"; you may put any number of them on the bottom of the deck", r"; you may put any of them on the bottom"),
    (r"cards of your deck\. Draw 1 of them and put the others on the bottom of the deck", r"cards of your deck, draw 1 of them and put the rest on the bottom"),
    (r"Reveal the top card of the encounter deck\. (?=Draw|Your)", r"Look at the top card of the encounter deck. "),
    (r"cards of the encounter deck\. Put them back on top in", r"cards of the encounter deck and put them back in"),
    (r"Choose a player\. They gain", r"Another player gains"),
    (r"Choose a player\. Their ship has", r"Another player's ship has"),
    (r"you may discard 1 card from your hand\. If you do,", r"discard 1 card:"),
    (r"(Draw \d cards?), then look", r"\1. Look"),
    (r", then (straighten|draw)", r" and \1"),
    (r" as a gift:", r":"),
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
        trigger = card["ability"]["trigger"].replace(document["name"], first)
        if trigger.replace(first, "{first}") not in pricing.TRIGGERS:
            return None
        read["ability"] = {"trigger": trigger, "effect": _reworded(card["ability"]["effect"])}
    else:
        read["effect"] = _reworded(card["effect"])
    try:
        return pricing.words_of(document["kind"], read, first)
    except pricing.NoPrice:
        return None
