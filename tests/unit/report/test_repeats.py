"""Problems that repeat are shown as one, and none is lost from the count."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cardforge.core.problems import Location, Problem, Severity
from cardforge.report.repeats import repeated
from cardforge.report.terminal import text_report


def too_tall(number: int, code: str = "CF408") -> Problem:
    message = f"`set/card-{number}`: the text is {number}.5 mm too tall for its box at 6 pt (`{{text}}`)"
    return Problem(code, Severity.ERROR, Location("cards.yaml", number, 5), message, "shorten it")


def shown(problems: list[Problem], every: bool = False) -> list[str]:
    return list(text_report(problems, {}, False, every))


def test_what_repeats_is_shown_once_with_three_places_and_the_number_of_others() -> None:
    lines = shown([too_tall(number) for number in range(1, 9_950)])

    assert len(lines) == 3
    assert lines[0].startswith("cards.yaml:1:5: error CF408: `set/card-1`: the text is 1.5 mm")
    assert lines[2] == (
        "    also cards.yaml:2:5 (`set/card-2`), cards.yaml:3:5 (`set/card-3`), and on 9,946 other cards; `--every` shows all"
    )


def test_every_shows_all_and_three_are_shown_anyway() -> None:
    assert len(shown([too_tall(number) for number in range(1, 101)], every=True)) == 200
    assert len(shown([too_tall(number) for number in range(1, 4)])) == 6


def test_problems_of_one_place_name_the_cards() -> None:
    problems = [
        Problem("CF407", Severity.ERROR, Location("face.yaml", 3, 1), f"`set/{card}` has no field `x`")
        for card in "abcdef"
    ]

    assert shown(problems)[1] == "    also `set/b`, `set/c`, and on 3 other cards; `--every` shows all"


def test_what_repeats_in_one_place_is_counted_and_the_place_not_said_again() -> None:
    failed = [
        Problem("CF419", Severity.ERROR, Location("sea.star", 1, 1), f"the art recipe failed on `{at}`")
        for at in range(60)
    ]

    assert shown(failed)[1:] == ["    also 59 more times; `--every` shows all"]


def test_what_differs_in_more_than_numbers_is_not_the_same() -> None:
    names = [
        Problem("CF202", Severity.ERROR, Location("x.yaml", at, 1), f"there is no card `{'ab' * at}`")
        for at in range(1, 40)
    ]

    assert len(shown(names)) == 39


def test_of_one_code_at_most_fifty_different_problems_are_shown() -> None:
    names = [
        Problem("CF202", Severity.ERROR, Location("x.yaml", at, 1), f"no card `{'ab' * at}`") for at in range(1, 91)
    ]
    lines = shown(names)

    assert len(lines) == 51
    assert lines[-1] == "    and 40 other CF202 problems; `--every` shows all"


@given(st.lists(st.tuples(st.sampled_from(["CF1", "CF2"]), st.integers(1, 400), st.sampled_from("abc")), max_size=80))
def test_the_order_stays_and_nothing_is_made_up(given: list[tuple[str, int, str]]) -> None:
    problems = [
        Problem(code, Severity.ERROR, Location("x", line), f"{word * (line % 60)}") for code, line, word in given
    ]
    found = [each.problem for each in repeated(problems)]
    order = iter(problems)

    assert all(each in order for each in found)
    assert {each.code for each in found} == {each.code for each in problems}
