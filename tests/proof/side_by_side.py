"""`make proof`: every line of every language card in one picture, ours above and Pango's below it.

For a person to look at: `output/languages.png`. The numbers beside each pair are those that the tests compare.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from PIL import Image, ImageDraw, ImageOps

from tests.conftest import REPOSITORY
from tests.proof.likeness import ink_of, likeness
from tests.proof.pango import Pango
from tests.proof.project import Proof
from tests.proof.test_languages import family, rtl

_GAP, _LABEL = 22, 420  # pixels


def side_by_side(folder: Path) -> tuple[Image.Image, list[str]]:
    """The picture, and a line of numbers for each card."""
    (folder / "pango").mkdir()
    proof, pango = Proof(folder), Pango(folder / "pango")
    pictures = proof.pictures()
    pairs: list[tuple[str, Image.Image, Image.Image]] = []
    numbers = []
    for card in proof.cards:
        likes = []
        for at, (row, line) in enumerate(zip(proof.rows(pictures[card.id]), proof.lines(card), strict=False)):
            other = pango.draw(line, proof.size(at), rtl(card.id), family(card.id))
            like = likeness(row, other)
            likes.append(like)
            pairs.append((f"{card.id} {at}\nwidth {like.width:.4f}\nink {like.ink:.3f}", ink_of(row), ink_of(other)))
        widths, inks = [like.width for like in likes], [like.ink for like in likes]
        numbers.append(
            f"{card.id:14} {len(likes)} lines  width {min(widths):.4f} to {max(widths):.4f}"
            f"  ink {min(inks):.3f} to {max(inks):.3f}"
        )
    return _page(pairs), numbers


def _page(pairs: list[tuple[str, Image.Image, Image.Image]]) -> Image.Image:
    width = _LABEL + max(max(ours.width, other.width) for _, ours, other in pairs) + 2 * _GAP
    height = sum(ours.height + other.height + 3 * _GAP for _, ours, other in pairs)
    page = Image.new("L", (width, height), 255)
    draw = ImageDraw.Draw(page)
    y = _GAP
    for label, ours, other in pairs:
        draw.text((_GAP, y), label, fill=90, font_size=30)
        page.paste(ImageOps.invert(ours), (_LABEL, y))
        page.paste(
            ImageOps.invert(other).point(lambda value: 90 + value * 165 // 255), (_LABEL, y + ours.height + _GAP)
        )
        y += ours.height + other.height + 2 * _GAP
        draw.line((_GAP, y, width - _GAP, y), fill=200)
        y += _GAP
    return page


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        page, numbers = side_by_side(Path(folder))
    file = REPOSITORY / "output/languages.png"
    page.save(file)
    sys.stdout.write("\n".join([*numbers, f"side by side in {file.relative_to(REPOSITORY)}", ""]))


if __name__ == "__main__":
    main()
