"""Colours as inks: near what the profile says, and never more than the limit."""

from __future__ import annotations

import hashlib
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageCms

from cardforge.load.picture_pixels import Encoded
from cardforge.load.project import builtin_root
from cardforge.write import ink
from cardforge.write.ink import InkTable, black_alone, opened, profile_bytes

TABLES = {limit: InkTable(limit) for limit in (200, 240, 280, 400)}
LIMITS = st.sampled_from(sorted(TABLES))
BYTE = st.integers(0, 255)
NOISE = hashlib.shake_256(b"noise").digest(300 * 300 * 4)


def four(data: bytes) -> list[tuple[int, ...]]:
    return [tuple(data[at : at + 4]) for at in range(0, len(data), 4)]


def exact(picture: Image.Image) -> bytes:
    """What the profile itself says."""
    press = ImageCms.ImageCmsProfile(io.BytesIO(profile_bytes()))
    transform = ImageCms.buildTransform(
        ImageCms.createProfile("sRGB"), press, "RGB", "CMYK",
        ImageCms.Intent.RELATIVE_COLORIMETRIC, ImageCms.Flags.BLACKPOINTCOMPENSATION,
    )  # fmt: skip
    made = ImageCms.applyTransform(picture, transform)
    assert made
    return made.tobytes()


def test_the_profile_is_the_one_whose_licence_lies_beside_it() -> None:
    note = (builtin_root() / ink.PROFILE).with_suffix(".txt").read_text("utf-8")

    assert f"sha256   {hashlib.sha256(profile_bytes()).hexdigest()}" in note


def test_colours_within_the_limit_are_what_the_profile_says() -> None:
    picture = Image.frombytes("RGB", (300, 300), NOISE[: 300 * 300 * 3])
    wanted, made = exact(picture), TABLES[240].painted(picture).tobytes()
    errors = [
        abs(one - other)
        for want, have in zip(four(wanted), four(made), strict=True)
        if sum(want) < 230 * 2.55
        for one, other in zip(want, have, strict=True)
    ]

    assert len(errors) > 300_000
    assert sum(errors) / len(errors) < 1


@given(LIMITS, BYTE, BYTE, BYTE)
def test_no_colour_takes_more_ink_than_the_limit(limit: int, red: int, green: int, blue: int) -> None:
    assert sum(TABLES[limit].colour((red, green, blue))) <= limit / 100


@pytest.mark.parametrize("limit", sorted(TABLES))
def test_no_pixel_takes_more_ink_than_the_limit(limit: int) -> None:
    dark = bytes(each % 64 for each in NOISE)
    for mode, data in (("RGB", NOISE), ("RGB", dark), ("CMYK", NOISE), ("CMYK", bytes(255 - each for each in dark))):
        picture = Image.frombytes(mode, (300, 300), data[: 300 * 300 * len(mode)])
        assert max(map(sum, four(TABLES[limit].painted(picture).tobytes()))) <= limit * 2.55


def test_inks_that_somebody_chose_stay_where_they_are_within_the_limit() -> None:
    picture = Image.frombytes("CMYK", (300, 300), NOISE)
    pairs = list(zip(four(NOISE), four(TABLES[240].painted(picture).tobytes()), strict=True))
    within = [(before, after) for before, after in pairs if sum(before) <= 238 * 2.55]

    assert len(within) > 10_000
    assert all(before == after for before, after in within)
    assert all(before[3] == after[3] for before, after in pairs)  # black is never touched


@given(st.tuples(*[st.floats(0, 1)] * 4), LIMITS)
def test_a_chosen_colour_is_limited_too(inks: tuple[float, ...], limit: int) -> None:
    made = TABLES[limit].limited(inks)

    assert sum(made) <= limit / 100
    if sum(inks) <= limit / 100 - 0.02:
        assert made == pytest.approx(inks)


def test_white_has_no_ink_and_dark_blue_stays_blue() -> None:
    cyan, magenta, yellow, black = TABLES[240].colour((15, 23, 42))

    assert TABLES[240].colour((255, 255, 255)) == (0, 0, 0, 0)
    assert cyan > yellow + 0.3
    assert magenta > yellow + 0.2
    assert 0.6 < black < 0.95


@pytest.mark.parametrize(
    ("rgb", "least", "most"),
    [((0, 0, 0), 1, 1), ((27, 29, 33), 0.95, 1), ((60, 60, 60), 0.85, 0.95), ((91, 97, 107), 0.7, 0.85)],
)
def test_dark_grey_letters_are_black_ink_alone(rgb: tuple[int, int, int], least: float, most: float) -> None:
    black = black_alone(rgb)

    assert black is not None
    assert least <= black <= most


@pytest.mark.parametrize("rgb", [(255, 255, 255), (128, 128, 128), (80, 0, 0), (0, 0, 60), (20, 30, 60)])
def test_light_and_coloured_letters_are_mixed(rgb: tuple[int, int, int]) -> None:
    assert black_alone(rgb) is None


@pytest.mark.parametrize("inverted", [True, False])
def test_a_cmyk_jpeg_is_read_as_a_pdf_reads_it(inverted: bool) -> None:
    out = io.BytesIO()
    Image.new("CMYK", (8, 8), (200, 100, 50, 25)).save(
        out, "JPEG", quality=100
    )  # Pillow writes as Adobe does: inverted
    (pixel, *_) = four(opened(Encoded(8, 8, "DeviceCMYK", out.getvalue(), True, inverted)).tobytes())
    wanted = (200, 100, 50, 25) if inverted else (55, 155, 205, 230)

    assert all(abs(one - other) <= 3 for one, other in zip(pixel, wanted, strict=True))
