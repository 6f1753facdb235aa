"""One small change for every way to break a rule: the standard it is made in, the change, and the code it breaks."""

from __future__ import annotations

import io
from collections.abc import Callable

import pikepdf
from pikepdf import Array, Dictionary, Encryption, Name, ObjectStreamMode, String
from PIL import Image

from tests.support.pdf_drafts import MM, PAGE, PROFILE, TRIM, XMP, Draft, set_xmp

Change = Callable[[Draft], object]
FAULTS: dict[str, tuple[str, str, str, Change]] = {}  # name: standard, code, severity, change


def fault(standards: str, code: str, severity: str = "error") -> Callable[[Change], Change]:
    def keep(change: Change) -> Change:
        for standard in standards.split():
            FAULTS[f"{code} {standard} {change.__name__.replace('_', ' ')}"] = (standard, code, severity, change)
        return change

    return keep


# D: the document


@fault("x1a x3", "PF101")
def version_1_5(draft: Draft) -> None:
    draft.version = "1.5"


@fault("x4", "PF101")
def version_1_7(draft: Draft) -> None:
    draft.version = "1.7"


@fault("x1a x3", "PF101")
def object_streams(draft: Draft) -> None:
    """pikepdf would raise the version for them, which is another fault."""
    draft.saving |= {"object_stream_mode": ObjectStreamMode.generate, "force_version": "1.5"}
    draft.swaps.append((b"%PDF-1.5", b"%PDF-1.4"))


@fault("x1a home", "PF102")
def restricted(draft: Draft) -> None:
    protect(draft, "")


@fault("x1a home", "PF102")
def with_a_password(draft: Draft) -> None:
    protect(draft, "secret")


def protect(draft: Draft, password: str) -> None:
    how = Encryption(owner="secret", user=password, R=3, aes=False, metadata=False)
    draft.saving |= {"encryption": how, "stream_decode_level": None}


@fault("x1a x3 x4", "PF103")
def no_id(draft: Draft) -> None:
    draft.swaps.append((b"/ID [", b"/Ix ["))


@fault("x1a x4", "PF104")
def no_title(draft: Draft) -> None:
    del draft.pdf.docinfo["/Title"]


@fault("x1a x4", "PF104")
def trapped_is_a_text(draft: Draft) -> None:
    draft.pdf.docinfo.Trapped = String("False")


@fault("x1a x3", "PF104")
def other_marker(draft: Draft) -> None:
    draft.pdf.docinfo.GTS_PDFXVersion = String(
        "PDF/X-1a:1999" if "1a" in str(draft.pdf.docinfo.GTS_PDFXVersion) else "PDF/X-3:1999"
    )


@fault("x4", "PF105")
def no_version_id(draft: Draft) -> None:
    set_xmp(draft, XMP.replace("<xmpMM:VersionID>1</xmpMM:VersionID>", ""))


@fault("x4", "PF105")
def other_x4_marker(draft: Draft) -> None:
    set_xmp(draft, XMP.replace("PDF/X-4", "PDF/X-9"))


@fault("x1a x3 x4", "PF105")
def two_titles(draft: Draft) -> None:
    set_xmp(draft, XMP.replace("Two cards", "Three cards"))


@fault("x4", "PF105")
def two_dates(draft: Draft) -> None:
    set_xmp(draft, XMP.replace("ModifyDate>2000", "ModifyDate>2001"))


@fault("x1a x4", "PF105")
def metadata_that_is_no_xml(draft: Draft) -> None:
    set_xmp(draft, "two cards, made in 2000")


@fault("x4", "PF105", "warning")
def packed_metadata(draft: Draft) -> None:
    """pikepdf unpacks metadata whenever it saves, so it is told of the filter afterwards."""
    set_xmp(draft, XMP.encode().hex() + ">")
    draft.pdf.Root.Metadata["/Fxxxxx"] = Name.ASCIIHexDecode
    draft.swaps.append((b"/Fxxxxx", b"/Filter"))


@fault("x1a x3 x4", "PF106")
def no_intent(draft: Draft) -> None:
    del draft.pdf.Root["/OutputIntents"]


@fault("x1a", "PF106")
def two_intents(draft: Draft) -> None:
    draft.pdf.Root.OutputIntents.append(draft.pdf.Root.OutputIntents[0])


@fault("x1a", "PF106")
def no_condition(draft: Draft) -> None:
    del draft.pdf.Root.OutputIntents[0]["/OutputConditionIdentifier"]


