"""What the cards of a story ask for, and whether a deck can pay it.

Takes the effect of a card that moves a track; gives the ways to pay, each a list of demands. To pay means: the role is
aboard, the cards fit an opening hand, the energy is in play, the resource lies in the hold. A check is passed if the
best of the crew passes it with a card that adds the least.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from tools.nebula_table import Card, Deck, Story, documents

_ASK = re.compile(
    r"exhaust (?P<crew>\d|an?) (?P<role>pilot|engineer|gunner|medic|scientist|crew members?)"
    r"|discard (?P<cards>\d) cards?"
    r"|discard (?P<things>\d) (?P<thing>item|resource)s? from your hold"
    r"|spend (?P<energy>\d) energy"
    r"|deal (?P<damage>\d) damage to your ship"
)

_CHECK = re.compile(r"Check (?P<stat>skill|morale|loyalty) (?P<number>\d)\. If you pass, ")
LEAST = 1  # what a card without a printed cost adds to a check

RESOURCES = {card["id"] for pack in documents("item").values() for card in pack["cards"] if card["group"] == "resource"}


@dataclass(frozen=True)
class Demand:
    what: str  # a role, a stat, or `crew`, `cards`, `item`, `resource`, `energy`, `damage`
    amount: int


Way = tuple[Demand, ...]


def ways_to_pay(card: Card) -> tuple[Way, ...]:
    """The ways to pay for a good step or to buy off a bad one; a card that asks for nothing has one empty way."""
    effect = card["effect"]
    check = _CHECK.match(effect)
    if check:
        return ((Demand(check["stat"], int(check["number"])),),)
    asked, colon, _ = effect.partition(":")
    if not colon:
        return ((),)
    ways, verb = [], ""
    for choice in asked.split(" or "):
        demands = []
        for part in choice.split(" and "):
            text = part[:1].lower() + part[1:]
            if not _ASK.fullmatch(text):
                text = f"{verb} {text}"
            verb = text.partition(" ")[0]
            demands.append(_demand(text, effect))
        ways.append(tuple(demands))
    return tuple(ways)


def _demand(text: str, effect: str) -> Demand:
    found = _ASK.fullmatch(text)
    if not found:
        raise ValueError(f"`{text}` is nothing that can be paid, in: {effect}")
    if found["crew"]:
        amount = int(found["crew"]) if found["crew"].isdigit() else 1
        return Demand("crew" if found["role"].startswith("crew") else found["role"], amount)
    for what in ("cards", "energy", "damage"):
        if found[what]:
            return Demand(what, int(found[what]))
    return Demand(found["thing"], int(found["things"]))


def can_pay(deck: Deck, story: Story, demand: Demand) -> bool:
    """Whether a deck at the start of a story has what is asked for."""
    have: dict[str, int] = {
        **deck.roles,
        **{stat: best + LEAST for stat, best in deck.best_stats.items()},
        "crew": len(deck.crew),
        "cards": deck.hand,
        "item": len(deck.items),
        "resource": deck.resources + _resources_given(story),
        "energy": deck.energy,
        "damage": deck.ship["stats"]["hull"] - 1,  # the last point of hull is not for sale
    }
    return have.get(demand.what, 0) >= demand.amount


def _resources_given(story: Story) -> int:
    """Resources that cards of the story put into the hold without asking for anything."""
    free = [card for card in story.events if card["effect"].startswith("Put ")]
    return sum(item in RESOURCES for card in free for item in card.get("grants", []))


def payable(deck: Deck, story: Story, card: Card) -> bool:
    """Whether a deck can do what a card of a track asks for, one way or another."""
    return any(all(can_pay(deck, story, demand) for demand in way) for way in ways_to_pay(card))
