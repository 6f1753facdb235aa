"""docs/commands.md is what `make docs` writes, and has every command and option that `--help` shows."""

from __future__ import annotations

import re
from typing import Annotated

import pytest
import typer
from typer.testing import CliRunner

from cardforge.cli.main import app_for
from tools.commands import PAGE, Command, commands, general, page

TEXT = PAGE.read_text("utf-8")
COMMANDS = list(commands())


def helped(*words: str) -> str:
    """What `--help` shows, wide enough that no name is cut."""
    shown = CliRunner().invoke(app_for(words), [*words, "--help"], env={"COLUMNS": "300", "TERM": "dumb"})
    assert shown.exit_code == 0, shown.output
    return re.sub(r"\x1b\[[0-9;]*m", "", shown.output)


def section(command: Command) -> str:
    """The words about one command."""
    return TEXT.split(f"\n## cardforge {command.name}\n", 1)[1].split("\n## ")[0]


def test_the_page_is_what_the_command_writes() -> None:
    assert page(TEXT) == TEXT, "run `make docs`"


@pytest.mark.parametrize("command", COMMANDS, ids=lambda each: each.name)
def test_every_option_of_the_help_is_on_the_page(command: Command) -> None:
    shown = set(re.findall(r"^│ (?:\*\s+)?(--[\w-]+)", helped(*command.name.split()), re.MULTILINE)) - {"--help"}

    assert set(re.findall(r"^\| `(--[\w-]+)`", section(command), re.MULTILINE)) == shown
    assert command.meaning in section(command)


def test_every_command_of_the_help_is_on_the_page() -> None:
    shown = set(re.findall(r"^│ ([a-z]+) ", helped(), re.MULTILINE))
    groups = {each.name.split()[0] for each in COMMANDS if " " in each.name}

    assert {each.name.split()[0] for each in COMMANDS} == shown
    for group in groups:
        inner = set(re.findall(r"^│ ([a-z]+) ", helped(group), re.MULTILINE))
        assert {each.name.split()[1] for each in COMMANDS if each.name.startswith(f"{group} ")} == inner


def test_the_general_options_are_those_of_the_help() -> None:
    shown = set(re.findall(r"^│ (--[\w-]+)", helped(), re.MULTILINE)) - {"--help"}

    assert {each.shown.strip("`") for each in general().parameters} == shown


def test_names_choices_defaults_and_limits_are_told() -> None:
    rows = {
        row.split(" | ")[0] for row in section(next(each for each in COMMANDS if each.name == "render")).splitlines()
    }

    assert {"| `--output`, `-o`", "| `--all`", "| `--for`"} <= rows
    assert "| `--dpi` | N from 36 to 1200 |" in TEXT
    assert re.search(r"^\| `--backs` \| `none`, .*`gutterfold`.* \| `none` \|$", TEXT, re.MULTILINE)


def test_a_hidden_command_is_left_out_and_a_new_option_is_found() -> None:
    own = typer.Typer()

    @own.command(hidden=True)
    def secret() -> None:
        """Nothing to see."""

    @own.command()
    def bake(loaves: Annotated[int, typer.Option("--loaves", "-n", min=1, help="How many.")] = 3) -> None:
        """Bake bread."""

    (found,) = commands(own)
    (option,) = found.parameters

    assert (found.usage, found.meaning) == ("cardforge bake [OPTIONS]", "Bake bread.")
    assert (option.shown, option.value, option.meaning) == ("`--loaves`, `-n`", "N from 1", "How many.")
    assert option.default == "`3`"