@fault("x4", "PF106")
def no_profile(draft: Draft) -> None:
    del draft.pdf.Root.OutputIntents[0]["/DestOutputProfile"]


@fault("x1a", "PF106", "warning")
def only_a_registered_name(draft: Draft) -> None:
    del draft.pdf.Root.OutputIntents[0]["/DestOutputProfile"]


@fault("x1a x4", "PF106")
def profile_for_rgb(draft: Draft) -> None:
    draft.pdf.Root.OutputIntents[0].DestOutputProfile = profile(draft, PROFILE[:16] + b"RGB " + PROFILE[20:])


@fault("x1a", "PF106")
def newer_profile(draft: Draft) -> None:
    draft.pdf.Root.OutputIntents[0].DestOutputProfile = profile(draft, PROFILE[:8] + b"\x04" + PROFILE[9:])


@fault("x1a", "PF106")
def profile_that_is_none(draft: Draft) -> None:
    draft.pdf.Root.OutputIntents[0].DestOutputProfile = profile(draft, b"hello")


def profile(draft: Draft, data: bytes) -> pikepdf.Stream:
    made = draft.pdf.make_stream(data)
    made.N = 4
    return made


@fault("x1a x4 home", "PF107")
def action_on_opening(draft: Draft) -> None:
    draft.pdf.Root.OpenAction = Dictionary(S=Name.JavaScript, JS=String("app.alert(1)"))


@fault("x1a home", "PF107")
def form_fields(draft: Draft) -> None:
    draft.pdf.Root.AcroForm = Dictionary(Fields=Array([]))


@fault("x4", "PF107")
def attached_file(draft: Draft) -> None:
    draft.pdf.Root.Names = Dictionary(EmbeddedFiles=Dictionary(Names=Array([])))


@fault("x1a x3", "PF108")
def scaling_before_its_time(draft: Draft) -> None:
    draft.pdf.Root.ViewerPreferences = Dictionary(PrintScaling=Name("/None"))


@fault("x4 home", "PF108", "warning")
def no_scaling(draft: Draft) -> None:
    del draft.pdf.Root["/ViewerPreferences"]


@fault("x4", "PF108")
def duplex_before_its_time(draft: Draft) -> None:
    draft.pdf.Root.ViewerPreferences.Duplex = Name.DuplexFlipLongEdge


@fault("x1a", "PF108")
def prints_the_trim_only(draft: Draft) -> None:
    draft.pdf.Root.ViewerPreferences = Dictionary(PrintArea=Name.TrimBox)


@fault("x1a x3", "PF109")
def layers(draft: Draft) -> None:
    draft.pdf.Root.OCProperties = Dictionary(OCGs=Array([]), D=Dictionary())


# P: pages


@fault("x1a x4", "PF201")
def no_trim_box(draft: Draft) -> None:
    del draft.page["/TrimBox"]


@fault("x1a", "PF201")
def trim_and_art_box(draft: Draft) -> None:
    draft.page.ArtBox = draft.page.TrimBox


@fault("x1a home", "PF201")
def trim_outside_bleed(draft: Draft) -> None:
    draft.page.BleedBox = Array([10 * MM, 0, *PAGE])


@fault("x1a home", "PF201")
def bleed_outside_page(draft: Draft) -> None:
    draft.page.BleedBox = Array([-5, 0, *PAGE])


@fault("x1a", "PF201", "warning")
def turned(draft: Draft) -> None:
    draft.page.Rotate = 90


@fault("x4", "PF201", "warning")
def scaled(draft: Draft) -> None:
    draft.page.UserUnit = 2


@fault("x1a x4", "PF202")
def two_sizes(draft: Draft) -> None:
    left, bottom, right, top = TRIM
    draft.page.TrimBox = Array([left, bottom, right - 0.5 * MM, top])


@fault("x1a x4", "PF203")
def narrow_bleed(draft: Draft) -> None:
    for page in draft.pdf.pages:
        page.obj.BleedBox = Array([2 * MM, 2 * MM, 67 * MM, 92 * MM])


@fault("x1a x4", "PF204")
def a_link(draft: Draft) -> None:
    draft.page.Annots = Array([Dictionary(Type=Name.Annot, Subtype=Name.Link, Rect=Array([50, 50, 60, 60]))])


@fault("x1a", "PF204", "warning")
def transition(draft: Draft) -> None:
    draft.page.Trans = Dictionary()


