"""`cardforge campaign` as players run it: what it shows, what it refuses, and what never happens to their file."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pypdfium2
import pytest

from cardforge.campaign.log import with_step
from cardforge.core.errors import CardforgeError, ProblemsError, SurroundingsError, UsageError
from cardforge.core.problems import Problem
from cardforge.load.document import Document
from cardforge.products.campaign_file import OpenCampaign, open_campaign
from cardforge.products.new_campaign import new_campaign
from tests.conftest import REPOSITORY
from tests.support.commands import call
from tests.support.grey_coast import BOAT, DECK, grey_coast
from tests.support.pdfs import page_texts

FILE = "coast.yaml"
OPTIONS = {"sector": "grey-coast", "deck": DECK}


@pytest.fixture
def coast(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A campaign that has just begun, in the folder we stand in."""
    monkeypatch.chdir(grey_coast(tmp_path))
    new_campaign(FILE, "Grey Water", "", OPTIONS)
    return tmp_path / FILE


def steps(*taken: str) -> None:
    with open_campaign(FILE) as opened:
        for each in taken:
            name, *values = each.split()
            opened.take(name, values)


def stopped(work: Callable[[], object]) -> Problem:
    """The one problem that stops some work; the file is as it was."""
    before = Path(FILE).read_bytes()
    with pytest.raises(ProblemsError) as error:
        work()
    assert Path(FILE).read_bytes() == before
    (problem,) = error.value.problems
    return problem


def test_an_evening_on_the_command_line(tmp_path: Path) -> None:
    grey_coast(tmp_path)
    begun = call(
        "campaign", "new", FILE, "--sector", "grey-coast", f"--deck={DECK}", "--name", "Grey Water", cwd=tmp_path
    )
    first = (tmp_path / FILE).read_bytes()
    met = call("campaign", "step", FILE, "discover", "gc-watch", "--note", "She waved: twice.", cwd=tmp_path)
    won = call("campaign", "step", FILE, "finish", "gc-fog", "gc-clear", cwd=tmp_path)
    shown = call("campaign", "status", FILE, cwd=tmp_path)
    told = json.loads(call("campaign", "status", FILE, "--format", "json", cwd=tmp_path).stdout)
    open_now = call("campaign", "scenarios", FILE, cwd=tmp_path)
    back = [call("campaign", "undo", FILE, cwd=tmp_path) for _ in range(3)]

    assert [done.returncode for done in (begun, met, won, shown, open_now, *back)] == [0, 0, 0, 0, 0, 0, 0, 2]
    assert "Grey Water created in coast.yaml" in begun.stdout
    assert met.stdout == "discover gc-watch: gc-watch neutral 0\n"
    assert won.stdout == "finish gc-fog gc-clear: won, gc-watch friendly 2, gc-tide open, gc-lamp open\n"
    assert "gc-watch      friendly  2" in shown.stdout
    assert "gc-widow      unknown" in shown.stdout
    assert open_now.stdout in shown.stdout
    for line in (
        "gc-lamp   Lamp  (`gc-fog` was won and `gc-watch` is friendly)",
        "gc-calm   Calm  (it must not be that `gc-fog` was played)",
        "gc-wreck  Wreck  (either `gc-fog` has to be lost, and it was won, or `gc-smugglers` has to be antagonist, and is not discovered)",
        "gc-fog    Fog  (won: gc-clear)",
    ):
        assert line in open_now.stdout
    assert told["state"]["npcs"] == {"gc-watch": 2}
    assert told["steps"][1]["note"] == "She waved: twice."
    assert {each["id"]: each["status"] for each in told["scenarios"]}["gc-tide"] == "open"
    assert [done.stdout for done in back] == [
        "undone: finish gc-fog gc-clear\n",
        "undone: discover gc-watch\n",
        "",
    ]
    assert "delete the file to start again" in back[2].stderr
    assert (tmp_path / FILE).read_bytes() == first


