"""Gaps and offsets as people type them."""

from __future__ import annotations

import pytest

from cardforge.core.distances import Gap, Shift, gap_of, shift_of
from cardforge.core.errors import UsageError


def test_one_gap_is_for_both_directions() -> None:
    assert (gap_of("3"), gap_of("2,1"), gap_of(" 2 , 1.5")) == (Gap(3, 3), Gap(2, 1), Gap(2, 1.5))


def test_an_offset_has_two_lengths() -> None:
    assert shift_of("0.5,-1") == Shift(0.5, -1)


@pytest.mark.parametrize("text", ["", "wide", "1,2,3", "1;2"])
def test_what_is_no_gap_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="is not a gap"):
        gap_of(text)


@pytest.mark.parametrize("text", ["", "1", "1,x", "1,2,3"])
def test_what_is_no_offset_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="is not an offset"):
        shift_of(text)
