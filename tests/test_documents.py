"""Links and commands in the documents lead somewhere. The examples of faces are run in test_template_guide.py."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.test_commands import run
from tests.conftest import REPOSITORY

DOCUMENTS = [REPOSITORY / "README.md", *sorted((REPOSITORY / "docs").glob("*.md"))]


@pytest.mark.parametrize("file", DOCUMENTS, ids=lambda file: file.name)
def test_links_lead_somewhere(file: Path) -> None:
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", file.read_text("utf-8")):
        assert (file.parent / target).exists(), target


def test_every_command_of_the_readme_exists() -> None:
    helped = run("--help", cwd=REPOSITORY).stdout
    commands = set(
        re.findall(r"(?:^|`)cardforge ([a-z]+)", (REPOSITORY / "README.md").read_text("utf-8"), re.MULTILINE)
    )

    assert len(commands) >= 7
    for command in commands:
        assert re.search(rf"│ {command} ", helped), command
