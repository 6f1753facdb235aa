"""Contrast is measured on pixels: the ground behind the letters, not what a style says."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from cardforge.fonts import FontBook
from cardforge.layout.boxes import Box
from cardforge.layout.display import Face, Gradient, Shape, rectangle
from cardforge.write import contrast
from cardforge.write.cache import Cache
from cardforge.write.compose import Composer
from cardforge.write.contrast import Contrast, Ground, Patch, contrasts
from cardforge.write.pdf import PdfResources

SHELF = PdfResources(FontBook(), {}, {})
LIGHT, DARK = "#f0f0f0", "#202020"
# The left half of the card is light, the right half dark.
HALVES = (
    Shape(rectangle(-3, -3, 69, 94), LIGHT),
    Shape(rectangle(31.5, -3, 34.5, 94), DARK),
)


def measured(tmp_path: Path, patches: Mapping[str, Patch], items: tuple[Shape, ...] = HALVES) -> dict[str, Contrast]:
    drawn = Composer().drawn(Face("p/a", 63, 88, 3, items))
    cache = Cache(tmp_path / "cache.sqlite")
    (found,) = contrasts([Ground(drawn, tuple(patches.values()))], SHELF, cache)
    cache.close()
    return dict(zip(patches, found, strict=True))


def test_a_line_that_runs_from_light_to_dark_is_as_bad_as_its_worse_half(tmp_path: Path) -> None:
    found = measured(
        tmp_path,
        {
            "light": Patch(Box(5, 20, 25, 2), DARK),
            "dark": Patch(Box(33, 20, 25, 2), DARK),
            "both": Patch(Box(20, 20, 25, 2), DARK),
            "a letter": Patch(Box(7, 20, 25, 2), DARK),  # 2 % of it on the dark half
            "reversed": Patch(Box(33, 20, 25, 2), LIGHT),
        },
    )

    assert {name: each.ratio for name, each in found.items()} == pytest.approx(
        {"light": 14.3, "dark": 1, "both": 1, "a letter": 14.3, "reversed": 14.3}, abs=0.05
    )
    assert found["light"].ground > 0.8
    assert found["reversed"].ground < 0.02


def test_letters_on_nothing_stand_on_paper_and_those_off_the_card_are_no_trouble(tmp_path: Path) -> None:
    patches = {"on": Patch(Box(5, 5, 9, 2), "#767676"), "off": Patch(Box(-20, 100, 9, 0), "#767676")}
    found = measured(tmp_path, patches, ())

    assert found["on"].ratio == found["off"].ratio == pytest.approx(4.54, abs=0.01)


def test_a_gradient_is_measured_where_the_letters_are(tmp_path: Path) -> None:
    fade = Shape(rectangle(-3, -3, 69, 94), Gradient("linear", (0, 0, 0, 88), ((0, "#ffffff"), (1, "#000000"))))
    patches = {str(y): Patch(Box(5, y, 40, 2), "#000000") for y in (2, 20, 40, 60, 80)}
    ratios = [each.ratio for each in measured(tmp_path, patches, (fade,)).values()]

    assert ratios == sorted(ratios, reverse=True)
    assert ratios[0] > 18
    assert ratios[-1] < 1.5


def test_what_was_measured_is_not_measured_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    patch = {"x": Patch(Box(5, 20, 25, 2), DARK)}
    first = measured(tmp_path, patch)

    def never(*given: object) -> None:
        raise AssertionError("drawn again")

    monkeypatch.setattr(contrast, "measured", never)
    assert measured(tmp_path, patch) == first
    with pytest.raises(AssertionError, match="drawn again"):
        measured(tmp_path, {"x": patch["x"]._replace(colour=LIGHT)})
