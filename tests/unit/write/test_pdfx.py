"""PDF/X from our own PDF: in inks, within the limit, whole, and looking as it did."""

from __future__ import annotations

import io
import re
from pathlib import Path
from xml.etree import ElementTree

import pikepdf
import pytest

from cardforge.app.render import lay_out
from cardforge.layout.display import Clipped, Shape, rectangle
from cardforge.write.pdf import cards_pdf
from cardforge.write.pdfx import press_pdf
from cardforge.write.png import whole_pages
from tests.support.press_samples import (
    GREY,
    GROUND,
    INKS,
    LIGHT,
    MASKED,
    OPAQUE,
    PAPER,
    SEE_THROUGH,
    as_light,
    colours_of,
    difference,
    mm,
    most_ink,
    pdf_of,
    photo,
    plates,
    text,
    told,
)

STANDARDS = ["x1a", "x4"]
PICTURES = {"Grey": GREY, "Inks": INKS, "Light": LIGHT, "Masked": MASKED}
PHOTOS = {
    "Photo": photo("RGB", (20, 60, 160)),
    "Inked": photo("CMYK", (255, 102, 0, 51)),
    "Full": photo("CMYK", (255,) * 4),
}
EVERYTHING = (*SEE_THROUGH, *text("Black"), *text("Red", 70, "#a01020"))


def opened(data: bytes) -> pikepdf.Pdf:
    return pikepdf.open(io.BytesIO(data))


def words(data: bytes, folder: Path) -> list[str]:
    return told(data, folder, "pdftotext", "in.pdf", "-").split()


@pytest.fixture(scope="module")
def nebula() -> bytes:
    """Real cards, with their back."""
    rendering = lay_out(["packs/nebula/npc/dowager-ansgar.yaml"])
    return cards_pdf([rendering.fronts[0], rendering.fronts[1], rendering.backs[0]], rendering.resources, "nebula")


@pytest.mark.parametrize("standard", STANDARDS)
def test_every_colour_is_ink(standard: str) -> None:
    found = set()
    for data in (pdf_of(EVERYTHING, pictures=PICTURES), pdf_of(EVERYTHING, (*OPAQUE, *text("Black")))):
        with opened(press_pdf(data, standard, 240, "t", 3.175, marks=True)) as pdf:
            found |= set(colours_of(pdf))

    assert found <= {"g", "G", "k", "K", "/DeviceCMYK", "/DeviceGray", "SCN", "/Separation"}
    assert {"k", "K", "/DeviceCMYK"} <= found


def test_the_walk_over_colours_finds_light() -> None:
    with opened(pdf_of(EVERYTHING, pictures=PICTURES)) as pdf:
        assert {"rg", "RG", "/DeviceRGB"} <= set(colours_of(pdf))


@pytest.mark.parametrize(("standard", "limit"), [("x1a", 240), ("x4", 240), ("x4", 300), ("x1a", 200)])
def test_ghostscript_finds_no_more_ink_than_the_limit(standard: str, limit: int, tmp_path: Path) -> None:
    made = press_pdf(pdf_of(EVERYTHING, GROUND, pictures=PICTURES), standard, limit, "t", 3.175)
    pages = plates(made, tmp_path, 100)

    assert len(pages) == 2
    assert all(limit - 30 < most_ink(page) <= limit for page in pages)


@pytest.mark.parametrize("standard", STANDARDS)
def test_real_cards_keep_the_limit_and_look_as_they_did(standard: str, nebula: bytes, tmp_path: Path) -> None:
    pages = plates(press_pdf(nebula, standard, 240, "t"), tmp_path, 75, smooth=True)
    before = list(whole_pages(nebula, 75))

    assert all(most_ink(page) <= 240 for page in pages)
    for page, was in zip(pages, before, strict=True):
        assert difference(as_light(page), was) < 6
    assert difference(as_light(pages[0]), before[1]) > 20  # the measure sees another card


