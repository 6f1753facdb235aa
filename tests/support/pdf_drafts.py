"""Make PDFs for preflight to look at: one good file a standard, and a way to break one thing in it.

Two cards of 63 by 88 mm with 3 mm bleed, a page each: a ground to the edge of the bleed, a picture, a framed box and a
text. Made with pikepdf from the parts, because a program that writes PDFs would not make these mistakes.
"""

from __future__ import annotations

import io
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name, ObjectStreamMode, Stream, String

from tests.conftest import REPOSITORY

MM = 72 / 25.4
PAGE = (69 * MM, 94 * MM)
TRIM = (3 * MM, 3 * MM, 66 * MM, 91 * MM)
PROFILE = (REPOSITORY / "templates/print/profiles/fogra39l-coated.icc").read_bytes()
FONT = (REPOSITORY / "docs/examples/templates/fonts/morse.ttf").read_bytes()
VERSIONS = {"x1a": "1.4", "x3": "1.4", "x4": "1.6", "home": "1.7"}
MARKERS = {"x1a": "PDF/X-1a:2003", "x3": "PDF/X-3:2003", "x4": "PDF/X-4"}
DATE = "D:20000101000000+00'00'"

XMP = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
 xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/"
 xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">Two cards</rdf:li></rdf:Alt></dc:title>
