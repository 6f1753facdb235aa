"""Every rule of preflight: good files pass, and each file that breaks one rule breaks that one and no other."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from cardforge.core.codes.preflight import PRINT_CODES
from cardforge.core.problems import Location, Problem
from cardforge.preflight.demands import Demands, demands_of
from cardforge.preflight.inspection import preflight
from tests.support.pdf_drafts import MM, Draft, made
from tests.support.pdf_faults import FAULTS, jpeg


def looked(data: bytes, demands: Demands | None = None) -> list[Problem]:
    return preflight(data, demands or Demands(), "cards.pdf")


def codes(problems: list[Problem]) -> set[tuple[str, str]]:
    return {(problem.code, problem.severity.value) for problem in problems}


@pytest.mark.parametrize("standard", ["x1a", "x3", "x4", "home"])
def test_a_good_file_has_no_problem(standard: str) -> None:
    assert looked(made(standard)) == []
    assert looked(made(standard), Demands(standard=standard, trim=(63, 88))) == []


@pytest.mark.parametrize("name", FAULTS)
def test_a_file_that_breaks_one_rule_breaks_no_other(name: str) -> None:
    standard, code, severity, change = FAULTS[name]

    problems = looked(made(standard, change), Demands(standard=standard))

    assert codes(problems) == {(code, severity)}
    for problem in problems:
        assert problem.hint
        assert not problem.message.endswith(".")
        assert not re.search(r"pikepdf|Decimal|<|None,", problem.message)


def test_every_code_of_preflight_has_a_file_that_breaks_it() -> None:
    broken = {code for _, code, _, _ in FAULTS.values()}

    assert broken == {code for code in PRINT_CODES if not code.startswith("PF0")}


def test_a_size_other_than_ordered_is_told_with_both_sizes() -> None:
    (problem,) = looked(made("x1a"), Demands(trim=(63.5, 88.9)))

    assert problem.code == "PF202"
    assert "63.00 × 88.00" in problem.message
    assert "63.5 × 88.9" in problem.message


def test_the_same_fault_on_many_pages_is_one_problem_at_the_first_of_them() -> None:
    def shrink(draft: Draft) -> None:
        for _ in range(10):
            draft.pdf.pages.append(draft.pdf.pages[0])
        for page in draft.pdf.pages[2:]:
            del page.obj["/TrimBox"]

    (problem,) = looked(made("x1a", shrink))

    assert problem.where == Location("cards.pdf", page=3)
    assert "9 other pages" in problem.message


def test_of_several_pages_the_worst_is_named() -> None:
    def shrink(draft: Draft) -> None:
        draft.draw("BT 0 g /F1 5.5 Tf 60 60 Td (small) Tj ET")
        page = draft.pdf.pages[1].obj
        page.Contents = draft.pdf.make_stream(page.Contents.read_bytes() + b" BT 0 g /F1 4.5 Tf 60 60 Td (x) Tj ET")

    (problem,) = looked(made("home", shrink))

    assert (problem.where.page, problem.severity) == (2, "error")
    assert "4.5 pt" in problem.message
    assert "1 other page" in problem.message


def test_a_file_without_claim_is_not_held_to_a_press() -> None:
    """What a press forbids is no fault of a sheet for the printer at home."""
    assert looked(made("home", lambda draft: draft.add("/ExtGState", "/G1", {"/ca": 0.5}))) == []
    assert codes(looked(made("home"), Demands(standard="x4"))) >= {
        ("PF104", "error"),
        ("PF106", "error"),
        ("PF302", "error"),
    }


def test_the_demands_of_a_print_service_are_its_numbers() -> None:
    demands = demands_of({"standard": "x1a", "bleed": 3.175, "safe": 3.175, "ink": 240, "name": "A shop"})

    assert (demands.standard, demands.bleed, demands.ink, demands.good_ink) == ("x1a", 3.175, 240, 240)
    heavy = made("x1a", lambda draft: draft.draw("0.6 0.5 0.4 1 k"))
    assert looked(heavy) == []
    assert codes(looked(heavy, demands)) == {("PF402", "error"), ("PF203", "error")}


def test_slightly_heavy_pixels_are_forgiven_when_they_are_few() -> None:
    def one_pixel(draft: Draft) -> None:
        image = draft.image(100, 100, draft.resources.XObject.Im1.ColorSpace, b"")
        image.write(b"\xff\xff\xff\xff" * 5 + b"\0\0\0\0" * 9995)
        draft.add("/XObject", "/Im9", image)
        draft.draw("q 20 0 0 20 60 60 cm /Im9 Do Q")

    assert looked(made("x1a", one_pixel)) == []


def test_a_jpeg_without_decode_means_its_numbers_as_they_stand() -> None:
    """Pillow marks and inverts CMYK in JPEG; without /Decode no ink is full ink."""
    assert looked(made("x1a", lambda draft: jpeg(draft, 60, Decode=[1, 0] * 4))) == []
    assert codes(looked(made("x1a", lambda draft: jpeg(draft, 0)))) == {("PF402", "error")}


def test_text_that_leaves_no_ink_is_not_judged() -> None:
    assert looked(made("x1a", lambda draft: draft.draw("BT 3 Tr /F1 2 Tf 5 5 Td (unseen) Tj ET"))) == []


def test_notes_beside_the_card_may_stand_outside_the_cut() -> None:
    def slug(draft: Draft) -> None:
        for page in draft.pdf.pages:
            page.obj.MediaBox = [-20 * MM, -20 * MM, 89 * MM, 114 * MM]
        draft.draw("BT /F1 8 Tf -40 -40 Td (order 7) Tj ET")

    assert looked(made("x1a", slug)) == []


def test_demands_can_be_tightened() -> None:
    assert codes(looked(made("x1a"), replace(Demands(), dpi=600, least_dpi=500))) == {("PF401", "error")}
