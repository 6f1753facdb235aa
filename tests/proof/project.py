"""The project of ten cards in `languages/`, drawn by the real command, and what other programs read in it.

Everything here goes through `cardforge render` and files on disk, so that it holds whatever is inside.
The Chinese font is too large to be kept in the repository: `make tools` fetches it into a cache.
"""

from __future__ import annotations

import os
import re
import shutil
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from PIL import Image

from tests.support.commands import run
from tests.support.pdfs import ToolMissingError, page_texts, told

HERE = Path(__file__).parent / "languages"
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "cardforge"
CHINESE = CACHE / "NotoSansSC_400Regular.ttf"
DPI = 600
# Marks that pdftotext adds where the direction changes; it writes some of the spaces on the wrong side of them.
_DIRECTION = re.compile("[\u200e\u200f\u202a-\u202e\u2066-\u2069]")


@dataclass(frozen=True)
class Card:
    """A card and the page it is drawn on."""

    id: str
    name: str
    effect: str
    page: int

    @property
    def text(self) -> str:
        return f"{self.name} {self.effect}"


def cards_of(file: Path) -> list[Card]:
    """The cards of a pack in the order of their pages."""
    pack = yaml.safe_load(file.read_text("utf-8"))
    return [Card(card["id"], card["name"], card["effect"], page) for page, card in enumerate(pack["cards"], 1)]


class Proof:
    """A copy of the project with the Chinese font in it, drawn as a PDF and as pictures."""

    def __init__(self, folder: Path, font: str = "firago", cards: dict[str, str] | None = None) -> None:
        if not CHINESE.is_file():
            raise ToolMissingError(f"{CHINESE} is missing; run `make tools`")
        self.folder = folder / "project"
        shutil.copytree(HERE, self.folder)
        (self.folder / "templates/fonts").mkdir()
        shutil.copy(CHINESE, self.folder / "templates/fonts/noto-sans-sc.ttf")
        face = self.folder / "templates/polyglot/faces/card.yaml"
        face.write_text(face.read_text("utf-8").replace("font: firago", f"font: {font}"), encoding="utf-8")
        if font != "firago":
            (face.parent / "chinese.yaml").unlink()  # Chinese, too, is then borrowed from another font
        pack = self.folder / "packs/polyglot/card/languages.yaml"
        if cards:
            rows = [{"id": id, "name": "x", "group": "card", "effect": text} for id, text in cards.items()]
            data = {"kind": "card", "system": "polyglot", "id": "languages", "name": "Languages", "cards": rows}
            pack.write_text(yaml.safe_dump(data, allow_unicode=True), encoding="utf-8")
        self.face: dict[str, Any] = yaml.safe_load(face.read_text("utf-8"))
        self.cards = cards_of(pack)
        self.pdf = self.folder / "cards.pdf"
        self._command("-o", "cards.pdf")

    def _command(self, *arguments: str) -> None:
        done = run("render", "packs/polyglot", *arguments, cwd=self.folder)
        assert (done.returncode, done.stderr) == (0, ""), done.stdout + done.stderr

    def pictures(self) -> dict[str, Image.Image]:
        """Each card's face by its id, in grey."""
        self._command("--as", "png", "--dpi", str(DPI), "-o", "faces")
        return {card.id: Image.open(self.folder / f"faces/languages_{card.id}.png").convert("L") for card in self.cards}

    def poppler(self, card: Card) -> str:
        """A card's text as pdftotext reads it."""
        page = str(card.page)
        text = told("pdftotext", "-enc", "UTF-8", "-f", page, "-l", page, self.pdf, "-")
        return _DIRECTION.sub(" ", text).strip("\f")

    def pdfium(self, card: Card) -> str:
        """A card's text as pdfium reads it, which is what Chromium does."""
        return page_texts(self.pdf)[card.page - 1].replace("\r", "")

    def fonts(self) -> list[dict[str, str]]:
        """What pdffonts says about each font."""
        rows = [line.rsplit(maxsplit=6) for line in told("pdffonts", self.pdf).splitlines()[2:]]
        return [{"name": row[0].split()[0], "embedded": row[2], "subset": row[3], "unicode": row[4]} for row in rows]

    def lines(self, card: Card) -> list[str]:
        """The lines of a card in logical order: each has as many letters as the line that pdftotext found."""
        rest = card.text
        found = []
        for line in filter(str.strip, self.poppler(card).splitlines()):
            ours, rest = _start(rest, len("".join(line.split())))
            assert Counter("".join(ours.split())) == Counter("".join(line.split())), (card.id, ours, line)
            found.append(ours)
        assert not rest, (card.id, rest)
        return found

    def rows(self, picture: Image.Image) -> Iterator[Image.Image]:
        """The lines of a card's picture, title first; the face sets them far apart."""
        base = self.face["styles"]["base"]
        for element in self.face["elements"]:
            style = base | self.face["styles"].get(element.get("style", "base"), {})
            pitch = style["size"] * style["leading"] / 72 * 25.4
            for at in range(int((element["height"] + 0.1) / pitch)):
                top = element["y"] + at * pitch
                box = (0, round(top * DPI / 25.4), picture.width, round((top + pitch) * DPI / 25.4))
                yield picture.crop(box)

    def size(self, row: int) -> float:
        """The type size of a row in points."""
        return float(self.face["styles"]["title" if row == 0 else "base"]["size"])


def _start(text: str, letters: int) -> tuple[str, str]:
    """The start of a text with so many letters, and the rest."""
    at = 0
    while letters and at < len(text):
        letters -= not text[at].isspace()
        at += 1
    return text[:at].strip(), text[at:].strip()


def words(text: str) -> list[str]:
    """Letters and digits that stand together, marks included."""
    return re.findall(r"[\w\u0900-\u0963\u0966-\u097f\u064b-\u0652\u0670\u0591-\u05c7\u0300-\u036f\u200c\u200d]+", text)