<xmp:CreateDate>2000-01-01T00:00:00+00:00</xmp:CreateDate><xmp:ModifyDate>2000-01-01T00:00:00+00:00</xmp:ModifyDate>
<xmp:MetadataDate>2000-01-01T00:00:00+00:00</xmp:MetadataDate><pdf:Trapped>False</pdf:Trapped>
<xmpMM:DocumentID>uuid:1</xmpMM:DocumentID><xmpMM:RenditionClass>default</xmpMM:RenditionClass>
<xmpMM:VersionID>1</xmpMM:VersionID><pdfxid:GTS_PDFXVersion>PDF/X-4</pdfxid:GTS_PDFXVersion>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>"""


@dataclass
class Draft:
    """A file while it is made."""

    pdf: pikepdf.Pdf
    version: str
    saving: dict[str, Any] = field(default_factory=dict)
    swaps: list[tuple[bytes, bytes]] = field(default_factory=list)  # of equal length, in what was saved

    @property
    def page(self) -> pikepdf.Object:
        return self.pdf.pages[0].obj

    @property
    def resources(self) -> pikepdf.Object:
        return self.pdf.pages[0].obj.Resources

    def draw(self, operators: str) -> None:
        """Put operators behind those of the first page."""
        self.page.Contents = self.pdf.make_stream(self.page.Contents.read_bytes() + b"\n" + operators.encode("latin-1"))

    def add(self, kind: str, name: str, thing: Any) -> None:
        """Put a thing among the resources of the first page."""
        if kind not in self.resources:
            self.resources[kind] = Dictionary()
        self.resources[kind][name] = thing

    def image(self, width: int, height: int, space: Any, pixel: bytes, **more: Any) -> Stream:
        """A picture of one colour."""
        made = self.pdf.make_stream(zlib.compress(pixel * (width * height)))
        about = {
            "Type": Name.XObject,
            "Subtype": Name.Image,
            "Width": width,
            "Height": height,
            "ColorSpace": space,
            "BitsPerComponent": 8,
            "Filter": Name.FlateDecode,
        }
        for key, each in (about | more).items():
            made[f"/{key}"] = each
        return made

    def form(self, operators: str, resources: Any = None, **more: Any) -> Stream:
        """A form of these operators."""
        made = self.pdf.make_stream(operators.encode("latin-1"))
        for key, each in ({"Type": Name.XObject, "Subtype": Name.Form, "BBox": Array([0, 0, 500, 500])} | more).items():
            made[f"/{key}"] = each
        if resources is not None:
            made.Resources = resources
        return made

    def done(self) -> bytes:
        """The bytes of the file."""
        out = io.BytesIO()
        settings: dict[str, Any] = {"force_version": self.version, "object_stream_mode": ObjectStreamMode.disable}
        settings |= {
            "fix_metadata_version": False,
            "compress_streams": False,
            "stream_decode_level": pikepdf.StreamDecodeLevel.none,
        }
        self.pdf.save(out, **(settings | self.saving))
        data = out.getvalue()
        for old, new in self.swaps:
            assert data.count(old) == 1
            data = data.replace(old, new)
        return data


def made(standard: str, change: Callable[[Draft], object] | None = None) -> bytes:
    """A good file of a standard or, after the change, one that is not."""
    draft = Draft(pikepdf.new(), VERSIONS[standard])
    _pages(draft, standard)
    if draft.version >= "1.6":
        draft.pdf.Root.ViewerPreferences = Dictionary(PrintScaling=Name("/None"))
    if standard != "home":
        _press(draft, standard)
    if change:
        change(draft)
    return draft.done()


def _pages(draft: Draft, standard: str) -> None:
    ink, black = ("0.2 0.3 0.5 rg", "0 g") if standard == "home" else ("0.6 0.4 0.2 0.6 k", "0 0 0 1 k")
    space, pixel = (Name.DeviceRGB, b"\x80\x40\x20") if standard == "home" else (Name.DeviceCMYK, b"\x80\x40\x20\x10")
    font = draft.pdf.make_indirect(embedded_font(draft.pdf))
    # 20 mm at 400 dpi
    picture = draft.image(315, 315, space, pixel)
    for number in (1, 2):
        draft.pdf.add_blank_page(page_size=PAGE)
        page = draft.pdf.pages[-1].obj
        page.TrimBox, page.BleedBox = Array(list(TRIM)), Array([0, 0, *PAGE])
        page.Resources = Dictionary(Font=Dictionary(F1=font), XObject=Dictionary(Im1=picture))
        size = 20 * MM
        page.Contents = draft.pdf.make_stream(
            f"{ink} 0 0 {PAGE[0]:.3f} {PAGE[1]:.3f} re f\n"
            f"q {size:.3f} 0 0 {size:.3f} {20 * MM:.3f} {50 * MM:.3f} cm /Im1 Do Q\n"
            f"1 g {black.upper()} 0.5 w {10 * MM:.3f} {10 * MM:.3f} {40 * MM:.3f} {20 * MM:.3f} re B\n"
            f"BT /F1 9 Tf {black} 1 0 0 1 {15 * MM:.3f} {20 * MM:.3f} Tm (card {number}) Tj ET".encode()
        )


def embedded_font(pdf: pikepdf.Pdf) -> Dictionary:
    """A font that is in the file."""
    program = pdf.make_stream(FONT)
    about = Dictionary(Type=Name.FontDescriptor, FontName=Name("/ABCDEF+Morse"), Flags=32, FontFile2=program)
    about.update(
        {
            "/FontBBox": Array([0, 0, 1000, 1000]),
            "/ItalicAngle": 0,
            "/Ascent": 800,
            "/Descent": -200,
            "/CapHeight": 700,
            "/StemV": 80,
        }
    )
    return Dictionary(
        Type=Name.Font, Subtype=Name.TrueType, BaseFont=Name("/ABCDEF+Morse"), FirstChar=32, LastChar=126,
        Widths=Array([500] * 95), Encoding=Name.WinAnsiEncoding, FontDescriptor=pdf.make_indirect(about),
    )  # fmt: skip


def _press(draft: Draft, standard: str) -> None:
    pdf = draft.pdf
    profile = pdf.make_stream(PROFILE)
    profile.N = 4
    intent = Dictionary(
        Type=Name.OutputIntent, S=Name.GTS_PDFX, OutputConditionIdentifier=String("FOGRA39"),
        RegistryName=String("http://www.color.org"), DestOutputProfile=profile,
    )  # fmt: skip
    pdf.Root.OutputIntents = Array([pdf.make_indirect(intent)])
    info = pdf.docinfo
    info.Title, info.Trapped = String("Two cards"), Name("/False")
    info.CreationDate = info.ModDate = String(DATE)
    if standard == "x4":
        set_xmp(draft, XMP)
    else:
        info.GTS_PDFXVersion = String(MARKERS[standard])


def set_xmp(draft: Draft, packet: str) -> None:
    """Give a file metadata."""
    draft.pdf.Root.Metadata = draft.pdf.make_stream(packet.encode())
    draft.pdf.Root.Metadata.update({"/Type": Name.Metadata, "/Subtype": Name.XML})
