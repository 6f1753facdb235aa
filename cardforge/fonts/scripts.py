"""Name the script of a character, and the font package that brings it."""

from __future__ import annotations

import unicodedata

# The first words of Unicode's names of characters, where they are not the name of the script.
_SCRIPTS = {
    "CJK": ("Chinese", "sc"),
    "BOPOMOFO": ("Chinese", "tc"),
    "HIRAGANA": ("Japanese", "jp"),
    "KATAKANA": ("Japanese", "jp"),
    "HANGUL": ("Korean", "kr"),
}
# Scripts of one word for which there is a font of the Noto family, each in a package with its name.
_NOTO = (
    "arabic armenian bengali cherokee devanagari ethiopic georgian gujarati gurmukhi hebrew javanese kannada khmer lao "
    "malayalam mongolian myanmar oriya sinhala syriac tamil telugu thaana thai tifinagh"
)


def script_of(character: str) -> str:
    """The name of a character's script, such as `Tamil`; empty for signs and for what Unicode does not name."""
    word = _word(character)
    if word in _SCRIPTS:
        return _SCRIPTS[word][0]
    return word.title() if word.lower() in _NOTO.split() else ""


def package_of(character: str) -> str:
    """The npm package with a font for a character's script; empty if none is known."""
    word = _word(character)
    name = _SCRIPTS[word][1] if word in _SCRIPTS else word.lower() if word.lower() in _NOTO.split() else ""
    return f"@expo-google-fonts/noto-sans-{name}" if name else ""


def _word(character: str) -> str:
    return unicodedata.name(character, "").partition(" ")[0]
