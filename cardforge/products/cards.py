"""Single faces as a PDF with one face per page."""

from __future__ import annotations

from pathlib import Path

from cardforge.core.phrases import counted
from cardforge.products.output_files import OutputFiles, pdf_file
from cardforge.render.rendering import Rendering
from cardforge.write.atomic import refuse_folder
from cardforge.write.pdf import card_page


def make_cards(rendering: Rendering, output: Path) -> OutputFiles:
    """A PDF with one face per page: the fronts, then each different back."""
    refuse_folder(output)
    backs = f" and {counted(len(rendering.backs), 'back')}" if rendering.backs else ""
    line = f"{counted(len(rendering.fronts), 'card')}{backs} in {output}"
    pages = [card_page(face) for face in rendering.faces]
    return OutputFiles({output: pdf_file(pages, rendering.resources, rendering.title)}, (line,))