# R: what pages are made of


@fault("x1a x3 x4 home", "PF301")
def helvetica_never_used(draft: Draft) -> None:
    draft.add("/Font", "/F9", Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica))


@fault("x1a home", "PF301")
def helvetica_in_a_form(draft: Draft) -> None:
    font = Dictionary(
        Type=Name.Font, Subtype=Name.Type0, BaseFont=Name.Helvetica, DescendantFonts=Array([Dictionary()])
    )
    inner = draft.form("", Dictionary(Font=Dictionary(F9=font)))
    draft.add("/XObject", "/Fm1", draft.form("/Fm2 Do", Dictionary(XObject=Dictionary(Fm2=inner))))


@fault("x1a x3 x4", "PF302")
def rgb_operators(draft: Draft) -> None:
    draft.draw("1 0 0 rg")


@fault("x1a x3 x4", "PF302")
def rgb_picture(draft: Draft) -> None:
    draft.add("/XObject", "/Im9", draft.image(9, 9, Name.DeviceRGB, b"abc"))


@fault("x1a", "PF302")
def rgb_palette(draft: Draft) -> None:
    space = Array([Name.Indexed, Name.DeviceRGB, 1, String("abcdef")])
    draft.add("/XObject", "/Im9", draft.image(9, 9, space, b"\0"))


@fault("x1a x3 x4", "PF302")
def rgb_gradient(draft: Draft) -> None:
    draft.add("/Shading", "/Sh1", Dictionary(ShadingType=2, ColorSpace=Name.DeviceRGB))


@fault("x1a", "PF302")
def rgb_gradient_pattern(draft: Draft) -> None:
    draft.add(
        "/Pattern", "/P1", Dictionary(PatternType=2, Shading=Dictionary(ShadingType=2, ColorSpace=Name.DeviceRGB))
    )


@fault("x1a x4", "PF302")
def spot_colour_over_rgb(draft: Draft) -> None:
    draft.add("/ColorSpace", "/Cs1", Array([Name.Separation, Name.Gold, Name.DeviceRGB, Dictionary()]))


@fault("x1a", "PF302")
def colour_with_a_profile(draft: Draft) -> None:
    draft.add("/ColorSpace", "/Cs1", Array([Name.ICCBased, profile(draft, PROFILE)]))


@fault("x1a x4", "PF302")
def rgb_inside_the_content(draft: Draft) -> None:
    draft.draw("q 1 0 0 1 60 60 cm BI /W 9 /H 9 /CS /RGB /BPC 8 /F /AHx ID " + "00" * 243 + "> EI Q")


@fault("x1a x3", "PF302")
def rgb_in_a_form(draft: Draft) -> None:
    draft.add("/XObject", "/Fm1", draft.form("1 0 0 RG", Dictionary()))
    draft.draw("/Fm1 Do")


@fault("x1a", "PF302")
def rgb_in_a_pattern(draft: Draft) -> None:
    tile = draft.pdf.make_stream(b"1 0 0 rg 0 0 1 1 re f")
    tile.update(
        {
            "/PatternType": 1,
            "/PaintType": 1,
            "/TilingType": 1,
            "/BBox": Array([0, 0, 9, 9]),
            "/XStep": 9,
            "/YStep": 9,
            "/Resources": Dictionary(),
        }
    )
    draft.add("/Pattern", "/P1", tile)
    draft.draw("/Pattern cs /P1 scn")


@fault("x1a x3", "PF303")
def half_opaque(draft: Draft) -> None:
    draft.add("/ExtGState", "/G1", Dictionary(ca=0.5))


@fault("x1a", "PF303")
def soft_mask(draft: Draft) -> None:
    draft.add("/ExtGState", "/G1", Dictionary(SMask=Dictionary(S=Name.Alpha)))


@fault("x1a", "PF303")
def multiplied(draft: Draft) -> None:
    draft.add("/ExtGState", "/G1", Dictionary(BM=Name.Multiply))


@fault("x1a x3", "PF303")
def page_group(draft: Draft) -> None:
    draft.page.Group = Dictionary(S=Name.Transparency)


@fault("x1a", "PF303")
def form_group(draft: Draft) -> None:
    draft.add("/XObject", "/Fm1", draft.form("", Dictionary(), Group=Dictionary(S=Name.Transparency)))


@fault("x1a", "PF303")
def picture_with_a_mask(draft: Draft) -> None:
    mask = draft.image(9, 9, Name.DeviceGray, b"a")
    draft.add("/XObject", "/Im9", draft.image(9, 9, Name.DeviceGray, b"a", SMask=mask))