def test_a_step_explains_itself(coast: Path) -> None:
    steps("gain gc-coin-4", "finish gc-fog gc-clear")
    overview = call("campaign", "step", FILE, cwd=coast.parent).stdout
    upgrade = call("campaign", "step", FILE, "upgrade", cwd=coast.parent).stdout
    with open_campaign(FILE) as opened:
        (unlock,) = opened.choices("unlock")

    for line in (
        "discover NPC",
        "gain [ITEMS…] [tokens=N]",
        "TOKENS: how many resource tokens, a whole number from 1",
        "finish SCENARIO RESOLUTION",
        "retire PACK [INSTEAD]",
        "RESOLUTION: the resolution that was read; shown once SCENARIO is chosen",
    ):
        assert line in overview
    assert "brakk/brakk-2" in upgrade
    assert "costs 2, in place of brakk" in upgrade
    assert [id for id, _ in unlock.fields[0].values] == ["gc-calm", "gc-lamp", "gc-wreck", "gc-still"]
    assert unlock.fields[0].values[3][1] == "`gc-widow` has to be neutral, and is not discovered"


# One of each way in which a step can be illegal: what came before, the step, and words of the reason and of the hint.
REFUSED = {
    "discovered twice": (["discover gc-watch"], "discover gc-watch", "discovered already (neutral 0)", "gc-smugglers"),
    "an unknown NPC": ([], "discover gc-wacth", "there is no NPC `gc-wacth`", "did you mean `gc-watch`?"),
    "an NPC that is a place": ([], "discover gc-quay", "there is no NPC `gc-quay`", "possible: `gc-smugglers`"),
    "visited twice": (["visit gc-quay"], "visit gc-quay", "`gc-quay` is known already", "`gc-light`"),
    "an unknown place": ([], "visit gc-qay", "there is no location `gc-qay`", "did you mean `gc-quay`?"),
    "an unknown item": ([], "gain gc-ropes", "`gc-ropes` cannot be the item cards now", "did you mean `gc-rope`?"),
    "more than the hold takes": ([], "gain gc-rope gc-rope gc-rope gc-rope gc-rope", "(NB206): 11 items in a hold of 10", "take out 1 item"),
    "spending what is not there": ([], "spend gc-rope", "`gc-rope` is not in the hold", "gc-kit"),
    "spending it too often": ([], "spend gc-kit gc-kit", "in the hold once, not 2 times", "leave some out"),
    "a locked scenario": ([], "finish gc-tide gc-high", "`gc-tide` is locked: `gc-fog` has to be played", "`gc-fog`"),
    "a finished scenario": (["finish gc-fog gc-clear"], "finish gc-fog gc-lost", "is finished (won: gc-clear)", "`gc-tide`"),
    "another sector's scenario": ([], "finish the-dark-lamps lamps-relit", "is no scenario of `grey-coast`", "possible: `gc-fog`"),
    "another agenda's resolution": ([], "finish gc-fog gc-high", "`gc-high` is no resolution of `gc-fog`", "`gc-clear`"),
    "a stage as resolution": ([], "finish gc-fog first", "`first` is no resolution", "possible: `gc-clear` and `gc-lost`"),
    "no resolution": ([], "finish gc-fog", "`resolution` is missing", "possible: `gc-clear` and `gc-lost`"),
    "too little paid": (["gain gc-coin-4"], "upgrade brakk/brakk-2 gc-coin-1", "costs 2, and 1 is paid", "pay with `gc-coin-2`"),
    "nothing paid": ([], "upgrade brakk/brakk-2", "costs 2, and 0 is paid", "pay with `gc-coin-2`"),
    "tokens that are not there": (["gain tokens=1"], "spend tokens=2", "there is 1 resource token in the hold, not 2", "leave some out"),
    "tokens paid that are not there": ([], "upgrade brakk/brakk-2 tokens=2", "there are 0 resource tokens in the hold, not 2", "leave some out"),
    "too few tokens paid": (["spend gc-coin-2", "gain tokens=2"], "upgrade brakk/brakk-2 tokens=1", "costs 2, and 1 is paid", "pay with `gc-coin-1` and `tokens=1`"),
    "tokens that are no number": ([], "gain tokens=some", "`some` cannot be `tokens`", "a whole number from 1"),
    "no tokens": ([], "gain tokens=0", "`0` cannot be `tokens`", "a whole number from 1"),
    "nothing gained": ([], "gain", "neither items nor tokens are named", "tokens=1"),
    "nothing spent": ([], "spend", "neither items nor tokens are named", "tokens=1"),
    "joined and there": ([], "join brakk", "`brakk` is in the deck already", ""),
    "joined and retired": (["retire ysolde-quill"], "join ysolde-quill", "`ysolde-quill` is retired", ""),
    "an NPC joins": ([], "join gc-watch", "no such pack as `gc-watch` that could come aboard", ""),
    "no room to join": ([], "join cinder-mortar", "(NB204): 2 additional packs, at most 1", "take out 1 additional pack"),
    "paid with what is no resource": ([], "upgrade brakk/brakk-2 gc-kit", "`gc-kit` is no resource", "`gc-coin-2`"),
    "paid with what is not there": ([], "upgrade brakk/brakk-2 gc-coin-9", "`gc-coin-9` is not in the hold", "`gc-coin-2`"),
    "paid twice with one card": ([], "upgrade brakk/brakk-2 gc-coin-1 gc-coin-1", "in the hold once", "leave some out"),
    "all resources too little": (["spend gc-coin-2"], "upgrade brakk/brakk-2 gc-coin-1", "and 1 is paid", "all resources in the hold come to 1"),
    "a basic card bought": ([], "upgrade brakk/brakk gc-coin-2", "supersedes nothing", ""),
    "an unknown card": ([], "upgrade brakk/brak-2 gc-coin-2", "there is no card `brakk/brak-2`", "did you mean `brakk/brakk-2`?"),
    "a card of another deck": ([], "upgrade juno-park/juno-2 gc-coin-2", "the pack `juno-park` is not in the deck", ""),
    "the second before the first": ([], "upgrade brakk/brakk-3 gc-coin-2", "supersedes `brakk/brakk-2`, which is not in the deck", "buy `brakk/brakk-2` first"),
    "bought twice": (["upgrade brakk/brakk-2 gc-coin-2"], "upgrade brakk/brakk-2 gc-coin-1", "is bought already", ""),
    "a pack joins without a ship": ([], "upgrade brakk/brakk-2 gc-coin-2 join=juno-park", "only when it is upgraded", "take the step `join`"),
    "too few crew": ([], "retire brakk", "the ship needs 4 crew packs, and 3 would be left", "name `instead=`, the pack that takes its place: `"),
    "an empty slot": ([], "retire deep-ear", "the ship needs 4 equipment packs, and 3 would be left", "`cinder-mortar`"),
    "the ship retired": ([], "retire wayfarer", "`wayfarer` is the ship", ""),
    "retired twice": (["retire ysolde-quill"], "retire ysolde-quill", "is retired already", ""),
    "retired and not there": ([], "retire juno-park", "`juno-park` is not in the deck", ""),
    "replaced by another kind": ([], "retire brakk cinder-mortar", "`cinder-mortar` is an equipment pack, and `brakk` is a crew pack", "`juno-park`"),
    "replaced by one that is there": ([], "retire brakk ada-voss", "`ada-voss` is in the deck already", ""),
    "a retired pack comes back": (["retire ysolde-quill"], "retire brakk ysolde-quill", "`ysolde-quill` is retired", ""),
    "unlocked and open": ([], "unlock gc-fog", "`gc-fog` is open already", ""),
    "unlocked and finished": (["finish gc-fog gc-clear"], "unlock gc-fog", "`gc-fog` is finished", ""),
    "an unknown scenario": ([], "unlock gc-frog", "`gc-frog` is no scenario of `grey-coast`", ""),
    "started twice": ([], f"start {DECK}", "`start` can only be the first step", "remove it"),
}  # fmt: skip


