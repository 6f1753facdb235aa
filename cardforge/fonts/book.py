"""Load the fonts of a project by family, weight and italic.

A character that a family (`source-sans`) lacks is looked up in the fallback chain; if no font has it, the caller
reports a problem.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from cardforge.core.limits import FONT_BYTES
from cardforge.core.phrases import listed
from cardforge.core.regular_file import RefusedFile, read_regular
from cardforge.core.suggestions import did_you_mean
from cardforge.fonts.families import FAMILIES, PACKAGES, WEIGHTS
from cardforge.fonts.font import Font
from cardforge.fonts.truetype import HINT, FontError, as_truetype, is_variable, with_space

FALLBACK = ("firago", "noto-symbols", "noto-symbols-2", "noto-math")


class FontBook:
    """The fonts of a project: the packaged families, and the files in `templates/fonts/`, by file name."""

    def __init__(self, font_files: tuple[Path, ...] = (), roots: tuple[Path, ...] = ()) -> None:
        self._files, self._roots = font_files, roots  # a file must not leave the roots through a symlink
        self._own = {file.stem.lower(): file for file in font_files}
        self._fonts: dict[tuple[str, str, bool], Font] = {}
        self._named: dict[str, Font] = {}
        self.broken: dict[str, str] = {}  # families that cannot be used, and why

    @property
    def signature(self) -> str:
        """A text that changes when any of the fonts does."""
        return "\n".join([*map(_stamp, self._files), *_packaged()])

    def font(self, family: str, weight: str = "regular", italic: bool = False) -> Font:
        """The font of a family nearest to a weight; upright if the family has no italics."""
        key = (family, weight, italic)
        if key not in self._fonts:
            found = self._fonts[key] = self._load(*key)
            if ord("•") not in found.characters:
                found.bullets = self.font(FALLBACK[0], weight, italic)
        return self._fonts[key]

    def font_with(self, letter: str, family: str, weight: str = "regular", italic: bool = False) -> Font | None:
        """The first font with a letter and its marks: of the family, the project's own fonts, then the fallbacks."""
        for each in dict.fromkeys((family, *self._own, *FALLBACK)):
            if each not in self.broken:
                has = self._usable(each, weight, italic)
                if has.issuperset(map(ord, letter)) or (
                    ord(letter[0]) in has and self.font(each, weight, italic).composes(letter)
                ):
                    return self.font(each, weight, italic)
        return None

    def _usable(self, family: str, weight: str, italic: bool) -> frozenset[int]:
        """The characters of a font; none, after recording the reason in `broken`, if it cannot be used."""
        try:
            return self.font(family, weight, italic).characters
        except FontError as error:
            self.broken[family] = str(error)
            return frozenset()

    def named(self, name: str) -> Font:
        """A font by its own name, `Font.name`."""
        if name not in self._named:
            for family, styles in FAMILIES.items():
                for weight, italic in styles:
                    if _full_name(family, weight, italic) == name:
                        self.font(family, weight, italic)
            for family, file in self._own.items():
                for weight in WEIGHTS:
                    if name in _own_names(file, weight):
                        self.font(family, weight)
        return self._named[name]

    def _load(self, family: str, weight: str, italic: bool) -> Font:
        if family in self._own:
            return self._load_own(self._own[family], weight)
        if family not in FAMILIES:
            known = [*self._own, *FAMILIES]
            raise FontError("there is no such family", did_you_mean(family, known) or f"known: {listed(known)}")
        styles = FAMILIES[family]
        wanted = WEIGHTS[weight]
        slanted = [style for style in styles if style[1] == italic] or list(styles)
        nearest = min(slanted, key=lambda style: (abs(WEIGHTS[style[0]] - wanted), style))
        return self._keep(_full_name(family, *nearest), lambda: as_truetype(styles[nearest](), weight))

    def _load_own(self, file: Path, weight: str) -> Font:
        twins = [each.name for each in self._files if each.stem.lower() == file.stem.lower()]
        if len(twins) > 1:
            raise FontError(f"{listed(twins)} have the same name", "rename one of them")
        try:
            data = read_regular(file, FONT_BYTES, self._roots)
        except RefusedFile as refused:
            raise FontError(refused.reason, refused.hint or HINT) from refused
        name = _own_names(file, weight)[is_variable(data)]
        font = _proven(self._keep(name, lambda: as_truetype(data, weight), is_own=True))
        if ord(" ") not in font.characters:
            del self._named[name]
            font = self._keep(name, lambda: with_space(as_truetype(data, weight)), is_own=True)
        return font

    def _keep(self, name: str, read: Callable[[], bytes], is_own: bool = False) -> Font:
        """The font with a name; its data is read only once."""
        if name not in self._named:
            self._named[name] = Font(name, read(), is_own)
        return self._named[name]


def _stamp(file: Path) -> str:
    """Size and modification time of a font, to detect changes without reading it."""
    try:
        status = file.stat()
    except OSError:  # a broken symlink: reported when the font is loaded
        return file.name
    return f"{file.name} {status.st_size} {status.st_mtime_ns}"


def _full_name(family: str, weight: str, italic: bool) -> str:
    return f"{family}-{weight}{'-italic' if italic else ''}"


def _own_names(file: Path, weight: str) -> tuple[str, str]:
    """The font names of a file, static and variable at a weight; no packaged font has a dot in its name."""
    return file.name.lower(), f"{file.name.lower()}-{weight}"


def _proven(font: Font) -> Font:
    """Check that glyphs can be extracted: a damaged file may open fine and fail only when the PDF is written."""
    if not font.characters:
        raise FontError("it has no characters", HINT)
    if not font.has_outlines:
        raise FontError("its glyphs are bitmaps or empty, not outlines", HINT)
    try:
        font.cut_down((1, font.glyph_count - 1))
    except (RuntimeError, OverflowError) as error:  # without `maxp`, a font has no last glyph
        raise FontError("it is broken", HINT) from error
    return font


@cache
def _packaged() -> tuple[str, ...]:
    """The font packages as they are installed, which does not change while a process runs.

    By the stamps of their modules: reading their versions takes 40 ms, a tenth of a small job.
    """
    specs = [(package, find_spec(package)) for package in PACKAGES]
    return tuple(f"{package} {_stamp(Path(str(spec.origin)))}" for package, spec in specs if spec)
