"""Marks of drafts."""

from __future__ import annotations

from cardforge.layout.draft_marks import with_code_points
from cardforge.layout.markup import paragraphs_of


def test_code_points_are_shown_as_they_are_and_a_line_may_break_after_each() -> None:
    marked = with_code_points("Draw 快速.", "快速")

    assert [each.text for each in paragraphs_of(marked)] == ["Draw [U+5FEB]\u200b[U+901F]\u200b."]
