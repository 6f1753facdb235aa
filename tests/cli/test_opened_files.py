"""What a game costs those who do not play it: nothing. Every file that a command opens is recorded by an audit hook."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.conftest import REPOSITORY

# The hook opens its log each time: a sandbox is a fork that closes every file, and is recorded too.
RECORDING = """
import os, sys
log = os.path.abspath(sys.argv[1])
def record(event, given):
    if event == "open" and isinstance(given[0], (str, bytes, os.PathLike)) and given[0] != log:
        with open(log, "ab") as lines:
            lines.write(os.fsencode(given[0]) + b"\\n")
sys.addaudithook(record)
sys.argv = ["cardforge", *sys.argv[2:]]
from cardforge.cli.main import main
main()
"""
FOLDERS = ("packs", "schemas", "templates")
OF_NO_GAME = {"fonts", "print"}  # folders of `templates/` that every game uses


def opened_by(*command: str) -> list[Path]:
    """The files of games that a command opens, as often as it does, relative to their project."""
    log = Path("opened.log")
    log.unlink(missing_ok=True)
    done = subprocess.run(
        [sys.executable, "-c", RECORDING, str(log), *command], check=False, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    roots = (REPOSITORY, Path.cwd().resolve())
    found = [Path(line).absolute() for line in log.read_text("utf-8").splitlines()]
    inside = [path.relative_to(root) for path in found for root in roots if path.is_relative_to(root)]
    return [path for path in inside if path.parts[0] in FOLDERS and path.suffix]


def games_in(files: list[Path]) -> set[str]:
    """The games that files belong to; those of the engine lie directly in their folder."""
    return {path.parts[1] for path in files if len(path.parts) > 2} - OF_NO_GAME


COMMANDS = {
    "render a pack": ("nebula", "render packs/nebula/crew/ysolde-quill.yaml --paper a4 -o out.pdf"),
    "render a kind": ("armada", "render armada:boss -o out.pdf"),
    "render a deck": ("nebula", "render packs/nebula/decks/fast-mail.yaml --backs long-edge -o out.pdf"),
    "render a box": ("own", "render own --all -o box"),
    "render an own pack": ("own", "render packs/own --paper a4 -o out.pdf"),
    "check a deck": ("nebula", "check packs/nebula/decks/fast-mail.yaml"),
    "check all decks": ("nebula", "check packs/nebula/decks"),
    "validate an own game": ("own", "validate packs/own"),
    "generate a pack": ("own", "generate set --seed tea -o made.yaml"),
    "icons": ("nebula", "icons nebula -o icons.pdf"),
}


@pytest.fixture
def own_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "packs").mkdir()
    subprocess.run([sys.executable, "-m", "cardforge", "new", "own"], check=True, capture_output=True)
    return tmp_path


@pytest.mark.parametrize("what", COMMANDS)
def test_a_job_on_one_game_opens_no_file_of_another_and_none_twice(own_game: Path, what: str) -> None:
    game, command = COMMANDS[what]
    opened = opened_by(*command.split())

    assert games_in(opened) == {game}
    assert {path: times for path, times in Counter(opened).items() if times > 1} == {}


def test_the_recording_sees_every_game_where_a_command_is_about_all(own_game: Path) -> None:
    built_in = {file.parent.name for file in (REPOSITORY / "packs").glob("*/game.yaml")}

    assert games_in(opened_by("rules")) == {"own"} | built_in


@pytest.mark.parametrize("command", ["generate boss --game armada", "generate crew", "generate scenario"])
def test_generating_opens_no_more_of_another_game_than_its_game_file(own_game: Path, command: str) -> None:
    """Where two games have recipes of one name, `game.yaml` says which of them is meant if none is named."""
    game = "armada" if "armada" in command else "nebula"
    opened = opened_by(*command.split(), "--seed", "tea", "-o", "made")
    others = {path for path in opened if path.parts[1] in games_in(opened) - {game}}

    assert others <= {Path(f"packs/{other}/game.yaml") for other in ("alert", "armada", "drift", "nebula")}
    assert {path: times for path, times in Counter(opened).items() if times > 1} == {}
