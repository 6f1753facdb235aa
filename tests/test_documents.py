"""Examples in the documents are run, so that they cannot go stale."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.test_commands import run
from tests.conftest import REPOSITORY

DOCUMENTS = [REPOSITORY / "README.md", *sorted((REPOSITORY / "docs").glob("*.md"))]
FACES = re.findall(r"```yaml\n(kind: face.*?)```", (REPOSITORY / "docs/templates.md").read_text("utf-8"), re.DOTALL)


@pytest.mark.parametrize("number", range(len(FACES)))
def test_every_face_of_the_documents_draws_a_crew_pack(number: int, tmp_path: Path) -> None:
    face = tmp_path / "templates/nebula/faces/hero.yaml"
    face.parent.mkdir(parents=True)
    face.write_text(FACES[number], encoding="utf-8")
    (tmp_path / "packs").mkdir()
    checked = run("validate", "--strict", cwd=tmp_path)
    drawn = run("render", "nebula:crew", "-o", "x.pdf", cwd=tmp_path)

    assert checked.returncode == 0, checked.stdout
    assert (drawn.returncode, drawn.stdout) == (0, "102 cards in x.pdf\n")


def test_there_are_faces_in_the_documents() -> None:
    assert len(FACES) >= 3


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
