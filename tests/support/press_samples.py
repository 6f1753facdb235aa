"""Faces with everything that our writer can write, and outside readers of what a press gets."""

from __future__ import annotations

import io
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pikepdf
from PIL import Image, ImageCms

from cardforge.core.units import PT_PER_MM
from cardforge.fonts import FontBook
from cardforge.layout.display import Clipped, Face, Gradient, Item, Shape, rectangle
from cardforge.load.picture_pixels import Encoded
from cardforge.write.compose import Composer
from cardforge.write.drawn import Drawn, PlacedPicture
from cardforge.write.ink import profile_bytes
from cardforge.write.pdf import PdfResources, cards_pdf
from cardforge.write.spool import Spool
from cardforge.write.stored_picture import stored
from tests.support.faces import face as laid_out

_BOOK = FontBook()
_GRADIENT = Gradient("linear", (0, 0, 63, 88), ((0.0, "#0b1326"), (0.4, "#7a1420"), (1.0, "#f3d9a0")))
_GLOW = Gradient("radial", (30, 40, 20), ((0.0, "#ffffff"), (1.0, "#10203a")))

GROUND: tuple[Item, ...] = (Shape(rectangle(-3, -3, 69, 94), "#0b1326"),)
PAPER: tuple[Item, ...] = (Shape(rectangle(-3, -3, 69, 94), "#fbfaf6"),)
OPAQUE: tuple[Item, ...] = (
    *GROUND,
    Shape(rectangle(5, 5, 53, 20), _GRADIENT),
    Shape(rectangle(5, 30, 53, 20), "#c02030", "#000000", 0.5),
    Clipped(rectangle(5, 55, 20, 20, 3), (Shape(rectangle(0, 50, 63, 38), _GLOW),)),
    Shape(rectangle(30, 55, 28, 28), "#fbfaf6"),
)
SEE_THROUGH: tuple[Item, ...] = (
    *OPAQUE,
    Shape(rectangle(10, 15, 40, 30), "#ffffff", opacity=0.4),
    Shape(rectangle(20, 60, 20, 20), _GRADIENT, opacity=0.7),
)
GREY = Encoded(2, 2, "DeviceGray", bytes((0, 80, 160, 255)))
INKS = Encoded(2, 2, "DeviceCMYK", bytes((255, 255, 255, 255, 10, 20, 30, 40, 0, 0, 0, 255, 255, 200, 0, 0)))
LIGHT = Encoded(2, 2, "DeviceRGB", bytes((0, 0, 0, 255, 0, 0, 0, 40, 0, 12, 12, 40)))


def photo(mode: str, colour: tuple[int, ...]) -> Encoded:
    """A JPEG of one colour, as a camera or Photoshop writes it."""
    out = io.BytesIO()
    Image.new(mode, (16, 16), colour).save(out, "JPEG", quality=95)
    return Encoded(16, 16, "DeviceCMYK" if mode == "CMYK" else "DeviceRGB", out.getvalue(), True, mode == "CMYK")


MASKED = LIGHT._replace(alpha=bytes((255, 128, 40, 0)))


def text(words: str, y: float = 62, colour: str = "#101010") -> tuple[Item, ...]:
    """A text of 8 pt on the light field of the sample."""
    element = f"  - {{text: '{words}', x: 32, y: {y}, width: 25, height: 6, style: s}}\n"
    made, problems = laid_out(element, more=f"styles: {{s: {{size: 8, colour: '{colour}'}}}}\n")
    assert problems == []
    return made.items


def pdf_of(*faces: tuple[Item, ...], pictures: dict[str, Encoded] | None = None, bleed: float = 3) -> bytes:
    """A PDF of ours: a card of 63 x 88 for each face, with pictures in a row on all of them."""
    drawn, resources = drawn_of(*faces, pictures=pictures, bleed=bleed)
    return cards_pdf(drawn, resources, "samples")


