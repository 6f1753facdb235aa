"""Limits can be raised for one run, from outside a project."""

from __future__ import annotations

import pytest

from cardforge.core.errors import UsageError
from cardforge.core.limits import LIMITS, Limit


def limit() -> Limit:
    return Limit("some-things", 7, "things", "there are seven")


def test_the_variable_of_a_limit_replaces_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert limit().most == 7
    monkeypatch.setenv("CARDFORGE_MAX_SOME_THINGS", "12")
    assert limit().most == 12
    assert limit().hint("use fewer") == "use fewer, or set CARDFORGE_MAX_SOME_THINGS to allow more"


@pytest.mark.parametrize("given", ["", "many", "-1", "0", "1e9", "1" * 40])
def test_a_variable_that_is_no_number_stops_the_command(given: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDFORGE_MAX_SOME_THINGS", given)
    with pytest.raises(UsageError, match="CARDFORGE_MAX_SOME_THINGS"):
        _ = limit().most


def test_every_limit_has_its_own_name() -> None:
    assert len({each.name for each in LIMITS}) == len(LIMITS) >= 10
