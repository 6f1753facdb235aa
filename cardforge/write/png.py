"""Pages of a PDF as pictures: what is seen is what prints, because it is the same file."""

from __future__ import annotations

import io
from collections.abc import Iterator

import pypdfium2


def page_pictures(pdf: bytes, dpi: int, bleed_points: float = 0.0) -> Iterator[bytes]:
    """Every page as PNG, cut to its trim by leaving the bleed off."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        for page in document:
            cut = (bleed_points,) * 4
            picture = page.render(scale=dpi / 72, crop=cut).to_pil()
            out = io.BytesIO()
            picture.convert("RGB").save(out, "PNG", dpi=(dpi, dpi))
            page.close()
            yield out.getvalue()
    finally:
        document.close()
