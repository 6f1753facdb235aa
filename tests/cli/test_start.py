"""Starting fast: what `--help` and `--version` load, and that every command explains itself."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
import typer.main

from cardforge.cli.main import app_for

HEAVY = {"reportlab", "PIL", "jsonschema", "jsonschema_rs", "starlark", "yaml", "cardforge.app.validate"}


FINDS_FILES = {"yaml"}  # `generate --help` lists the recipes of a project, and the package that finds files reads YAML


@pytest.mark.parametrize(
    ("arguments", "allowed"), [(["--help"], set()), (["--version"], set()), (["generate", "--help"], FINDS_FILES)]
)
def test_nothing_heavy_is_loaded(arguments: list[str], allowed: set[str]) -> None:
    code = (
        "import sys, json\nsys.argv = ['cardforge', *%r]\nfrom cardforge.cli.main import main\n"
        "try:\n    main()\nexcept SystemExit:\n    print('\\n' + json.dumps(sorted(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code % arguments], capture_output=True, text=True, check=True)
    loaded = set(json.loads(done.stdout.splitlines()[-1]))

    assert loaded & HEAVY <= allowed
    assert "cardforge" in loaded


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
