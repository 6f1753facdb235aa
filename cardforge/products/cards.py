"""Cards as they are: a PDF with one face per page, pictures, or one picture of all."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from cardforge.products.output_files import OutputFiles
from cardforge.render.rendering import Rendering
from cardforge.write.atomic import need_folder, refuse_folder, write_whole
from cardforge.write.cache import Cache
from cardforge.write.contact import contact_page
from cardforge.write.pdf import cards_pdf, pages_pdf
from cardforge.write.png import page_picture, page_pictures


def make_cards(rendering: Rendering, output: Path) -> OutputFiles:
    """One PDF with a face a page: the fronts, then each different back."""
    refuse_folder(output)
    return OutputFiles({output: cards_pdf(rendering.faces, rendering.resources, rendering.title)})


def write_pictures(rendering: Rendering, folder: Path, dpi: int) -> Iterator[Path]:
    """One PNG a face, named after pack and card, made from the same PDF."""
    need_folder(folder)
    cache = Cache()
    for face, picture in page_pictures(rendering.faces, rendering.resources, dpi, cache):
        file = folder / f"{face.id.replace('/', '_')}.png"
        write_whole(file, picture)
        yield file
    cache.close()


def write_contact(rendering: Rendering, output: Path, dpi: int) -> None:
    """All faces on one page, as a picture or, where the name says so, as PDF."""
    refuse_folder(output)
    page = contact_page(rendering.faces)
    is_pdf = output.suffix.lower() == ".pdf"
    made = (
        pages_pdf([page], rendering.resources, rendering.title)
        if is_pdf
        else page_picture(page, rendering.resources, dpi)
    )
    write_whole(output, made)
