"""What printed cards are worth, worked out from their words and the price list alone.

Takes a generated document; gives points by card id. It knows nothing of how a recipe came to a card, so a bill that
agrees with it is an honest one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import yaml

WORDS = Path(__file__).resolve().parents[2] / "templates/nebula/recipes/words"
ROLES = ("a pilot", "an engineer", "a gunner", "a medic", "a scientist")
PERMANENT = "permanent"

PRICES: dict[str, Any] = yaml.safe_load((WORDS / "prices.yaml").read_text("utf-8"))
GRAMMAR: dict[str, Any] = yaml.safe_load((WORDS / "effects.yaml").read_text("utf-8"))
TITLES: dict[str, Any] = yaml.safe_load((WORDS / "titles.yaml").read_text("utf-8"))


class NoPrice(AssertionError):
    """A text that the price list cannot read."""


class Gate(NamedTuple):
    percent: int
    paid: int


def _filled(pattern: str, letter: str, n: int) -> Iterator[str]:
    text = pattern.replace(f"{{{letter}}}", str(n)).replace("{m}", str(n + 1))
    start, found, rest = text.partition(f"{{{letter} ")
    if found:
        noun, _, end = rest.partition("}")
        text = f"{start}{n} {noun[:-1] if n == 1 else noun}{end}"
    yield from (text.replace("{a role}", role) for role in ROLES) if "{a role}" in text else (text,)


def _effects() -> dict[str, int]:
    found = {}
    for name, row in GRAMMAR["effects"].items():
        price = PRICES["effects"][name]
        for n in range(row["range"][0], row["range"][2] + 1):
            pattern = row["one"] if n == 1 and "one" in row else row["says"]
            for text in _filled(pattern, "n", n):
                found[text] = price.get("flat", 0) + price.get("each", 0) * n
    return found


def _gates(rows: Mapping[str, Any]) -> dict[str, Gate]:
    found = {}
    for name, row in rows.items():
        price = PRICES["gates"][name]
        low, high = row.get("range", (0, 0))
        for k in range(low, high + 1):
            for text in _filled(row["says"], "k", k):
                found[text] = Gate(price["percent"], price.get("each", 0) * k)
    return found


EFFECTS = _effects()
GATES = _gates(GRAMMAR["gates"])
TRIGGERS = _gates(GRAMMAR["triggers"])


def _small(text: str) -> str:
    return text[:1].lower() + text[1:]


def _splits(text: str) -> Iterator[tuple[str, str, str]]:
    """All ways to read a text as an effect, what joins it to the next, and the next."""
    yield text, "", ""
    for joint in (" and ", ", then ", ". "):
        at = text.find(joint)
        while at >= 0:
            yield text[:at], joint, text[at + len(joint) :]
            at = text.find(joint, at + 1)


def _extra(text: str) -> int | None:
    """What a second sentence is worth, with the condition it may have."""
    for condition, gate in GATES.items():
        if text.startswith(condition) and text[len(condition) :] in EFFECTS:
            return EFFECTS[text[len(condition) :]] * gate.percent // 100
    return None


def _deed(text: str) -> int | None:
    """What an effect without its gate is worth."""
    for main, joint, rest in _splits(text):
        if main in EFFECTS:
            more = _extra(_small(rest)) if joint else 0
            if more is not None:
                return EFFECTS[main] + more
    return None


def points_of(effect: str, times: int, trigger: Gate | None = None) -> int:
    """What the words of a card are worth."""
    text = _small(effect).removesuffix(".")
    text = text.replace(". It gets", ". An active NPC gets")
    text = re.sub(r"(n active NPC gets) (\S+ \w+) and (\S+ \w+ until)", r"\1 \2 until your next turn. A\1 \3", text)
    # The longest gate first: "At the start of your next turn, draw 1 card." is draw 1 card, later.
    gates = {"": trigger} if trigger else dict(sorted(GATES.items(), key=lambda each: -len(each[0])))
    for words, gate in gates.items():
        deed = _deed(text[len(words) :]) if text.startswith(words) else None
        if deed is not None:
            return (deed * gate.percent // 100 - gate.paid) * times // 100
    raise NoPrice(f"no price for: {effect}")


def worth(document: Mapping[str, Any]) -> dict[str, int]:
    """The points of every card, by its id."""
    first = document["name"].partition(" ")[0]
    return {
        card["id"]: numbers_of(document["kind"], card) + words_of(document["kind"], card, first)
        for card in document["cards"]
    }


def numbers_of(kind: str, card: Mapping[str, Any]) -> int:
    """The points of a card's stats, bonuses, energy and value."""
    stats = PRICES["stats"]
    total = sum(stats[kind][stat] * value for stat, value in card.get("stats", {}).items())
    total += sum(stats["bonus"][stat] * value for stat, value in card.get("stat_bonus", {}).items())
    total += sum(stats["equipment"][key] * card.get(key, 0) for key in stats["equipment"])
    return int(total + stats["item"]["resource_value"] * card.get("resource_value", 0))


def words_of(kind: str, card: Mapping[str, Any], first: str) -> int:
    """The points of a card's effect, or of its ability where it has one."""
    if "ability" in card:
        trigger = TRIGGERS[card["ability"]["trigger"].replace(first, "{first}")]
        return points_of(card["ability"]["effect"].removeprefix(f"Exhaust {first}: "), PRICES["every_turn"], trigger)
    stays = kind == "starship" or card["group"] == PERMANENT or card.get("consumable") is False
    return points_of(card["effect"], PRICES["every_turn"] if stays else 100)


def share(ends: list[int], power: int) -> float:
    """A number between two, by power."""
    return ends[0] + (ends[1] - ends[0]) * (power - 1) / 9


def due(kind: str, card: Mapping[str, Any], power: int) -> float:
    """What a card of this power may spend."""
    budgets = PRICES["budgets"][kind]
    ends = budgets.get(card["group"]) or budgets["tiers"]
    return share(ends[card["tier"] - 1] if isinstance(ends[0], list) else ends, power)


def budget(document: Mapping[str, Any], power: int) -> float:
    """What a document of this power may spend."""
    return sum(due(document["kind"], card, power) for card in document["cards"])
