"""Regular expressions of rules find what Python's find, and always end."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardforge.check.host.regular import regex_find

TEXTS = [
    "", "a", "aaa", "abab", "Draw 2 cards, then 10.", "north-east", "ßẞ Straße", "one\ntwo", "x{2}", "a_b c", "(ab)", "αβ 3",
]  # fmt: skip
PATTERNS = [
    "a", "a*", "a+?", "(a|ab)(b?)", "^a", "a$", r"\d+", r"(\w+) (\w+)", "[^a-c ]+", "[]a]", "[a-]+", r"\bc", r"\B.", "a{2}", "a{1,2}?",
    "a{2,}", "(?:ab)+", "(a)|(b)", ".+", "x{a}", r"\.", "(?i)DRAW", "(?i)[a-c]+", "(a*)*", "(a|b)*?b", "", r"[\d-]+", "((a)(b))+",
]  # fmt: skip


def by_python(pattern: str, text: str) -> list[list[str]]:
    return [[each or "" for each in (found[0], *found.groups())] for found in re.finditer(pattern, text)]


@pytest.mark.parametrize("pattern", PATTERNS)
@pytest.mark.filterwarnings("ignore::FutureWarning")
def test_it_finds_what_python_finds(pattern: str) -> None:
    for text in TEXTS:
        wanted = by_python(pattern.replace("$", r"\Z"), text)
        if pattern in ("a*", "", "(a*)*", "(a|b)*?b"):  # Python also matches nothing right after a match
            assert [each[0] for each in regex_find(pattern, text) if each[0]] == [each[0] for each in wanted if each[0]]
        else:
            assert regex_find(pattern, text) == wanted, text


@given(
    st.text("ab", max_size=12),
    st.lists(st.text("ab", min_size=1, max_size=3), min_size=1, max_size=3).map("|".join),
    st.sampled_from("*+?"),
)
def test_a_repeated_choice_is_as_in_python(text: str, choice: str, sign: str) -> None:
    pattern = f"a({choice}){sign}b"

    assert [each[0] for each in regex_find(pattern, text)] == [each[0] for each in by_python(pattern, text)]


@pytest.mark.parametrize("pattern", ["(a+)+$", "(a|aa)+$", "a*a*a*a*a*b", "(a?){25}a{25}b"])
def test_what_takes_other_engines_for_ever_ends(pattern: str) -> None:
    assert regex_find(pattern, "a" * 30 + "!") == []


@pytest.mark.parametrize(
    ("pattern", "reason"),
    [
        ("(a", "a `(` is not closed"),
        ("a)", "`)` at character 2 closes nothing"),
        ("*a", "nothing to repeat before character 1"),
        ("^*", "nothing to repeat before character 2"),
        ("[a", "it ends too early"),
        ("[b-a]", "`b-a` runs backwards"),
        (r"(a)\1", r"`\1` is not known"),
        ("(?=a)", "`(?` at character 1: only `(?:` is known"),
        ("a{2000}", "`{2000}` repeats more than 1,000 times"),
        ("(a{900}){900}", "it has more than 2,000 steps"),
        ("(" * 50 + ")" * 50, "its groups are nested more than 40 levels deep"),
    ],
)
def test_a_wrong_expression_is_told_in_words(pattern: str, reason: str) -> None:
    with pytest.raises(ValueError, match=re.escape(reason)):
        regex_find(pattern, "a")


def test_too_much_work_is_refused_before_it_is_done() -> None:
    with pytest.raises(ValueError, match="too long for a text of 5,000 characters"):
        regex_find("a{900}", "a" * 5_000)
    with pytest.raises(ValueError, match="takes too long"):
        regex_find("a.*b|a", "a" * 3_000)
