"""Write docs/playability.md: by exact counts, that the ready decks can meet the ready scenarios of nebula.

Takes the file to write. Every deck and scenario is judged by the game's rules first; one with a problem is refused,
because counts of a game that may not be played show nothing.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

from cardforge.app.check import Checking
from tools.nebula_asks import payable, ways_to_pay
from tools.nebula_fights import Fight, Siege, fight, siege
from tools.nebula_table import PACKS, Card, Deck, Ending, Story, decks, documents, stories, threshold, tokens
from tools.npc_prices import bill

START = """\
# Can it be played?

Each ready deck against each ready scenario of Nebula, by counting. Nothing here is played out by chance: sums, energy
and odds are exact. The page is made from the packs by `make playability`; the tests keep it from going stale.
"""

STORIES = """
## The stories

A story ends when a progress track is full, and a track is moved by the cards that name it. A card that helps asks for
something; one that harms can be bought off. *Sum* is what all cards of a track add, of the threshold that they must
reach; *fewest* is how many of them fill it. The last columns show the tokens of those cards that a deck can pay for
with what it starts with: roles aboard, a hand of {hand}, its energy, its hold. A check counts as passed if the best of
the crew reaches its number with a card that adds 1. For a way to lose they show whether the deck can buy off every
card. One card of the encounter deck is drawn a turn, so one crew member who was kept ready is enough for it; whoever
was exhausted for an action or an ability pays for nothing and passes no check until the next turn.
"""

FIGHTS = """
## The fights

Nobody has to be defeated to win; but an active NPC attacks every Encounter Phase. Power is what the price list of the
recipes makes of hull, attack, evasion and words. For each deck: the damage of a turn from the table alone (devices it
can power, crew members it exhausts), the turns until the NPC is defeated by that, and the damage of a first turn with
the best opening hand. An action exhausts a crew member of its role, so each of them deals damage once in a turn. Extra
energy, answers to attacks and abilities of NPCs are left out. An NPC with the higher evasion avoids the weakest attack
of each turn.
"""

SIEGES = """
### If everybody attacks at once

The worst night: every NPC of the story active from the first turn, nobody defeated, nothing repaired. Pilots, kept
ready for it, avoid what they can and shield tokens stop the rest, strongest first; the number of Encounter Phases is
how long the ship lasts.
"""


def main() -> None:
    """Write the page to the file that was named."""
    Path(sys.argv[1]).write_text(page(), encoding="utf-8")


def page() -> str:
    """The whole page."""
    refuse_problems()
    ready = decks()
    lines = [START, *_deck_table(ready), STORIES.format(hand=ready[0].hand)]
    for story in stories():
        lines += _story_table(story, ready)
    lines += [FIGHTS, *_fight_table(ready), SIEGES, *_siege_table(ready)]
    return "\n".join(lines) + "\n"


def refuse_problems() -> None:
    """Judge all decks and scenarios as `cardforge check --strict` does."""
    checking = Checking([str(PACKS / "decks"), str(PACKS / "scenarios")])
    found = [problem for judged in checking.judgements() for problem in judged.problems]
    if found:
        raise SystemExit(f"{found[0].where.path}: {found[0].message}")


def _table(head: list[str], rows: list[list[str]]) -> Iterator[str]:
    for row in (head, ["---"] * len(head), *rows):
        yield f"| {' | '.join(row)} |"


def _percent(chance: Fraction) -> str:
    return f"{chance.numerator}/{chance.denominator} = {float(100 * chance):.1f} %"


def _deck_table(ready: list[Deck]) -> Iterator[str]:
    rows = {
        "ship": [deck.ship["name"] for deck in ready],
        "hull, shields, evasion": [
            f"{deck.ship['stats']['hull']}, {deck.ship['stats']['shields']}, {deck.evasion}" for deck in ready
        ],
        "crew": [", ".join(f"{count} {role}" for role, count in sorted(deck.roles.items())) for deck in ready],
        "best skill, morale, loyalty": [", ".join(map(str, deck.best_stats.values())) for deck in ready],
        "cards shuffled": [str(deck.shuffled) for deck in ready],
        "actions, and those nobody can play": [
            f"{len(deck.actions)}, {len(deck.actions) - len(deck.playable)}" for deck in ready
        ],
        "items in the hold": [f"{len(deck.items)} of {deck.hold}" for deck in ready],
        "resources among them": [str(deck.resources) for deck in ready],
        "energy in play": [str(deck.energy) for deck in ready],
        "dearest device": [str(max(card["energy_cost"] for card in deck.devices)) for deck in ready],
        "all devices together": [str(sum(card["energy_cost"] for card in deck.devices)) for deck in ready],
        "a playable action in the opening hand": [_percent(deck.chance_of_action) for deck in ready],
    }
    yield "## The decks\n"
    yield from _table(["", *(deck.name for deck in ready)], [[key, *values] for key, values in rows.items()])


def _story_table(story: Story, ready: list[Deck]) -> Iterator[str]:
    rows = []
    for ending in story.endings:
        for track, cards in ending.tracks.items():
            told = "; ".join(_step(card) for card in cards)
            sums = f"{tokens(cards)} of {threshold(cards)}"
            cells = [_cell(deck, story, ending, cards) for deck in ready]
            outcome = "win" if ending.won else "lose"
            rows.append(
                [f"{ending.name} ({outcome})", track.replace("-", " "), told, sums, str(_fewest(cards)), *cells]
            )
    yield f"\n### {story.name}\n"
    yield (
        f"{story.size} cards in the encounter deck: {story.checks} ask for a check, {story.debuffs} can put a debuff"
        f" token on a ship or a crew member. {_energy_asked(story, ready)}\n"
    )
    yield from _table(["ending", "track", "cards and tokens", "sum", "fewest", *(deck.name for deck in ready)], rows)


def _step(card: Card) -> str:
    copies = card.get("copies", 1)
    return f"{card['name']} +{card['progress']['amount']}" + (f" ({copies} copies)" if copies > 1 else "")


def _cell(deck: Deck, story: Story, ending: Ending, cards: tuple[Card, ...]) -> str:
    paid = [card for card in cards if payable(deck, story, card)]
    if ending.won:
        return f"{tokens(paid)} of {threshold(cards)}"
    return "all" if len(paid) == len(cards) else f"{tokens(paid)} of {tokens(cards)}"


def _fewest(cards: tuple[Card, ...]) -> int:
    """How many cards fill a track, the best first."""
    amounts = sorted((card["progress"]["amount"] for card in cards for _ in range(card.get("copies", 1))), reverse=True)
    return next(count for count in range(1, len(amounts) + 1) if sum(amounts[:count]) >= threshold(cards))


def energy_asked(story: Story) -> int:
    """The most energy that a card of the story's tracks asks for at once."""
    asked = [ways_to_pay(card) for ending in story.endings for card in ending.cards]
    demands = [demand for ways in asked for way in ways for demand in way]
    return max((demand.amount for demand in demands if demand.what == "energy"), default=0)


