"""Draw docs/pictures/alert.png: threats, a back, actions, tokens and a badge of alert, side by side.

Takes the folder of pictures that `cardforge render … --as png` made; writes the picture. `make pictures` runs it.
"""

from __future__ import annotations

import sys
from pathlib import Path

from PIL import Image

from tools.box_picture import FINE, put

SIZE = (1200, 492)
GROUND = "#e8ebea"
CARDS = (
    *("red-external-normal_e3-102", "yellow-external-normal_e2-102", "red-internal-serious_si3-101"),
    *("white-external-normal_e1-101", "yellow-internal-serious_si2-102", "red-external-serious_se3-101_back"),
)
ACTIONS = (
    "double-actions_d-030",
    "double-actions_d-084",
    "special-actions_rigger-basic",
    "special-actions_rigger-advanced",
)
BACKS = ("double-actions_d-001_back", "double-actions_d-046_back")
TOKENS = {  # left and top in pixels, width and height in mm
    "tokens_borer": (850, 290, 30, 20),
    "tokens_wire-imp": (962, 290, 30, 20),
    "tokens_weapon-malfunction": (1074, 290, 30, 20),
    "tokens_ring": (850, 380, 24, 24),
    "tokens_alpha": (948, 392, 16, 16),
    "tokens_span": (1016, 392, 16, 16),
    "tokens_inside-4": (1084, 392, 16, 16),
}
MM = 2.9  # pixels


def main(folder: Path, output: Path) -> None:
    """A row of threats above a row of smaller pieces, all to one scale."""
    page = Image.new("RGB", (SIZE[0] * FINE, SIZE[1] * FINE), GROUND)
    for at, name in enumerate(CARDS):
        put(page, folder / f"{name}.png", (12 + 198 * at, 12), round(63 * MM), 9)
    for at, name in enumerate((*ACTIONS, *BACKS)):
        put(page, folder / f"{name}.png", (12 + 138 * at, 281), round(44 * MM), 7)
    for name, (left, top, width, height) in TOKENS.items():
        put(page, folder / f"{name}.png", (left, top), round(width * MM), round(height * MM / 2))
    page.resize(SIZE, Image.Resampling.LANCZOS).save(output, optimize=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
