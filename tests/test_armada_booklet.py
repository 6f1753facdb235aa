"""The rules booklet of armada says what is so: its examples are those of the cards, and its sums and chances are right."""

from __future__ import annotations

import itertools
import re
from math import comb
from typing import Any

import pytest
import yaml

from cardforge.check.host.dice import chance_of_winning
from tests.support.booklets import Booklet, texts

RULES = Booklet("armada")
LIMITS: dict[str, int] = RULES.game["limits"]
DEFAULTS = yaml.safe_load((RULES.packs_folder / "defaults.yaml").read_text("utf-8"))
blocks, words, card = RULES.blocks, RULES.words, RULES.card


def test_it_folds_and_nothing_in_it_leads_nowhere() -> None:
    assert RULES.selection.problems == []
    assert len(RULES.pages) == 16
    assert RULES.unfilled() == []


def test_it_is_the_first_file_of_the_box() -> None:
    assert RULES.game["box"][0]["prints"] == ["booklet"]
    assert RULES.game["box"][0]["as"] == "booklet"


def test_its_contents_are_its_pages() -> None:
    (listed,) = blocks("cover", "table")

    assert listed == {number: title for number, title in RULES.titles().items() if number != "1"}


@pytest.mark.parametrize("page", list(RULES.pages))
def test_pages_that_it_sends_readers_to_are_there(page: str) -> None:
    for number in re.findall(r"[Pp]age (\d+)", words(page)):
        assert RULES.titles()[number] == {"9": "Exploring"}[number]


def test_sums_are_right() -> None:
    """Every number before the equals sign is quoted or follows from one; the one behind it is reckoned here."""
    assert len(RULES.sums()) >= 10
    assert [(terms, printed) for terms, total, printed in RULES.sums() if total != printed] == []


def test_no_sum_breaks_at_the_end_of_a_line() -> None:
    said = [text for page in RULES.pages.values() for text in texts(page["blocks"])]

    assert [text for text in said if re.search(r"\d [+−=] \d", text)] == []


def test_the_fight_is_fought_by_the_rules() -> None:
    """The dice are as many as the stats, whoever is faster begins, and the hulls end where the words say."""
    (fight,) = blocks("fight", "fight")
    raider = card("player-aid/player-aid")["raiders"][1]
    bonus = card("commanders/halden-roke")["setup_bonus"]
    stats = {stat: LIMITS["start_stat"] + bonus.get(stat, 0) for stat in ("combat", "shield", "speed")}
    mine, theirs = LIMITS["start_hull"], raider["hull"]
    turns = [roll["stat"] for roll in fight]

    assert turns[0] == ("combat" if stats["speed"] > raider["speed"] else "shield")
    assert all(one != other for one, other in itertools.pairwise(turns))
    for roll in fight:
        assert len(roll["dice"]) == stats[roll["stat"]]
        hits = sum(die >= 4 for die in roll["dice"])
        says = " ".join(roll["text"].split())
        if roll["stat"] == "shield":
            damage = max(0, raider["attack"] - hits)
            assert f"= {damage} damage" in says
            mine -= damage
            assert f"= {mine}." in says
        else:
            theirs -= hits
            assert f"= {theirs}." in says
    assert theirs <= 0 < mine
    assert set(raider["rewards"]) == {"tok_combat", "starglass"}


def test_the_chances_are_those_of_the_dice() -> None:
    (rows,) = blocks("fight", "chances")
    for dice, chances in rows.items():
        count = int(dice.split()[0])
        for wanted, chance in enumerate(chances, 1):
            exact = 100 * sum(comb(count, each) for each in range(wanted, count + 1)) / 2**count
            assert chance == int(exact + 0.5), (dice, wanted)


def test_the_odds_of_bosses_and_raiders_are_those_of_their_cards() -> None:
    levels = card("player-aid/player-aid")["raiders"]

    def win(stat: int, hull: int, enemy: dict[str, Any]) -> float:
        first = stat > enemy["speed"]
        return float(chance_of_winning((stat, stat, hull), (enemy["attack"], enemy["hull"]), goes_first=first))

    assert "level 1 in 99 fights of a hundred" in words("bosses")
    assert int(100 * win(2, 8, levels[0])) == 99
    assert "hull 10 it beats level 2 in 97, with 5, 5, 5 and hull 10 level 3 in 98" in words("bosses")
    assert (int(100 * win(3, 10, levels[1])), int(100 * win(5, 10, levels[2]))) == (97, 98)
    assert win(2, 8, levels[2]) < 0.01
    assert "two times in three" in words("bosses")
    assert 0.62 < win(6, 10, card("bosses/gravel-maw")) < 0.72


