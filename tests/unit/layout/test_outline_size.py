"""Faces of squares or hexes are as large as their outline."""

from __future__ import annotations

import pytest

from cardforge.layout.outline_size import size_of


def test_squares_count_to_the_right_and_down() -> None:
    assert size_of({"cells": ["###", ".#."], "cell": 15}) == {"width": 45, "height": 30}


def test_nineteen_hexes_are_five_across_and_as_high_as_they_stand_on_their_points() -> None:
    size = size_of({"hexes": 2, "cell": 25})

    assert size["width"] == 125
    assert size["height"] == pytest.approx(115.47, abs=0.01)


def test_other_outlines_say_nothing_of_the_size() -> None:
    assert size_of({"shape": "circle"}) == {}
