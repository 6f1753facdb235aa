"""Links and commands in the documents lead somewhere. The examples of faces are run in test_template_guide.py."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from tests.conftest import REPOSITORY
from tests.support.commands import run

DOCUMENTS = [REPOSITORY / "README.md", REPOSITORY / "CONTRIBUTING.md", *sorted((REPOSITORY / "docs").glob("*.md"))]
MADE = ("rulings-", "glossary-", "playability", "commands")  # written from packs and code
PROSE = [each for each in [*DOCUMENTS, REPOSITORY / "CHANGELOG.md"] if not each.name.startswith(MADE)]


@pytest.mark.parametrize("file", DOCUMENTS, ids=lambda file: file.name)
def test_links_lead_somewhere(file: Path) -> None:
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", file.read_text("utf-8")):
        assert (file.parent / target).exists(), target


@pytest.mark.parametrize("file", DOCUMENTS, ids=lambda file: file.name)
def test_links_to_a_heading_lead_to_one(file: Path) -> None:
    for target, anchor in re.findall(r"\]\((?!https?:)([^)#]*)#([^)]+)\)", file.read_text("utf-8")):
        assert anchor in anchors((file.parent / target if target else file).read_text("utf-8")), f"{target}#{anchor}"


def anchors(text: str) -> set[str]:
    """The names by which the headings of a page can be reached on GitHub."""
    plain = re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)
    headings = re.findall(r"^#+ (.+)$", plain, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_every_command_of_the_readme_exists() -> None:
    helped = run("--help", cwd=REPOSITORY).stdout
    commands = set(
        re.findall(r"(?:^|`)cardforge ([a-z]+)", (REPOSITORY / "README.md").read_text("utf-8"), re.MULTILINE)
    )

    assert len(commands) >= 7
    for command in commands:
        assert re.search(rf"│ {command} ", helped), command


@pytest.mark.parametrize("file", [each for each in PROSE if each.name != "style.md"], ids=lambda file: file.name)
def test_documents_are_written_in_plain_words(file: Path) -> None:
    """Turns of phrase that docs/style.md replaces; blocks, quoted code and tables of codes are not prose."""
    text = re.sub(r"^```.*?^```|`[^`\n]*`|^\| CF[^\n]*$", "", file.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)

    assert (
        re.findall(r"(?i)\b(?:nobody|somebody|(?:is|are) told|stands? (?:twice|beside)|says no|unless said)\b", text)
        == []
    )


def test_the_guide_to_printing_tells_of_every_print_service_as_its_file_does() -> None:
    guide = (REPOSITORY / "docs/printing.md").read_text("utf-8")
    files = sorted((REPOSITORY / "templates/print").glob("*.yaml"))

    assert len(files) >= 4
    for file in files:
        told = yaml.safe_load(file.read_text("utf-8"))
        gets = "pictures" if told["output"] == "png" else {"x1a": "PDF/X-1a", "x4": "PDF/X-4"}[told["standard"]]
        ink = f", at most {told['ink']} % ink" if told["output"] == "pdf" else ""
        assert re.search(rf"\| `{told['id']}` \| {gets}[^|]*{ink} \| {told['date']} \|", guide), file.name