@pytest.fixture(scope="module")
def once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenCampaign]:
    """A campaign that many tests share; each takes back what it did."""
    file = str(grey_coast(tmp_path_factory.mktemp("coast")) / FILE)
    new_campaign(file, "Grey Water", "", OPTIONS)
    with open_campaign(file) as opened:
        yield opened


@pytest.mark.parametrize("name", REFUSED)
def test_an_illegal_step_is_refused_with_its_reason_and_what_is_possible(name: str, once: OpenCampaign) -> None:
    before, step, reason, hint = REFUSED[name]
    for each in before:
        once.take(each.split()[0], each.split()[1:])
    there = Path(once.log.path).read_bytes()
    with pytest.raises(ProblemsError) as error:
        once.take(step.split()[0], step.split()[1:])
    assert Path(once.log.path).read_bytes() == there
    for _ in before:
        once.undo()
    (problem,) = error.value.problems

    assert problem.code == "CF702"
    assert problem.message.startswith(step.split()[0] + ": ")
    assert reason in problem.message
    assert hint in problem.hint


def test_a_relationship_stays_between_three_and_three_and_strangers_do_not_care(coast: Path) -> None:
    steps("discover gc-watch", "discover gc-smugglers", "finish gc-calm gc-high", "finish gc-fog gc-clear")
    with open_campaign(FILE) as opened:
        assert opened.played.state["npcs"] == {"gc-smugglers": -3, "gc-watch": 3}
    steps("discover gc-widow")
    with open_campaign(FILE) as opened:
        assert opened.played.state["npcs"]["gc-widow"] == 0


