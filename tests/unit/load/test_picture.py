"""Pictures of every sort: right side up, in the right colours, and no larger than paper can show."""

from __future__ import annotations

import io
import struct
import zlib
from typing import Any

import pypdfium2
import pytest
from PIL import Image, ImageCms

from cardforge.core.problems import Problem
from cardforge.fonts import FontBook
from cardforge.layout.display import Face
from cardforge.layout.display import Image as Placed
from cardforge.load.picture import Picture, picture_of, quiet
from cardforge.load.picture_pixels import Crop, Encoded, PicturePart
from cardforge.write.compose import Composer
from cardforge.write.drawn import PlacedPicture
from cardforge.write.pdf import PdfResources, cards_pdf
from cardforge.write.pixels import PictureStore

RED, GREEN, BLUE, WHITE = (255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255)
CORNERS = (RED, GREEN, BLUE, WHITE)  # top left, top right, bottom left, bottom right
SIDE = 40  # mm that a picture is placed at: 8 of its 320 pixels a millimetre


def quarters(mode: str = "RGB", size: tuple[int, int] = (48, 32)) -> Image.Image:
    """Four fields of colour, so that a turn or a mirror shows."""
    made = Image.new("RGB", size)
    for at, colour in enumerate(CORNERS):
        half = (size[0] // 2, size[1] // 2)
        made.paste(colour, (at % 2 * half[0], at // 2 * half[1], (at % 2 + 1) * half[0], (at // 2 + 1) * half[1]))
    return made.convert(mode)


def saved(image: Image.Image, format: str, **options: Any) -> bytes:
    out = io.BytesIO()
    image.save(out, format, **options)
    return out.getvalue()


def picture(content: bytes, name: str) -> Picture:
    found = picture_of(content, name)
    assert isinstance(found, Picture), found
    return found


def part(found: Picture, crop: Crop) -> Encoded | Problem:
    made = found.encoded([PicturePart(crop, crop[2] - crop[0], crop[3] - crop[1])])
    return made if isinstance(made, Problem) else made[0]


def whole(found: Picture) -> Encoded:
    made = part(found, (0, 0, found.width, found.height))
    assert isinstance(made, Encoded), made
    return made


def seen(found: Picture, ground: str = "") -> Image.Image:
    """The picture as pdfium shows it on a page of its own."""
    crop = (0, 0, found.width, found.height)
    high = SIDE * found.height / found.width
    composer = Composer()
    drawn = composer.drawn(Face("x", SIDE, high, 0.0, (Placed(0, 0, SIDE, high, found, crop),)))
    made = PictureStore().stored(found, list(drawn.pictures.values()))
    assert not isinstance(made, Problem)
    resources = PdfResources(FontBook(), {}, dict(zip(drawn.pictures, made, strict=True)))
    pdf = cards_pdf([drawn._replace(operators=f"{ground}\n{drawn.code}")], resources, "x")
    shown: Image.Image = pypdfium2.PdfDocument(pdf)[0].render(scale=3).to_pil()
    return shown.convert("RGB")


def corners(image: Image.Image) -> list[tuple[int, ...]]:
    wide, high = image.size
    return [_pixel(image, x, y) for y in (high // 5, high * 4 // 5) for x in (wide // 5, wide * 4 // 5)]


def _pixel(image: Image.Image, x: int, y: int) -> tuple[int, ...]:
    found = image.getpixel((x, y))
    assert isinstance(found, tuple)
    return found


def near(one: tuple[int, ...], other: tuple[int, ...], by: int = 12) -> bool:
    return all(abs(a - b) <= by for a, b in zip(one, other, strict=True))


def sixteen(colour_type: int, pixel: tuple[int, ...], width: int = 8, height: int = 8) -> bytes:
    """A PNG of sixteen bits, which Pillow can only write in grey."""
    row = b"\0" + struct.pack(f">{len(pixel)}H", *pixel) * width
    parts = [
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 16, colour_type, 0, 0, 0)),
        (b"IDAT", zlib.compress(row * height)),
        (b"IEND", b""),
    ]
    chunks = [
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data)) for name, data in parts
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


@pytest.mark.parametrize(
    ("format", "ending", "options"),
    [("JPEG", "jpg", {"quality": 95}), ("JPEG", "jpg", {"progressive": True}), ("PNG", "png", {}), ("WEBP", "webp", {"lossless": True}), ("TIFF", "tif", {}), ("TIFF", "tiff", {"compression": "tiff_lzw"}), ("GIF", "gif", {}), ("BMP", "bmp", {})],
)  # fmt: skip
def test_every_format_shows_its_colours(format: str, ending: str, options: dict[str, Any]) -> None:
    found = corners(seen(picture(saved(quarters(), format, **options), f"a.{ending}")))

    assert all(map(near, found, CORNERS)), found


_MODES = ["L", "1", "P", "LA", "RGBA", "I;16"]


@pytest.mark.parametrize(
    ("format", "mode"), [*(("PNG", mode) for mode in _MODES), *(("TIFF", mode) for mode in [*_MODES, "CMYK"])]
)
def test_every_sort_of_pixel_is_shown(mode: str, format: str) -> None:
    image = Image.linear_gradient("L").convert("I").point(lambda value: value * 257) if mode == "I;16" else None
    image = image.convert("I;16") if image else Image.linear_gradient("L").convert("RGB").convert(mode)
    shown = seen(picture(saved(image, format), "a.png" if format == "PNG" else "a.tif"))
    top, bottom = (_pixel(shown, shown.width // 2, y)[0] for y in (3, shown.height - 4))

    assert (top < 60, bottom > 215) == (True, True), (top, bottom)


def test_sixteen_bits_of_colour_become_eight() -> None:
    found = whole(picture(sixteen(2, (0xFFFF, 0x8000, 0)), "a.png"))

    assert (found.colours, found.data[:3]) == ("DeviceRGB", bytes((255, 128, 0)))


def test_sixteen_bits_of_grey_become_eight() -> None:
    assert whole(picture(sixteen(0, (0x8000,)), "a.png")).data[0] == pytest.approx(128, abs=1)


@pytest.mark.parametrize(
    ("mode", "white"), [("F", 1.0), ("F", 255.0), ("F", 65_535.0), ("I", 65_535), ("I", 2**31 - 256)]
)
def test_grey_of_more_bits_or_of_fractions_keeps_its_shades(mode: str, white: float) -> None:
    """Scientific and 3D programs save grey as fractions, or in 32 bits."""
    image = Image.linear_gradient("L").convert("F").point(lambda value: value * (white / 255) + 0.0).convert(mode)
    shown = whole(picture(saved(image, "TIFF"), "a.tif"))

    assert [shown.data[256 * row] for row in (0, 64, 128, 255)] == pytest.approx([0, 64, 128, 255], abs=1)


@pytest.mark.parametrize("mode", ["RGBA", "LA", "P"])
def test_what_is_transparent_shows_the_ground(mode: str) -> None:
    image = Image.new("RGBA", (20, 20), (0, 0, 0, 0))
    image.paste((0, 0, 0, 255), (0, 0, 10, 20))
    shown = seen(picture(saved(image.convert(mode), "PNG"), "a.png"), ground="1 0 0 rg 0 0 500 500 re f")

    assert near(_pixel(shown, 20, 50), (0, 0, 0))
    assert near(_pixel(shown, 250, 50), RED)


@pytest.mark.parametrize(("mode", "colour"), [("RGB", (1, 2, 3)), ("L", 7), ("1", 0)])
def test_one_colour_that_is_named_transparent_is(mode: str, colour: Any) -> None:
    image = Image.new(mode, (20, 20), 255 if mode != "RGB" else WHITE)
    image.paste(colour, (0, 0, 10, 20))
    made = whole(picture(saved(image, "PNG", transparency=colour), "a.png"))

    assert made.alpha
    assert (made.alpha[2], made.alpha[18]) == (0, 255)


@pytest.mark.parametrize("turn", range(1, 9))
@pytest.mark.parametrize(
    ("format", "name"), [("JPEG", "a.jpg"), ("PNG", "a.png"), ("TIFF", "a.tif"), ("WEBP", "a.webp")]
)
def test_a_picture_stands_upright_however_the_camera_was_held(turn: int, format: str, name: str) -> None:
    back = {2: 0, 3: 3, 4: 1, 5: 5, 6: 2, 7: 6, 8: 4}  # Pillow's name of the way back
    stored = quarters().transpose(Image.Transpose(back[turn])) if turn > 1 else quarters()
    exif = Image.Exif()
    exif[0x0112] = turn
    found = picture(saved(stored, format, exif=exif), name)

    assert (found.width, found.height) == (48, 32)
    shown = corners(seen(found))
    assert all(near(a, b, 40) for a, b in zip(shown, CORNERS, strict=True)), shown


def test_a_jpeg_goes_into_the_pdf_byte_by_byte() -> None:
    content = saved(quarters(), "JPEG")

    assert whole(picture(content, "a.jpg")).data == content


def test_a_jpeg_for_print_keeps_its_inks() -> None:
    inks = Image.new("CMYK", (30, 20), (0, 255, 255, 0))
    content = saved(inks, "JPEG", quality=95)
    found = picture(content, "a.jpg")
    made = whole(found)

    assert (made.colours, made.data, made.inverted) == ("DeviceCMYK", content, True)
    red = _pixel(seen(found), 20, 20)
    assert (red[0] > 200, red[1] < 80, red[2] < 80) == (True, True, True), red


def test_the_profile_of_inks_or_grey_is_no_reason_to_touch_a_jpeg() -> None:
    for mode in ("CMYK", "L"):
        content = saved(Image.new(mode, (30, 20)), "JPEG", icc_profile=b"some profile of a printing house")

        assert whole(picture(content, "a.jpg")).data == content


def test_a_part_of_a_jpeg_for_print_looks_the_same() -> None:
    found = picture(saved(Image.new("CMYK", (30, 20), (0, 255, 255, 0)), "JPEG", quality=95), "a.jpg")
    made = part(found, (0, 0, 10, 10))

    assert isinstance(made, Encoded)
    assert (made.inverted, made.is_jpeg) == (False, False)
    assert near(tuple(made.data[:4]), (0, 255, 255, 0))


def swapped_profile() -> bytes:
    """sRGB with red and green in each other's place, so that a conversion shows."""
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    return (
        profile.replace(b"rXYZ", b"????")
        .replace(b"gXYZ", b"rXYZ")
        .replace(b"????", b"gXYZ")
        .replace("sRGB".encode("utf-16-be"), "odd ".encode("utf-16-be"))
    )


@pytest.mark.parametrize(
    ("format", "name", "mode"), [("JPEG", "a.jpg", "RGB"), ("PNG", "a.png", "RGB"), ("PNG", "a.png", "RGBA")]
)
def test_colours_of_another_profile_are_converted(format: str, name: str, mode: str) -> None:
    image = Image.new("RGB", (20, 20), (200, 30, 30)).convert(mode)
    made = corners(seen(picture(saved(image, format, icc_profile=swapped_profile()), name)))

    assert near(made[0], (30, 200, 30), 25), made


def test_a_picture_that_says_it_is_srgb_is_left_alone() -> None:
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    content = saved(quarters(), "JPEG", icc_profile=profile)

    assert whole(picture(content, "a.jpg")).data == content


def test_an_interlaced_png_is_read() -> None:
    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    # One pixel: the first of the seven passes has it, the others are empty.
    head = struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 1)
    content = (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(b"\0\x10\x20\x30"))
        + chunk(b"IEND", b"")
    )

    assert whole(picture(content, "a.png")).data == b"\x10\x20\x30"


def test_a_photograph_of_a_camera_that_keeps_two_pictures_is_a_jpeg() -> None:
    content = saved(quarters(), "MPO", save_all=True, append_images=[quarters()])

    assert all(near(a, b, 40) for a, b in zip(corners(seen(picture(content, "a.jpg"))), CORNERS, strict=True))


@pytest.mark.parametrize(
    ("pixels", "kept"),
    [((400, 400), (400, 400)), ((590, 590), (590, 590)), ((591, 591), (472, 472)), ((2000, 1000), (945, 472)), ((100, 3000), (100, 3000))],
)  # fmt: skip
def test_pixels_that_paper_cannot_show_are_left_out(pixels: tuple[int, int], kept: tuple[int, int]) -> None:
    found = picture(saved(Image.new("RGB", pixels), "PNG"), "a.png")
    made = PictureStore().stored(found, [PlacedPicture("a.png", (0, 0, *pixels), 40.0, 40.0)])

    assert not isinstance(made, Problem)
    assert (made[0].width, made[0].height) == kept


@pytest.mark.parametrize(
    ("pixels", "kept"), [((591, 591), (591, 591)), ((944, 944), (944, 944)), ((946, 946), (472, 472)), ((2000, 1000), (945, 472))]
)  # fmt: skip
def test_a_jpeg_is_encoded_again_only_if_it_has_far_too_many_pixels(
    pixels: tuple[int, int], kept: tuple[int, int]
) -> None:
    content = saved(Image.new("RGB", pixels), "JPEG")
    store = PictureStore()
    made = store.stored(picture(content, "a.jpg"), [PlacedPicture("a.jpg", (0, 0, *pixels), 40.0, 40.0)])

    assert not isinstance(made, Problem)
    assert (made[0].width, made[0].height) == kept
    assert (made[0].data.read() == content) == (pixels == kept) == (not store.reduced)
    with Image.open(io.BytesIO(made[0].data.read())) as inside:
        assert inside.size == kept


@pytest.mark.parametrize("format", ["JPEG", "PNG", "WEBP", "TIFF", "GIF", "BMP"])
def test_a_torn_or_scribbled_file_is_a_problem_and_never_a_crash(format: str) -> None:
    content = saved(quarters(), format)
    name = {"JPEG": "a.jpg", "TIFF": "a.tif"}.get(format, f"a.{format.lower()}")
    for at in range(0, len(content), max(1, len(content) // 150)):
        for torn in (content[:at], content[:at] + b"\xff\x00\xff\xff" + content[at + 4 :]):
            found = picture_of(torn, name)
            if isinstance(found, Picture):
                with quiet():
                    made = part(found, (0, 0, found.width, found.height))
                assert isinstance(made, (Encoded, Problem))
            else:
                assert found.code == "CF415"
