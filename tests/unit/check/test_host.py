"""Matching against brute force; connectivity against another way to say the same."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from math import comb, floor
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardforge.check.host.connectivity import connected_parts
from cardforge.check.host.dice import chance_of_successes, chance_of_winning, odds_of_rolling, odds_of_winning
from cardforge.check.host.hex_grid import hex_distance, hex_neighbours
from cardforge.check.host.matching import matching_shortage, maximum_matching, preferred_matching
from cardforge.check.host.odds import odds_of_drawing

FILLERS = "abcde"
slots = st.lists(st.lists(st.sampled_from(FILLERS), unique=True, max_size=5), max_size=5)


def _most(choices: list[list[str]], used: frozenset[str] = frozenset()) -> int:
    """The size of a largest matching, by trying every way."""
    if not choices:
        return 0
    ways = [1 + _most(choices[1:], used | {filler}) for filler in choices[0] if filler not in used]
    return max([_most(choices[1:], used), *ways])


@settings(max_examples=2_000)
@given(slots)
def test_a_matching_fills_as_many_slots_as_any_way_can(choices: list[list[str]]) -> None:
    filled = maximum_matching(choices)
    used = [filler for filler in filled if filler is not None]

    assert len(filled) == len(choices)
    assert len(used) == len(set(used)) == _most(choices)
    assert all(filler in wanted for filler, wanted in zip(filled, choices, strict=True) if filler is not None)


@given(slots)
def test_a_matching_is_the_same_every_time(choices: list[list[str]]) -> None:
    assert maximum_matching(choices) == maximum_matching([list(wanted) for wanted in choices])


@given(slots)
def test_the_certificate_of_an_empty_slot_proves_it(choices: list[list[str]]) -> None:
    filled = maximum_matching(choices)
    for empty in [slot for slot, filler in enumerate(filled) if filler is None]:
        rivals, fillers = matching_shortage(choices, filled, empty)

        assert empty in rivals
        assert len(rivals) == len(fillers) + 1  # one slot too many …
        assert {filler for rival in rivals for filler in choices[int(str(rival))]} == set(
            fillers
        )  # … and nobody else fits


def _most_preferred(
    choices: list[list[str]], preferred: list[list[str]], used: frozenset[str] = frozenset()
) -> tuple[int, int]:
    """The most slots that can be filled and, of all ways to do that, the most preferences, by trying every way."""
    if not choices:
        return (0, 0)
    rest = [_most_preferred(choices[1:], preferred[1:], used)]
    for filler in set(choices[0]) - used:
        count, honoured = _most_preferred(choices[1:], preferred[1:], used | {filler})
        rest.append((count + 1, honoured + (filler in preferred[0])))
    return max(rest)


@settings(max_examples=2_000)
@given(slots, st.lists(st.sets(st.sampled_from(FILLERS)), min_size=5, max_size=5))
def test_a_preferred_matching_honours_as_much_as_any_way_can(choices: list[list[str]], wishes: list[set[str]]) -> None:
    preferred = [[each for each in own if each in wish] for own, wish in zip(choices, wishes, strict=False)]
    filled = preferred_matching(choices, preferred)
    used = [filler for filler in filled if filler is not None]
    honoured = sum(filler in own for filler, own in zip(filled, preferred, strict=True) if filler is not None)

    assert len(used) == len(set(used))
    assert all(filler in own for filler, own in zip(filled, choices, strict=True) if filler is not None)
    assert (len(used), honoured) == _most_preferred(choices, preferred)


def test_earlier_slots_keep_their_first_choice_where_they_can() -> None:
    assert maximum_matching([["a", "b"], ["a", "b"]]) == ["a", "b"]
    assert maximum_matching([["a", "b"], ["a"]]) == ["b", "a"]
    assert maximum_matching([["a"], ["a"]]) == ["a", None]


@given(st.lists(st.tuples(st.sampled_from(FILLERS), st.sampled_from(FILLERS))))
def test_parts_are_whole_and_apart(pairs: list[tuple[str, str]]) -> None:
    parts = connected_parts(list(FILLERS), [list(pair) for pair in pairs])

    assert sorted(node for part in parts for node in part) == list(FILLERS)
    part_of = {node: at for at, part in enumerate(parts) for node in part}
    assert all(part_of[one] == part_of[other] for one, other in pairs)
    for part in parts:  # whoever is reached from the first node is the part, and nobody else
        reached = {part[0]}
        for _ in FILLERS:
            reached |= {b for a, b in pairs if a in reached} | {a for a, b in pairs if b in reached}
        assert reached == set(part)


def test_edges_to_unknown_nodes_are_left_out() -> None:
    assert connected_parts(["a", "b"], [["a", "x"], ["x", "b"]]) == [["a"], ["b"]]


@pytest.mark.parametrize(
    ("nodes", "edges"), [([[0, 1]], []), ([(0, 1)], []), (["a"], [["a", [0, 1]]])], ids=["list", "tuple", "in an edge"]
)
def test_a_node_that_is_no_word_is_refused(nodes: Any, edges: Any) -> None:
    with pytest.raises(TypeError, match="a node is a text or a whole number"):
        connected_parts(nodes, edges)


@given(st.integers(0, 9), st.integers(0, 9), st.integers(0, 9))
def test_odds_are_those_of_counting_every_hand(wanted: int, others: int, draws: int) -> None:
    cards = [True] * wanted + [False] * others
    hands = list(combinations(cards, min(draws, len(cards))))
    share = Fraction(sum(any(hand) for hand in hands), len(hands))
    tenths = floor(share * 1000 + Fraction(1, 2))

    assert odds_of_drawing(len(cards), wanted, draws) == f"{tenths // 10}.{tenths % 10} %"


def test_odds_of_a_known_hand() -> None:
    assert odds_of_drawing(48, 12, 5) == "78.0 %"
    assert odds_of_drawing(48, 24, 5) == "97.5 %"
    assert odds_of_drawing(48, 0, 5) == "0.0 %"
    assert odds_of_drawing(3, 3, 5) == "100.0 %"
    with pytest.raises(ValueError, match="wanted"):
        odds_of_drawing(3, 4, 5)


@given(st.integers(0, 6), st.integers(0, 7), st.sampled_from([Fraction(1, 2), Fraction(1, 3)]))
def test_the_chance_of_dice_is_that_of_writing_down_every_roll(dice: int, wanted: int, each: Fraction) -> None:
    good = Fraction(0)
    for roll in product([True, False], repeat=dice):
        likely = Fraction(1)
        for success in roll:
            likely *= each if success else 1 - each
        good += likely if sum(roll) >= wanted else 0

    assert chance_of_successes(dice, wanted, each) == good


def test_odds_are_whole_millionths_rounded_half_up() -> None:
    assert odds_of_rolling(2, 1) == 750_000
    assert odds_of_rolling(10, 10) == 977  # 976.5625
    assert odds_of_rolling(3, 0) == 1_000_000
    with pytest.raises(ValueError, match="-1 dice"):
        odds_of_rolling(-1, 0)


def _share(strike: int, ward: int, health: int, blow: int, others: int, first: bool) -> float:
    """The same fight turn by turn, with what is likely carried along, until hardly any fight goes on."""
    going, won = {(health, others): 1.0}, 0.0
    for _ in range(400):
        after: dict[tuple[int, int], float] = {}
        for (mine, theirs), likely in going.items():
            for hits in range(strike + 1):
                for wards in range(ward + 1):
                    share = likely * comb(strike, hits) / 2**strike * comb(ward, wards) / 2**ward
                    left, struck = mine - max(0, blow - wards), theirs - hits
                    if struck <= 0 and (first or left > 0):
                        won += share
                    elif left > 0:
                        after[left, struck] = after.get((left, struck), 0.0) + share
        going = after
    return won


@settings(max_examples=25)
@given(st.integers(1, 4), st.integers(0, 4), st.integers(1, 6), st.integers(0, 5), st.integers(1, 6), st.booleans())
def test_a_fight_ends_as_often_as_playing_it_out(
    strike: int, ward: int, health: int, blow: int, others: int, first: bool
) -> None:
    exact = chance_of_winning((strike, ward, health), (blow, others), first)

    assert float(exact) == pytest.approx(_share(strike, ward, health, blow, others, first), abs=1e-9)
    assert abs(odds_of_winning(strike, ward, health, blow, others, first) - float(exact) * 1e6) <= 0.5


def test_who_cannot_strike_never_wins() -> None:
    assert chance_of_winning((0, 3, 5), (2, 4), goes_first=True) == 0
    assert chance_of_winning((0, 0, 5), (0, 4), goes_first=True) == 0


cells = st.lists(st.integers(-6, 6), min_size=2, max_size=2)


@given(cells, cells)
def test_the_distance_of_hexes_is_the_number_of_steps(one: list[int], other: list[int]) -> None:
    reached, steps = {tuple(one)}, 0
    while tuple(other) not in reached:
        reached |= {tuple(cell) for each in reached for cell in hex_neighbours(list(each))}
        steps += 1

    assert hex_distance(one, other) == steps
