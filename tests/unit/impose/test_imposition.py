"""Imposing, case by case: slots, groups, backs, margins and what is said about them."""

from __future__ import annotations

from collections.abc import Callable
from math import nan

import pytest

from cardforge.core.choices import Backs, Bleed, Marks, Orientation, Registration, SheetOrder
from cardforge.core.distances import Gap
from cardforge.core.errors import UsageError
from cardforge.core.problems import Severity
from cardforge.impose import impose
from cardforge.impose.job import Margins, Offset, Piece, SheetJob
from cardforge.impose.outline import Outline, hexagon, rectangle
from cardforge.impose.papers import PAPERS, paper
from cardforge.impose.sheet_pages import Mark, Sheets, Side

POKER = rectangle(63, 88, 3)
AROUND = {"none": 0.0, "shared": 1.5, "full": 3.0}


def cards(count: int) -> list[Piece]:
    return [Piece(f"card {at}", POKER, 3.0, 1, f"back {at}") for at in range(count)]


def codes(made: Sheets) -> list[tuple[str, Severity]]:
    return [(problem.code, problem.severity) for problem in made.problems]


@pytest.mark.parametrize("mode", list(Bleed))
def test_bleed_fills_the_gap_between_neighbours_as_the_mode_says(mode: Bleed) -> None:
    (page,) = impose(cards(2), SheetJob(bleed=mode, orientation=Orientation.LANDSCAPE)).pages
    one, other = page.placements

    assert one.clip == (AROUND[mode],) * 4
    assert other.x - one.x - one.width == pytest.approx(2 * AROUND[mode])


def test_a_shared_gap_shows_no_more_bleed_than_a_face_has() -> None:
    (page,) = impose([Piece("card", POKER, 0.5, 2)], SheetJob(bleed=Bleed.SHARED, gap=Gap(3, 3))).pages

    assert page.placements[0].shown == 0.5
    assert page.placements[1].x - page.placements[0].x == 66


def test_hexagons_that_stand_in_line_keep_the_bleed_of_their_corners_apart() -> None:
    piece = Piece("tile", hexagon(across_flats=70), 3.0, 2)
    (page,) = impose([piece], SheetJob(bleed=Bleed.FULL, paper=paper("90x300"))).pages
    one, other = page.placements

    assert one.x == other.x  # there is no room to stagger them
    assert one.clip.top == pytest.approx(3.4641, abs=1e-4)
    assert other.y - one.y - one.height == pytest.approx(2 * one.clip.top)


def test_margins_belong_to_upright_paper_and_count_on_both_sides() -> None:
    margins = Margins(left=1, top=2, right=3, bottom=4)

    assert margins.either_side(landscape=False) == (3, 4)
    assert margins.either_side(landscape=True) == (4, 3)


def test_copies_follow_each_other_in_the_order_given_and_none_are_left_out() -> None:
    pieces = [Piece("a", POKER, copies=2), Piece("b", POKER, copies=0), Piece("c", POKER, copies=1)]
    (page,) = impose(pieces, SheetJob()).pages

    assert [each.key for each in page.placements] == ["a", "a", "c"]
    assert page.placements[1].x > page.placements[0].x
    assert page.placements[1].y == page.placements[0].y


def test_sizes_do_not_share_a_sheet_and_groups_do_not_when_asked() -> None:
    pieces = [
        Piece("a", POKER, group="one"),
        Piece("small", rectangle(44, 68), group="one"),
        Piece("b", POKER, group="two"),
        Piece("c", POKER, group="one"),
    ]
    as_given, grouped = (
        [[each.key for each in page.placements] for page in impose(pieces, SheetJob(order=order)).pages]
        for order in SheetOrder
    )

    assert as_given == [["a", "b", "c"], ["small"]]
    assert grouped == [["a", "c"], ["b"], ["small"]]


def test_the_first_sheet_begins_at_the_slot_asked_for() -> None:
    first, second = impose(cards(6), SheetJob(start=5)).pages
    full = impose(cards(9), SheetJob()).pages[0]

    assert [(each.x, each.y) for each in first.placements] == [(each.x, each.y) for each in full.placements[4:]]
    assert (second.placements[0].x, second.placements[0].y) == (full.placements[0].x, full.placements[0].y)


def test_a_slot_that_no_sheet_has_is_refused_with_the_number_there_are() -> None:
    assert impose(cards(1), SheetJob(start=9)).pages
    with pytest.raises(UsageError, match="a sheet has 9"):
        impose(cards(1), SheetJob(start=10))


