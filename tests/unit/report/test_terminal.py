"""Problems as text in a terminal: place, line, caret and hint."""

from __future__ import annotations

from cardforge.core.problems import Location, Problem, Severity
from cardforge.load.source import Source
from cardforge.report.terminal import summary, text_report

PROBLEMS = [
    Problem("CF101", Severity.ERROR, Location("a.yaml", 2, 7), "`role` is wrong", "did you mean `pilot`?"),
    Problem("NB110", Severity.WARNING, Location("b,c.yaml", 1, 1), "50% the\nsame"),
    Problem("CF001", Severity.ERROR, Location("d.yaml"), "cannot be read"),
]
SOURCES = {"a.yaml": Source("a.yaml", "id: x\nrole: pilto\n")}


def text(problems: list[Problem], sources: dict[str, Source], colour: bool = False) -> list[str]:
    return list(text_report(problems, sources, colour))


def test_text_shows_place_line_caret_and_hint() -> None:
    assert text(PROBLEMS[:1], SOURCES) == [
        "a.yaml:2:7: error CF101: `role` is wrong",
        "     2 │ role: pilto",
        "       │       ^^^^^",
        "    hint: did you mean `pilot`?",
    ]


def test_text_keeps_files_apart_and_a_whole_file_has_no_line() -> None:
    lines = text(PROBLEMS, SOURCES)

    assert lines.count("") == 2
    assert lines[-1] == "d.yaml: error CF001: cannot be read"


def test_colour_only_wraps_the_text() -> None:
    plain, coloured = text(PROBLEMS, SOURCES), text(PROBLEMS, SOURCES, colour=True)

    assert any("\x1b[" in line for line in coloured)
    assert not any("\x1b" in line for line in plain)


def test_text_from_a_file_cannot_move_the_cursor_or_turn_the_line() -> None:
    source = Source("a.yaml", "x: \u202e\x1b[2J evil\n")
    lines = text(
        [Problem("CF101", Severity.ERROR, Location("a.yaml", 1, 4), "\x1b[31m \u2066 bad")], {"a.yaml": source}
    )

    assert not any(character in "".join(lines) for character in "\x1b\u202e\u2066")


def test_the_caret_stands_under_wide_characters() -> None:
    source = Source("a.yaml", "名前: 漢字 x\n")
    (_, _, caret) = text([Problem("CF101", Severity.ERROR, Location("a.yaml", 1, 5), "bad")], {"a.yaml": source})

    assert caret.index("^") - caret.index("│") == 2 + 2 * 2 + 2
    assert caret.count("^") == 4


def test_a_long_line_is_cut_around_the_place() -> None:
    source = Source("a.yaml", "x" * 300 + " here " + "y" * 300)
    (_, line, caret) = text([Problem("CF101", Severity.ERROR, Location("a.yaml", 1, 302), "bad")], {"a.yaml": source})

    assert len(line) < 120
    assert line[caret.index("^") :].startswith("here")


def test_the_summary_counts() -> None:
    assert summary([], 2, 34, 11) == "2 files, 34 cards: no problems. 11 rule checks passed."
    assert summary([], 2, 34, 0) == "2 files, 34 cards: no problems."
    assert summary(PROBLEMS, 3, 1, 0) == "3 files, 1 card: 2 errors and 1 warning in 3 files."
