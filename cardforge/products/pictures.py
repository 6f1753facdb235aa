"""Single faces as pictures: one per face, or one picture of all faces."""

from __future__ import annotations

from pathlib import Path

from cardforge.core.progress import Progress, unwatched
from cardforge.render.rendering import Rendering
from cardforge.write.atomic import need_folder, refuse_folder, write_whole
from cardforge.write.cache import Cache
from cardforge.write.compose import Drawn
from cardforge.write.contact import contact_page
from cardforge.write.pdf import pages_pdf
from cardforge.write.png import page_picture, page_pictures


def write_pictures(rendering: Rendering, folder: Path, dpi: int, progress: Progress = unwatched) -> list[Path]:
    """Write a PNG for every face, named after pack and card; return the files."""
    need_folder(folder)
    cache = Cache()
    files: list[Path] = []
    for face, picture in page_pictures(rendering.faces, rendering.resources, dpi, cache):
        files.append(folder / picture_name(face))
        write_whole(files[-1], picture)
        progress("pictures", len(files), len(rendering.faces))
    cache.close()
    return files


def picture_name(face: Drawn) -> str:
    """The file name of a face's picture."""
    return f"{face.id.replace('/', '_')}.png"


def write_contact(rendering: Rendering, output: Path, dpi: int) -> None:
    """Write all faces on one page: as PDF if the name ends with .pdf, else as a picture."""
    refuse_folder(output)
    page, resources = contact_page(rendering.faces), rendering.resources
    is_pdf = output.suffix.lower() == ".pdf"
    data = pages_pdf([page], resources, rendering.title) if is_pdf else page_picture(page, resources, dpi)
    write_whole(output, data)
