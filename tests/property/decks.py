"""Legal nebula decks, and single changes that make one illegal in exactly one way."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import yaml
from hypothesis import assume
from hypothesis import strategies as st

from cardforge.load.project import builtin_root

Deck = dict[str, Any]
PACKS = builtin_root() / "packs/nebula"


@cache
def ids(kind: str) -> list[str]:
    """The ids of the shipped packs of a kind."""
    return sorted(file.stem for file in (PACKS / kind).glob("*.yaml"))


@cache
def ships() -> list[tuple[str, dict[str, Any]]]:
    """Every basic ship with its pack."""
    found = []
    for id in ids("starship"):
        pack = yaml.safe_load((PACKS / "starship" / f"{id}.yaml").read_text("utf-8"))
        found += [(id, card) for card in pack["cards"] if card["group"] == "basic"]
    return found


@cache
def items() -> list[str]:
    """The ids of all items."""
    return [
        card["id"]
        for id in ids("item")
        for card in yaml.safe_load((PACKS / "item" / f"{id}.yaml").read_text("utf-8"))["cards"]
    ]


def stats(deck: Deck) -> dict[str, int]:
    """The stats of a deck's ship."""
    found: dict[str, int] = next(card for _, card in ships() if card["id"] == deck["starship"]["card"])["stats"]
    return found


@cache
def cargo_bonus(pack: str) -> int:
    """By how much a device raises the hold."""
    first = yaml.safe_load((PACKS / "equipment" / f"{pack}.yaml").read_text("utf-8"))["cards"][0]
    return int(first.get("stat_bonus", {}).get("cargo_capacity", 0))


def hold(deck: Deck) -> int:
    packs = [pack for pack in deck["equipment"] + deck["additional"] if pack in ids("equipment")]
    return stats(deck)["cargo_capacity"] + sum(map(cargo_bonus, packs))


def shuffled(deck: Deck) -> int:
    counted = {*ids("crew"), *ids("equipment")}
    return 6 * sum(pack in counted for pack in deck["crew"] + deck["equipment"] + deck["additional"])


@st.composite
def legal_decks(draw: st.DrawFn) -> Deck:
    """Any deck the rules allow, from the shipped packs."""
    pack, ship = draw(st.sampled_from(ships()))
    wanted = ship["stats"]
    crew = draw(st.permutations(ids("crew")))
    equipment = draw(st.permutations(ids("equipment")))
    bunks = min(wanted["max_crew"], len(crew))
    size = draw(st.integers(wanted["required_crew"], bunks))
    spare_crew = crew[size:bunks]
    spare = [*spare_crew, *equipment[wanted["equipment_slots"] :]]
    extra = draw(st.integers(0, min(wanted["max_additional_packs"], len(spare))))
    deck: Deck = {
        "kind": "deck",
        "system": "nebula",
        "name": "Any Deck",
        "starship": {"pack": pack, "card": ship["id"]},
        "crew": crew[:size],
        "equipment": equipment[: wanted["equipment_slots"]],
        "additional": draw(st.permutations(spare))[:extra],
    }
    deck["items"] = draw(st.lists(st.sampled_from(items()), max_size=hold(deck)))
    assume(shuffled(deck) >= 48)
    return deck


def _fewer_crew(deck: Deck) -> None:
    del deck["crew"][stats(deck)["required_crew"] - 1 :]
    assume(shuffled(deck) >= 48)


def _more_crew(deck: Deck) -> None:
    free = [id for id in ids("crew") if id not in deck["crew"] + deck["additional"]]
    aboard = sum(id in ids("crew") for id in deck["crew"] + deck["additional"])
    lacking = stats(deck)["max_crew"] + 1 - aboard
    assume(lacking <= len(free))
    deck["crew"] += free[:lacking]


def _fewer_equipment(deck: Deck) -> None:
    deck["equipment"].pop()
    assume(shuffled(deck) >= 48 and len(deck["items"]) <= hold(deck))


