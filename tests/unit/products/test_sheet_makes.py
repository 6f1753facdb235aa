"""Ready-made sheets: the built-in ones have the published figures, and pieces lie in the middle of their slots."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardforge.core.choices import Backs, Bleed, Registration
from cardforge.core.distances import Shift
from cardforge.core.errors import UsageError
from cardforge.impose import impose
from cardforge.impose.job import Piece, SheetJob
from cardforge.impose.outline import Outline, rectangle
from cardforge.impose.papers import Paper
from cardforge.impose.ready_sheet import mark_sizes, slots_for
from cardforge.impose.sheet_pages import SheetPage, Sheets
from cardforge.load.game import SHEET_MAKE_KIND
from cardforge.load.project import Project, builtin_project, builtin_root
from cardforge.load.sheet_make import SHEET_FOLDER, SheetMake, sheet_make_of
from cardforge.products.named_files import load_named
from cardforge.products.sheet_options import SheetOptions

FOUND = load_named(builtin_project(), SHEET_FOLDER, SHEET_MAKE_KIND)
MAKES: dict[str, SheetMake] = {id: sheet_make_of(document) for id, document in FOUND.documents.items()}
EUROPEAN, AMERICAN = rectangle(85, 54), rectangle(88.9, 50.8)

each_make = pytest.mark.parametrize("make", MAKES.values(), ids=list(MAKES))


def job(make: SheetMake, **more: object) -> SheetJob:
    return SheetJob(paper=Paper(make.name, *make.paper), make=make, **more)  # type: ignore[arg-type]


def sheets(make: str, outline: Outline, copies: int = 1, **more: object) -> Sheets:
    return impose([Piece("card", outline, 3.0, copies, "back")], job(MAKES[make], **more))


def corners(page: SheetPage) -> list[tuple[float, float]]:
    return [(round(each.x, 3), round(each.y, 3)) for each in page.placements]


def test_all_files_are_sound() -> None:
    assert FOUND.problems == []
    assert {"avery-5371", "avery-c32011", "perforated-a4", "squib-a4-poker", "silhouette-a4"} <= set(MAKES)


@each_make
def test_every_slot_is_on_the_paper_and_clear_of_its_neighbours(make: SheetMake) -> None:
    for layout in make.layouts:
        right = layout.left + (layout.columns - 1) * layout.step_x + layout.width
        bottom = layout.top + (layout.rows - 1) * layout.step_y + layout.height

        assert min(layout.left, layout.top) >= 4, layout
        assert right <= layout.paper_width - 4, layout
        assert bottom <= layout.paper_height - 4, layout
        assert layout.step_x >= layout.width, layout
        assert layout.step_y >= layout.height, layout


@each_make
def test_no_slot_touches_a_registration_mark(make: SheetMake) -> None:
    for layout in make.layouts:
        outline = rectangle(layout.width, layout.height)
        for kind in (Registration.SILHOUETTE_3, Registration.SILHOUETTE_4) if make.marks else ():
            (page,) = impose(
                [Piece("card", outline, 0, layout.columns * layout.rows)], job(make, registration=kind)
            ).pages

            assert page.registration
            for bar in page.registration:
                for slot in page.placements:
                    apart_x = bar.x >= slot.x + slot.width or slot.x >= bar.x + bar.width
                    apart_y = bar.y >= slot.y + slot.height or slot.y >= bar.y + bar.height
                    assert apart_x or apart_y, (layout, bar, slot)


def test_the_published_figures() -> None:
    """To 0.1 mm: first slot, pitch, and for cutting machines the marks."""
    (front,) = sheets("avery-5371", AMERICAN, 10).pages
    assert corners(front)[:3] == [(19.05, 12.7), (107.95, 12.7), (19.05, 63.5)]
    (front,) = sheets("avery-c32011", EUROPEAN, 10).pages
    assert corners(front)[:3] == [(15, 13.5), (110, 13.5), (15, 67.5)]
    (front,) = sheets("squib-a4-poker", rectangle(63, 88), 9).pages
    assert (corners(front)[0], corners(front)[8]) == ((10.5, 10), (136.5, 186))
    (front,) = sheets("printplaygames-18", rectangle(63.5, 88.9), 18).pages
    assert corners(front)[0] == (round(2.3 * 25.4 - 44.45, 3), round(2.165 * 25.4 - 31.75, 3))
    assert corners(front)[17] == (round(9.7 * 25.4 - 44.45, 3), round(15.915 * 25.4 - 31.75, 3))

    poker = rectangle(63, 88)
    (front,) = sheets("silhouette-letter", poker, 8).pages
    assert (front.width, front.height) == (279.4, 215.9)
    assert corners(front)[0] == (round((279.4 - 4 * 63 - 3 * 1.25) / 2, 3), round((215.9 - 2 * 88 - 1.25) / 2, 3))
    assert tuple(mark_sizes(poker, MAKES["silhouette-letter"])) == (10, 8.04, 1, 5)


def test_a_smaller_piece_lies_in_the_middle_of_its_slot() -> None:
    (page,) = sheets("avery-c32011", rectangle(84.6, 53.8)).pages

    assert corners(page) == [(15.2, 13.6)]


def test_an_upright_piece_lies_on_its_side_unless_that_is_refused() -> None:
    upright = rectangle(54, 85)
    (page,) = sheets("avery-c32011", upright).pages

    assert page.placements[0].turn == 90
    assert slots_for(upright, MAKES["avery-c32011"], may_turn=False) is None
    assert [each.code for each in sheets("avery-c32011", upright, may_turn=False).problems] == ["CF501"]


def test_a_piece_of_another_size_is_a_problem_that_names_the_slots() -> None:
    (problem,) = sheets("avery-5371", rectangle(63, 88)).problems

    assert problem.code == "CF501"
    assert "63 × 88 mm" in problem.message
    assert "88.9 × 50.8" in problem.hint


def test_backs_meet_their_fronts_on_a_sheet_that_is_not_centred() -> None:
    front, back = sheets("squib-a4-poker", rectangle(63, 88), 9, backs=Backs.LONG_EDGE).pages

    assert [round(210 - x - 63, 3) for x, _ in corners(front)] == [x for x, _ in corners(back)]
    assert [y for _, y in corners(front)] == [y for _, y in corners(back)]


def test_an_offset_moves_fronts_and_their_backs_together() -> None:
    still, _ = sheets("avery-c32011", EUROPEAN, 10, backs=Backs.LONG_EDGE).pages
    front, back = sheets("avery-c32011", EUROPEAN, 10, backs=Backs.LONG_EDGE, shift=Shift(0.5, -1)).pages

    assert corners(front) == [(x + 0.5, y - 1) for x, y in corners(still)]
    assert [x for x, _ in corners(back)] == [round(210 - x - 85, 3) for x, _ in corners(front)]


def test_an_offset_that_leaves_the_paper_is_an_error() -> None:
    problems = sheets("avery-c32011", EUROPEAN, shift=Shift(0, 14)).problems

    assert [(each.code, each.severity) for each in problems] == [("CF502", "error")]


def test_bleed_reaches_half_way_into_the_gap_and_no_further() -> None:
    (page,) = sheets("silhouette-a4", rectangle(63, 88), bleed=Bleed.FULL).pages

    assert page.placements[0].clip.left == page.placements[0].shown == 0.625


def test_what_a_file_leaves_out_is_centred(tmp_path: Path) -> None:
    folder = tmp_path / SHEET_FOLDER
    folder.mkdir(parents=True)
    (folder / "ours.yaml").write_text(
        'kind: sheet-make\nid: ours\nname: Ours\ndate: "2026-11-19"\nsource: measured\n'
        "paper: {width: 100, height: 200}\nlayouts:\n  card: {width: 30, height: 50, columns: 2, rows: 3}\n"
    )
    make = sheet_make_of(
        load_named(Project((tmp_path, builtin_root())), SHEET_FOLDER, SHEET_MAKE_KIND).named("ours", "make of sheet")
    )

    assert (make.layouts[0].left, make.layouts[0].top) == (20, 25)


def test_a_ready_made_sheet_is_not_folded() -> None:
    with pytest.raises(UsageError, match="is not folded"):
        SheetOptions(sheet="avery-5371", backs=Backs.GUTTERFOLD)
