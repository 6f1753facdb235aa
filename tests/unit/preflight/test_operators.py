"""What is read from content streams: sizes multiply through forms, and paths are passed over without harm."""

from __future__ import annotations

import pikepdf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pikepdf import Array, Dictionary

from cardforge.preflight.demands import Demands
from cardforge.preflight.inspection import preflight
from cardforge.preflight.operators import Content, content_of
from tests.support.pdf_drafts import Draft, made

PDF = pikepdf.new()


def content(operators: str) -> Content:
    return content_of(PDF, operators.encode("latin-1"), Dictionary(), is_page=True)


@settings(max_examples=25)
@given(st.floats(0.5, 20), st.lists(st.floats(0.3, 3), min_size=1, max_size=6))
def test_a_size_is_that_after_all_forms_around_it(size: float, scales: list[float]) -> None:
    def nest(draft: Draft) -> None:
        fonts = Dictionary(F1=draft.resources.Font.F1)
        inner = draft.form(f"BT /F1 {size:.4f} Tf (a) Tj ET", Dictionary(Font=fonts))
        for scale in scales:
            inner.Matrix = Array([round(scale, 4), 0, 0, round(scale, 4), 0, 0])
            inner = draft.form("/Fm1 Do", Dictionary(XObject=Dictionary(Fm1=inner)))
        draft.add("/XObject", "/Fm1", inner)
        draft.draw("q 1 0 0 1 60 60 cm /Fm1 Do Q")

    points = round(size, 4)
    for scale in scales:
        points *= round(scale, 4)
    found = [problem.message for problem in preflight(made("home", nest), Demands(), "x") if problem.code == "PF403"]

    assert bool(found) == (points < Demands().text - 0.01)
    assert not found or f"{points:.1f} pt" in found[0]


PIECES = [
    "10 20 m 30 40 l h S",
    "1 2 m",
    "0.5 w",
    "1 0 0 RG",
    "BT (1 2 m ) Tj ET",
    r"BT (\1 2 m \) 3 4 l ) Tj ET",
    "q",
    "Q",
    "1 2 3 4 5 6 c",
    "5 5 l\n",
    "2 0 0 2 0 0 cm",
    "f*",
]


@settings(max_examples=200)
@given(st.lists(st.sampled_from(PIECES), max_size=12))
def test_taking_paths_out_changes_nothing_that_is_read(pieces: list[str]) -> None:
    """Without a blank before it, no path is taken out; the library then reads all of them."""
    plain = " ".join(pieces)
    watched = content(plain)

    assert (
        content(plain.replace(" m", "\tm").replace(" l", "\tl").replace(" c\n", "\tc\n").replace(" h", "\th"))
        == watched
    )


@pytest.mark.parametrize("name", ["/I3d1c", "/Fm7m", "/A-1l", "/S.5h"])
def test_a_name_that_ends_like_a_path_is_read_whole(name: str) -> None:
    """Our own pictures are named by hashes, and one in fifty ends so."""
    resources = Dictionary(XObject=Dictionary({name: Dictionary(Subtype=pikepdf.Name.Image)}))
    seen = content_of(PDF, f"q 1 0 0 1 5 5 cm {name} Do Q".encode(), resources, is_page=True)

    assert (len(seen.uses), seen.faults) == (1, 0)


@pytest.mark.parametrize(
    ("operators", "sizes"),
    [
        ("BT /F1 9 Tf 5 5 Td (a) Tj T* (b) Tj ET", 1),  # no leading: both start at one place
        ("BT /F1 9 Tf 11 TL 5 5 Td (a) Tj T* (b) Tj (c) ' ET", 3),
        ("BT /F1 9 Tf 5 5 TD (a) Tj 0 -11 TD (b) Tj T* (c) Tj ET", 3),
        ("BT /F1 9 Tf 1 0 0 1 5 5 Tm (a) Tj 2 0 0 2 5 5 Tm (b) Tj ET", 2),
        ("BT 3 Tr (a) Tj 0 Tr (b) Tj ET", 1),
        ("q BT 3 Tr ET Q BT (a) Tj ET", 1),
    ],
)
def test_every_place_where_text_starts_is_found(operators: str, sizes: int) -> None:
    assert len(content(operators).texts) == sizes


def test_operators_without_their_operands_are_counted_and_change_nothing() -> None:
    seen = content("1 2 cm w /Nothing Do Q BT /F1 Tf (a) Tj ET S")

    assert seen.faults == 5
    assert seen.strokes == {(1.0, (1.0, 0.0, 0.0, 1.0))}
