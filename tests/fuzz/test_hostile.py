"""No folder takes more than 20 seconds of processor time or 512 MB in any command, all its processes together."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from cardforge.core.limits import COMMAND_CARDS, COMMAND_SCHEMAS, COMMAND_TEXT, COMMAND_VALUES, Limit
from tests.fuzz import hostile
from tests.fuzz.runs import judged_alone
from tests.support.commands import run

SECONDS = 20.0
SOAK = os.environ.get("CARDFORGE_SOAK")  # every folder with every command; else each with two, which meets them all
# What stops each in `validate`; the others are stopped inside one file or by the budget of scripts.
STOPPED = {
    hostile.many_values: "COMMAND_VALUES",
    hostile.many_cards: "COMMAND_CARDS",
    hostile.wide_letters: "COMMAND_TEXT",
    hostile.long_tables: "COMMAND_CARDS",
    hostile.wide_tables: "COMMAND_VALUES",
    hostile.large_schemas: "COMMAND_SCHEMAS",
}


@pytest.mark.parametrize("fill", hostile.HOSTILE, ids=lambda fill: fill.__name__)
def test_no_command_takes_more_than_it_may(fill: Callable[[Path], None], tmp_path: Path) -> None:
    fill(tmp_path)
    at = hostile.HOSTILE.index(fill)
    for words in (
        hostile.COMMANDS if SOAK else [hostile.COMMANDS[(at + more) % len(hostile.COMMANDS)] for more in (0, 5)]
    ):
        ended = judged_alone(shlex.split(words), tmp_path, SECONDS)

        assert not ended.fault, f"{words}: {ended.fault}\n{ended.output[-1500:]}"


@pytest.mark.parametrize(("fill", "limit"), STOPPED.items(), ids=[fill.__name__ for fill in STOPPED])
def test_the_message_names_the_limit_over_all_files(fill: Callable[[Path], None], limit: str, tmp_path: Path) -> None:
    fill(tmp_path)
    ended = judged_alone(["validate"], tmp_path, SECONDS)

    assert ended.code == 1
    assert "error CF005: with this file, one command reads" in ended.output
    assert f"CARDFORGE_MAX_{limit}" in ended.output
    assert ended.output.count(": error ") == 1, "one problem, not one for each file"


OVER_ALL_FILES = (COMMAND_TEXT, COMMAND_VALUES, COMMAND_SCHEMAS, COMMAND_CARDS)


@pytest.mark.parametrize("limit", OVER_ALL_FILES, ids=lambda limit: limit.name)
def test_a_limit_over_all_files_counts_small_ones_together(limit: Limit, tmp_path: Path) -> None:
    hostile.game(tmp_path, {})

    assert run("validate", cwd=tmp_path).returncode == 0
    done = run("validate", cwd=tmp_path, **{limit.variable: "1"})

    assert done.returncode == 1
    assert "CF005" in done.stdout + done.stderr
    assert limit.variable in done.stdout + done.stderr