@pytest.mark.parametrize(
    ("backs", "orientation", "column", "row", "turn"),
    [
        (Backs.LONG_EDGE, Orientation.PORTRAIT, 2, 0, 0),
        (Backs.SEPARATE, Orientation.PORTRAIT, 2, 0, 0),
        (Backs.SHORT_EDGE, Orientation.PORTRAIT, 0, 2, 180),
        (Backs.LONG_EDGE, Orientation.LANDSCAPE, 0, 1, 180),
        (Backs.SHORT_EDGE, Orientation.LANDSCAPE, 3, 0, 0),
    ],
)
def test_the_back_of_the_first_slot_lies_where_the_paper_is_turned_to(
    backs: Backs, orientation: Orientation, column: int, row: int, turn: int
) -> None:
    # with bleed cards stand upright on landscape paper, four by two; without, three by three on portrait paper
    bleed = Bleed.FULL if orientation == Orientation.LANDSCAPE else Bleed.NONE
    made = impose(cards(1), SheetJob(backs=backs, orientation=orientation, bleed=bleed))
    front, back = made.pages
    grid = made.fits[0].grid
    (placed,) = back.placements

    assert (front.side, back.side) == (Side.FRONT, Side.BACK)
    assert (placed.face, placed.key, placed.turn) == ("back 0", "card 0", turn)
    assert (placed.x, placed.y) == pytest.approx((grid.x + column * grid.across.step, grid.y + row * grid.down.step))


def test_pages_alternate_for_both_sides_and_follow_each_other_when_separate() -> None:
    both = impose(cards(10), SheetJob(backs=Backs.LONG_EDGE)).pages
    separate = impose(cards(10), SheetJob(backs=Backs.SEPARATE)).pages

    assert [(page.number, page.of, page.side.value) for page in both] == [
        (1, 2, "front"),
        (1, 2, "back"),
        (2, 2, "front"),
        (2, 2, "back"),
    ]
    assert [(page.number, page.side.value) for page in separate] == [
        (1, "front"),
        (2, "front"),
        (1, "back"),
        (2, "back"),
    ]


def test_only_back_pages_are_moved() -> None:
    moved = Offset(0.5, -0.25, 0.1)
    front, back = impose(cards(1), SheetJob(backs=Backs.LONG_EDGE, offset=moved)).pages
    (folded,) = impose(cards(1), SheetJob(backs=Backs.GUTTERFOLD, offset=moved)).pages

    assert (front.offset, back.offset, folded.offset) == (Offset(), moved, Offset())


@pytest.mark.parametrize(("bleed", "gap"), [(0.0, 2.0), (0.5, 2.0), (3.0, 6.0)])
def test_folded_sheets_keep_glue_and_fold_off_the_cards(bleed: float, gap: float) -> None:
    piece = Piece("card", rectangle(80, 200), bleed, 1, "back")
    (page,) = impose(
        [piece], SheetJob(bleed=Bleed.FULL, backs=Backs.GUTTERFOLD, orientation=Orientation.PORTRAIT)
    ).pages
    front, back = page.placements
    (fold,) = page.lines

    assert (page.side, fold) == (Side.BOTH, Mark(105, 0, 105, 297, "fold"))
    assert back.x - front.x - front.width == pytest.approx(gap)


def test_a_horizontal_fold_turns_backs_upside_down() -> None:
    (page,) = impose(
        [Piece("board", rectangle(180, 130), copies=1, back="back")], SheetJob(backs=Backs.GUTTERFOLD)
    ).pages
    front, back = page.placements

    assert (page.width, page.height, page.lines[0].y1, page.lines[0].y2) == (210, 297, 148.5, 148.5)
    assert (front.turn, back.turn) == (0, 180)
    assert front.y < back.y


def test_pieces_without_a_back_leave_their_slot_empty_and_are_counted() -> None:
    pieces = [Piece("a", POKER, back="back"), Piece("b", POKER), Piece("c", POKER, back="back")]
    made = impose(pieces, SheetJob(backs=Backs.LONG_EDGE))

    assert [each.key for each in made.pages[1].placements] == ["a", "c"]
    assert codes(made) == [("CF505", Severity.WARNING)]
    assert "1 piece has no back: `b`" in made.problems[0].message


def test_nothing_to_print_is_a_problem() -> None:
    made = impose([Piece("a", POKER, copies=0)], SheetJob())

    assert (made.pages, codes(made)) == ((), [("CF504", Severity.ERROR)])


@pytest.mark.parametrize(
    ("outline", "job", "hint"),
    [
        (rectangle(200, 287), SheetJob(bleed=Bleed.FULL), "print it without bleed, or use tabloid or a3 paper"),
        (rectangle(180, 200), SheetJob(backs=Backs.GUTTERFOLD), "print on both sides instead of folding, or use tabloid or a3 paper"),
        (rectangle(290, 410), SheetJob(), "at most 200 × 287 mm fits on this paper; give a larger one as WIDTHxHEIGHT"),
        (rectangle(20, 20), SheetJob(paper=paper("40x40"), registration=Registration.SILHOUETTE_3), "leave out the registration marks, or use a5 or a4 paper"),
        (rectangle(20, 20), SheetJob(margins=Margins(5, 5, 300, 5)), "the margins leave no room on this paper"),
    ],
)  # fmt: skip
def test_a_piece_that_does_not_fit_is_told_what_would_help(outline: Outline, job: SheetJob, hint: str) -> None:
    made = impose([Piece("a", outline, 3.0, back="x"), Piece("b", outline, 3.0, back="x")], job)

    assert codes(made) == [("CF501", Severity.ERROR)]
    assert made.problems[0].message.startswith("a and 1 more are")
    assert made.problems[0].hint == hint