def test_dark_letters_are_black_ink_alone_and_so_are_icons_in_their_colour() -> None:
    icon = Shape(rectangle(40, 72, 3, 3), "#101010")
    large = Shape(rectangle(0, 0, 30, 10), "#101010")
    with opened(press_pdf(pdf_of((*PAPER, icon, large, *text("Black"))), "x4", 240, "t")) as pdf:
        content = pdf.pages[0].Contents.read_bytes().decode("latin-1")
    inks = [tuple(map(float, each.split())) for each in re.findall(r"([\d. ]+) k\n", content)]
    paper, of_icon, of_large, of_letters = inks

    assert of_letters == of_icon == (0, 0, 0, 1)
    assert min(of_large[:2]) > 0.3
    assert sum(paper) < 0.1


def test_coloured_letters_are_mixed() -> None:
    with opened(press_pdf(pdf_of((*PAPER, *text("Red", colour="#a01020"))), "x4", 240, "t")) as pdf:
        content = pdf.pages[0].Contents.read_bytes().decode("latin-1")
    inks = [tuple(map(float, each.split())) for each in re.findall(r"([\d. ]+) k\n", content)]

    assert inks[-1][1] > 0.8


@pytest.mark.parametrize("standard", STANDARDS)
def test_the_same_input_gives_the_same_bytes(standard: str) -> None:
    data = pdf_of(EVERYTHING, pictures=PICTURES)

    assert press_pdf(data, standard, 240, "t", 3.175) == press_pdf(data, standard, 240, "t", 3.175)


def test_x1a_says_what_it_is(tmp_path: Path) -> None:
    made = press_pdf(pdf_of(EVERYTHING, pictures=PICTURES), "x1a", 240, "A title")
    with opened(made) as pdf:
        info = pdf.docinfo
        (intent,) = pdf.Root.OutputIntents

        assert made.startswith(b"%PDF-1.4")
        assert b"/ObjStm" not in made
        assert b"/XRef" not in made
        assert (str(info.GTS_PDFXVersion), str(info.Title), str(info.Trapped)) == ("PDF/X-1a:2003", "A title", "/False")
        assert {"/CreationDate", "/ModDate"} <= set(info.keys())
        assert (str(intent.S), str(intent.OutputConditionIdentifier)) == ("/GTS_PDFX", "FOGRA39")
        assert intent.DestOutputProfile.N == 4
        assert len(pdf.trailer.ID) == 2
        assert "/ViewerPreferences" not in pdf.Root  # PrintScaling is younger than PDF 1.4
    assert "PDF/X-1a:2003" in told(made, tmp_path, "pdfinfo", "in.pdf")


def test_x4_says_what_it_is() -> None:
    made = press_pdf(pdf_of(EVERYTHING), "x4", 240, "Ada & <Voss>")
    with opened(made) as pdf:
        packet = pdf.Root.Metadata.read_raw_bytes().decode()
        said = {element.tag.rpartition("}")[2]: element.text for element in ElementTree.fromstring(packet).iter()}  # noqa: S314 -- it is ours

        assert made.startswith(b"%PDF-1.6")
        assert said["GTS_PDFXVersion"] == "PDF/X-4"
        assert said["li"] == str(pdf.docinfo.Title) == "Ada & <Voss>"
        assert {"DocumentID", "VersionID", "RenditionClass", "CreateDate", "ModifyDate", "MetadataDate"} <= set(said)
        assert said["Trapped"] == "False"
        assert pdf.Root.ViewerPreferences.PrintScaling == pikepdf.Name("/None")
        assert pikepdf.Name.DeviceCMYK == pdf.pages[0].obj.Group.CS


def test_x1a_has_no_transparency_and_x4_keeps_it() -> None:
    data = pdf_of(EVERYTHING, pictures=PICTURES)
    flat, mixed = press_pdf(data, "x1a", 240, "t"), press_pdf(data, "x4", 240, "t")

    assert b"/SMask" in mixed
    assert b"/ca " in mixed
    assert not any(word in flat for word in (b"/SMask", b"/ca ", b"/CA ", b"/ExtGState", b"/Group"))


def test_text_above_all_that_is_transparent_stays_text(tmp_path: Path) -> None:
    veil = Shape(rectangle(31, 60, 25, 6), "#ffffff", opacity=0.5)
    made = press_pdf(pdf_of((*SEE_THROUGH, *text("under"), veil, *text("above", 72))), "x1a", 240, "t")

    assert words(made, tmp_path) == ["above"]
    with opened(made) as pdf:
        assert len(pdf.pages[0].Resources.XObject) == 1


