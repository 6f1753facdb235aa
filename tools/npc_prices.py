"""What the NPCs of nebula cost, worked out from what is printed on them and the price list of the recipes.

Takes an NPC pack as it stands in its file; gives the points of each part, and the power that they pay for. It reads the
words alone and knows nothing of who wrote them, so packs written by hand and generated ones are held to one list.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

WORDS = Path(__file__).resolve().parents[1] / "templates/nebula/recipes/words"
PRICES: dict[str, Any] = yaml.safe_load((WORDS / "world-prices.yaml").read_text("utf-8"))
ABILITIES: dict[str, Any] = yaml.safe_load((WORDS / "world-abilities.yaml").read_text("utf-8"))
ITEMS: dict[str, Any] = yaml.safe_load((WORDS / "world-items.yaml").read_text("utf-8"))

_STATS = ("hull", "attack", "evasion")
_BAD = re.compile(r"becomes an active NPC|attacks|[Dd]iscard")  # what makes the end of a track an unwelcome one


@dataclass(frozen=True, slots=True)
class Bill:
    stats: int
    words: int  # the ability, the encounters and the tracks

    @property
    def total(self) -> int:
        return self.stats + self.words

    @property
    def power(self) -> int:
        """The power whose budget is nearest."""
        budget = PRICES["npc"]["budget"]
        return int((self.total - budget["base"] + budget["each"] // 2) // budget["each"])

    @property
    def off(self) -> int:
        """How far the bill is off that budget."""
        budget = PRICES["npc"]["budget"]
        return int(self.total - budget["base"] - budget["each"] * self.power)


def bill(pack: Mapping[str, Any], endings: Mapping[str, str]) -> Bill:
    """What a pack costs; `endings` says of every resolution whether it is a win."""
    permanent = next(card for card in pack["cards"] if card["group"] == "permanent")
    events = [card for card in pack["cards"] if card["group"] == "encounter"]
    me = pack["name"]
    words = _ability(permanent["ability"]["effect"], me)
    words += sum(event_points(card["effect"], me) * _copies(card) for card in events if "progress" not in card)
    words += sum(_story(card, endings) for card in events if "triggers" in card)
    own = {card["progress"]["target"]: card["progress"]["then"] for card in events if _own_track(card)}
    words += sum(PRICES["track"] if _BAD.search(then) else -PRICES["track"] for then in own.values())
    return Bill(sum(PRICES["npc"][stat] * permanent["stats"][stat] for stat in _STATS), words)


def _own_track(card: Mapping[str, Any]) -> bool:
    return "progress" in card and "triggers" not in card


def _copies(card: Mapping[str, Any]) -> int:
    return int(card.get("copies", 1))


def _story(card: Mapping[str, Any], endings: Mapping[str, str]) -> int:
    """A step towards losing costs its tokens, a step towards winning nothing: the players pay for it at the table."""
    lost = any(endings[ending] == "lose" for ending in card["triggers"])
    return int(card["progress"]["amount"]) * _copies(card) if lost else 0


def _plain(text: str, me: str) -> str:
    """The text with the NPC's name and pronoun as the price list writes them, without the last full stop."""
    text = re.sub(rf"(?:[Tt]he )?\b{me.removeprefix('The ')}\b", "{me}", text).removesuffix(".")
    return re.sub(r"\b(?:she|it)\b(?= (?:already is|attacks|does not attack|is no longer))", "{they}", text)


def _rows(*lists: list[dict[str, Any]]) -> dict[str, int]:
    return {_small(row["says"].removesuffix(".")): row["points"] for rows in lists for row in rows}


def _small(text: str) -> str:
    return text[:1].lower() + text[1:] if not text.startswith("{") else text.replace("{Me}", "{me}", 1)


def _harms() -> dict[str, int]:
    ladder = {row["says"]: row["points"] for row in (*PRICES["harm"], *PRICES["printed"]["harm"])}
    return ladder | {says: int(level) for level, ways in PRICES["otherwise"].items() for says in ways}


PAYS: dict[str, int] = {row["says"]: row["points"] for row in PRICES["pay"].values()}
HARMS = _harms()
GAINS: dict[str, int] = {row["says"]: row["points"] for row in PRICES["gain"]} | {
    f"put {row['says']} in your hold": row["points"] for row in ITEMS.values()
}
WHOLE = _rows(PRICES["scan"], PRICES["aid"], PRICES["printed"]["whole"])
ABILITY = _rows(PRICES["printed"]["ability"], *(family["effects"] for family in ABILITIES.values()))


def _ability(effect: str, me: str) -> int:
    text = _small(_plain(effect, me))
    if text in ABILITY:
        return ABILITY[text]
    found = re.fullmatch(r"you may (.+?)(?:\. If you do, | to )(.+)", text)
    if found and found[1] in PAYS and found[2] in GAINS:
        return PAYS[found[1]] - GAINS[found[2]]
    raise AssertionError(f"no price for the ability: {effect}")


def event_points(effect: str, me: str) -> int:
    """What an encounter that moves no track is worth."""
    text = _small(_plain(effect, me))
    if text in WHOLE:
        return WHOLE[text]
    for points in (*_demands(text), *_offers(text)):
        return points
    raise AssertionError(f"no price for the encounter: {effect}")


def _demands(text: str) -> Iterator[int]:
    """Pay, or suffer; a choice of two things to pay, or something in return, makes it a point milder."""
    found = re.fullmatch(r"(.+?)\. If you do (?:not|neither), (.+)", text)
    if found and found[2] in HARMS:
        paid, _, gained = found[1].partition(" to ")
        choices = _choices(paid)
        if all(choice in PAYS for choice in choices):
            yield HARMS[found[2]] - (1 if len(choices) > 1 or gained else 0)
    found = re.fullmatch(r"you may (.+?)\. If you do, (.+?); if not, (.+)", text)
    if found and found[1] in PAYS and found[3] in HARMS:
        gained = _gain(found[2])
        if gained is not None:  # an item is worth more than the price; a thank-you is just worth it
            yield HARMS[found[3]] - 1 + (PAYS[found[1]] - gained if "in your hold" in found[2] else 0)
    choices = _choices(text)
    if len(choices) > 1 and all(choice in PAYS for choice in choices):
        yield min(PAYS[choice] for choice in choices)


def _choices(text: str) -> list[str]:
    """`exhaust a pilot or a medic` as two things to pay."""
    first, *others = text.split(" or ")
    verb = first.partition(" ")[0]
    return [first, *(other if other in PAYS else f"{verb} {other}" for other in others)]


def _gain(text: str) -> int | None:
    """What one or two good things are worth."""
    if text in GAINS:
        return GAINS[text]
    first, _, second = text.partition(" and ")
    return GAINS[first] + GAINS[second] if first in GAINS and second in GAINS else None


def _offers(text: str) -> Iterator[int]:
    """Something for a price, or for nothing."""
    total = 0
    text = text.removesuffix(". If you do not, put this card on the bottom of its deck")
    for sentence in re.split(r"\. (?!If you do)", text):
        part = _small(sentence)
        found = re.fullmatch(r"(?:you may )?(.+?)(?:\. If you do, | to |: )(.+)", part)
        paid, gained = (found[1], found[2]) if found and found[1] in PAYS else ("", part)
        worth = _gain(gained)
        if worth is None:
            return
        total += PAYS.get(paid, 0) - worth
    yield total