@fault("x1a x4", "PF304")
def transfer_function(draft: Draft) -> None:
    draft.add("/ExtGState", "/G1", Dictionary(TR=Name.Identity))


@fault("x1a", "PF304")
def second_transfer_function(draft: Draft) -> None:
    draft.add("/ExtGState", "/G1", Dictionary(TR2=Name.Identity))


@fault("x4", "PF304")
def halftone_phase(draft: Draft) -> None:
    draft.add("/ExtGState", "/G1", Dictionary(HTP=Array([0, 0])))


@fault("x1a", "PF304")
def postscript(draft: Draft) -> None:
    made = draft.pdf.make_stream(b"showpage")
    made.update({"/Type": Name.XObject, "/Subtype": Name.PS})
    draft.add("/XObject", "/Ps1", made)


@fault("x1a x4", "PF304")
def other_pictures(draft: Draft) -> None:
    draft.add("/XObject", "/Im9", draft.image(9, 9, Name.DeviceGray, b"a", Alternates=Array([])))


@fault("x1a", "PF304")
def open_prepress(draft: Draft) -> None:
    draft.add("/XObject", "/Fm1", draft.form("", Dictionary(), OPI=Dictionary()))


@fault("x1a x4", "PF305")
def lzw_picture(draft: Draft) -> None:
    draft.add("/XObject", "/Im9", draft.image(9, 9, Name.DeviceGray, b"a", Filter=Name.LZWDecode))


@fault("x1a", "PF305")
def lzw_inside_the_content(draft: Draft) -> None:
    draft.draw("q 1 0 0 1 60 60 cm BI /W 9 /H 9 /CS /G /BPC 8 /F [/AHx /LZW] ID 800B6050220C0C8501> EI Q")


@fault("x1a x3", "PF305")
def jpeg_2000(draft: Draft) -> None:
    draft.add("/XObject", "/Im9", draft.image(9, 9, Name.DeviceGray, b"a", Filter=Name.JPXDecode))


@fault("x3", "PF305")
def sixteen_bits(draft: Draft) -> None:
    draft.add("/XObject", "/Im9", draft.image(9, 9, Name.DeviceGray, b"ab", BitsPerComponent=16))


# Q: how well it prints


def show(draft: Draft, dpi: float) -> None:
    """A picture of 100 pixels a side at a resolution."""
    draft.add("/XObject", "/Im9", draft.image(100, 100, Name.DeviceGray, b"a"))
    side = 100 / dpi * 72
    draft.draw(f"q {side:.3f} 0 0 {side:.3f} 60 60 cm /Im9 Do Q")


@fault("x1a x4 home", "PF401")
def picture_of_150_dpi(draft: Draft) -> None:
    show(draft, 150)


@fault("x1a home", "PF401", "warning")
def picture_of_250_dpi(draft: Draft) -> None:
    show(draft, 250)


@fault("x1a", "PF401")
def coarse_inside_the_content(draft: Draft) -> None:
    draft.draw("q 30 0 0 30 60 60 cm BI /W 9 /H 9 /CS /G /BPC 8 /F /AHx ID " + "00" * 81 + "> EI Q")


@fault("x1a home", "PF401")
def coarse_in_an_enlarged_form(draft: Draft) -> None:
    image = draft.image(100, 100, Name.DeviceGray, b"a")
    form = draft.form(
        "0.24 0 0 0.24 0 0 cm 100 0 0 100 0 0 cm /Im9 Do",
        Dictionary(XObject=Dictionary(Im9=image)),
        Matrix=Array([2, 0, 0, 2, 60, 60]),
    )
    draft.add("/XObject", "/Fm1", form)
    draft.draw("q 0.9 0 0 0.9 0 0 cm /Fm1 Do Q")


@fault("x1a x3 x4", "PF402")
def ink_of_360_percent(draft: Draft) -> None:
    draft.draw("0.9 0.9 0.8 1 k")


@fault("x1a", "PF402", "warning")
def ink_of_290_percent(draft: Draft) -> None:
    draft.draw("0.7 0.6 0.6 1 K")


@fault("x1a x4", "PF402")
def ink_in_a_picture(draft: Draft) -> None:
    draft.add("/XObject", "/Im9", draft.image(100, 100, Name.DeviceCMYK, b"\xff\xff\xff\x10"))
    draft.draw("q 20 0 0 20 60 60 cm /Im9 Do Q")


