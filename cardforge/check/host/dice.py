"""Exact dice odds, computed in fractions.

A die either succeeds or fails. Rules and recipes get millionths, rounded half up: integers, which compare the same on
every machine.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import comb

HALF = Fraction(1, 2)
_MILLION = 1_000_000


def chance_of_successes(dice: int, at_least: int, each: Fraction = HALF) -> Fraction:
    """Return the chance of at least `at_least` successes with a number of dice."""
    if dice < 0:
        raise ValueError(f"{dice} dice")
    return sum((_exactly(dice, hits, each) for hits in range(max(0, at_least), dice + 1)), Fraction(0))


def chance_of_winning(
    own: tuple[int, int, int], other: tuple[int, int], goes_first: bool, each: Fraction = HALF
) -> Fraction:
    """Return the chance that a side that rolls dice defeats one whose blows are fixed; they strike in turn.

    `own` is strike dice, ward dice and health; `other` is blow and health. A successful ward reduces the blow by 1.
    """
    strike, ward, health = own
    blow, others_health = other
    given = [(hits, _exactly(strike, hits, each)) for hits in range(strike + 1)]
    taken = [(max(0, blow - hits), _exactly(ward, hits, each)) for hits in range(ward + 1)]

    @cache
    def wins(mine: int, theirs: int) -> Fraction:
        total, nothing = Fraction(0), Fraction(0)
        for dealt, likely in given:
            for loss, chance in taken:
                struck, left = theirs - dealt, mine - loss
                if (goes_first and struck <= 0) or (left > 0 and struck <= 0):
                    total += likely * chance
                elif left > 0 and (dealt or loss):
                    total += likely * chance * wins(left, struck)
                elif left > 0:
                    nothing += likely * chance
        return total / (1 - nothing) if nothing < 1 else Fraction(0)

    return wins(health, others_health)


def odds_of_rolling(dice: int, at_least: int) -> int:
    """Return the chance of at least `at_least` successes with dice that succeed half the time, in millionths."""
    return _millionths(chance_of_successes(dice, at_least))


def odds_of_winning(strike: int, ward: int, health: int, blow: int, others_health: int, goes_first: bool) -> int:
    """Return the chance of winning (see `chance_of_winning`), in millionths."""
    return _millionths(chance_of_winning((strike, ward, health), (blow, others_health), goes_first))


def _exactly(dice: int, hits: int, each: Fraction) -> Fraction:
    return comb(dice, hits) * each**hits * (1 - each) ** (dice - hits)


def _millionths(chance: Fraction) -> int:
    return (2 * chance.numerator * _MILLION + chance.denominator) // (2 * chance.denominator)