def drawn_of(
    *faces: tuple[Item, ...],
    pictures: dict[str, Encoded] | None = None,
    bleed: float = 3,
    size: tuple[float, float] = (63, 88),
) -> tuple[list[Drawn], PdfResources]:
    """Drawn faces, and the shelf that they need."""
    composer, found = Composer(), pictures or {}
    made = []
    for number, items in enumerate(faces, start=1):
        drawn = composer.drawn(Face(f"pack/card-{number}", *size, bleed, items))
        code = [drawn.code]
        code += [f"q 28 0 0 28 {14 + 35 * at} 100 cm /{name} Do Q" for at, name in enumerate(found)]
        placed = {name: PlacedPicture(name, (0, 0, 2, 2), 10, 10) for name in found}
        made.append(drawn._replace(operators="\n".join(code), pictures=placed))
    spool = Spool()
    shelved = {name: stored(image, spool) for name, image in found.items()}
    return made, PdfResources(_BOOK, composer.texts, shelved)


def told(data: bytes, folder: Path, *command: str) -> str:
    """What another program says about a PDF, which it finds as `in.pdf`."""
    (folder / "in.pdf").write_bytes(data)
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout + done.stderr


def colours_of(pdf: pikepdf.Pdf) -> Iterator[str]:
    """Every way in which a document says a colour: operators, and the colour spaces of what it paints with."""
    for page in pdf.pages:
        yield from _colours(page.obj)


def _colours(owner: Any) -> Iterator[str]:
    for each in pikepdf.parse_content_stream(owner):
        assert isinstance(each, pikepdf.ContentStreamInstruction)  # no picture stands between operators
        if str(each.operator) in ("rg", "RG", "g", "G", "k", "K", "sc", "SC", "scn", "SCN"):
            yield str(each.operator)
        if str(each.operator) in ("cs", "CS"):
            yield str(owner.Resources.ColorSpace[str(each.operands[0])][0])
    for shading in owner.Resources.get("/Shading", {}).values():
        yield str(shading.ColorSpace)
    for each in owner.Resources.get("/XObject", {}).values():
        if each.Subtype == pikepdf.Name.Form:
            yield from _colours(each)
        else:
            yield str(each.ColorSpace)


def plates(data: bytes, folder: Path, dpi: int = 72, smooth: bool = False) -> list[Image.Image]:
    """The inks of every page, as Ghostscript puts them on paper."""
    bits = ["-dTextAlphaBits=4", "-dGraphicsAlphaBits=4"] if smooth else []
    told(
        data,
        folder,
        "gs",
        "-q",
        "-dSAFER",
        "-dNOPAUSE",
        "-dBATCH",
        "-sDEVICE=tiff32nc",
        f"-r{dpi}",
        *bits,
        "-sOutputFile=%03d.tif",
        "in.pdf",
    )
    found = []
    for file in sorted(folder.glob("*.tif")):
        with Image.open(file) as picture:
            found.append(picture.copy())
        file.unlink()
    return found


def most_ink(page: Image.Image, margin: float = 0) -> float:
    """The most ink on one point, in percent; without a margin in pixels."""
    data = page.crop((margin, margin, page.width - margin, page.height - margin)).tobytes()
    return max(sum(data[at : at + 4]) for at in range(0, len(data), 4)) / 2.55


def as_light(page: Image.Image) -> Image.Image:
    """How inks look, by the profile of the press."""
    press = ImageCms.ImageCmsProfile(io.BytesIO(profile_bytes()))
    transform = ImageCms.buildTransform(
        press, ImageCms.createProfile("sRGB"), "CMYK", "RGB",
        ImageCms.Intent.RELATIVE_COLORIMETRIC, ImageCms.Flags.BLACKPOINTCOMPENSATION,
    )  # fmt: skip
    made = ImageCms.applyTransform(page, transform)
    assert made
    return made


def difference(one: Image.Image, other: Image.Image) -> float:
    """The mean difference of two pictures of a page, of 255, on a coarse grid: two renderers never agree on edges."""
    first, second = (
        picture.convert("RGB").resize((48, 66), Image.Resampling.BOX).tobytes() for picture in (one, other)
    )
    return sum(abs(a - b) for a, b in zip(first, second, strict=True)) / len(first)


def mm(box: Any) -> list[float]:
    """A box of a page in mm."""
    return [round(float(each) / PT_PER_MM, 3) for each in box]