def _energy_asked(story: Story, ready: list[Deck]) -> str:
    asked = energy_asked(story)
    left = ", ".join(f"{deck.energy - asked} ({deck.name})" for deck in ready)
    return (
        f"At most {asked} energy is asked for at a time, which leaves {left}." if asked else "No energy is asked for."
    )


def _fight_table(ready: list[Deck]) -> Iterator[str]:
    cards = [card for pack in documents("agenda").values() for card in pack["cards"]]
    outcomes = {card["id"]: card["outcome"] for card in cards if card["group"] == "resolution"}
    rows = []
    for pack in documents("npc").values():
        npc = pack["cards"][0]
        stats = ", ".join(str(npc["stats"][stat]) for stat in ("hull", "attack", "evasion"))
        cells = []
        for deck in ready:
            fought = fight(deck, npc)
            cells.append(_told(fought) if fought.first else "no guns")
        rows.append([pack["name"], npc["class"], str(bill(pack, outcomes).power), stats, *cells])
    yield from _table(["NPC", "class", "power", "hull, attack, evasion", *(deck.name for deck in ready)], rows)


def _told(fought: Fight) -> str:
    first = f"first turn {fought.first}"
    if not fought.turns:
        return f"by cards alone; {first}"
    return f"{fought.later} a turn, {fought.turns} turn{'s' if fought.turns > 1 else ''}; {first}"


def _siege_table(ready: list[Deck]) -> Iterator[str]:
    npcs = documents("npc")
    rows = []
    for story in stories():
        besieged = [siege(deck, [npcs[id]["cards"][0] for id in story.npcs]) for deck in ready]
        rows.append([story.name, *(_lasts(each) for each in besieged)])
    yield from _table(["", *(deck.name for deck in ready)], rows)


def _lasts(besieged: Siege) -> str:
    stopped = f"{besieged.stopped} of {besieged.attacks} attacks stopped"
    phases = besieged.phases
    return f"{stopped}, {phases} phase{'s' if phases > 1 else ''}" if phases else f"{stopped}, for good"


if __name__ == "__main__":
    main()
