"""How long a fight takes at best, from the damage that cards print.

Takes a deck and an NPC; gives damage a turn. Counted are devices that deal damage once per turn, crew members who deal
it when they are exhausted, and in the first turn the best opening hand. Playing an action exhausts a crew member of its
role, so nobody is used twice. Left out is what hangs on luck or on the other side: answers to attacks, extra energy,
damage on a condition, crew who are straightened. An NPC with the higher evasion avoids one attack a turn; players then
lead with the weakest.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product

from tools.nebula_table import Card, Deck

_DEAL = re.compile(
    r"(?:Once per turn, )?(?:[Ss]pend (?P<energy>\d) energy: )?[Dd]eal (?P<damage>\d) "
    r"(?P<sure>unavoidable )?damage"
    r"(?: to an active NPC| to each active NPC|, shared as you like among active NPCs)"
    r"(?P<rest>.*)",
    re.DOTALL,
)
_EACH = re.compile(r"Spend up to (\d) energy: deal 1 damage to an active NPC for each energy spent\.")


@dataclass(frozen=True)
class Attack:
    damage: int
    energy: int = 0
    sure: bool = False  # it cannot be avoided
    role: str = ""  # of the crew member who is exhausted for it


def attacks_of(card: Card, cost: int = 0, role: str = "") -> tuple[Attack, ...]:
    """The ways in which a card attacks, of which one is chosen; none for a card that deals no damage by itself."""
    text = card["ability"]["effect"] if "ability" in card else card["effect"]
    found = _EACH.fullmatch(text)
    if found:
        return tuple(Attack(spent, cost + spent, role=role) for spent in range(1, int(found[1]) + 1))
    found = _DEAL.fullmatch(text)
    if not found or found["rest"].startswith((" if", " for each")):
        return ()
    return (Attack(int(found["damage"]), cost + int(found["energy"] or 0), bool(found["sure"]), role),)


def on_the_table(deck: Deck) -> list[tuple[Attack, ...]]:
    """Attacks that can be made every turn: powered devices, and crew members who are exhausted for it."""
    devices = [
        attacks_of(card, card["energy_cost"]) for card in deck.devices if card["effect"].startswith("Once per turn")
    ]
    crew = [
        attacks_of(card, role=card["role"]) for card in deck.crew if card["ability"]["trigger"].startswith("Exhaust ")
    ]
    return [attacks for attacks in (*devices, *crew) if attacks]


def in_the_deck(deck: Deck) -> list[tuple[Attack, ...]]:
    """Attacks on cards that can be drawn and played."""
    skills = [attacks_of(card) for card in deck.skills]
    actions = [attacks_of(card, role=card["role"]) for card in deck.playable]
    return [attacks for attacks in (*skills, *actions) if attacks]


def _dealt(attacks: tuple[Attack, ...], avoids: bool) -> int:
    """The damage of a turn; an NPC that avoids does so with the first attack it can, so the weakest is lost."""
    lost = min((attack.damage for attack in attacks if not attack.sure), default=0) if avoids else 0
    return sum(attack.damage for attack in attacks) - lost


def _choices(sources: list[tuple[Attack, ...]], most: int) -> Iterator[tuple[Attack, ...]]:
    for count in range(min(most, len(sources)) + 1):
        for some in combinations(sources, count):
            yield from product(*some)


def best_turn(deck: Deck, evasion: int, hand: int = 0) -> int:
    """The most damage of one turn against an NPC of this evasion, with as many of the best cards in hand."""
    return _best(deck, evasion > deck.evasion, hand)


@cache
def _best(deck: Deck, avoids: bool, hand: int) -> int:
    table = on_the_table(deck)
    best = 0
    for cards in _choices(in_the_deck(deck), hand):
        for devices in _choices(table, len(table)):
            together = (*cards, *devices)
            used = Counter(attack.role for attack in together if attack.role)
            if used <= deck.roles and sum(attack.energy for attack in together) <= deck.energy:
                best = max(best, _dealt(together, avoids))
    return best


@dataclass(frozen=True)
class Fight:
    first: int  # damage of the first turn, with the best opening hand
    later: int  # damage of any turn, from the table alone
    hull: int

    @property
    def turns(self) -> int | None:
        """Turns until the table alone has defeated the NPC; none if it never does."""
        return -(-self.hull // self.later) if self.later else None


def fight(deck: Deck, npc: Card) -> Fight:
    """A deck against one NPC."""
    stats = npc["stats"]
    return Fight(best_turn(deck, stats["evasion"], deck.hand), best_turn(deck, stats["evasion"]), stats["hull"])


@dataclass(frozen=True)
class Siege:
    """All NPCs of a story active at once, nobody repairing anything."""

    attacks: int
    stopped: int  # by shield tokens and pilots, the strongest first
    damage: int  # that comes through in each Encounter Phase
    hull: int

    @property
    def phases(self) -> int | None:
        """Encounter Phases until the ship is defeated; none if nothing comes through."""
        return -(-self.hull // self.damage) if self.damage else None


def siege(deck: Deck, npcs: Sequence[Card]) -> Siege:
    """A ship against everybody; a pilot avoids an attack of lower evasion, a shield token stops any."""
    pilots, shields = deck.roles["pilot"], deck.ship["stats"]["shields"]
    through = []
    for stats in sorted((npc["stats"] for npc in npcs), key=lambda stats: -int(stats["attack"])):
        if pilots and stats["evasion"] < deck.evasion:
            pilots -= 1
        elif shields:
            shields -= 1
        else:
            through.append(int(stats["attack"]))
    return Siege(len(npcs), len(npcs) - len(through), sum(through), deck.ship["stats"]["hull"])
