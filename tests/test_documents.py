"""Links and commands in the documents lead somewhere. The examples of faces are run in test_template_guide.py."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from tests.conftest import REPOSITORY
from tests.support.commands import run

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


def test_the_guide_to_printing_tells_of_every_print_service_as_its_file_does() -> None:
    guide = (REPOSITORY / "docs/printing.md").read_text("utf-8")
    files = sorted((REPOSITORY / "templates/print").glob("*.yaml"))

    assert len(files) >= 4
    for file in files:
        told = yaml.safe_load(file.read_text("utf-8"))
        gets = "pictures" if told["output"] == "png" else {"x1a": "PDF/X-1a", "x4": "PDF/X-4"}[told["standard"]]
        ink = f", at most {told['ink']} % ink" if told["output"] == "pdf" else ""
        assert re.search(rf"\| `{told['id']}` \| {gets}[^|]*{ink} \| {told['date']} \|", guide), file.name
