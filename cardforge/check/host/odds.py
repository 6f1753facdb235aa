"""Exact odds of drawing cards, computed in integers."""

from __future__ import annotations

from math import comb


def odds_of_drawing(population: int, wanted: int, draws: int, at_least: int = 1) -> str:
    """Return the chance of at least `at_least` wanted cards in a hand, in percent with one decimal, rounded half up."""
    if not 0 <= wanted <= population or draws < 0:
        raise ValueError(f"{wanted} wanted cards among {population}, {draws} drawn")
    draws = min(draws, population)
    ways = comb(population, draws)
    good = sum(comb(wanted, hits) * comb(population - wanted, draws - hits) for hits in range(at_least, draws + 1))
    tenths = (2000 * good + ways) // (2 * ways)
    return f"{tenths // 10}.{tenths % 10} %"
