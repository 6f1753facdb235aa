"""Whatever a file holds: no traceback, every problem inside its file, and the other files still judged."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from cardforge.app.validate import validate_files
from cardforge.load.project import builtin_root, files_below
from cardforge.load.source import LINE_BREAK
from cardforge.report.formats import github_report, json_report, sarif_report
from cardforge.report.terminal import text_report
from tests.property.strategies import any_file, file_endings

FILES = 40  # in one run, so that they must not hide each other either
RUNS = 1_250 if os.environ.get("CARDFORGE_SOAK") else 125  # 5,000 files in the suite
GOOD = (builtin_root() / "packs/nebula/item/ship-stores.yaml").read_text("utf-8")
OTHER = GOOD.replace("id: ", "id: fuzz-").replace("consumable: true", "consumable: maybe", 1)
FOLDER = Path(tempfile.mkdtemp(prefix="cardforge-fuzz-"))  # one folder a process; every case overwrites its file


@settings(max_examples=RUNS)
@given(st.lists(st.tuples(any_file, file_endings), min_size=FILES, max_size=FILES))
def test_any_file_gives_problems_inside_itself_and_hides_no_other(files: list[tuple[bytes, str]]) -> None:
    for old in files_below(FOLDER):
        old.unlink()
    for number, (data, ending) in enumerate(files):
        (FOLDER / f"fuzz-{number}{ending}").write_bytes(data)
    (FOLDER / "other.yaml").write_text(OTHER, encoding="utf-8")

    outcome = validate_files([str(FOLDER)])

    assert any(problem.where.path.endswith("other.yaml") for problem in outcome.problems)
    for problem in outcome.problems:
        text = Path(problem.where.path).read_bytes().decode("utf-8-sig", "replace")
        lines = LINE_BREAK.split(text)
        assert problem.message
        assert 0 <= problem.where.line <= len(lines)
        if problem.where.line and "\0" not in text and "�" not in text:
            assert 1 <= problem.where.column <= len(lines[problem.where.line - 1]) + 1
    # The reports must be writable too, whatever the file holds.
    for line in text_report(outcome.problems, outcome.sources, colour=True):
        line.encode("utf-8")
        assert "\n" not in line
    json_report(outcome.problems, outcome.numbers).encode("utf-8")
    sarif_report(outcome.problems, {}).encode("utf-8")
    for line in github_report(outcome.problems):
        assert "\n" not in line