@pytest.mark.parametrize(
    ("job", "found"),
    [
        (SheetJob(), []),
        (SheetJob(bleed=Bleed.SHARED), [("CF503", Severity.WARNING)]),  # leaves 6 mm
        (SheetJob(paper=PAPERS["letter"]), []),  # leaves 7.7 mm
        (SheetJob(paper=paper("195x270"), margins=Margins(3, 3, 3, 3)), [("CF502", Severity.WARNING)]),
        (SheetJob(paper=paper("195x270"), margins=Margins(3, 3, 4, 4)), []),  # 6 cards with much around them
        (SheetJob(bleed=Bleed.SHARED, backs=Backs.LONG_EDGE, offset=Offset(2.5, 0)), [("CF502", Severity.ERROR)]),
        (SheetJob(bleed=Bleed.SHARED, backs=Backs.LONG_EDGE, offset=Offset(0, 0, 2)), [("CF502", Severity.ERROR)]),
        (
            SheetJob(bleed=Bleed.SHARED, offset=Offset(2.5, 0)),
            [("CF503", Severity.WARNING)],
        ),  # there are no backs to move
        (
            SheetJob(margins=Margins(0, 0, 0, 0), backs=Backs.LONG_EDGE, offset=Offset(0, 30)),
            [("CF502", Severity.ERROR)],
        ),
    ],
)
def test_margins_that_printers_cut_are_told(job: SheetJob, found: list[tuple[str, Severity]]) -> None:
    assert codes(impose(cards(9), job)) == found


def test_a_quarter_of_an_inch_is_enough_also_in_inches() -> None:
    piece = Piece("card", rectangle(63.5, 88.9))
    made = impose([piece], SheetJob(paper=PAPERS["letter"]))

    assert made.fits[0].grid.top == pytest.approx(6.35)
    assert not made.problems


@pytest.mark.parametrize(
    "make",
    [
        lambda: Piece("a", POKER, bleed=-1),
        lambda: Piece("a", POKER, bleed=nan),
        lambda: Piece("a", POKER, copies=-1),
        lambda: Piece("a", POKER, copies=10**9),
        lambda: SheetJob(margins=Margins(5, -1, 5, 5)),
        lambda: SheetJob(gap=Gap(3, -3)),
        lambda: SheetJob(gap=Gap(nan, 3)),
        lambda: SheetJob(start=0),
        lambda: SheetJob(offset=Offset(nan, 0)),
        lambda: SheetJob(offset=Offset(0, 0, 90)),
        lambda: SheetJob(registration=Registration.SILHOUETTE_3, margins=Margins(12, 5, 5, 5)),
    ],
)
def test_what_makes_no_sense_is_refused(make: Callable[[], object]) -> None:
    with pytest.raises(UsageError) as refused:
        make()

    assert refused.value.hint


def test_the_header_stands_above_or_moves_aside_or_is_left_out() -> None:
    above = impose(cards(9), SheetJob(name="Ships", header=True, marks=Marks.CORNER)).pages[0].header
    beside = impose(cards(9), SheetJob(header=True, paper=PAPERS["letter"])).pages[0].header
    nowhere = impose(cards(9), SheetJob(header=True, paper=paper("200x275")))

    assert above
    assert (above.text, above.y, above.turn) == ("Ships · sheet 1 of 1 · print at 100 %", 5.0, 0)
    assert beside
    assert (beside.x, beside.width, beside.turn) == (5.0, 4.0, 270)
    assert nowhere.pages[0].header is None
    assert ("CF506", Severity.WARNING) in codes(nowhere)
    assert len(nowhere.pages[0].placements) == 9


def test_a_header_without_room_in_the_margins_stands_beside_slots_that_stay_empty() -> None:
    page = impose(cards(2), SheetJob(header=True, paper=paper("200x275"))).pages[0]

    assert page.header
    assert page.header.y >= max(each.y + each.height for each in page.placements)


def test_a_header_does_not_squeeze_between_marks_where_there_is_more_room() -> None:
    """Between the marks of small cards 44 mm are free, close to the cards all of the width."""
    small = [Piece("small", rectangle(44, 68), copies=12)]
    header = (
        impose(small, SheetJob(header=True, paper=PAPERS["letter"], marks=Marks.EDGE, margins=Margins(10, 10, 10, 10)))
        .pages[0]
        .header
    )

    assert header
    assert max(header.width, header.height) >= 60


def test_a_back_says_that_it_is_one() -> None:
    pages = impose(cards(1), SheetJob(header=True, backs=Backs.SHORT_EDGE)).pages

    assert [page.header and page.header.text for page in pages] == [
        "cards · sheet 1 of 1 · print at 100 %",
        "cards · sheet 1 of 1 · back · print at 100 %",
    ]


def test_thousands_of_tiny_pieces_on_huge_paper_take_no_longer_than_they_need() -> None:
    made = impose([Piece("dot", rectangle(1, 1), copies=3)], SheetJob(paper=paper("5000x5000"), marks=Marks.CORNER))

    assert made.fits[0].grid.capacity > 20_000_000
    assert len(made.pages[0].placements) == 3
