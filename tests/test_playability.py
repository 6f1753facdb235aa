"""docs/playability.md says what the packs say, and what it says is that every deck can win every story."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from pathlib import Path

import pytest

from cardforge.app.check import Checking
from tests.conftest import REPOSITORY
from tools.nebula_asks import Demand, payable, ways_to_pay
from tools.nebula_fights import Attack, attacks_of, best_turn, fight, siege
from tools.nebula_table import PACKS, Deck, Story, decks, documents, stories, threshold, tokens
from tools.playability import energy_asked, page

DECKS = {deck.name: deck for deck in decks()}
STORIES = {story.name: story for story in stories()}
each_deck = pytest.mark.parametrize("deck", DECKS.values(), ids=DECKS)
each_story = pytest.mark.parametrize("story", STORIES.values(), ids=STORIES)


def test_the_page_is_made_from_the_packs(in_repository: Path) -> None:
    """`make playability` writes it."""
    assert (REPOSITORY / "docs/playability.md").read_text("utf-8") == page()


def test_there_are_three_decks_and_a_scenario_for_every_story() -> None:
    assert len(DECKS) >= 3
    assert len(STORIES) == len(documents("agenda")) == len(documents("scenarios"))


@each_deck
@each_story
def test_every_deck_can_bring_about_every_way_to_win(deck: Deck, story: Story) -> None:
    wins = [ending for ending in story.endings if ending.won]

    assert len(wins) >= 2
    for ending in wins:
        filled = [
            track
            for track, cards in ending.tracks.items()
            if tokens([card for card in cards if payable(deck, story, card)]) >= threshold(cards)
        ]
        assert filled, f"{deck.name} cannot fill a track of {ending.name}"


@each_story
def test_every_ending_has_cards_and_every_track_can_be_filled(story: Story) -> None:
    for ending in story.endings:
        assert ending.tracks, ending.name
        for track, cards in ending.tracks.items():
            assert tokens(cards) >= threshold(cards), track


@each_deck
@each_story
def test_energy_is_left_for_devices_after_what_a_card_asks(deck: Deck, story: Story) -> None:
    assert deck.energy - energy_asked(story) >= min(card["energy_cost"] for card in deck.devices)
    assert deck.energy >= max(card["energy_cost"] for card in deck.devices)


@each_deck
def test_no_card_is_dead_and_the_hold_is_large_enough(deck: Deck) -> None:
    assert len(deck.playable) == len(deck.actions)
    assert len(deck.items) <= deck.hold


def test_the_counts_are_those_of_the_check_report() -> None:
    """Two ways to the same numbers: the page's own counting and the rules of the game."""
    for judged in Checking([str(PACKS / "decks")]).judgements():
        deck = DECKS[judged.name]
        says = {verdict.rule.code: " ".join(verdict.says) for verdict in judged.verdicts}
        odds = f"{float(100 * deck.chance_of_action):.1f} %"

        assert says["NB205"].startswith(f"{deck.shuffled} shuffled cards")
        assert says["NB206"].startswith(f"{len(deck.items)} items")
        assert f"at most {deck.hold} " in says["NB206"]
        assert says["NB209"].startswith(f"{len(deck.actions) - len(deck.playable)} of {len(deck.actions)} actions")
        assert f"the deck has {deck.energy}" in says["NB210"]
        assert says["NB212"].startswith(odds)
        assert f"({len(deck.playable)} of {deck.shuffled} cards)" in says["NB212"]


@each_deck
def test_the_chance_of_an_action_is_one_minus_that_of_none(deck: Deck) -> None:
    none = Fraction(1)
    for drawn in range(deck.hand):
        none *= Fraction(deck.shuffled - len(deck.playable) - drawn, deck.shuffled - drawn)

    assert deck.chance_of_action + none == 1
    assert (deck.chance_of_action * comb(deck.shuffled, deck.hand)).denominator == 1


@pytest.mark.parametrize(
    ("effect", "ways"),
    [
        ("Draw 1 card and add 1 progress token to X.", [[]]),
        ("Exhaust a pilot or a medic: add 1 token.", [[("pilot", 1)], [("medic", 1)]]),
        ("Discard 1 resource from your hold or discard 3 cards: add 1.", [[("resource", 1)], [("cards", 3)]]),
        ("Exhaust a gunner and deal 1 damage to your ship: add 2.", [[("gunner", 1), ("damage", 1)]]),
        ("Exhaust 2 crew members or spend 3 energy: add 2.", [[("crew", 2)], [("energy", 3)]]),
        (
            "Check morale 4. If you pass, add 1. If you fail, put this card on the bottom of its deck.",
            [[("morale", 4)]],
        ),
    ],
)
def test_what_a_card_asks_for_is_read_from_its_words(effect: str, ways: list[list[tuple[str, int]]]) -> None:
    assert ways_to_pay({"effect": effect}) == tuple(tuple(Demand(*demand) for demand in way) for way in ways)


def test_what_cannot_be_paid_is_refused() -> None:
    with pytest.raises(ValueError, match="sing a song"):
        ways_to_pay({"effect": "Sing a song: add 1 progress token to X."})


