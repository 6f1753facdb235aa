"""Contrast and colour blindness, against numbers that others published."""

from __future__ import annotations

import pytest

from cardforge.layout.colours import VISIONS, apart, contrast_of, distance, simulated


@pytest.mark.parametrize(
    ("one", "other", "ratio"),
    [("#767676", "#ffffff", 4.54), ("#777777", "#ffffff", 4.48), ("#000000", "#ffffff", 21), ("#ff0000", "#ff0000", 1)],
)
def test_contrast_is_that_of_wcag(one: str, other: str, ratio: float) -> None:
    assert contrast_of(one, other) == pytest.approx(ratio, abs=0.005)
    assert contrast_of(other, one) == contrast_of(one, other)


# The published test data of CIEDE2000 (Sharma, Wu, Dalal 2005): a pair of each branch of the formula.
@pytest.mark.parametrize(
    ("one", "other", "meant"),
    [
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, 0.0, 0.0), (50.0, -1.0, 2.0), 2.3669),
        ((50.0, 2.49, -0.001), (50.0, -2.49, 0.0011), 7.2195),
        ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((22.7233, 20.0904, -46.694), (23.0331, 14.973, -42.5619), 2.0373),
        ((2.0776, 0.0795, -1.135), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_distance_is_ciede2000(
    one: tuple[float, float, float], other: tuple[float, float, float], meant: float
) -> None:
    assert apart(one, other) == pytest.approx(meant, abs=0.0001)
    assert apart(other, one) == pytest.approx(meant, abs=0.0001)


def test_greys_look_the_same_to_every_eye() -> None:
    for vision in VISIONS:
        red, green, blue = simulated("#808080", vision)

        assert red == pytest.approx(green, abs=1e-5)
        assert green == pytest.approx(blue, abs=1e-5)


def test_red_and_green_merge_for_the_red_green_blind_only() -> None:
    red, green = "#b0603a", "#74803a"

    assert distance(red, green) > 30
    assert distance(red, green, "deutan") < 10
    assert distance(red, green, "tritan") > 20


def test_blue_and_green_merge_for_the_blue_blind_only() -> None:
    blue, green = "#2f7fa8", "#2f8a86"

    assert distance(blue, green, "tritan") < 10 < distance(blue, green, "protan")
