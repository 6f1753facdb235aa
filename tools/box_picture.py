"""Draw docs/pictures/box.png: what the box of nebula holds besides cards, side by side.

Takes folders of pictures that `cardforge render … --as png` made; writes the picture. `make pictures` runs it.
"""

from __future__ import annotations

import sys
from pathlib import Path

from PIL import Image, ImageDraw

SIZE = (1000, 330)
TOKENS = ("energy", "shield", "progress", "damage", "resource", "debuff")
FINE = 4  # times larger while it is drawn, for smooth edges


def main(folder: Path, output: Path) -> None:
    """The player aid, a map, a divider and the tokens with both sides."""
    page = Image.new("RGB", (SIZE[0] * FINE, SIZE[1] * FINE), "white")
    put(page, folder / "player-aid_turn.png", (10, 10), 180, 8)
    put(page, folder / "lantern-reach_map.png", (206, 10), 430, 3)
    put(page, folder / "lantern-reach_friendly.png", (652, 10), 165, 0)
    for row, name in enumerate(TOKENS):
        for column, side in enumerate(("", "_back")):
            put(page, folder / f"tokens_{name}{side}.png", (850 + 66 * column, 10 + 52 * row), 48, 24)
    page.resize(SIZE, Image.Resampling.LANCZOS).save(output, optimize=True)


def put(page: Image.Image, file: Path, place: tuple[int, int], width: int, radius: int) -> None:
    """A picture at a place, as wide as said, with round corners."""
    picture = Image.open(file).convert("RGB")
    size = (width * FINE, round(picture.height * width * FINE / picture.width))
    corners = Image.new("L", size, 0)
    ImageDraw.Draw(corners).rounded_rectangle((0, 0, size[0] - 1, size[1] - 1), radius * FINE, fill=255)
    page.paste(picture.resize(size, Image.Resampling.LANCZOS), (place[0] * FINE, place[1] * FINE), corners)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
