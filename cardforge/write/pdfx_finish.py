"""Add what makes a PDF a PDF/X: version, output intent, Info and XMP metadata."""

from __future__ import annotations

import hashlib
import uuid
from typing import Any
from xml.sax.saxutils import escape

import pikepdf
from pikepdf import Array, Dictionary, Name, String

from cardforge.write.ink import CONDITION, CONDITION_INFO, profile_bytes

X1A, X4 = "x1a", "x4"
VERSIONS = {X1A: "1.4", X4: "1.6"}
_DATE, _XMP_DATE = "D:20000101000000+00'00'", "2000-01-01T00:00:00+00:00"  # no clock: same input, same bytes
_MAKER = "cardforge"


def finish(pdf: pikepdf.Pdf, standard: str, title: str) -> None:
    """Add the output intent and metadata of PDF/X to a CMYK document."""
    profile = pdf.make_stream(profile_bytes(), N=4, Alternate=Name.DeviceCMYK)
    intent = Dictionary(
        Type=Name.OutputIntent,
        S=Name.GTS_PDFX,
        OutputConditionIdentifier=String(CONDITION),
        RegistryName=String("http://www.color.org"),
        Info=String(CONDITION_INFO),
        DestOutputProfile=profile,
    )
    pdf.Root.OutputIntents = Array([pdf.make_indirect(intent)])
    title = title.strip() or _MAKER
    info: dict[str, Any] = {
        "/Title": String(title), "/Creator": String(_MAKER), "/Producer": String(_MAKER),
        "/CreationDate": String(_DATE), "/ModDate": String(_DATE), "/Trapped": Name("/False"),
    }  # fmt: skip
    if standard == X1A:
        del pdf.Root.ViewerPreferences  # its keys are newer than PDF 1.4
        info["/GTS_PDFXVersion"] = String("PDF/X-1a:2003")
    else:
        pdf.Root.ViewerPreferences = Dictionary(PrintScaling=Name("/None"))  # needs PDF 1.6
        packet = pdf.make_stream(_xmp(title, _document_id(pdf, title)), Type=Name.Metadata, Subtype=Name.XML)
        pdf.Root.Metadata = packet
    pdf.trailer.Info = pdf.make_indirect(Dictionary(info))


def _document_id(pdf: pikepdf.Pdf, title: str) -> str:
    """An id derived from the title and pages, so that the same input has the same id."""
    found = hashlib.blake2b(title.encode(), digest_size=16)
    for page in pdf.pages:
        found.update(page.Contents.read_raw_bytes())
    return f"uuid:{uuid.UUID(bytes=found.digest())}"


def _xmp(title: str, document: str) -> bytes:
    """The XMP packet; title and dates equal those in Info, as PDF/X-4 requires."""
    parts = {
        "xmp": {"CreateDate": _XMP_DATE, "ModifyDate": _XMP_DATE, "MetadataDate": _XMP_DATE, "CreatorTool": _MAKER},
        "pdf": {"Producer": _MAKER, "Trapped": "False"},
        "xmpMM": {"DocumentID": document, "VersionID": "1", "RenditionClass": "default"},
        "pdfxid": {"GTS_PDFXVersion": "PDF/X-4"},
    }
    spaces = {
        "dc": "http://purl.org/dc/elements/1.1/", "xmp": "http://ns.adobe.com/xap/1.0/",
        "pdf": "http://ns.adobe.com/pdf/1.3/", "xmpMM": "http://ns.adobe.com/xap/1.0/mm/",
        "pdfxid": "http://www.npes.org/pdfx/ns/id/",
    }  # fmt: skip
    lines = [
        '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>',
        '<x:xmpmeta xmlns:x="adobe:ns:meta/">',
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
        '<rdf:Description rdf:about=""',
        *(f' xmlns:{name}="{address}"' for name, address in spaces.items()),
        ">",
        f'<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{escape(title)}</rdf:li></rdf:Alt></dc:title>',
        "<dc:format>application/pdf</dc:format>",
        *(f"<{space}:{key}>{value}</{space}:{key}>" for space, keys in parts.items() for key, value in keys.items()),
        "</rdf:Description></rdf:RDF></x:xmpmeta>",
        '<?xpacket end="w"?>',
    ]
    return "\n".join(lines).encode()
