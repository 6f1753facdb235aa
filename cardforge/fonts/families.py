"""The font families that come with cardforge, from the packages it depends on."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path

Style = tuple[str, bool]  # weight, italic
PACKAGES = ("font_hanken_grotesk", "font_lato", "font_manrope", "font_source_sans_pro", "pymupdf_fonts", "uharfbuzz")

WEIGHTS = {"light": 300, "regular": 400, "medium": 500, "semibold": 600, "bold": 700, "black": 900}


def _packaged(package: str, name: str) -> Callable[[], bytes]:
    def read() -> bytes:
        return (Path(str(import_module(package).__file__)).parent / "files" / name).read_bytes()

    return read


def _buffer(name: str) -> Callable[[], bytes]:
    def read() -> bytes:
        data: bytes = import_module("pymupdf_fonts").fontbuffers[name]()
        return data

    return read


def _family(
    package: str, start: str, styles: dict[Style, str], ending: str = "ttf"
) -> dict[Style, Callable[[], bytes]]:
    return {style: _packaged(package, f"{start}-{name}.{ending}") for style, name in styles.items()}


def _styles(upright: str, slanted: str = "") -> dict[Style, str]:
    """Parse pairs of a weight and its name in file names: `light=Light regular=Regular`."""
    found: dict[Style, str] = {}
    for italic, words in ((False, upright), (True, slanted)):
        found |= {(pair.split("=")[0], italic): pair.split("=")[1] for pair in words.split()}
    return found


_SOURCE = _styles(
    "light=Light regular=Regular semibold=Semibold bold=Bold black=Black",
    "light=LightIt regular=It semibold=SemiboldIt bold=BoldIt black=BlackIt",
)
_MANROPE = _styles("light=Light regular=Regular medium=Medium semibold=SemiBold bold=Bold black=ExtraBold")
_LATO = _styles(
    "light=Light regular=Regular bold=Bold black=Black",
    "light=LightItalic regular=Italic bold=BoldItalic black=BlackItalic",
)
_HANKEN = _styles(
    "light=Light regular=Regular medium=Medium semibold=SemiBold bold=Bold",
    "light=LightItalic regular=Italic medium=MediumItalic semibold=SemiBoldItalic bold=BoldItalic",
)

FAMILIES: dict[str, dict[Style, Callable[[], bytes]]] = {
    "source-sans": _family("font_source_sans_pro", "SourceSansPro", _SOURCE),
    "manrope": _family("font_manrope", "Manrope", _MANROPE),
    "lato": _family("font_lato", "Lato", _LATO),
    "hanken-grotesk": _family("font_hanken_grotesk", "HankenGrotesk", _HANKEN, "otf"),
    "firago": {
        ("regular", False): _buffer("figo"), ("bold", False): _buffer("figbo"),
        ("regular", True): _buffer("figit"), ("bold", True): _buffer("figbi"),
    },
    "noto-symbols": {("regular", False): _buffer("symbol1")},
    "noto-symbols-2": {("regular", False): _buffer("symbol2")},
    "noto-math": {("regular", False): _buffer("math")},
}  # fmt: skip
