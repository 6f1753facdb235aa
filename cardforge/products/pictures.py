"""Single faces as pictures: one per face, or one picture of all faces."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from cardforge.core.progress import Progress, unwatched
from cardforge.render.rendering import Rendering
from cardforge.write.atomic import need_folder, refuse_folder, write_whole
from cardforge.write.cache import Cache
from cardforge.write.contact import contact_page
from cardforge.write.drawn import Drawn
from cardforge.write.pdf import pages_pdf
from cardforge.write.png import page_picture, page_pictures


def write_pictures(rendering: Rendering, folder: Path, dpi: int, progress: Progress = unwatched) -> list[Path]:
    """Write a PNG for every face, named after pack and card; return the files."""
    need_folder(folder)
    cache = Cache()
    files: list[Path] = []
    names = picture_names(rendering.faces)
    for face, picture in page_pictures(rendering.faces, rendering.resources, dpi, cache):
        files.append(folder / names[face.id])
        write_whole(files[-1], picture)
        progress("pictures", len(files), len(rendering.faces))
    cache.close()
    return files


def picture_names(faces: Iterable[Drawn]) -> dict[str, str]:
    """The file names of the pictures of faces, by id; `a/b_c` and `a_b/c` get different ones."""
    names: dict[str, str] = {}
    taken: set[str] = set()
    for face in faces:
        plain = face.id.replace("/", "_")
        number = 1
        while (name := f"{plain}{f'-{number}' if number > 1 else ''}.png").casefold() in taken and face.id not in names:
            number += 1
        names.setdefault(face.id, name)
        taken.add(names[face.id].casefold())
    return names


def write_contact(rendering: Rendering, output: Path, dpi: int) -> None:
    """Write all faces on one page: as PDF if the name ends with .pdf, else as a picture."""
    refuse_folder(output)
    page, resources = contact_page(rendering.faces), rendering.resources
    is_pdf = output.suffix.lower() == ".pdf"
    data = pages_pdf([page], resources, rendering.title) if is_pdf else page_picture(page, resources, dpi)
    write_whole(output, data)
