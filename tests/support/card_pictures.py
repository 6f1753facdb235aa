"""Folders of pictures as people have them: finished cards, made here."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw

POKER = (744, 1039)  # pixels of 63 x 88 mm at 300 dpi
INSIDE, LEFT, TOP, RIGHT, BOTTOM = "#808080", "#e00000", "#00c000", "#0000e0", "#e0c000"


def framed(size: tuple[int, int] = POKER, ground: str = INSIDE) -> Image.Image:
    """A picture whose four sides have colours of their own, so that it shows which one continues where."""
    made = Image.new("RGB", size, ground)
    draw = ImageDraw.Draw(made)
    wide, high, deep = size[0] - 1, size[1] - 1, min(size) // 8
    draw.polygon([(0, 0), (deep, deep), (deep, high - deep), (0, high)], LEFT)
    draw.polygon([(0, 0), (wide, 0), (wide - deep, deep), (deep, deep)], TOP)
    draw.polygon([(wide, 0), (wide, high), (wide - deep, high - deep), (wide - deep, deep)], RIGHT)
    draw.polygon([(0, high), (deep, high - deep), (wide - deep, high - deep), (wide, high)], BOTTOM)
    return made


def put(path: Path, image: Image.Image | None = None, **options: Any) -> Path:
    """Save a picture under a name, in folders that need not exist."""
    path.parent.mkdir(parents=True, exist_ok=True)
    (image or framed()).save(path, **options)
    return path


def photograph(size: tuple[int, int] = POKER, noise: int = 40) -> Image.Image:
    """Pixels that no compression makes much smaller."""
    return Image.merge("RGB", [Image.effect_noise(size, noise) for _ in range(3)])
