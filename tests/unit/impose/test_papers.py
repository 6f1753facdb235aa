"""Paper by name and by measure."""

from __future__ import annotations

import pytest

from cardforge.core.errors import UsageError
from cardforge.impose.papers import PAPERS, paper


@pytest.mark.parametrize("name", ["a3", "a4", "a5", "letter", "legal", "tabloid"])
def test_papers_are_known_by_name_and_stand_upright(name: str) -> None:
    found = paper(f" {name.upper()} ")

    assert found is PAPERS[name]
    assert found.width < found.height


@pytest.mark.parametrize(
    ("text", "width", "height"),
    [
        ("210x297", 210, 297),
        ("297x210", 210, 297),
        ("21 x 29.7 cm", 210, 297),
        ("8.5x11in", 215.9, 279.4),
        ("8.5in × 11in", 215.9, 279.4),
        ("100mm x 6in", 100, 152.4),
    ],
)
def test_papers_are_known_by_measure(text: str, width: float, height: float) -> None:
    found = paper(text)

    assert (found.width, found.height) == pytest.approx((width, height))


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("leter", "did you mean `letter`?"),
        ("papyrus", "use `a5`"),
        ("210", "with an x between"),
        ("nanx297", "with an x between"),
        ("-210x297", "with an x between"),
        ("1e9x297", "with an x between"),
        ("0x297", "10 to 5000 mm"),
        ("210x5001", "10 to 5000 mm"),
        ("999999999x999999999in", "10 to 5000 mm"),
        ("", "for example"),
    ],
)
def test_impossible_papers_are_refused_with_a_hint(text: str, hint: str) -> None:
    with pytest.raises(UsageError) as refused:
        paper(text)

    assert hint in refused.value.hint