def test_the_tracks_are_those_of_the_board() -> None:
    (told,) = blocks("facilities", "table")
    tracks = card("player-board/blue")["tracks"]
    for key, row in told.items():
        levels: list[dict[str, Any]] = []
        for icon, _ in re.findall(r":([a-z_0-9]+):( \d)?", row):
            if icon == "bridge_pip":
                levels[-1]["pip"] = True
            else:
                levels.append({"reward": icon})
        assert levels == tracks[key.split()[-1].lower()]


def test_the_exploration_of_the_example_is_the_card() -> None:
    found = card("exploration/drifting-granary")

    assert (found["easy"]["check"], found["hard"]["check"]) == ("combat(1)", "combat(3)")
    assert "easy needs one success" in words("exploring")
    assert "hard needs three" in words("exploring")


def test_the_first_round_can_be_played_as_it_is_told() -> None:
    said = words("first-round")
    sweep = card("sweep/sweep-8")

    assert (sweep["first"], sweep["second"]) == (
        {"sector": "gravity_well", "colour": "blue"},
        {"sector": "gravity_well", "colour": "yellow"},
    )
    assert "a blue Gravity Well or a yellow one" in said
    assert sweep["arrivals"] == "red"
    assert "may be red" in said
    assert card("player-board/blue")["tracks"]["dockyard"][0]["reward"] == "unit_common"
    assert card("exploration/the-quiet-buoy")["easy"]["check"] == "shield(1)"
    assert LIMITS["start_stat"] + card("commanders/halden-roke")["setup_bonus"]["shield"] == 3
    assert card("exploration/racing-shoal")["hard"]["check"] == "speed(3)"
    assert DEFAULTS["tiles"]["haven"]["cost"] == 1
    assert card("events/hail-of-nails")["kind"] == "instant"
    assert 1 <= card("scenarios/light-the-gate")["players"]["from"] <= 2


def test_scenarios_are_for_as_many_as_it_says() -> None:
    told = next(table for table in blocks("round", "table") if "The Tithe" in table)
    numbers = {"one": 1, "two": 2, "three": 3, "four": 4}
    scenarios = {each["title"]: each for each in RULES.packs["scenarios"]["cards"]}
    for title, says in told.items():
        low, high = re.findall(r"\b(one|two|three) to (four|three|two)\b", says)[0]
        assert scenarios[title]["players"] == {"from": numbers[low], "to": numbers[high]}, title
        assert (scenarios[title]["mode"] == "arena") == ("arena" in says)
        assert "edition" not in scenarios[title]


def test_the_editions_differ_as_the_manifests_do() -> None:
    said = words("alone")
    first, second = (
        yaml.safe_load((RULES.packs_folder / f"build/{each}-edition.yaml").read_text("utf-8"))["manifest"]
        for each in ("first", "second")
    )

    def lines(manifest: dict[str, Any], group: str) -> dict[str, int]:
        found: dict[str, int] = manifest[group]["lines"]
        return found

    for manifest, name in ((first, "first"), (second, "second")):
        events, euro = lines(manifest, "mini_card")["event"], lines(manifest, "euro_card")
        assert re.search(
            rf"The {name} has {events} events, {euro['boss']} bosses(,| and) {euro['scenario']} scenarios", said
        )
    assert f"{lines(second, 'euro_card')['downfall']} downfalls and {lines(second, 'euro_card')['item']} items" in said
    assert f"The first has {lines(first, 'punch_token')['activation_blue']} blue" in said
    assert f"the second {lines(second, 'punch_token')['activation_blue']}." in said


def test_the_hexes_of_the_swarm_become_what_the_rule_makes_of_them() -> None:
    (maps,) = blocks("events", "maps")
    before, after = (next(hex["enemies"] for hex in each["hexes"] if "enemies" in hex) for each in maps[:2])

    levels = sorted(int(each[-1]) for each in before)
    assert after == [f"raider_{min(3, levels[-1] + 1)}"]


def test_protected_sectors_are_those_beside_a_starbase() -> None:
    (maps,) = blocks("building", "maps")
    for each in maps[:2]:
        bases = [hex["cell"] for hex in each["hexes"] if hex.get("starbase")]
        for hex in each["hexes"]:
            q, r = hex["cell"]
            near = any(max(abs(q - b[0]), abs(r - b[1]), abs(q + r - b[0] - b[1])) <= 1 for b in bases)
            assert hex.get("protected", False) == near, (each["title"], hex["cell"])


def test_events_are_told_as_the_audit_says() -> None:
    """Section 8: every event acts every round until it holds two combat tokens; the ship moves onto what it explores."""
    assert "Every event in play acts in every round" in words("events")
    assert "Move your ship onto it" in words("exploring")
    assert "two sectors" in words("events")
    assert "goes for your own sector too" in words("moving")
    assert "No card, token or Starglass ever changes hands" in words("facilities")
    assert not re.search(r"at once and gone|happens at once", " ".join(words(page) for page in RULES.pages))