@fault("x1a", "PF402")
def ink_in_an_inverted_jpeg(draft: Draft) -> None:
    jpeg(draft, 255, Decode=Array([1, 0] * 4))


def jpeg(draft: Draft, ink: int, **more: object) -> None:
    """A JPEG in CMYK as Pillow writes it: marked by Adobe, and inverted."""
    out = io.BytesIO()
    Image.new("CMYK", (100, 100), (ink, ink, ink, ink)).save(out, "JPEG")
    made = draft.pdf.make_stream(out.getvalue())
    about = {
        "Type": Name.XObject,
        "Subtype": Name.Image,
        "Width": 100,
        "Height": 100,
        "ColorSpace": Name.DeviceCMYK,
        "BitsPerComponent": 8,
        "Filter": Name.DCTDecode,
    }
    for key, each in (about | more).items():
        made[f"/{key}"] = each
    draft.add("/XObject", "/Im9", made)
    draft.draw("q 20 0 0 20 60 60 cm /Im9 Do Q")


@fault("x1a x4 home", "PF403")
def text_of_4_points(draft: Draft) -> None:
    draft.draw("BT 0 g /F1 4 Tf 60 60 Td (small) Tj ET")


@fault("x1a home", "PF403", "warning")
def text_of_five_and_a_half_points(draft: Draft) -> None:
    draft.draw("BT 0 g /F1 5.5 Tf 60 60 Td (small) Tj ET")


@fault("x1a home", "PF403")
def text_made_small_by_a_form(draft: Draft) -> None:
    draft.add(
        "/XObject", "/Fm1", draft.form("BT 1 0 0 1 150 150 Tm (small) Tj ET", Matrix=Array([0.5, 0, 0, 0.5, 0, 0]))
    )
    draft.draw("q BT 0 g /F1 8 Tf ET /Fm1 Do Q")


@fault("x1a x4 home", "PF404")
def line_of_no_width(draft: Draft) -> None:
    draft.draw("0 w 60 60 m 80 80 l S")


@fault("x1a home", "PF404")
def line_made_thin_by_a_form(draft: Draft) -> None:
    draft.add("/XObject", "/Fm1", draft.form("60 60 m 80 80 l S", Dictionary(), Matrix=Array([0.2, 0, 0, 0.2, 0, 0])))
    draft.draw("/Fm1 Do")


@fault("home", "PF404")
def line_made_thin_by_a_state(draft: Draft) -> None:
    draft.add("/ExtGState", "/G1", Dictionary(LW=0.1))
    draft.draw("q /G1 gs 60 60 m 80 80 l S Q")


@fault("x1a x4", "PF405", "warning")
def text_in_rich_black(draft: Draft) -> None:
    draft.draw("BT /F1 9 Tf 0.4 0.3 0.3 1 k 60 60 Td (rich) Tj ET")


@fault("x1a", "PF405", "warning")
def text_in_rich_black_from_outside(draft: Draft) -> None:
    draft.add("/XObject", "/Fm1", draft.form("BT /F1 9 Tf 60 60 Td (rich) Tj ET"))
    draft.draw("0.4 0.3 0.3 1 k /Fm1 Do")


@fault("x1a x4", "PF406")
def text_1_mm_from_the_cut(draft: Draft) -> None:
    draft.draw(f"BT /F1 9 Tf {4 * MM:.3f} 60 Td (near) Tj ET")


@fault("x1a", "PF406", "warning")
def text_2_and_a_half_mm_from_the_cut(draft: Draft) -> None:
    draft.draw(f"BT /F1 9 Tf {5.5 * MM:.3f} 60 Td (near) Tj ET")


@fault("x1a", "PF406")
def text_beyond_the_cut(draft: Draft) -> None:
    draft.draw(f"BT /F1 9 Tf {1 * MM:.3f} 60 Td (far) Tj ET")


@fault("x1a x3 x4", "PF407")
def artwork_ends_at_the_cut(draft: Draft) -> None:
    whole = f"0 0 {PAGE[0]:.3f} {PAGE[1]:.3f} re f".encode()
    cut = f"{TRIM[0]:.3f} {TRIM[1]:.3f} {63 * MM:.3f} {88 * MM:.3f} re f".encode()
    draft.page.Contents = draft.pdf.make_stream(draft.page.Contents.read_bytes().replace(whole, cut))
