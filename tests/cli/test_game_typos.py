"""A typo in `game.yaml` is a problem with its place in every command, and never a bug of ours."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.commands import call
from tests.support.projects import write_files

GAME = 'kind: game\nsystem: toy\nname: Toy\nversion: "1.0"\nkinds:\n  pack: {is: pack, title: pack}\n  deck: {is: deck, title: deck}\n  log: {is: log, title: log}\n'
PACK = "kind: pack\nsystem: toy\nid: a\nname: A\ncards:\n  - {id: one, name: One}\n"
TYPOS = {
    "a key": GAME.replace("kinds:", "kind_s:"),
    "a key of a kind": GAME.replace("{is: pack", "{iss: pack"),
    "a box without prints": GAME + "box:\n  - {file: cards, title: Cards}\n",
    "an unknown way of backs": GAME + "box:\n  - {file: cards, title: Cards, prints: [pack], backs: sideways}\n",
    "no name": GAME.replace("name: Toy\n", ""),
    "kinds as a list": GAME.partition("kinds:")[0] + "kinds: [pack]\n",
    "nothing": "",
    "no YAML": "kinds: [\n",
}
COMMANDS = [
    "validate",
    "check packs/toy/d.yaml",
    "render toy:pack",
    "render toy --all",
    "render packs/toy/a.yaml",
    "rules --game toy",
    "rules --test --game toy",
    "icons toy",
    "generate pack --game toy --seed x",
    "campaign new c.yaml --game toy",
    "campaign status packs/toy/log.yaml",
]


@pytest.mark.parametrize("typo", TYPOS)
def test_every_command_reports_it_at_its_place(typo: str, tmp_path: Path) -> None:
    files = {
        "packs/toy/game.yaml": TYPOS[typo],
        "packs/toy/a.yaml": PACK,
        "packs/toy/d.yaml": "kind: deck\nsystem: toy\nname: D\n",
        "packs/toy/log.yaml": "kind: log\nsystem: toy\nname: L\nsteps: []\n",
        "templates/toy/icons/dot.svg": "<svg viewBox='0 0 1 1'><path d='M0 0H1V1Z'/></svg>",
        "templates/toy/recipes/pack.star": "",
    }
    for kind in ("pack", "deck", "log"):
        files[f"schemas/toy/{kind}.schema.json"] = "{}"
    write_files(tmp_path, files)
    for command in COMMANDS:
        done = call(*command.split(), cwd=tmp_path)
        assert done.returncode == 1, (command, done.stdout, done.stderr)
        assert "packs/toy/game.yaml" in done.stdout + done.stderr, command


def test_a_game_file_that_cannot_be_read_is_not_a_missing_game(tmp_path: Path) -> None:
    write_files(tmp_path, {"packs/toy/a.yaml": PACK})
    (tmp_path / "packs/toy/game.yaml").symlink_to("game.yaml")
    (tmp_path / "packs/hid").mkdir()
    (tmp_path / "packs/hid/game.yaml").mkdir()

    for command in ("render toy:pack", "icons toy", "render hid:pack"):
        done = call(*command.split(), cwd=tmp_path)
        assert done.returncode == 1, (command, done.stdout, done.stderr)
        assert "this file cannot be read" in done.stdout


@pytest.mark.parametrize("target", [":", ":pack", "toy:", "::"])
def test_half_a_target_is_wrong_usage(target: str, tmp_path: Path) -> None:
    write_files(tmp_path, {"packs/toy/game.yaml": GAME, "schemas/toy/pack.schema.json": "{}"})

    assert call("render", target, cwd=tmp_path).returncode == 2
