"""Faces as pictures: what is seen is what prints, because it is the same PDF."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence

import pypdfium2

from cardforge.units import PT_PER_MM
from cardforge.write.compose import Drawn
from cardforge.write.pdf import Shelf, cards_pdf

_AT_A_TIME = 100  # faces of one PDF; more would only take more memory


def page_pictures(faces: Sequence[Drawn], shelf: Shelf, dpi: int) -> Iterator[tuple[Drawn, bytes]]:
    """Every face as PNG, cut to its trim."""
    for start in range(0, len(faces), _AT_A_TIME):
        some = faces[start : start + _AT_A_TIME]
        document = pypdfium2.PdfDocument(cards_pdf(some, shelf, "pictures"))
        try:
            for face, page in zip(some, document, strict=True):
                picture = page.render(scale=dpi / 72, crop=(face.bleed * PT_PER_MM,) * 4).to_pil()
                out = io.BytesIO()
                picture.convert("RGB").save(out, "PNG", dpi=(dpi, dpi))
                page.close()
                yield face, out.getvalue()
        finally:
            document.close()
