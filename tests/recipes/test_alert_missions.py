"""Missions, tables and plans of alert from seeds: legal, or wrong in one thing on purpose."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from cardforge.core.errors import UsageError
from cardforge.core.problems import Severity
from cardforge.generate.recipes import Recipes
from cardforge.generate.workshop import SeedRequest, Workshop
from tests.recipes.armada import SEEDS, Bench, generated, made

SETUP_BREAKS = (
    "AL-38", "AL-44", "AL-47", "AL-48", "AL-49", "AL-50", "AL-51", "AL-52", "AL-53", "AL-54", "AL-60", "AL-61",
)  # fmt: skip
PLAN_BREAKS = ("AL-38", "AL-50", "AL-58", "AL-59", "AL-101")
BREAKS = [("setup", code) for code in SETUP_BREAKS] + [("plan", code) for code in PLAN_BREAKS]
SPLITS = {  # normal and serious threats with four seats, and what five seats add
    ("single", "no"): {(5, 1, 1, 0), (3, 2, 1, 0), (7, 0, 1, 0), (1, 3, 1, 0)},
    ("double", "no"): {(6, 2, 0, 1), (6, 2, 2, 0), (4, 3, 0, 1), (4, 3, 2, 0), (2, 4, 0, 1), (2, 4, 2, 0)},
}
MODES = [(mode, easier) for mode in ("single", "double") for easier in ("no", "yes")]
ENDS = (3, 7, 12)


def split(mission: Mapping[str, Any]) -> tuple[int, ...]:
    found = Counter((each["tier"], each.get("five_only", False)) for each in mission["threats"])
    return tuple(found[tier, five] for five in (False, True) for tier in ("normal", "serious"))


def seconds(clock: str) -> int:
    minutes, _, rest = clock.partition(":")
    return int(minutes) * 60 + int(rest)


@pytest.mark.soak
@pytest.mark.parametrize("kind", ["mission", "setup", "plan"])
def test_every_seed_gives_what_no_rule_objects_to(alert_bench: Bench, alert: Workshop, kind: str) -> None:
    """Whether shots hit is for resolving to say (AL-102); no deal is given for a captain alone (AL-47)."""
    pieces = [alert.make(SeedRequest(kind, f"slice {seed}", {})) for seed in range(SEEDS)]

    assert {piece.kinds[0] for piece in pieces} == {kind}
    assert {problem.code for problem in alert_bench.heard} <= {"AL-102"}


@pytest.mark.soak
@pytest.mark.parametrize(("kind", "code"), BREAKS)
def test_what_is_broken_is_the_rule_that_was_named_and_no_other(
    alert_bench: Bench, alert: Workshop, kind: str, code: str
) -> None:
    for seed in range(SEEDS // 5):
        alert_bench.heard.clear()
        piece = alert.make(SeedRequest(kind, f"slice {seed}", {"break": code}))
        errors = [problem for problem in alert_bench.heard if problem.severity is Severity.ERROR]

        assert f"# It breaks {code} on purpose.\n" in piece.files[f"{piece.id}.yaml"]
        assert {problem.code for problem in errors} == {code}
        assert {problem.code for problem in alert_bench.heard} <= {code, "AL-102"}


def test_a_card_planned_twice_lies_on_a_board_with_two_free_spaces(alert: Workshop) -> None:
    """The seat that this seed picks first has one."""
    piece = alert.make(SeedRequest("plan", "slice 8", {"break": "AL-59"}))

    assert piece.files[f"{piece.id}.yaml"].count("special: basic") == 2


@pytest.mark.soak
@pytest.mark.parametrize(("mode", "easier"), MODES)
def test_missions_have_the_splits_and_the_share_inside(alert: Workshop, mode: str, easier: str) -> None:
    splits = set()
    for mission in made(alert, "mission", mode=mode, easier=easier):
        splits.add(split(mission))
        assert ("easier" in mission, "standard" in mission) == (easier == "yes", easier == "no")
        for five in (False, True):
            threats = [each for each in mission["threats"] if five or not each.get("five_only")]
            zones = [each["zone"] for each in threats if each["side"] == "external"]

            assert 0.25 <= 1 - len(zones) / len(threats) <= 0.4
            assert max(Counter(zones).values()) <= len(zones) / 2
            assert not [at for at in range(2, len(zones)) if len(set(zones[at - 2 : at + 1])) == 1]
            if easier == "no":
                count = sum(2 if each["tier"] == "serious" else 1 for each in threats)
                assert count == {"single": (7, 8), "double": (10, 12)}[mode][five]
    assert easier == "yes" or splits == SPLITS[mode, easier]


@pytest.mark.soak
@pytest.mark.parametrize(("mode", "easier"), MODES)
def test_missions_announce_in_time(alert: Workshop, mode: str, easier: str) -> None:
    for mission in made(alert, "mission", mode=mode, easier=easier):
        times = [seconds(each["time"]) for each in mission["threats"]]
        said = Counter(cue["say"] for cue in mission["cues"])
        ends = [seconds(cue["time"]) for cue in mission["cues"] if cue["say"] == "phase_end"]

        assert times == sorted(times)
        assert min(times) >= 10
        assert ends[-1] == seconds(mission["length"]) == {"single": 600, "double": 780}[mode]
        assert said["phase_end"] == 3
        assert 2 <= said["bonus_draw"] <= 3
        assert 2 <= said["hand_over"] <= 4
        for each in mission["threats"]:
            assert seconds(each["time"]) < next(
                end for end, turn in zip(ends, ENDS, strict=True) if each["turn"] <= turn
            )
            assert 1 <= each["turn"] <= 8
            assert each["tier"] == "normal" or each["turn"] >= 2


@pytest.mark.soak
@pytest.mark.parametrize(
    ("players", "androids"), [(1, 3), (1, 4), (2, 2), (2, 3), (3, 1), (3, 2), (4, 0), (4, 1), (5, 0)]
)
def test_setups_are_for_as_many_as_were_asked_for(alert: Workshop, players: int, androids: int) -> None:
    for number, each in enumerate(generated(alert, "setup", {"players": players, "androids": androids})):
        seats = each.document["seats"]

        assert Counter(seat["who"] for seat in seats) == Counter({"player": players, "android": androids})
        assert [seat["who"] for seat in seats if seat.get("captain")] == ["player"]
        assert len({seat["name"] for seat in seats}) == len(seats)
        assert [also["id"] for also in each.also] == [each.document["mission"]]
        if number == SEEDS // 8:
            break


def test_a_table_that_is_none_is_refused(alert: Workshop) -> None:
    for options, why in (
        ({"players": 5, "androids": 4}, "4 or 5 seats"),
        ({"players": 5, "break": "AL-48"}, "breaks AL-48"),
        ({"mode": "single", "break": "AL-49"}, "AL-49"),
    ):
        with pytest.raises(UsageError, match=why):
            alert.make(SeedRequest("setup", "tea", options))


@pytest.mark.soak
def test_plans_draw_each_card_once_and_what_callers_call(alert: Workshop) -> None:
    called = 0
    for each in generated(alert, "plan", {}):
        cards = {f"{pack['id']}/{card['id']}": (pack, card) for pack in each.also for card in pack.get("cards", ())}
        drawn = [draw[key] for draw in each.document["draws"] for key in ("card", "calls") if key in draw]

        assert len(set(drawn)) == len(drawn)
        for draw in each.document["draws"]:
            card = cards[draw["card"]][1]
            assert ("calls" in draw) == ("calls" in card)
            if "calls" in draw:
                pack, second = cards[draw["calls"]]
                assert (pack["side"], pack["tier"]) == (card["calls"]["side"], card["calls"]["tier"])
                assert "calls" not in second
                called += 1
    assert called


@pytest.mark.soak
def test_crews_of_plans_know_what_they_do(alert_bench: Bench, alert: Workshop) -> None:
    """Upkeep is never missed in silence, and of ten cards at most three do nothing."""
    planned = 0
    for seed in range(SEEDS):
        piece = alert.make(SeedRequest("plan", f"slice {seed}", {}))
        planned += sum(points for _, points in piece.bill)
    wasted = [problem for problem in alert_bench.heard if problem.code == "AL-102"]

    assert len(wasted) <= 0.3 * planned, (len(wasted), planned)


def test_what_comes_along_can_be_made_again_on_its_own(alert: Workshop) -> None:
    recipes = Recipes(alert.kit.texts)
    for kind in ("setup", "plan"):
        for also in recipes.make(kind, "tea", {}).also:
            again = recipes.make(also["kind"], also["seed"]["text"], also["seed"].get("options", {})).document
            assert again == also
