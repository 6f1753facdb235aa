"""A folder from a stranger can be checked without fear: nothing in it runs, hangs, or takes over the screen."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from cardforge.validate.schema import MAX_ERRORS
from cardforge.validate.schema_wording import complaints_of
from tests.support.commands import Done, call, codes, run
from tests.support.projects import write_files
from tests.support.waiting import must_end

RULE = "rule(code = 'TY101', name = 'n', on = 'pack', check = {check}, title = {title}, why = 'W.', wrong = 'x', right = 'y'{more})\n"
PASSES = "def _c(pack):\n    return compare(1, 'x')\n"


def toy(folder: Path, rules: str = "", schema: Any = None, data: str = "id: a\n") -> Path:
    """A small game of somebody else's."""
    return write_files(
        folder,
        {
            "packs/toy/game.yaml": (
                'kind: game\nsystem: toy\nname: Toy\nversion: "1.0"\nkinds:\n  pack: {is: pack, title: pack}\n  deck: {is: deck, title: deck}\n'
            ),
            "packs/toy/pack/a.yaml": f"kind: pack\nsystem: toy\n{data}",
            "packs/toy/d.yaml": "kind: deck\nsystem: toy\nname: D\n",
            "schemas/toy/pack.schema.json": json.dumps({"type": "object"} if schema is None else schema),
            "schemas/toy/deck.schema.json": "{}",
            "schemas/toy/rules/r.star": rules,
        },
    )