def test_a_page_without_transparency_has_no_picture() -> None:
    with opened(press_pdf(pdf_of((*OPAQUE, *text("Black"))), "x1a", 240, "t")) as pdf:
        assert "/XObject" not in pdf.pages[0].Resources


def test_what_comes_after_a_veil_keeps_its_place_and_its_outline(tmp_path: Path) -> None:
    """The veil lies inside a clipped group that goes on after it."""
    veil = Shape(rectangle(0, 0, 63, 44), "#ffffff", opacity=0.5)
    late = Shape(rectangle(0, 44, 63, 44), "#c02030")
    data = pdf_of(
        (*PAPER, Clipped(rectangle(10, 10, 43, 68, 8), (Shape(rectangle(0, 0, 63, 88), "#204080"), veil, late)))
    )
    (page,) = plates(press_pdf(data, "x1a", 300, "t"), tmp_path, 72, smooth=True)
    (was,) = whole_pages(data, 72)

    assert difference(as_light(page), was) < 3


def test_pages_that_share_their_ground_share_its_picture() -> None:
    data = pdf_of((*SEE_THROUGH, *text("one")), (*SEE_THROUGH, *text("two")), (*SEE_THROUGH, *text("one")))
    with opened(press_pdf(data, "x1a", 240, "t")) as pdf:
        grounds = {page.Resources.XObject.Ground.objgen for page in pdf.pages}
        contents = [page.Contents.objgen for page in pdf.pages]

    assert len(grounds) == 1
    assert contents[0] == contents[2] != contents[1]


@pytest.mark.parametrize("standard", STANDARDS)
@pytest.mark.parametrize(("have", "want"), [(3, 3.175), (3, 3), (0, 3), (5, 3)])
def test_the_trimmed_card_keeps_its_size_whatever_the_bleed(standard: str, have: float, want: float) -> None:
    with opened(press_pdf(pdf_of(OPAQUE, bleed=have), standard, 240, "t", want)) as pdf:
        page = pdf.pages[0].obj

        assert mm(page.MediaBox) == mm(page.BleedBox) == pytest.approx([0, 0, 63 + 2 * want, 88 + 2 * want], abs=0.002)
        assert mm(page.TrimBox) == pytest.approx([want, want, 63 + want, 88 + want], abs=0.002)
        assert not {"/CropBox", "/ArtBox", "/Trans"} & set(page.keys())


def test_missing_bleed_is_painted_and_the_card_stays_where_it_is() -> None:
    dark = Shape(rectangle(-3, -3, 69, 94), "#000000")
    inner = Shape(rectangle(10, 10, 43, 68), "#ffffff")
    data = press_pdf(pdf_of((dark, inner)), "x1a", 240, "t", 5)
    (picture,) = whole_pages(data, 254)  # ten pixels a millimetre

    assert picture.size == (730, 980)
    edges = [picture.getpixel(each) for each in ((0, 0), (729, 0), (0, 979), (729, 979), (365, 1), (1, 490))]
    assert all(max(pixel) < 80 for pixel in edges)
    assert [min(picture.getpixel((x, 490))) > 200 for x in (148, 152, 577, 582)] == [False, True, True, False]


def test_the_ring_shows_no_second_text(tmp_path: Path) -> None:
    """A face without a ground lets a copy below it shine through, if there were one."""
    data = press_pdf(pdf_of(text("once")), "x1a", 240, "t", 5)

    assert words(data, tmp_path) == ["once"]


def test_marks_stand_outside_the_bleed_on_every_plate(tmp_path: Path) -> None:
    made = press_pdf(pdf_of(SEE_THROUGH), "x4", 240, "t", 3, marks=True)
    with opened(made) as pdf:
        page = pdf.pages[0].obj
        media, bleed, trim = mm(page.MediaBox), mm(page.BleedBox), mm(page.TrimBox)
    (plate,) = plates(made, tmp_path, 254)

    assert media == pytest.approx([0, 0, 79, 104], abs=0.002)
    assert bleed == pytest.approx([5, 5, 74, 99], abs=0.002)
    assert trim == pytest.approx([8, 8, 71, 96], abs=0.002)
    assert plate.getchannel("K").crop((78, 0, 83, 30)).getextrema() == (0, 255)  # a mark above the left cut
    assert plate.crop((85, 0, 700, 48)).getextrema() == ((0, 0),) * 4  # and nothing between the marks
    assert most_ink(plate, 52) <= 240


