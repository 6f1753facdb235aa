"""Starting fast: what `--help` and `--version` load, and that every command explains itself."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import typer.main

from cardforge.cli.main import app_for

HEAVY = {"reportlab", "PIL", "jsonschema", "jsonschema_rs", "starlark", "yaml", "cardforge.app.validate"}

_LOADED = (
    "import sys, json\nsys.argv = ['cardforge', *%r]\nfrom cardforge.cli.main import main\n"
    "try:\n    main()\nexcept SystemExit:\n    print('\\n' + json.dumps(sorted(sys.modules)))"
)


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["generate", "--help"]])
def test_nothing_heavy_is_loaded(arguments: list[str], tmp_path: Path) -> None:
    loaded = _loaded_by(arguments, tmp_path)

    assert not loaded & HEAVY
    assert "cardforge" in loaded


def test_nothing_heavy_is_loaded_to_render_again(tmp_path: Path) -> None:
    command = ["render", "alert:badge", "-o", "cards.pdf"]
    first = _loaded_by(command, tmp_path)

    assert {"yaml", "jsonschema_rs", "reportlab"} <= first
    assert not _loaded_by(command, tmp_path) & HEAVY


def _loaded_by(arguments: list[str], folder: Path) -> set[str]:
    """The modules that a command in a new process has loaded when it ends."""
    done = subprocess.run(
        [sys.executable, "-c", _LOADED % arguments],
        cwd=folder,
        env={**os.environ, "XDG_CACHE_HOME": str(folder)},
        capture_output=True,
        text=True,
        check=True,
    )
    return set(json.loads(done.stdout.splitlines()[-1]))


def test_every_command_and_option_has_help() -> None:
    group = typer.main.get_command(app_for())
    assert hasattr(group, "commands")
    commands = dict(group.commands)
    for name, command in group.commands.items():
        commands |= {f"{name} {inner}": each for inner, each in getattr(command, "commands", {}).items()}
    assert "printer calibrate" in commands
    for name, command in commands.items():
        assert command.help, name
        for parameter in command.params:
            assert getattr(parameter, "help", "argument"), f"{name} {parameter.name}"