def test_no_change_is_given_and_the_superseded_card_is_retired(coast: Path) -> None:
    steps("gain gc-coin-9", "upgrade brakk/brakk-2 gc-coin-9", "retire brakk juno-park")
    with open_campaign(FILE) as opened:
        state = opened.played.state

    assert "gc-coin-9" not in state["hold"]
    assert state["retired"] == ["brakk/brakk", "brakk"]
    assert state["upgrades"] == []  # a pack takes its upgrades along
    assert state["deck"]["crew"] == ["tovan-reel", "mirel-sun", "ada-voss", "juno-park"]


def test_resource_tokens_are_kept_and_pay_for_upgrades(coast: Path) -> None:
    steps("gain tokens=3", "gain gc-rope tokens=1", "upgrade brakk/brakk-2 gc-coin-1 tokens=1", "spend tokens=1")
    with open_campaign(FILE) as opened:
        state, view = opened.played.state, opened.view

    assert (state["tokens"], state["upgrades"]) == (2, ["brakk/brakk-2"])
    assert "    tokens: 3\n    then: [hold 6, tokens 3]\n" in coast.read_text("utf-8")
    assert view.sheet["worth"] == "Resources come to 4, 2 of it in tokens"
    assert "and 2 resource tokens" in view.tells


def test_unused_packs_join_the_deck_where_the_ship_has_room(coast: Path) -> None:
    steps("retire ysolde-quill", "join juno-park", "join cinder-mortar")
    with open_campaign(FILE) as opened:
        deck = opened.played.state["deck"]

    assert deck["crew"] == [*BOAT["crew"], "juno-park"]
    assert deck["additional"] == ["cinder-mortar"]


def test_a_campaign_does_not_begin_with_upgrades(coast: Path) -> None:
    Path("mine.yaml").write_text(json.dumps(BOAT | {"upgrades": ["wayfarer/drayhorse-mk2"]}), encoding="utf-8")
    with pytest.raises(ProblemsError) as error:
        new_campaign("new.yaml", "", "", OPTIONS | {"deck": "mine.yaml"})
    (problem,) = error.value.problems

    assert "a basic ship and no upgrades, this deck has 1 (`wayfarer/drayhorse-mk2`)" in problem.message
    assert "take `upgrades` out of a copy of the deck" in problem.hint
    assert not Path("new.yaml").exists()


