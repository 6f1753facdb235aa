"""General algorithms that rules may call. They know no game."""

from collections.abc import Callable

from cardforge.check.host.cheapest_way import cheapest_way
from cardforge.check.host.connectivity import connected_parts
from cardforge.check.host.dice import odds_of_rolling, odds_of_winning
from cardforge.check.host.hex_grid import hex_distance, hex_neighbours
from cardforge.check.host.hex_lines import hex_line
from cardforge.check.host.matching import matching_shortage, maximum_matching, preferred_matching
from cardforge.check.host.odds import odds_of_drawing
from cardforge.check.host.packing import packing
from cardforge.check.host.regular import regex_find
from cardforge.core.suggestions import did_you_mean

HOST_FUNCTIONS: dict[str, Callable[..., object]] = {
    "cheapest_way": cheapest_way,
    "connected_parts": connected_parts,
    "did_you_mean": did_you_mean,
    "hex_distance": hex_distance,
    "hex_line": hex_line,
    "hex_neighbours": hex_neighbours,
    "matching_shortage": matching_shortage,
    "maximum_matching": maximum_matching,
    "odds_of_drawing": odds_of_drawing,
    "odds_of_rolling": odds_of_rolling,
    "odds_of_winning": odds_of_winning,
    "packing": packing,
    "preferred_matching": preferred_matching,
    "regex_find": regex_find,
}
