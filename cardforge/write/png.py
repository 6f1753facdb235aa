"""Render faces to PNG from the same PDF that is printed, so that screen and print agree."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import pypdfium2

from cardforge.core.errors import UsageError
from cardforge.core.limits import DRAWN_PIXELS
from cardforge.core.units import PT_PER_MM, Mm
from cardforge.write.cache import Cache
from cardforge.write.drawn import Drawn
from cardforge.write.pdf import Page, PdfResources, cards_pdf, pages_pdf

_FAST = 1  # PNG compression level for the screen: half the time for a tenth more bytes
_QUALITY = 92  # of JPEG; without chroma subsampling, letters stay sharp
_AT_A_TIME = 60  # faces per PDF, to limit memory


class Pixels(NamedTuple):
    """Pixels in rows; the bytes of each number are blue, green, red and one unused."""

    width: int
    height: int
    numbers: memoryview


def page_pictures(
    faces: Sequence[Drawn], resources: PdfResources, dpi: int, cache: Cache
) -> Iterator[tuple[Drawn, bytes]]:
    """Every face as PNG, cropped to its trim, from the cache if possible."""
    for start in range(0, len(faces), _AT_A_TIME):
        some = faces[start : start + _AT_A_TIME]
        keys = [picture_key(face, resources, dpi, cache) for face in some]
        known = [*cache.get_all(keys)]
        new = [face for face, picture in zip(some, known, strict=True) if picture is None]
        made = _made(new, resources, dpi) if new else iter(())
        for face, key, kept in zip(some, keys, known, strict=True):
            picture = kept or next(made)
            if kept is None:
                cache.put([(key, picture)])
            yield face, picture


def screen_pictures(faces: Sequence[Drawn], resources: PdfResources, dpi: int, cache: Cache) -> Iterator[bytes]:
    """The same pixels as `page_pictures`, compressed for speed: for display, not for files."""
    keys = [cache.key("screen", picture_key(face, resources, dpi, cache)) for face in faces]
    known = [*cache.get_all(keys)]
    new = {key: face for key, face, kept in zip(keys, faces, known, strict=True) if kept is None}
    made = dict(zip(new, _made(list(new.values()), resources, dpi, _FAST) if new else (), strict=True))
    cache.put(made.items())
    yield from (kept or made[key] for key, kept in zip(keys, known, strict=True))


def page_picture(page: Page, resources: PdfResources, dpi: int) -> bytes:
    """One page as PNG."""
    document = pypdfium2.PdfDocument(pages_pdf([page], resources, "picture"))
    try:
        return _png(document[0], dpi, 0.0)
    finally:
        document.close()


def sheet_pictures(
    sheets: Sequence[tuple[Page, float]], resources: PdfResources, most: int
) -> Iterator[tuple[str, bytes]]:
    """Every page at its dpi, as file extension and bytes: PNG, or JPEG if the PNG exceeds `most` bytes."""
    document = pypdfium2.PdfDocument(pages_pdf([page for page, _ in sheets], resources, "sheets"))
    try:
        for (_, dpi), page in zip(sheets, document, strict=True):
            picture = _bitmap(page, dpi).to_pil().convert("RGB")
            page.close()
            out = io.BytesIO()
            picture.save(out, "PNG", dpi=(dpi, dpi))
            if out.tell() <= most:
                yield "png", out.getvalue()
                continue
            out = io.BytesIO()
            picture.save(out, "JPEG", quality=_QUALITY, subsampling=0, dpi=(round(dpi), round(dpi)))
            yield "jpg", out.getvalue()
    finally:
        document.close()


def whole_pages(data: bytes, dpi: int) -> Iterator[Any]:
    """Every page of a PDF as an RGB picture, uncropped, on white."""
    document = pypdfium2.PdfDocument(data)
    try:
        for page in document:
            # A hair below the scale, because pdfium rounds up: an exact page size could become one pixel larger.
            yield _bitmap(page, dpi * (1 - 2e-6)).to_pil().convert("RGB")
            page.close()
    finally:
        document.close()


def _bitmap(page: pypdfium2.PdfPage, dpi: float, **how: Any) -> Any:
    """Render a page; one with too many pixels stops the command before it takes their memory."""
    wide, high = (side * dpi / 72 for side in page.get_size())
    if wide * high > DRAWN_PIXELS.most:
        message = (
            f"a picture of {wide:,.0f} × {high:,.0f} pixels is too large; the limit is {DRAWN_PIXELS.most:,} pixels"
        )
        raise UsageError(message, DRAWN_PIXELS.hint("use a lower `--dpi`"))
    return page.render(scale=dpi / 72, **how)


def _png(page: pypdfium2.PdfPage, dpi: int, bleed: Mm, packed: int = -1) -> bytes:
    picture = _bitmap(page, dpi, crop=(bleed * PT_PER_MM,) * 4).to_pil()
    out = io.BytesIO()
    picture.convert("RGB").save(out, "PNG", dpi=(dpi, dpi), compress_level=packed)
    page.close()
    return out.getvalue()


def _made(faces: Sequence[Drawn], resources: PdfResources, dpi: int, packed: int = -1) -> Iterator[bytes]:
    document = pypdfium2.PdfDocument(cards_pdf(faces, resources, "pictures"))
    try:
        for face, page in zip(faces, document, strict=True):
            yield _png(page, dpi, face.bleed, packed)
    finally:
        document.close()


def page_pixels(faces: Sequence[Drawn], resources: PdfResources, dpi: int) -> Iterator[Pixels]:
    """The pixels of every face, cropped to its trim, for measuring colours."""
    for start in range(0, len(faces), _AT_A_TIME):
        some = faces[start : start + _AT_A_TIME]
        document = pypdfium2.PdfDocument(cards_pdf(some, resources, "pixels"))
        try:
            for face, page in zip(some, document, strict=True):
                bitmap = _bitmap(page, dpi, crop=(face.bleed * PT_PER_MM,) * 4, prefer_bgrx=True)
                numbers = memoryview(bytes(bitmap.buffer)).cast("I")
                yield Pixels(bitmap.stride // 4, bitmap.height, numbers)
                bitmap.close()
                page.close()
        finally:
            document.close()


def pdf_pixels(data: bytes, dpi: int, pages: Iterable[int]) -> Iterator[Pixels | None]:
    """The pixels of pages of any PDF, by 0-based number, up to the MediaBox; None for a page that fails to render."""
    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError:  # damaged beyond what pdfium can read
        yield from (None for _ in pages)
        return
    try:
        for number in pages:
            yield _rendered(document, number, dpi)
    finally:
        document.close()


def _rendered(document: pypdfium2.PdfDocument, number: int, dpi: int) -> Pixels | None:
    try:
        page = document[number]
        page.set_cropbox(*page.get_mediabox())  # pdfium renders only the CropBox
        bitmap = _bitmap(page, dpi, prefer_bgrx=True)
    except (pypdfium2.PdfiumError, ValueError, IndexError, UsageError):
        return None
    pixels = Pixels(bitmap.stride // 4, bitmap.height, memoryview(bytes(bitmap.buffer)).cast("I"))
    bitmap.close()
    page.close()
    return pixels


def picture_key(face: Drawn, resources: PdfResources, dpi: int, cache: Cache) -> bytes:
    """The cache key of a face's picture."""
    # The name of a picture contains its digest.
    pictures = [f"{name} {resources.pictures[name].width}".encode() for name in sorted(face.pictures)]
    size = f"{dpi} {face.width} {face.height} {face.bleed} {pypdfium2.PYPDFIUM_INFO} {resources.signature}"
    return cache.key("picture", size, face.code, *pictures)
