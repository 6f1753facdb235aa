"""Draw docs/pictures/drift.png: a loadout on its mat, a map, sectors, outfits and cards of drift, side by side.

Takes the folder of pictures that `cardforge render … --as png` made; writes the picture. `make pictures` runs it.
"""

from __future__ import annotations

import sys
from pathlib import Path

from PIL import Image

from tools.box_picture import FINE, put

SIZE = (1200, 424)
GROUND = "#e8ebea"
PIECES = {  # left and top in pixels, width in pixels, radius of the corners
    "after-the-belt_mat": ((12, 12), 283, 2),
    "fifth-turn_page": ((307, 12), 283, 2),
    "ships_s-stubborn-aunt": ((602, 12), 270, 8),
    "ferry_q-the-brides-side": ((884, 12), 145, 6),
    "ferry_q-the-deep-choir": ((1041, 12), 145, 6),
    "outfits_o-engine-1": ((884, 250), 145, 0),
    "outfits_o-blaster-1": ((1041, 250), 145, 0),
    "outfits_o-shield-2": ((884, 310), 97, 0),
    "mods_m-breacher": ((994, 310), 48, 0),
    "mods_m-errand-rack": ((1054, 310), 48, 0),
    "mods_m-thrust-trim": ((1114, 310), 48, 0),
}


def main(folder: Path, output: Path) -> None:
    """A loadout, a map and a mat; beside them a mission above a few tiles of the hold."""
    page = Image.new("RGB", (SIZE[0] * FINE, SIZE[1] * FINE), GROUND)
    for name, (place, width, radius) in PIECES.items():
        put(page, folder / f"{name}.png", place, width, radius)
    page.resize(SIZE, Image.Resampling.LANCZOS).save(output, optimize=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