def test_a_role_that_is_not_aboard_pays_nothing() -> None:
    deck, story = next(iter(DECKS.values())), next(iter(STORIES.values()))
    alone = Deck(deck.name, deck.ship, (), deck.devices, deck.skills, deck.actions, deck.items, deck.hand)

    assert not payable(alone, story, {"effect": "Exhaust a pilot: add 1 progress token to X."})
    assert payable(alone, story, {"effect": "Exhaust a pilot or discard 5 cards: add 1 progress token to X."})
    assert not payable(alone, story, {"effect": "Discard 6 cards: add 1 progress token to X."})


@pytest.mark.parametrize(
    ("effect", "attacks"),
    [
        ("Deal 2 unavoidable damage to an active NPC.", (Attack(2, sure=True),)),
        ("Spend 2 energy: deal 4 damage to an active NPC.", (Attack(4, 2),)),
        ("Spend up to 2 energy: deal 1 damage to an active NPC for each energy spent.", (Attack(1, 1), Attack(2, 2))),
        ("Deal 1 damage to your ship: draw 2 cards.", ()),
        ("At the start of your next turn, deal 3 damage to an active NPC.", ()),
    ],
)
def test_damage_is_read_from_the_words_of_a_card(effect: str, attacks: tuple[Attack, ...]) -> None:
    assert attacks_of({"effect": effect}) == attacks


def gunboat(*effects: str, energy: int = 3, evasion: int = 1) -> Deck:
    ship = {"stats": {"energy_capacity": energy, "evasion": evasion}}
    devices = [{"effect": f"Once per turn, {effect}", "energy_cost": 2} for effect in effects]
    cards = (
        {"effect": "Deal 1 damage to an active NPC."},
        {"effect": "Spend 1 energy: deal 2 damage to an active NPC."},
    )
    return Deck("Gunboat", ship, (), tuple(devices), cards, (), (), 5)


def test_a_turn_spends_no_more_energy_than_there_is() -> None:
    deck = gunboat("deal 3 damage to an active NPC.", "deal 2 damage to an active NPC.")

    assert best_turn(deck, evasion=0) == 3  # both devices would need 4
    assert best_turn(deck, evasion=0, hand=5) == 3 + 1 + 2
    assert best_turn(deck, evasion=2, hand=5) == 3 + 2  # the weakest attack is avoided


def test_nobody_is_exhausted_twice_in_a_turn() -> None:
    gunner = {"role": "gunner", "ability": {"trigger": "Exhaust Brakk", "effect": "Deal 2 damage to an active NPC."}}
    action = {"role": "gunner", "effect": "Deal 3 damage to an active NPC."}
    ship = {"stats": {"energy_capacity": 0, "evasion": 1}}
    alone = Deck("One gunner", ship, (gunner,), (), (), (action, action), (), 5)
    two = Deck("Two gunners", ship, (gunner, gunner), (), (), (action, action), (), 5)

    assert best_turn(alone, evasion=0) == 2
    assert best_turn(alone, evasion=0, hand=5) == 3  # an action or the ability, not both
    assert best_turn(two, evasion=0, hand=5) == 3 + 3


def test_a_check_is_passed_by_the_best_of_the_crew() -> None:
    deck, story = DECKS["Fast Mail"], next(iter(STORIES.values()))
    number = deck.best_stats["skill"] + 1

    assert payable(deck, story, {"effect": f"Check skill {number}. If you pass, add 1 progress token to X."})
    assert not payable(deck, story, {"effect": f"Check skill {number + 1}. If you pass, add 1 progress token to X."})


@each_deck
def test_somebody_aboard_can_pass_most_checks(deck: Deck) -> None:
    checks = [card["check"] for story in STORIES.values() for card in story.events if "check" in card]
    passed = [check for check in checks if deck.best_stats[check["stat"]] + 1 >= check["number"]]

    assert len(checks) / 2 < len(passed) <= len(checks)


def test_a_fight_lasts_until_the_hull_is_gone() -> None:
    deck = gunboat("deal 3 damage to an active NPC.")

    assert fight(deck, {"stats": {"hull": 7, "evasion": 0}}).turns == 3
    assert fight(gunboat(), {"stats": {"hull": 7, "evasion": 0}}).turns is None


def test_pilots_and_shields_stop_the_strongest_attacks() -> None:
    pilot = {"role": "pilot"}
    ship = {"stats": {"energy_capacity": 0, "evasion": 2, "shields": 1, "hull": 4}}
    deck = Deck("Besieged", ship, (pilot,), (), (), (), (), 5)
    npcs = [{"stats": {"attack": attack, "evasion": evasion}} for attack, evasion in ((1, 0), (3, 3), (2, 1), (2, 3))]

    besieged = siege(deck, npcs)

    assert (besieged.stopped, besieged.damage, besieged.phases) == (2, 3, 2)  # 3 by the shield, a 2 by the pilot
    assert siege(deck, npcs[1:3]).phases is None
