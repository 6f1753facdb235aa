"""Files made to hurt, and files that were hurt: each ends in a problem, soon, and never in a crash."""

from __future__ import annotations

import re
import resource
import zlib
from collections.abc import Callable, Iterator
from functools import partial

import pikepdf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pikepdf import Array, Dictionary, Name

from cardforge.core.problems import Problem
from cardforge.preflight import page_drawing as drawing
from cardforge.preflight.demands import Demands
from cardforge.preflight.inspection import preflight
from tests.support.pdf_drafts import Draft, made
from tests.support.waiting import must_end

GOOD = {standard: made(standard) for standard in ("x1a", "x4", "home")}
MOST_KILOBYTES = 1_500_000


def looked(data: bytes, standard: str = "") -> list[Problem]:
    return preflight(data, Demands(standard=standard), "hostile.pdf")


def codes(data: bytes) -> set[str]:
    return {problem.code for problem in looked(data)}


@pytest.fixture(autouse=True)
def bounded() -> Iterator[None]:
    """No file takes for ever or much memory."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with must_end():
        yield
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < MOST_KILOBYTES


@pytest.mark.parametrize(
    "data",
    [b"", b"hello", b"\x89PNG\r\n\x1a\n" + bytes(100), b"%PDF-1.4\n", b"%PDF-1.4\n%%EOF", GOOD["x1a"][:200], bytes(5000)],
    ids=["empty", "text", "picture", "only a head", "head and end", "first bytes", "zeros"],
)  # fmt: skip
def test_what_is_no_pdf_is_one_problem(data: bytes) -> None:
    assert [problem.code for problem in looked(data)] == ["PF001"]


@pytest.mark.parametrize("share", [0.1, 0.3, 0.5, 0.7, 0.9, 0.99])
def test_a_torn_file_is_an_error_even_where_it_can_be_mended(share: float) -> None:
    problems = looked(GOOD["home"][: int(len(GOOD["home"]) * share)])

    assert "error" in {problem.severity for problem in problems if problem.code in ("PF001", "PF002")}


def test_wrong_lengths_of_streams_are_told() -> None:
    data = GOOD["home"]
    at = data.index(b"/Length ", data.index(b"/Contents")) + len(b"/Length ")

    assert "PF002" in codes(data[:at] + b"9" + data[at + 1 :])


def test_a_page_tree_that_leads_back_to_itself_ends() -> None:
    data = (
        b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[2 0 R 3 0 R]/Count 2>>endobj\n"
        b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 10 10]>>endobj\ntrailer<</Root 1 0 R/Size 4>>\n"
    )

    assert codes(data) == {"PF001"}


def test_a_form_that_draws_itself_is_told_and_not_followed() -> None:
    def circle(draft: Draft) -> None:
        form = draft.form("0.5 0 0 0.5 1 1 cm /Fm1 Do", Dictionary())
        form.Resources.XObject = Dictionary(Fm1=form)
        draft.add("/XObject", "/Fm1", form)
        draft.draw("/Fm1 Do")

    assert codes(made("home", circle)) == {"PF002"}
    assert codes(made("x1a", circle)) == {"PF002"}


def test_forms_that_multiply_come_to_an_end() -> None:
    """Twenty forms that each draw the next ten times at other places."""

    def multiply(draft: Draft) -> None:
        inner = draft.form("")
        for _ in range(20):
            places = " ".join(f"q 1 0 0 1 {at} {at} cm /Fm1 Do Q" for at in range(10))
            inner = draft.form(places, Dictionary(XObject=Dictionary(Fm1=inner)))
        draft.add("/XObject", "/Fm1", inner)
        draft.draw("/Fm1 Do")

    assert codes(made("home", multiply)) <= {"PF003"}


def test_forms_that_multiply_at_many_places_come_to_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawing, "MAX_PLACED", 20_000)

    def multiply(draft: Draft) -> None:
        inner = draft.form("")
        for level in range(12):
            places = " ".join(f"q 1 0 0 1 {at * 7**level % 9973} {at} cm /Fm1 Do Q" for at in range(10))
            inner = draft.form(places, Dictionary(XObject=Dictionary(Fm1=inner)))
        draft.add("/XObject", "/Fm1", inner)
        draft.draw("/Fm1 Do")

    assert codes(made("home", multiply)) == {"PF003"}


def test_resources_that_lead_back_to_themselves_end() -> None:
    def circle(draft: Draft) -> None:
        pattern = draft.form("", Dictionary(), PatternType=1)
        pattern.Resources.Pattern = Dictionary(P1=pattern)
        draft.add("/Pattern", "/P1", pattern)
        draft.draw("/Pattern cs /P1 scn")

    assert codes(made("x1a", circle)) == set()


@pytest.mark.parametrize(
    "operators",
    ["q " * 10_000, "Q " * 10_000, "q " * 10_000 + "Q " * 10_000, "[" * 10_000, "<<" * 5_000, "1 " * 1_000_000 + "cm"],
)
def test_content_that_makes_no_sense_is_survived(operators: str) -> None:
    assert codes(made("home", lambda draft: draft.draw(operators))) <= {"PF002", "PF003"}


def test_texts_that_are_none_are_an_error() -> None:
    problems = looked(made("home", lambda draft: draft.draw("BT /F1 9 Tf [<-03a-03b>]TJ ET")))

    assert ("PF002", "error", 1) in {(each.code, each.severity.value, each.where.page) for each in problems}
    assert not any("BytesIO" in each.message for each in problems)


def test_a_picture_that_claims_to_be_huge_is_not_unpacked() -> None:
    def huge(draft: Draft) -> None:
        draft.add("/XObject", "/Im9", draft.image(1, 1, Name.DeviceCMYK, b"abcd", Width=100_000, Height=100_000))
        draft.draw("q 10 0 0 10 60 60 cm /Im9 Do Q")

    assert codes(made("x1a", huge)) == {"PF003"}
    assert codes(made("home", huge)) == set()


@pytest.mark.parametrize("where", ["picture", "content", "form"])
def test_a_stream_that_unfolds_to_gigabytes_is_not_unfolded(where: str) -> None:
    packer = zlib.compressobj(9)
    head = packer.compress(bytes(10_000_000)) + packer.flush(zlib.Z_FULL_FLUSH)
    again = packer.compress(bytes(10_000_000)) + packer.flush(zlib.Z_FULL_FLUSH)  # can stand any number of times
    bomb = head + again * 300

    def plant(draft: Draft) -> None:
        stream = draft.pdf.make_stream(bomb)
        stream["/Filter"] = Name.FlateDecode
        if where == "content":
            draft.page.Contents = stream
        elif where == "form":
            stream.update({"/Type": Name.XObject, "/Subtype": Name.Form, "/BBox": Array([0, 0, 9, 9])})
            draft.add("/XObject", "/Fm1", stream)
            draft.draw("/Fm1 Do")
        else:
            stream.update(
                {
                    "/Type": Name.XObject,
                    "/Subtype": Name.Image,
                    "/Width": 8000,
                    "/Height": 8000,
                    "/BitsPerComponent": 8,
                    "/ColorSpace": Name.DeviceCMYK,
                }
            )
            draft.add("/XObject", "/Im9", stream)
            draft.draw("q 10 0 0 10 60 60 cm /Im9 Do Q")

    found = codes(made("home" if where == "content" else "x1a", plant))

    assert "PF003" in found


def test_a_page_as_large_as_a_field_is_not_rendered() -> None:
    def field(draft: Draft) -> None:
        for page in draft.pdf.pages:
            page.obj.MediaBox = Array([0, 0, 2_000_000, 2_000_000])

    assert "PF003" in codes(made("x1a", field))


def _wrong(draft: Draft) -> list[Callable[[], object]]:
    """Places where something else may stand than the standard says."""
    page, root = draft.page, draft.pdf.Root
    holders = [
        page,
        root,
        page.Resources,
        page.Resources.Font.F1,
        page.Resources.XObject.Im1,
        page.Resources.Font.F1.FontDescriptor,
    ]
    if "/OutputIntents" in root:
        holders.append(root.OutputIntents[0])
    things = [
        7,
        -1.5,
        True,
        Name.Odd,
        pikepdf.String("odd"),
        Array([]),
        Array([1, Name.Odd]),
        Dictionary(),
        Dictionary(S=1),
    ]
    return [
        partial(holder.__setitem__, key, thing)
        for holder in holders
        for key in sorted(holder.keys() - {"/Type", "/Pages", "/Length"})
        for thing in things
    ]


def _changes(standard: str) -> int:
    count: list[int] = []
    made(standard, lambda draft: count.append(len(_wrong(draft))))
    return count[0]


@settings(max_examples=120)
@given(st.data())
def test_a_value_of_another_kind_anywhere_is_no_crash(data: st.DataObject) -> None:
    standard = data.draw(st.sampled_from(("x1a", "x4", "home")))
    chosen = data.draw(st.integers(0, _changes(standard) - 1))

    for problem in looked(made(standard, lambda draft: _wrong(draft)[chosen]()), standard):
        assert problem.message


@settings(max_examples=150)
@given(st.data())
def test_a_file_with_changed_bytes_is_no_crash(data: st.DataObject) -> None:
    good = GOOD[data.draw(st.sampled_from(sorted(GOOD)))]
    spoilt = bytearray(good)
    for _ in range(data.draw(st.integers(1, 8))):
        spoilt[data.draw(st.integers(0, len(good) - 1))] = data.draw(st.integers(0, 255))
    cut = data.draw(st.integers(len(good) // 2, len(good)))

    for problem in looked(bytes(spoilt[:cut])):
        assert problem.code.startswith("PF")


def test_a_file_that_is_cut_off_anywhere_is_a_problem() -> None:
    """Where pikepdf still repairs it, the renderer may not."""
    data = GOOD["home"]
    for end in range(200, len(data) - 1, max(1, len(data) // 60)):
        assert looked(data[:end], "home"), end


def test_a_name_that_is_no_text_is_a_problem_or_harmless() -> None:
    data = GOOD["x4"]
    names = [found.start() for found in re.finditer(rb"/[A-Z][a-z]+", data)]
    assert len(names) > 30
    for at in names[:: max(1, len(names) // 60)]:
        looked(data[: at + 1] + b"\xff" + data[at + 2 :], "x4")


def test_millions_of_operators_are_not_parsed() -> None:
    def draw(draft: Draft) -> None:
        page = draft.pdf.pages[0]
        page.Contents = draft.pdf.make_stream(b"q\n" * 8_000_000)

    assert "PF003" in codes(made("home", draw))
