"""What the NPCs of nebula cost, worked out from what is printed on them and the price list of the recipes.

Takes an NPC pack as it stands in its file; gives the points of each part, and the power that they pay for. It reads the
words alone and knows nothing of who wrote them, so packs written by hand and generated ones are held to one list.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

WORDS = Path(__file__).resolve().parents[1] / "templates/nebula/recipes/words"
PRICES: dict[str, Any] = yaml.safe_load((WORDS / "world-prices.yaml").read_text("utf-8"))
ABILITIES: dict[str, Any] = yaml.safe_load((WORDS / "world-abilities.yaml").read_text("utf-8"))
ITEMS: dict[str, Any] = yaml.safe_load((WORDS / "world-items.yaml").read_text("utf-8"))

_STATS = ("hull", "attack", "evasion")
# What makes the end of a track an unwelcome one.
_BAD = re.compile(r"becomes active|attacks|[Dd]iscard|debuff token on|damage to each player")


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
    words -= PRICES["spoils"] * len(permanent.get("spoils", ()))
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
    verbs = "becomes active|attacks|does not attack|is no longer"
    return re.sub(rf"\b(?:she|he|it)\b(?= (?:{verbs}))", "{me}", text, flags=re.IGNORECASE)


def _small(text: str) -> str:
    return text[:1].lower() + text[1:]


def _rows(*lists: list[dict[str, Any]]) -> dict[str, int]:
    return {_named(row["says"]): row["points"] for rows in lists for row in rows}


def _named(says: str) -> str:
    """A row of the price list as `_plain` gives it."""
    return _small(says.removesuffix(".")).replace("{Me}", "{me}").replace("{it}", "{me}")


def _harms() -> dict[str, int]:
    ladder = {row["says"]: row["points"] for row in (*PRICES["harm"], *PRICES["printed"]["harm"])}
    return ladder | {says: int(level) for level, ways in PRICES["otherwise"].items() for says in ways}


PAYS: dict[str, int] = {row["says"]: row["points"] for row in PRICES["pay"].values()}
HARMS = _harms()
GAINS: dict[str, int] = {row["says"]: row["points"] for row in PRICES["gain"]} | {
    f"put {row['says']} in your hold": row["points"] for row in ITEMS.values()
}
WHOLE = _rows(PRICES["scan"], PRICES["aid"], PRICES["arrivals"], PRICES["printed"]["whole"])
ABILITY = _rows(PRICES["printed"]["ability"], *(family["effects"] for family in ABILITIES.values()))


def _ability(effect: str, me: str) -> int:
    text = _small(_plain(effect, me))
    if text in ABILITY:
        return ABILITY[text]
    found = re.fullmatch(r"(.+?): (.+)", text)
    if found and found[1] in PAYS and found[2] in GAINS:
        return PAYS[found[1]] - GAINS[found[2]]
    raise AssertionError(f"no price for the ability: {effect}")


_BOTTOM = "put this card on the bottom of its deck"
_NEXT = re.compile(r"\. (?!If you (?:do not|pass|fail),)")  # what begins a new sentence of its own
_FELT = re.compile(r"if \{me\} is (?:friendly|an antagonist), ")


def event_points(effect: str, me: str) -> int:
    """What an encounter that moves no track is worth: all its sentences together."""
    text = _small(_plain(effect, me))
    if text in WHOLE:
        return WHOLE[text]
    points = [_sentence(_small(each)) for each in _NEXT.split(text)]
    if None in points:
        raise AssertionError(f"no price for the encounter: {effect}")
    return sum(each for each in points if each is not None)


def _sentence(text: str) -> int | None:
    """What a sentence is worth, with what follows if you do not pay, or pass, or fail."""
    for read in (_whole, _check, _felt, _demand, _offer):
        points = read(text)
        if points is not None:
            return points
    return None


def _whole(text: str) -> int | None:
    return WHOLE.get(text, _worth(text))


def _worth(text: str) -> int | None:
    """What is done to the players, less what is done for them."""
    if text in HARMS:
        return HARMS[text]
    gained = _gain(text)
    return None if gained is None else -gained


def _gain(text: str) -> int | None:
    """What one or two good things are worth."""
    if text in GAINS:
        return GAINS[text]
    first, _, second = text.partition(" and ")
    return GAINS[first] + GAINS[second] if first in GAINS and second in GAINS else None


def _check(text: str) -> int | None:
    """Some pass: that makes a threat milder, and what they gain is worth half."""
    found = re.fullmatch(r"check \w+ \d(?:\. If you pass, (.+?))?(?:\. If you fail, (.+))?", text)
    if not found:
        return None
    gained = _gain(found[1]) if found[1] else 0
    harm = HARMS.get(found[2]) if found[2] else PRICES["check"]["milder"]
    return None if gained is None or harm is None else harm - PRICES["check"]["milder"] - gained // 2


def _felt(text: str) -> int | None:
    """What happens while the NPC is neutral, as everybody is outside a campaign."""
    begin = _FELT.match(text)
    if not begin:
        return None
    then, _, other = text[begin.end() :].partition("; if not, ")
    if then not in HARMS and _gain(then) is None and then not in (_WAKES_AND_ATTACKS, _LEAVES):
        return None
    return _worth(other) if other else 0


_WAKES_AND_ATTACKS, _LEAVES = "{me} becomes active and {me} attacks your ship", "{me} is no longer active"


def _demand(text: str) -> int | None:
    """Pay, or suffer; a choice of two things to pay, or something in return, makes it a point milder."""
    found = re.fullmatch(r"(.+?)(?:: (.+?))?\. If you do not, (.+)", text)
    if not found or found[3] not in HARMS:
        return None
    paid, gained, harm = found[1], found[2], HARMS[found[3]]
    choices = _choices(paid)
    if not all(choice in PAYS for choice in choices):
        return None
    if not gained:
        return harm - (1 if len(choices) > 1 else 0)
    worth = _gain(gained)
    if worth is None:
        return None
    # An item is worth more than the price; a thank-you is just worth it.
    return harm - 1 + (min(PAYS[choice] for choice in choices) - worth if "in your hold" in gained else 0)


def _choices(text: str) -> list[str]:
    """`exhaust a pilot or a medic` as two things to pay."""
    first, *others = text.split(" or ")
    verb = first.partition(" ")[0]
    return [first, *(other if other in PAYS else f"{verb} {other}" for other in others)]


def _offer(text: str) -> int | None:
    """Something for a price."""
    found = re.fullmatch(r"(.+?): (.+)", text.removesuffix(f". If you do not, {_BOTTOM}"))
    if not found or found[1] not in PAYS:
        return None
    worth = _gain(found[2])
    return None if worth is None else PAYS[found[1]] - worth