def _more_equipment(deck: Deck) -> None:
    free = [id for id in ids("equipment") if id not in deck["equipment"] + deck["additional"]]
    assume(free)
    deck["equipment"].append(free[0])


def _more_additional(deck: Deck) -> None:
    free = [id for id in ids("equipment") if id not in deck["equipment"] + deck["additional"]]
    lacking = stats(deck)["max_additional_packs"] + 1 - len(deck["additional"])
    assume(lacking <= len(free))
    deck["additional"] += free[:lacking]


def _npc_aboard(deck: Deck) -> None:
    assume(len(deck["additional"]) < stats(deck)["max_additional_packs"])
    deck["additional"].append(ids("npc")[0])


def _too_few_cards(deck: Deck) -> None:
    # Most ships need so many packs that there are always enough cards.
    small = [each for each in ships() if each[1]["stats"]["required_crew"] + each[1]["stats"]["equipment_slots"] < 8]
    pack, ship = small[0]
    deck["starship"] = {"pack": pack, "card": ship["id"]}
    deck["crew"] = deck["crew"][: ship["stats"]["required_crew"]]
    others = [id for id in ids("equipment") if id not in deck["equipment"]]
    deck["equipment"] = [*deck["equipment"], *others][: ship["stats"]["equipment_slots"]]
    deck["additional"], deck["items"] = [], []


def _overfull_hold(deck: Deck) -> None:
    deck["items"] = ["medkit"] * (hold(deck) + 1)


def _pack_twice(deck: Deck) -> None:
    deck["crew"][-1] = deck["crew"][0]
    assume(len(deck["crew"]) > 1)


def _unknown_crew(deck: Deck) -> None:
    deck["crew"][0] += "x"


def _unknown_item(deck: Deck) -> None:
    assume(deck["items"])
    deck["items"][-1] = "medkitt"


def _upgraded_ship(deck: Deck) -> None:
    deck["starship"]["card"] = deck["starship"]["card"].replace("mk1", "mk5")


def _unknown_ship(deck: Deck) -> None:
    deck["starship"]["card"] = "no-such-ship"


def _second_starship(deck: Deck) -> None:
    assume(len(deck["additional"]) < stats(deck)["max_additional_packs"])
    deck["additional"].append(next(id for id in ids("starship") if id != deck["starship"]["pack"]))


def _crew_as_equipment(deck: Deck) -> None:
    deck["equipment"][0] = deck["crew"][0]
    deck["items"] = []


def _upgrade_without_its_step(deck: Deck) -> None:
    assume("brakk" in deck["crew"])
    deck["upgrades"] = ["brakk/steady-aim-2"]


def _upgrade_of_an_absent_pack(deck: Deck) -> None:
    absent = [id for id in ids("equipment") if id not in deck["equipment"] + deck["additional"]]
    assume(absent)
    pack = yaml.safe_load((PACKS / "equipment" / f"{absent[0]}.yaml").read_text("utf-8"))
    deck["upgrades"] = [f"{absent[0]}/{card['id']}" for card in pack["cards"] if card["group"] == "upgraded"][:1]


FAULTS: dict[Callable[[Deck], None], set[str]] = {
    _fewer_crew: {"NB202"},
    _more_crew: {"NB202"},
    _fewer_equipment: {"NB203"},
    _more_equipment: {"NB203"},
    _more_additional: {"NB204"},
    _npc_aboard: {"NB213"},
    _too_few_cards: {"NB205"},
    _overfull_hold: {"NB206"},
    _pack_twice: {"NB207"},
    _unknown_crew: {"CF201"},
    _unknown_item: {"CF201"},
    _upgraded_ship: {"NB201"},
    _unknown_ship: {"NB201"},
    _second_starship: {"NB201"},
    _crew_as_equipment: {"CF201"},
    _upgrade_without_its_step: {"NB208"},
    _upgrade_of_an_absent_pack: {"NB208"},
}
