"""Breaking any one field of any shipped pack gives one clear message at the right line."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

import pytest

from cardforge.app.check import Checking
from cardforge.app.validate import validate_files
from cardforge.core.problems import Severity
from cardforge.load.document import Document, load_document
from cardforge.load.project import builtin_root
from cardforge.load.source import Source, read_source
from tests.property.mutations import Break, breaks_of

PACKS = sorted(file for file in (builtin_root() / "packs").rglob("*.yaml") if file.name != "game.yaml")
# Of the breaks of one pack, a seeded slice in the suite; the schemas of other games say the same words as the first one's.
EVERY = 1 if os.environ.get("CARDFORGE_SOAK") else 101
EVERY_OF_OTHERS = 1 if os.environ.get("CARDFORGE_SOAK") else 499
EVERY_OF_CHECKED = 1 if os.environ.get("CARDFORGE_SOAK") else 37
FOLDERS = {"decks", "scenarios", "build", "loadout", "map", "setup", "step"}
CHECKED = [file for file in PACKS if file.parent.name in FOLDERS]
COPIED = "CF202"  # a copy of a build has the id of the shipped one


def _document(file: Path) -> Document:
    source = read_source(file, file.name)
    assert isinstance(source, Source)
    document = load_document(source)
    assert isinstance(document, Document)
    return document


@cache
def _breaks(file: Path) -> list[Break]:
    # The keys of such tables are words that stand on the page, and any word will do.
    found = [broken for broken in breaks_of(_document(file)) if not {"icons", "table"} & set(broken.pointer)]
    return [broken for broken in found if not _is_fine(broken, file)]


def _is_fine(broken: Break, file: Path) -> bool:
    """An empty cell of a table is no mistake, and a key of one letter has nothing to recognize it by."""
    last = broken.pointer[-1]
    if broken.how == "its key misspelt" and file.parent.name == "page" and "stats" in broken.pointer[:-1]:
        return True  # on a page, such a key is a word to print
    is_cell = broken.how == "an empty text" and "rows" in broken.pointer
    return is_cell or (broken.how == "its key misspelt" and isinstance(last, str) and len(last) == 1)


@pytest.mark.parametrize("file", PACKS, ids=lambda file: file.stem)
def test_one_broken_field_gives_one_error_at_its_line(file: Path, tmp_path: Path) -> None:
    # The broken pack takes the place of the shipped one, as when somebody edits it in a project.
    relative = file.relative_to(builtin_root())
    target = tmp_path / relative
    target.parent.mkdir(parents=True)
    for broken in _breaks(file)[:: EVERY if relative.parts[1] == "nebula" else EVERY_OF_OTHERS]:
        target.write_text(broken.text, encoding="utf-8")

        outcome = validate_files([str(tmp_path)])

        errors = [problem for problem in outcome.problems if problem.severity is Severity.ERROR]
        seen = [(problem.code, problem.where.line, problem.message) for problem in errors]
        assert len(errors) == 1, (broken.how, broken.pointer, seen)
        assert errors[0].where.line in broken.lines, (broken.how, broken.pointer, broken.lines, seen)
        assert errors[0].message


@pytest.mark.parametrize("file", CHECKED, ids=lambda file: file.stem)
def test_one_broken_field_of_a_deck_blames_nothing_else(file: Path, tmp_path: Path) -> None:
    breaks = _breaks(file)[::EVERY_OF_CHECKED]
    for number, broken in enumerate(breaks):
        (tmp_path / f"{number}.yaml").write_text(broken.text, encoding="utf-8")
    judgements = list(Checking([str(tmp_path / f"{number}.yaml") for number in range(len(breaks))]).judgements())

    for broken, judgement in zip(breaks, judgements, strict=True):
        errors = [problem for problem in judgement.problems if problem.severity is Severity.ERROR]
        seen = [(problem.code, problem.where.line, problem.message) for problem in errors if problem.code != COPIED]
        assert len(seen) == 1, (broken.how, broken.pointer, seen)
        assert seen[0][1] in broken.lines, (broken.how, broken.pointer, broken.lines, seen)
