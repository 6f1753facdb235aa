"""PDFs read back by programs that did not write them: their words and their pages as pictures."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pypdfium2
from PIL import Image

Pdf = Path | bytes


class ToolMissingError(Exception):
    """A program that the tests compare with is not installed."""


def tool(name: str) -> str:
    """Where a program is."""
    found = shutil.which(name)
    if not found:
        raise ToolMissingError(f"`{name}` is not installed; run `make tools`")
    return found


def told(program: str, *arguments: str | Path, cwd: Path | None = None) -> str:
    """What another program says about a PDF."""
    command = [tool(program), *map(str, arguments)]
    done = subprocess.run(command, cwd=cwd, capture_output=True, check=True)
    return done.stdout.decode("utf-8", errors="replace")


def page_texts(file: Pdf) -> list[str]:
    """The text of every page, as pdfium finds it."""
    with pypdfium2.PdfDocument(file) as document:
        return [page.get_textpage().get_text_range() for page in document]


def words_of(file: Pdf) -> str:
    """All words of a PDF, one page after the other, with one space between two."""
    return re.sub(r"\s+", " ", "\n".join(page_texts(file)))


def page_count(file: Pdf) -> int:
    """How many pages a PDF has."""
    with pypdfium2.PdfDocument(file) as document:
        return len(document)


def page_pictures(file: Pdf, dpi: int = 72, mode: str = "RGB") -> list[Image.Image]:
    """Every page as a picture."""
    with pypdfium2.PdfDocument(file) as document:
        return [page.render(scale=dpi / 72).to_pil().convert(mode) for page in document]


def placed_words(file: Pdf) -> str:
    """The words of every page with their places in points: left, bottom, height."""
    lines = []
    with pypdfium2.PdfDocument(file) as document:
        for page in document:
            text = page.get_textpage()
            for at in range(text.count_rects()):
                left, bottom, _, top = text.get_rect(at)
                words = re.sub(r"\s+", " ", text.get_text_bounded(*text.get_rect(at))).strip()
                if words:
                    lines.append(f"{left:.0f} {bottom:.0f} {top - bottom:.0f} {words}")
            lines.append("")
    return "\n".join(lines)
