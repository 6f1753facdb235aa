"""Whatever a stranger or a shell puts into a name, the terminal shows it and does not obey it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.support.commands import Done, call
from tests.support.fair import BAND, fair
from tests.support.projects import project

HOSTILE = "x\x1b[2J\x07\u202ey"
UNSAFE = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


def harmless(done: Done) -> Done:
    assert not UNSAFE.search(done.stdout + done.stderr), repr(done.stdout + done.stderr)
    assert done.returncode != 4, done.stderr
    return done


@pytest.mark.parametrize(
    "command",
    [
        ["render", "nebula:item", "-o", f"{HOSTILE}.pdf"],
        ["render", "nebula:item", "-o", "a.pdf", "--changed-since", HOSTILE],
        ["render", f"{HOSTILE}:item"],
        ["render", "nebula:item", "--for", HOSTILE],
        ["campaign", "status", HOSTILE],
        ["explain", HOSTILE],
        ["icons", "nebula", "-o", f"{HOSTILE}.png"],
        ["schema", HOSTILE],
        ["explain", "CF101", HOSTILE],  # one word too many: typer prints these itself
        ["validate", f"--{HOSTILE}"],
        ["serve", "--port", HOSTILE],
        [HOSTILE],
    ],
    ids=lambda command: " ".join(command[:2]),
)
def test_what_is_typed_is_shown_and_not_obeyed(command: list[str], tmp_path: Path) -> None:
    project(tmp_path, {"a": None})
    harmless(call(*command, cwd=tmp_path))


@pytest.mark.parametrize("format", ["text", "json", "sarif", "github"])
def test_reports_about_hostile_names_and_values_are_clean(format: str, tmp_path: Path) -> None:
    pack = tmp_path / "packs/nebula/item"
    pack.mkdir(parents=True)
    (pack / f"{HOSTILE}.yaml").write_text('kind: item\nsystem: "ne\u202ebula"\n', encoding="utf-8")
    (pack / "b.yaml").write_text('kind: "it\u009bem"\nsystem: nebula\n', encoding="utf-8")
    done = harmless(call("validate", "--format", format, cwd=tmp_path))

    assert done.returncode == 1
    if format == "json":
        assert any(HOSTILE in problem["path"] for problem in json.loads(done.stdout)["problems"])


def test_a_file_name_that_is_no_text_is_reported_in_every_format(tmp_path: Path) -> None:
    (tmp_path / "packs").mkdir()
    with open(bytes(tmp_path) + b"/packs/\xff.yaml", "w", encoding="utf-8") as stream:
        stream.write("kind: x\n")
    for format in ("text", "json", "sarif", "github"):
        done = call("validate", "--format", format, cwd=tmp_path)
        assert done.returncode == 1, (format, done.stderr)


def test_the_bill_of_a_recipe_is_clean(tmp_path: Path) -> None:
    escape = r"\x1b[2J\x07\u202e"
    folder = fair(tmp_path, band=BAND.replace('[[card["name"],', f'[[card["name"] + "{escape}",'))
    done = harmless(call("generate", "band", "--seed", "x", "--report", cwd=folder))

    assert done.returncode == 0, done.stderr
    assert "\ufffd[2J" in done.stdout
