"""Pictures in their boxes: which part of them is seen, and where."""

from __future__ import annotations

from typing import Any

import pytest

from cardforge.core.problems import Location
from cardforge.fonts import FontBook
from cardforge.layout.display import Clipped, Image, Shape
from cardforge.layout.face import Layout
from cardforge.layout.face_in_progress import CardSource
from cardforge.layout.pictures import Pictures
from cardforge.load.picture import Picture
from tests.support.faces import bounds, template_of


class _OnePicture(Pictures):
    """A picture of 100 by 50 pixels, whatever is asked for."""

    def find(self, path: str) -> Picture:
        return Picture(path, b"", 100 if path == "wide" else 2, 50 if path == "wide" else 2, "PNG", False, path)


def placed(words: str, art: Any) -> Any:
    template = template_of(f"  - {{image: '{{art}}', x: 10, y: 10, {words}}}\n")
    layout = Layout(FontBook(), pictures=_OnePicture())
    face, problems = layout.face(CardSource("p/a", {"art": art}, Location("x")), template)
    assert problems == []
    (item,) = face.items
    return item


@pytest.mark.parametrize(
    ("words", "art", "box", "crop"),
    [
        ("width: 5, height: 5", "wide", (10, 10, 5, 5), (25, 0, 75, 50)),
        ("width: 5, height: 5, focus: [0, 0]", "wide", (10, 10, 5, 5), (0, 0, 50, 50)),
        ("width: 5, height: 5, focus: [0, 0]", {"file": "wide", "focus": [100, 0]}, (10, 10, 5, 5), (50, 0, 100, 50)),
        ("width: 5, height: 5", {"file": "wide", "crop": [50, 0, 100, 100]}, (10, 10, 5, 5), (50, 0, 100, 50)),
        ("width: 5, height: 5, fit: contain", "wide", (10, 11.25, 5, 2.5), (0, 0, 100, 50)),
        ("width: 2, height: 5, fit: contain", {"file": "wide", "crop": [0, 0, 25, 50]}, (10, 11.5, 2, 2), (0, 0, 25, 25)),
    ],
)  # fmt: skip
def test_a_picture_covers_its_box_around_its_focus_or_stands_whole_in_it(
    words: str, art: Any, box: tuple[float, ...], crop: tuple[int, ...]
) -> None:
    image = placed(words, art)

    assert tuple(image[:4]) == pytest.approx(box)
    assert image.crop == crop


@pytest.mark.parametrize("words", ["form: ellipse", "form: hexagon", "radius: 1"])
def test_a_picture_is_cut_to_its_form(words: str) -> None:
    item = placed(f"width: 5, height: 5, {words}", "wide")

    assert isinstance(item, Clipped)
    assert bounds(Shape(item.outline)) == pytest.approx((10, 10, 15, 15))


def test_a_part_of_a_pixel_is_cut_and_not_stretched() -> None:
    """Two by two pixels of 10 mm: of each, half is seen."""
    item = placed("width: 20, height: 10", "tiny")

    assert isinstance(item, Clipped)
    (image,) = item.items
    assert isinstance(image, Image)
    assert tuple(image[:4]) == pytest.approx((10, 5, 20, 20))
    assert image.crop == (0, 0, 2, 2)
    assert bounds(Shape(item.outline)) == pytest.approx((10, 10, 30, 20))
