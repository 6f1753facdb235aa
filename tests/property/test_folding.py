"""A booklet is folded here as on a table: sheets turned over, laid on a pile, folded once, and read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardforge.core.errors import UsageError
from cardforge.core.units import CARD_SIZES
from cardforge.impose.folding import MOST_PAGES, Booklet, impose_booklet, spreads
from cardforge.impose.job import Piece
from cardforge.impose.outline import rectangle
from cardforge.impose.papers import PAPERS, Paper
from cardforge.impose.sheet_pages import Placement, SheetPage

SIDES = st.floats(30, 300).map(lambda length: round(length, 2))
PAPER = st.sampled_from(list(PAPERS.values()))


def pages(count: int, width: float = 148.0, height: float = 210.0, bleed: float = 0.0) -> list[Piece]:
    return [Piece(str(number), rectangle(width, height), bleed) for number in range(1, count + 1)]


def half(page: SheetPage, is_left: bool) -> str:
    """What stands on one half of a side; nothing where it is blank."""
    found = [each.face for each in page.placements if (each.x + each.width / 2 < page.width / 2) == is_left]
    assert len(found) <= 1
    return found[0] if found else ""


def read(booklet: Booklet) -> list[str]:
    """The pages in the order in which somebody reads them.

    Turned over the short edge of paper that lies, left and right change places and up stays up. The pile is folded with
    the first front outside, so the right half of each front comes first, and the left half of its back behind it.
    """
    fronts, backs = booklet.pages[0::2], booklet.pages[1::2]
    first = [
        half(page, is_left)
        for pair in zip(fronts, backs, strict=True)
        for page, is_left in zip(pair, (False, True), strict=True)
    ]
    last = [
        half(page, is_left)
        for pair in zip(backs[::-1], fronts[::-1], strict=True)
        for page, is_left in zip(pair, (False, True), strict=True)
    ]
    return first + last  # fmt: skip


@given(st.integers(1, MOST_PAGES), PAPER)
def test_folding_the_sheets_gives_the_pages_in_order(count: int, paper: Paper) -> None:
    booklet = impose_booklet(pages(count), paper)

    assert read(booklet) == [*map(str, range(1, count + 1)), *[""] * booklet.blanks]
    assert booklet.blanks < 4
    assert booklet.sheets * 4 == count + booklet.blanks


@given(st.integers(1, MOST_PAGES))
def test_the_two_sides_of_a_leaf_follow_each_other(count: int) -> None:
    """Behind a right-hand page is the next one, behind a left-hand page the one before."""
    for front, back in spreads(count):
        assert front.right is not None
        assert back.left in (front.right + 1, None)
        if front.left:
            assert back.right == front.left - 1


@given(st.integers(1, 16), SIDES, SIDES, PAPER, st.sampled_from([0.0, 3.0]))
def test_pages_stand_on_the_paper_against_the_fold(
    count: int, width: float, height: float, paper: Paper, bleed: float
) -> None:
    booklet = impose_booklet(pages(count, width, height, bleed), paper)
    placed: list[tuple[SheetPage, Placement]] = [(page, each) for page in booklet.pages for each in page.placements]

    assert len(placed) == count
    for page, each in placed:
        fold = page.width / 2
        assert page.width >= page.height
        assert min(abs(each.x - fold), abs(each.x + each.width - fold)) < 1e-6
        assert min(each.x, each.y) > -1e-6
        assert each.x + each.width < page.width + 1e-6
        assert each.y + each.height < page.height + 1e-6
        assert each.width / each.height == pytest.approx(width / height)
        assert each.scale == pytest.approx(each.width / width) == pytest.approx(booklet.scale)
        assert (each.clip.right if each.x < fold else each.clip.left) == 0


def test_a5_fits_a4_as_it_is_and_half_letter_smaller() -> None:
    assert impose_booklet(pages(12, *CARD_SIZES["a5"]), PAPERS["a4"]).scale == 1
    letter = impose_booklet(pages(12, *CARD_SIZES["a5"]), PAPERS["letter"])

    assert letter.scale == pytest.approx(279.4 / 2 / 148)
    assert (letter.pages[0].width, letter.pages[0].height) == (279.4, 215.9)
    assert impose_booklet(pages(12, 139.7, 215.9), PAPERS["letter"]).scale == 1


def test_what_cannot_be_folded_is_refused() -> None:
    with pytest.raises(UsageError, match="one size"):
        impose_booklet([*pages(3), *pages(1, 63, 88)], PAPERS["a4"])
    with pytest.raises(UsageError, match="too many"):
        impose_booklet(pages(MOST_PAGES + 1), PAPERS["a4"])