def test_the_deck_is_kept_as_it_set_out(coast: Path) -> None:
    """What is done to the deck file later does not change what has happened."""
    Path("mine.yaml").write_text(json.dumps(BOAT), encoding="utf-8")
    new_campaign("other.yaml", "", "nebula", OPTIONS | {"deck": "mine.yaml"})
    with open_campaign("other.yaml") as opened:
        before = opened.played.state
    Path("mine.yaml").write_text(json.dumps(BOAT | {"items": []}), encoding="utf-8")
    with open_campaign("other.yaml") as opened:
        assert opened.played.state == before
        assert opened.name == "Other"


# Files that somebody has edited


def test_hand_written_comments_and_steps_stay(coast: Path) -> None:
    text = (
        coast.read_text("utf-8")
        + "\n  # Thursday, at Mo's\n  - {step: discover, npc: gc-watch}   # by hand\n\n# next: the cove\n"
    )
    coast.write_text(text, encoding="utf-8")
    steps("visit gc-cove")
    assert coast.read_text("utf-8") == text + "  - step: visit\n    location: gc-cove\n    then: [gc-cove known]\n"
    with open_campaign(FILE) as opened:
        opened.undo()
    assert coast.read_text("utf-8") == text


def test_a_byte_order_mark_and_windows_line_ends_stay(coast: Path) -> None:
    before = b"\xef\xbb\xbf" + coast.read_bytes().replace(b"\n", b"\r\n")
    coast.write_bytes(before)
    steps("visit gc-cove")
    assert coast.read_bytes().startswith(before)
    with open_campaign(FILE) as opened:
        opened.undo()
    assert coast.read_bytes() == before


def test_a_wrong_step_is_reported_at_its_line_with_the_state_before_it(coast: Path) -> None:
    steps("discover gc-watch", "gain gc-rope")
    text = coast.read_text("utf-8") + "  - {step: discover, npc: gc-watch}\n  - {step: visit, location: gc-cove}\n"
    coast.write_text(text, encoding="utf-8")
    problem = stopped(lambda: steps("visit gc-quay"))
    checked = call("validate", ".", cwd=coast.parent)

    assert (problem.code, problem.where.line) == ("CF702", len(text.splitlines()) - 1)
    assert "discover: `gc-watch` is discovered already (neutral 0)" in problem.message
    assert "before this step: discovered gc-watch neutral 0; no location known; hold gc-kit" in problem.hint
    assert "gc-rope; no scenario finished" in problem.hint
    assert checked.returncode == 1
    assert f"{FILE}:{problem.where.line}:5: error CF702: discover" in checked.stdout


def test_a_step_after_which_the_deck_is_illegal_is_reported_at_its_line(coast: Path) -> None:
    text = coast.read_text("utf-8") + "  - {step: gain, items: [gc-rope, gc-rope, gc-rope, gc-rope, gc-rope]}\n"
    coast.write_text(text, encoding="utf-8")
    problem = stopped(lambda: steps("visit gc-quay"))

    assert "gain: the deck would not be legal (NB206)" in problem.message
    assert problem.where.line == len(coast.read_text("utf-8").splitlines())


def test_an_edited_history_is_told_where_it_first_shows(coast: Path) -> None:
    steps("discover gc-watch", "discover gc-widow", "finish gc-fog gc-clear", "visit gc-quay")
    lines = coast.read_text("utf-8").splitlines(keepends=True)
    at = next(number for number, line in enumerate(lines) if "step: discover" in line)
    coast.write_text("".join(lines[:at] + lines[at + 3 :]), encoding="utf-8")  # the watch was never met
    problem = stopped(lambda: steps("visit gc-cove"))

    assert problem.code == "CF704"
    assert "the result was `won, gc-watch friendly 2, gc-widow friendly 1" in problem.message
    assert "but is now `won, gc-widow friendly 1" in problem.message
    assert coast.read_text("utf-8").splitlines()[problem.where.line - 1].strip().startswith("then: [won")


def test_a_changed_pack_is_an_edited_history_too(coast: Path) -> None:
    steps("discover gc-watch", "finish gc-fog gc-clear")
    agenda = Path("gc-first.yaml")
    agenda.write_text(agenda.read_text("utf-8").replace('"shift": 2}', '"shift": 1}'), encoding="utf-8")
    problem = stopped(lambda: steps("visit gc-cove"))

    assert problem.code == "CF704"
    assert "a pack has changed" in problem.message