@pytest.mark.parametrize("standard", STANDARDS)
def test_outside_readers_find_nothing_wrong(standard: str, nebula: bytes, tmp_path: Path) -> None:
    made = press_pdf(nebula, standard, 240, "t", 3.175)
    rows = [line.split() for line in told(made, tmp_path, "pdffonts", "in.pdf").splitlines()[2:]]
    boxes = re.findall(r"(\w+)Box: +([\d. ]+)\n", told(made, tmp_path, "pdfinfo", "-box", "in.pdf"))

    assert "No syntax or stream encoding errors" in told(made, tmp_path, "qpdf", "--check", "in.pdf")
    assert rows
    assert all(row[-5] == "yes" for row in rows)  # embedded
    assert dict(boxes)["Trim"].split() == ["9.00", "9.00", "187.58", "258.45"]


def test_a_gradient_follows_the_inks_and_not_a_straight_line(tmp_path: Path) -> None:
    data = pdf_of(OPAQUE)
    (page,) = plates(press_pdf(data, "x4", 300, "t"), tmp_path, 72)
    (was,) = whole_pages(data, 72)
    box = (25, 25, 170, 75)  # of the gradient

    assert difference(as_light(page).crop(box), was.crop(box)) < 4


@pytest.mark.parametrize("standard", STANDARDS)
def test_photographs_become_inks_and_inks_stay_what_they_are(standard: str, tmp_path: Path) -> None:
    (page,) = plates(press_pdf(pdf_of(PAPER, pictures=PHOTOS), standard, 240, "t"), tmp_path, 72)
    # They stand 35 pt apart, from 14 pt inside the trimmed card, with their middles 114 pt above its foot.
    places = [(round(8.5 + 14 + 35 * at + 14), page.height - round(8.5 + 114)) for at in range(3)]
    blue, chosen, full = (page.getpixel(place) for place in places)

    assert isinstance(blue, tuple)
    assert isinstance(full, tuple)
    assert blue[0] > 200 > blue[2] + 150
    assert chosen == pytest.approx((255, 102, 0, 51), abs=4)
    assert full[3] == 255
    assert sum(full) <= 240 * 2.55


def test_operators_that_are_not_ours_are_refused() -> None:
    with opened(pdf_of(GROUND)) as pdf:
        pdf.pages[0].Contents = pdf.make_stream(b"/Pattern cs /P scn 0 0 9 9 re f")
        out = io.BytesIO()
        pdf.save(out)
    with pytest.raises(ValueError, match="`cs`"):
        press_pdf(out.getvalue(), "x4", 240, "t")


def test_forms_are_inked_and_flattened_too(tmp_path: Path) -> None:
    """Sheets may use a face by reference."""
    with opened(pdf_of(SEE_THROUGH)) as pdf:
        page = pdf.pages[0]
        form = pdf.make_stream(page.Contents.read_bytes(), Type=pikepdf.Name.XObject, Subtype=pikepdf.Name.Form)
        form.BBox, form.Resources = page.obj.MediaBox, page.Resources
        page.obj.Contents = pdf.make_stream(b"q /Face Do Q")
        page.obj.Resources = pdf.make_indirect(pikepdf.Dictionary(XObject=pikepdf.Dictionary(Face=form)))
        out = io.BytesIO()
        pdf.save(out)
    data = out.getvalue()
    (was,) = whole_pages(data, 72)

    for standard in STANDARDS:
        made = press_pdf(data, standard, 280, "t")
        with opened(made) as pdf:
            assert not {"rg", "RG", "/DeviceRGB"} & set(colours_of(pdf))
        (plate,) = plates(made, tmp_path, 72)
        assert difference(as_light(plate), was) < 6