@pytest.mark.parametrize("name", ["starlark", "json", "resource", "cardforge"])
def test_python_files_of_the_folder_are_never_run(tmp_path: Path, name: str) -> None:
    toy(tmp_path, PASSES + RULE.format(check="_c", title="'T'", more=""))
    (tmp_path / f"{name}.py").write_text(f"open({str(tmp_path / 'RAN')!r}, 'w')\n", encoding="utf-8")
    command = Path(sys.executable).parent / "cardforge"  # `python -m` would put the folder on the path itself
    done = subprocess.run([str(command), "validate"], cwd=tmp_path, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr
    assert not (tmp_path / "RAN").exists()


BOMB = {
    "$ref": "#/$defs/a0",
    "$defs": {f"a{at}": {"allOf": [{"$ref": f"#/$defs/a{at + 1}"}] * 2} for at in range(40)} | {"a40": {}},
}


@pytest.mark.parametrize(
    "schema",
    [
        BOMB,
        {"$ref": "#", "required": ["zz"]},
        {"$ref": "#/$defs/a", "$defs": {"a": {"allOf": [{"$ref": "#/$defs/a"}]}}},
        {"properties": {"id": {"x-refers-to": 5}}},
        {"properties": {"id": {"x-refers-to": [["a"]]}}},
        {"properties": {"id": {"x-names": {"a": 1}}}},
        {"properties": {"id": {"type": "strng"}}},
        [],
    ],
    ids=["bomb", "itself", "circle", "number", "nested", "mapping", "type", "list"],
)
def test_a_hostile_schema_is_refused_and_not_unfolded(tmp_path: Path, schema: Any) -> None:
    toy(tmp_path, schema=schema)
    with must_end():  # the bomb unfolds to 2 to the 40th schemas
        done = call("validate", "--format", "json", cwd=tmp_path)

    assert codes(done) == ["CF102"]


@pytest.mark.parametrize(
    ("schema", "data"),
    [
        (
            {"allOf": [{"properties": {"kind": {}, "system": {}, "id": {}}}], "unevaluatedProperties": False},
            "id: a\nnonsense: 1\n",
        ),
        ({"$defs": {"x": True}, "required": ["a"], "properties": {"a": {"$ref": "#/$defs/x"}}}, "id: a\n"),
        ({"if": True, "then": {"properties": {"id": {"x-names": "z", "type": "integer"}}}}, "id: a\n"),
        ({"properties": {"id": False}}, "id: a\n"),
        ({"contains": {"type": "string"}, "minProperties": 9}, "id: a\n"),
    ],
)
def test_no_violation_of_an_odd_schema_passes_in_silence(tmp_path: Path, schema: Any, data: str) -> None:
    toy(tmp_path, schema=schema, data=data)

    assert codes(call("validate", "--format", "json", cwd=tmp_path)) == ["CF101"]


ONCE = {"properties": {"cards": {"type": "array", "uniqueItems": True}}}


def test_repeated_entries_are_found_in_a_long_list(tmp_path: Path) -> None:
    """Comparing each of 30,000 entries with all others would take minutes."""
    entries = "".join(f"  - [{at}, {{a: {at}}}, x]\n" for at in range(30_000))
    toy(tmp_path, schema=ONCE, data=f"id: a\ncards:\n{entries}  - [7, {{a: 7}}, x]\n")
    with must_end(60):
        assert codes(call("validate", "--format", "json", cwd=tmp_path)) == ["CF101"]


def test_a_schema_with_very_many_patterns_is_refused(tmp_path: Path) -> None:
    patterns = {f"^k{at}$": {"type": "string"} for at in range(2_000)}
    data = "".join(f"k{at}: 1\n" for at in range(2_000))
    toy(tmp_path, schema={"patternProperties": patterns, "additionalProperties": False}, data=data)
    with must_end(60):
        assert codes(call("validate", "--format", "json", cwd=tmp_path)) == ["CF102"]


def test_of_a_file_of_nothing_but_mistakes_only_the_first_are_explained(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Explaining a mistake takes milliseconds, and each of these two files has 40,000."""
    explained: list[object] = []

    def counted(errors: Iterable[Any], schema: Any) -> list[Any]:
        seen = list(errors)
        explained.extend(seen)
        return complaints_of(seen, schema)

    monkeypatch.setattr("cardforge.validate.schema_wording.complaints_of", counted)
    keys = "\n".join(f"k{at}: 1" for at in range(40_000))
    (tmp_path / "keys.yaml").write_text(f"kind: crew\nsystem: nebula\n{keys}\n", encoding="utf-8")
    (tmp_path / "cards.yaml").write_text(
        "kind: crew\nsystem: nebula\nid: x\nname: X\ncards:\n" + "  - {}\n" * 40_000, encoding="utf-8"
    )
    with must_end():
        found = codes(call("validate", ".", "--format", "json", cwd=tmp_path))

    assert 2 < len(found) <= 202
    assert 2 <= len(explained) <= 2 * MAX_ERRORS


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        (
            PASSES
            + "rule(code = 5, name = 'n', on = 'pack', check = _c, title = 'T', why = 'W', wrong = '', right = '')",
            "CF301",
        ),
        (PASSES + RULE.format(check="_c", title="5", more=""), "CF301"),
        (PASSES + RULE.format(check="_c", title="'T'", more=", kinds = 7"), "CF301"),
        (PASSES + RULE.format(check="_c", title="'T'", more=", judges = [[1]]"), "CF301"),
        ("def _c(p):\n    return 5\n" + RULE.format(check="_c", title="'T'", more=""), "CF303"),
        (
            "def _c(p):\n    return struct(says = 1, faults = [struct(at = 5)])\n"
            + RULE.format(check="_c", title="'T'", more=""),
            "CF303",
        ),
        ("def cardforge_describe():\n    return 7\n", "CF301"),
        (
            "def cardforge_run(a, b, c, d):\n    return '[]'\n"
            + PASSES
            + RULE.format(check="_c", title="'T'", more=""),
            "CF301",
        ),
        ("rules = 5\n", "CF301"),
    ],
)
def test_a_rule_file_that_gives_nonsense_is_a_problem(tmp_path: Path, rules: str, code: str) -> None:
    done = call("validate", "--format", "json", cwd=toy(tmp_path, rules))

    assert code in codes(done), done.stdout
    assert done.returncode == 1
    for command in (("rules",), ("explain", "TY101"), ("check", "packs/toy/d.yaml")):
        assert call(*command, cwd=tmp_path).returncode in (0, 1, 2), command


@pytest.mark.parametrize("part", ["5", "table(5, 6)", "bars('t', [['a', 'b']])", "bars('t', [['a', -1]])"])
def test_a_summary_that_gives_nonsense_is_a_problem(tmp_path: Path, part: str) -> None:
    rules = f"def _s(deck):\n    return [{part}]\nsummary(on = 'deck', show = _s)\n"
    done = call("check", "packs/toy/d.yaml", cwd=toy(tmp_path, rules))

    assert done.returncode == 1
    assert "CF303" in done.stdout


CRASHES = "def _c(deck):\n    print('look', deck.name)\n    return True\n" + RULE.format(
    check="_c", title="'T'", more=""
).replace("on = 'pack'", "on = 'deck'")


@pytest.mark.parametrize(("rules", "code"), [("def f(:", "CF301"), (CRASHES, "CF303")])
def test_a_deck_whose_rules_cannot_run_is_neither_legal_nor_not_legal(tmp_path: Path, rules: str, code: str) -> None:
    done = call("check", "packs/toy/d.yaml", "--format", "json", cwd=toy(tmp_path, rules))
    (file,) = json.loads(done.stdout)["files"]

    assert (done.returncode, file["legal"]) == (1, None)
    assert [problem["code"] for problem in file["problems"]] == [code]
    assert "not judged, 1 rule could not run." in file["verdict"]
    assert "not judged, 1 rule could not run." in call("check", "packs/toy/d.yaml", cwd=tmp_path).stdout


def test_a_deck_with_a_mistake_of_its_own_is_not_legal_whatever_else_crashes(tmp_path: Path) -> None:
    toy(tmp_path, CRASHES)
    write_files(tmp_path, {"schemas/toy/deck.schema.json": '{"required": ["packs"]}'})
    done = call("check", "packs/toy/d.yaml", "--format", "json", cwd=tmp_path)

    assert json.loads(done.stdout)["files"][0]["legal"] is False, done.stdout


def test_what_rules_print_is_shown_with_debug_only(tmp_path: Path) -> None:
    toy(tmp_path, CRASHES)
    loud, quiet = (call(*words, "check", "packs/toy/d.yaml", cwd=tmp_path) for words in (("--debug",), ()))

    assert loud.stderr == "schemas/toy/rules/r.star: look D\n"
    assert (quiet.stderr, quiet.stdout) == ("", loud.stdout)


def test_a_hopeless_rule_is_asked_once(tmp_path: Path) -> None:
    rules = "def _c(pack):\n    for i in range(1000 * 1000 * 1000):\n        x = i\n    return None\n" + RULE.format(
        check="_c", title="'T'", more=""
    )
    toy(tmp_path, rules)
    for name in "bcdef":
        (tmp_path / f"packs/toy/pack/{name}.yaml").write_text(
            f"kind: pack\nsystem: toy\nid: {name}\n", encoding="utf-8"
        )

    assert codes(call("validate", "--format", "json", cwd=tmp_path)) == ["CF303"]


FACE = """kind: face
id: t
for: [pack]
size: poker
elements:
  - {image: "{art|}", draw: sea, x: 0, y: 0, width: 40, height: 30}
"""


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (
            'x = "x"\n    for at in range(60):\n        x = x + x\n    return []',
            "more memory than an art recipe may have",
        ),
        ("found = []\n    for at in range(200):\n        found = [inside([], found)]\n    return found", "nested"),
        ('return [fill(line([(1, 1)] * 10001), "#ffffff")]', "an outline of 10001 points"),
    ],
    ids=["memory", "depth", "points"],
)
def test_hostile_art_is_a_problem_of_every_card(tmp_path: Path, body: str, reason: str) -> None:
    """Sixty cards, so that forks draw some of them; each has a sandbox of its own."""
    cards = "".join(f"  - {{id: c{at}, name: C{at}}}\n" for at in range(60))
    toy(tmp_path, data=f"id: a\nname: A\ncards:\n{cards}")
    art = f"def art(card, canvas):\n    {body}\n"
    write_files(tmp_path, {"templates/toy/faces/t.yaml": FACE, "templates/toy/art/sea.star": art})
    done = run("render", "toy:pack", "-o", "x.pdf", cwd=tmp_path)

    assert done.returncode == 1, done.stderr
    assert "also 59 more times" in done.stdout
    assert reason in done.stdout
    assert not (tmp_path / "x.pdf").exists()


def test_long_messages_and_many_faults_are_cut(tmp_path: Path) -> None:
    rules = (
        "def _c(pack):\n    return compare(1, 'x', faults = [fault('/id', 'm' * 100000) for i in range(5000)])\n"
        + RULE.format(check="_c", title="'T'", more="")
    )
    done = call("validate", cwd=toy(tmp_path, rules))

    assert len(done.stdout) < 200_000


def test_what_a_stranger_writes_cannot_move_the_cursor(tmp_path: Path) -> None:
    toy(tmp_path, PASSES + RULE.format(check="_c", title="'a\\x1b[2J\u202e'", more=""))
    (tmp_path / "packs/toy/pack/e\x1b[31m.yaml").write_text("kind: [", encoding="utf-8")
    for command in (("rules",), ("explain", "TY101"), ("validate",), ("validate", "--format", "github")):
        done = call(*command, cwd=tmp_path)
        assert not set("\x1b\u202e") & set(done.stdout + done.stderr), command


def test_a_link_to_itself_is_a_problem_and_the_others_are_judged(tmp_path: Path) -> None:
    toy(tmp_path)
    (tmp_path / "packs/toy/pack/loop.yaml").symlink_to("loop.yaml")

    assert codes(call("validate", "--format", "json", cwd=tmp_path)) == ["CF001"]


def _shell(line: str, cwd: Path) -> Done:
    command = f"{sys.executable} -m cardforge"
    return subprocess.run(
        ["/bin/sh", "-c", line.replace("cardforge", command)], cwd=cwd, capture_output=True, text=True, check=False
    )


def test_a_closed_or_full_output_is_no_bug(tmp_path: Path) -> None:
    assert _shell("cardforge validate >&-", tmp_path).returncode == 0
    full = _shell("cardforge rules >/dev/full", tmp_path)
    assert (full.returncode, "no space left" in full.stderr) == (3, True), full.stderr


def test_a_folder_that_is_gone_is_no_bug(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    done = _shell(f"rmdir {gone}; cardforge validate", gone)

    assert (done.returncode, "Traceback" in done.stderr) == (3, False), done.stderr


def test_a_set_is_not_one_of_its_items(tmp_path: Path) -> None:
    (tmp_path / "deck.yaml").write_text(
        "kind: deck\nsystem: nebula\nname: D\nstarship: {pack: wayfarer, card: wayfarer-mk1}\ncrew: []\nequipment: []\nitems: [ship-stores]\n",
        encoding="utf-8",
    )
    done = call("check", "deck.yaml", cwd=tmp_path)

    assert "there is no item `ship-stores`" in done.stdout


def test_a_pack_of_another_kind_is_said_once_and_crashes_no_rule(tmp_path: Path) -> None:
    (tmp_path / "s.yaml").write_text(
        "kind: scenario\nsystem: nebula\nname: S\nagenda: keth-armada\nnpcs: [lamp-nine]\nlocations: [brakk]\n",
        encoding="utf-8",
    )
    (file,) = json.loads(call("check", "s.yaml", "--format", "json", cwd=tmp_path).stdout)["files"]

    assert [problem["code"] for problem in file["problems"]] == ["CF201"] * 3


def test_an_unknown_id_in_a_campaign_is_reported(tmp_path: Path) -> None:
    scenario = "kind: scenario\nsystem: nebula\nname: S\nagenda: the-dark-lamps\nnpcs: []\nlocations: []\n"
    campaign = "kind: campaign\nsystem: nebula\nformat: 1\nname: C\nsector: lantern-reach\nsteps:\n  - {step: discover, npc: keth-armad}\n"
    (tmp_path / "s.yaml").write_text(scenario, encoding="utf-8")
    (tmp_path / "c.yaml").write_text(campaign, encoding="utf-8")
    done = call("check", "s.yaml", "--campaign", "c.yaml", cwd=tmp_path)

    assert "c.yaml:7:27: error CF201" in done.stderr
    assert "?   NB309  the campaign names `keth-armad`" in done.stdout


def test_packs_in_a_folder_do_not_stop_the_decks_beside_them(tmp_path: Path) -> None:
    toy(tmp_path)
    done = call("check", "packs/toy", "--format", "json", cwd=tmp_path)

    assert [file["path"] for file in json.loads(done.stdout)["files"]] == ["packs/toy/d.yaml"]
