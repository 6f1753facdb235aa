"""docs/safety.md names tests that exist, and every test of faults is in it."""

from __future__ import annotations

import re

from tests.conftest import REPOSITORY


def test_the_safety_page_names_every_test_of_faults() -> None:
    text = (REPOSITORY / "docs/safety.md").read_text("utf-8")
    named = set(re.findall(r"`(tests/\w+/test_\w+\.py)`", text))
    there = {each.relative_to(REPOSITORY).as_posix() for each in (REPOSITORY / "tests").glob("f[au][uz]*/test_*.py")}

    assert named == there - {"tests/faults/test_safety_page.py"}
