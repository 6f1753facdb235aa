"""Draw all icons of a game on one sheet."""

from __future__ import annotations

from pathlib import Path

from cardforge.core.errors import UsageError
from cardforge.layout.icon_sheet import icon_sheet
from cardforge.link.opening import open_project
from cardforge.load.project import project_at_hand
from cardforge.render.game_faces import game_icons
from cardforge.render.project_fonts import project_fonts
from cardforge.write.atomic import refuse_folder, write_whole
from cardforge.write.compose import Composer
from cardforge.write.pdf import Page, PdfResources, PlacedFace, pages_pdf
from cardforge.write.png import page_picture


def write_icons(system: str, output: Path) -> int:
    """Write one sheet with all icons of a game; return how many there are."""
    project = project_at_hand()
    game = open_project(project).game(system)
    refuse_folder(output)
    icons = game_icons(game, project)[0]
    if not icons.paths:
        raise UsageError(f"{system} has no icons", f"put SVG drawings into templates/{system}/icons/")
    book = project_fonts(project)[0]
    composer = Composer()
    face = composer.drawn(icon_sheet(icons, book, f"{game.name}: icons"))
    resources = PdfResources(book, composer.texts, {})
    page = Page(face.width, face.height, (PlacedFace(0, 0, face),))
    is_pdf = output.suffix.lower() == ".pdf"
    write_whole(output, pages_pdf([page], resources, "icons") if is_pdf else page_picture(page, resources, 150))
    return len(icons.paths)