@pytest.mark.parametrize(
    ("old", "new", "code", "words"),
    [
        ("format: 1", "format: 2", "CF705", "has format 2, but this cardforge reads formats up to 1"),
        ("format: 1", "format: one", "CF101", ""),
        ("system: nebula", "system: lagoon", "CF103", "there is no game `lagoon`"),
        ("  - step: start", "  - step: strat", "CF101", ""),
        ("sector: grey-coast", "sector: gray-coast", "CF201", "there is no sector `gray-coast`"),
        ("brakk]", "brokk]", "CF201", "there is no crew `brokk`"),
        ("steps:", "steps: [", "CF004", ""),
    ],
)
def test_a_file_that_cannot_be_read_here_is_told_and_left_alone(
    old: str, new: str, code: str, words: str, coast: Path
) -> None:
    coast.write_text(coast.read_text("utf-8").replace(old, new), encoding="utf-8")
    problem = stopped(lambda: steps("visit gc-quay"))

    assert problem.code == code
    assert words in problem.message
    assert problem.where.line


def test_missing_packs_are_named_with_what_to_do(coast: Path) -> None:
    steps("discover gc-watch")
    Path("gc-watch.yaml").unlink()
    with pytest.raises(ProblemsError) as error, open_campaign(FILE):
        pass

    assert "there is no npc `gc-watch`" in error.value.message
    assert error.value.hint == "put its pack next to this file, or into the project"


def test_a_broken_pack_is_reported_at_its_own_place(coast: Path) -> None:
    Path("gc-first.yaml").write_text("kind: agenda\nid: gc-first\ncards: [", encoding="utf-8")
    problem = stopped(lambda: steps("visit gc-quay"))

    assert problem.where.path.endswith("gc-first.yaml")


def test_a_deck_is_not_a_campaign_and_a_campaign_of_another_game_judges_no_scenario(
    coast: Path, tmp_path: Path
) -> None:
    with pytest.raises(UsageError, match="has the kind deck, not a campaign"), open_campaign(f"{DECK}.yaml"):
        pass
    with pytest.raises(UsageError, match="is a folder"), open_campaign(str(tmp_path)):
        pass
    with pytest.raises(SurroundingsError, match="there is no file"), open_campaign("nothing.yaml"):
        pass


# Writing


def test_an_interrupted_write_loses_nothing(coast: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before, files = coast.read_bytes(), sorted(os.listdir())
    for place in ("os.fsync", "pathlib.Path.replace"):
        for broken in (OSError(28, "No space left on device"), KeyboardInterrupt()):
            with monkeypatch.context() as patch:
                patch.setattr(place, _breaking(broken))
                with pytest.raises((SurroundingsError, KeyboardInterrupt)):
                    steps("visit gc-quay")
            assert coast.read_bytes() == before
            assert sorted(os.listdir()) == files
    steps("visit gc-quay")
    assert coast.read_bytes().startswith(before)


def _breaking(error: BaseException) -> Callable[..., None]:
    def breaks(*_: object) -> None:
        raise error

    return breaks


def test_a_step_that_somebody_else_took_in_between_is_kept(coast: Path) -> None:
    with open_campaign(FILE) as opened:
        steps("visit gc-quay")
        there = coast.read_bytes()
        opened.take("visit", ["gc-cove"])

    assert coast.read_bytes().startswith(there)
    with open_campaign(FILE) as opened:
        assert [each.get("location") for each in opened.steps[1:]] == ["gc-quay", "gc-cove"]


def test_what_an_editor_saves_during_a_step_is_not_written_over(coast: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    saved = coast.read_bytes() + b"# mine\n"

    def step_and_save(*given: object) -> Document:
        coast.write_bytes(saved)
        return with_step(*given)  # type: ignore[arg-type]

    monkeypatch.setattr("cardforge.products.campaign_file.with_step", step_and_save)
    with open_campaign(FILE) as opened, pytest.raises(SurroundingsError, match="changed by another program"):
        opened.take("visit", ["gc-cove"])

    assert coast.read_bytes() == saved


def test_steps_taken_at_the_same_time_are_all_kept(coast: Path) -> None:
    """Each is its own process; without a lock most of them overwrite each other."""
    asked = ["visit gc-quay", "visit gc-cove", "discover gc-watch", "discover gc-widow", "discover gc-smugglers"]
    command = [sys.executable, "-m", "cardforge", "campaign", "step", FILE]
    taken = [subprocess.Popen([*command, *each.split()], stdout=subprocess.DEVNULL) for each in asked]

    assert [process.wait() for process in taken] == [0] * len(asked)
    with open_campaign(FILE) as opened:
        names = [f"{each['step']} {each.get('location') or each.get('npc')}" for each in opened.steps[1:]]
    assert sorted(names) == sorted(asked)
    assert not [name for name in os.listdir() if name.endswith(".lock")]


@pytest.mark.parametrize(
    ("file", "options", "message"),
    [
        (FILE, OPTIONS, "already exists"),
        ("coast.txt", OPTIONS, "not the name of a YAML file"),
        ("no/coast.yaml", OPTIONS, "there is no folder no"),
        ("new.yaml", {}, "--sector is missing"),
        ("new.yaml", {"sector": "grey-coast"}, "--deck is missing"),
        ("new.yaml", OPTIONS | {"sector": "gray-coast"}, "there is no sector `gray-coast`"),
        ("new.yaml", OPTIONS | {"deck": "the-short-haul"}, "there is no deck `the-short-haul`"),
        ("new.yaml", OPTIONS | {"deck": "gc-chest.yaml"}, "is a item of nebula"),
        ("new.yaml", OPTIONS | {"weather": "fog"}, "there is no option --weather"),
    ],
)
def test_a_campaign_that_cannot_begin_leaves_no_file(
    file: str, options: dict[str, str], message: str, coast: Path
) -> None:
    before = {name: Path(name).read_bytes() for name in os.listdir()}
    with pytest.raises(CardforgeError) as error:
        new_campaign(file, "", "", options)

    assert message in error.value.message
    assert {name: Path(name).read_bytes() for name in os.listdir()} == before


def test_a_campaign_does_not_begin_with_an_illegal_deck(coast: Path) -> None:
    Path("mine.yaml").write_text(json.dumps(BOAT | {"equipment": ["deep-ear"]}), encoding="utf-8")
    with pytest.raises(ProblemsError, match="NB203"):
        new_campaign("new.yaml", "", "", OPTIONS | {"deck": "mine.yaml"})

    assert not Path("new.yaml").exists()


def test_the_commands_of_the_guide_work(tmp_path: Path) -> None:
    guide = (REPOSITORY / "docs/campaigns.md").read_text("utf-8")
    commands = re.findall(r"^cardforge (campaign .*?)(?: +#.*)?$", guide, re.MULTILINE)

    assert len(commands) == 7
    for command in commands:
        done = call(*shlex.split(command), cwd=tmp_path)
        assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert (tmp_path / "log.pdf").read_bytes().startswith(b"%PDF")


# Casting, and paper


def test_casting_uses_the_replayed_state(coast: Path) -> None:
    """Who is hostile is found out by replaying, clamping and unlocking included, not from the file's own words."""
    steps("discover gc-watch", "discover gc-smugglers", "discover gc-widow", "finish gc-fog gc-clear", "visit gc-quay")
    story = json.loads(Path("gc-second.yaml").read_text("utf-8"))
    story["cards"][0]["npcs"] = [{"role": "rival", "prefer": "hostile"}, {"role": "rival", "prefer": "friendly"}]
    story["cards"][0]["locations"] = [{"status": "known"}]
    Path("gc-second.yaml").write_text(json.dumps(story), encoding="utf-8")
    Path("gc-watch.yaml").write_text(
        Path("gc-watch.yaml")
        .read_text("utf-8")
        .replace('"effect": "Draw 1 card."}', '"effect": "Draw 1 card.", "triggers": ["gc-high", "gc-low"]}'),
        encoding="utf-8",
    )
    scenario = {
        "kind": "scenario",
        "system": "nebula",
        "name": "S",
        "agenda": "gc-second",
        "npcs": ["gc-watch", "gc-smugglers"],
        "locations": ["gc-quay"],
    }
    Path("s.yaml").write_text(json.dumps(scenario), encoding="utf-8")
    Path("t.yaml").write_text(json.dumps(scenario | {"cast": {"1": "gc-watch"}}), encoding="utf-8")
    free = call("check", "s.yaml", "--campaign", FILE, cwd=coast.parent)
    cast = call("check", "t.yaml", "--campaign", FILE, cwd=coast.parent)

    assert "pass  NB309  2 of 2 preferences honoured" in free.stdout
    assert (
        "slot 1 (role: rival) prefers somebody hostile; `gc-watch` is friendly, and `gc-smugglers` could take it"
        in cast.stdout
    )
    assert "hint: put `1: gc-smugglers` into `cast`" in cast.stdout


def test_a_campaign_with_a_wrong_step_judges_no_casting(coast: Path) -> None:
    text = coast.read_text("utf-8") + "  - {step: gain, items: [gc-rope, gc-rope, gc-rope, gc-rope, gc-rope]}\n"
    coast.write_text(text, encoding="utf-8")
    scenario = str(REPOSITORY / "packs/nebula/scenarios/the-dark-lamps.yaml")
    done = call("check", scenario, "--campaign", str(coast), "--packs", str(coast.parent), cwd=coast.parent)

    assert done.returncode == 1
    assert "NB309  the campaign could not be replayed" in done.stdout
    assert "CF702: gain: the deck would not be legal" in done.stderr


def test_the_log_sheet_shows_the_state(coast: Path) -> None:
    steps(
        "discover gc-watch",
        "discover gc-smugglers",
        "finish gc-fog gc-clear",
        "visit gc-quay",
        "upgrade brakk/brakk-2 gc-coin-2",
    )
    done = call("campaign", "sheet", FILE, "-o", "log.pdf", cwd=coast.parent)
    assert (done.returncode, done.stdout) == (0, "log of Grey Water written to log.pdf\n")
    (page,) = pypdfium2.PdfDocument(coast.parent / "log.pdf")
    words = page.get_textpage().get_text_range()

    assert [round(side / 72 * 25.4) for side in page.get_size()] == [184, 254]
    for each in (
        "Grey Water",
        "Gc-Watch",
        "Gc-Widow",
        "Fog",
        "Gc-Clear",
        "locked",
        "Gc-Quay",
        "Brakk, Shot-Firer",
        "Brakk",
        "Coin of 1",
        "Resources come to 1",
        "The Boat",
    ):
        assert each in words


def test_a_long_campaign_fits_the_log_sheet(coast: Path) -> None:
    """What there is no room for is counted, and the names of players are no markup."""
    coast.write_text(
        coast.read_text("utf-8").replace("name: Grey Water", 'name: "**Grey** {Water} [of]{soft}"'), encoding="utf-8"
    )
    with open_campaign(FILE) as opened:
        _buy_all(opened)
        state = opened.played.state
    done = call("campaign", "sheet", FILE, "-o", "log.pdf", cwd=coast.parent)
    assert done.returncode == 0, done.stdout + done.stderr
    words = page_texts(coast.parent / "log.pdf")[0]

    in_play = set(state["upgrades"]) - set(state["retired"])
    assert len(in_play) > 24
    assert f"and {len(in_play) - 23} more" in words
    assert f"and {len(state['retired']) - 11} more" in words
    assert "**Grey** {Water} [of]{soft}" in words


def _buy_all(opened: OpenCampaign) -> None:
    for _ in range(34):
        (upgrade,) = opened.choices("upgrade")
        card, _ = upgrade.fields[0].values[-1]
        opened.take("gain", ["gc-coin-9"])
        opened.take("upgrade", [card, "gc-coin-9"])
