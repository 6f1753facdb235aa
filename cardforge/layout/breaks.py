"""Find where a line may break: after spaces, zero-width spaces and hyphens.

Scripts that are written without spaces (Chinese, Japanese, Thai, Lao, Khmer, Burmese) break where ICU says, which has
the dictionaries and the punctuation rules. Other scripts do not use ICU because of its rules for dashes: it breaks
after the dash of a number range, and lets a line begin with an em dash.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_CJK = (
    "\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    "\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003fffd"
)
_WIDE = "\u3000-\u303f\uff00-\uffef"
_SOUTHEAST_ASIAN = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u19e0-\u19ff\ua9e0-\ua9ff\uaa60-\uaa7f"
_WITHOUT_SPACES = f"{_CJK}{_WIDE}{_SOUTHEAST_ASIAN}"
# Spaces at which a line may break, including line ends, but neither the no-break space nor the narrow one.
_SPACE = " \t\n\r\f\v\x85\u2028\u2029\u1680\u2000-\u2006\u2008-\u200a\u205f\u3000"
# Long expressions are compiled only when a card needs them, because compiling is slow.
# Most texts are only words and spaces, and are split by one expression.
_SPECIAL = rf"[{_WITHOUT_SPACES}\u200b\u2010\u2013\u2014/-]"
_SPACED = re.compile(rf"[{_SPACE}]+|[^{_SPACE}]+")
_IS_SPACE = re.compile(rf"[{_SPACE}]+")
# A line may break after a hyphen or dash between letters; before a digit it is usually a minus.
# A Hebrew prefix is not split from its word. A zero-width space only marks a break.
_AFTER_HYPHEN = re.compile(r"(?<=[^\W\u05d0-\u05ea])[-\u2010\u2013\u2014/](?=[^\W\d]\w)|\u200b+(?!$)")
# Breaks that only ICU would allow: before an em dash, and between a hyphen or dash and a digit.
_NO_BREAK = re.compile(r"(?<!\u2014)(?=\u2014)|(?<=[-\u2010\u2013\u2014/])(?=\d)")

# Not plain: scripts without spaces, right-to-left letters, and unusual spaces and format characters.
_NOT_PLAIN = (
    rf"[{_WITHOUT_SPACES}\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u00a0\u00ad\u202f\u2007"
    rf"\u200b-\u200f\u2028-\u202e\u2060-\u2069\x1c-\x1f\x85\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
_ODD_LATIN = re.compile(r"[\x1c-\x1f\x85\u00a0\u00ad]")  # those of them below U+0300


def is_plain(text: str) -> bool:
    """Whether a text is only left-to-right words separated by ordinary spaces."""
    if text.isascii():
        return not text.isspace()
    # Every sheet has a dot in its header: for such a text, the long expression is not compiled.
    odd = _ODD_LATIN.search(text) if max(text) < "\u0300" else re.search(_NOT_PLAIN, text)
    return odd is None and not text.isspace()


def has_hyphens(text: str) -> bool:
    """Whether a line may break inside a word of a plain text."""
    has_any = "-" in text or "/" in text or "\u2013" in text or "\u2014" in text or "\u2010" in text
    return has_any and _AFTER_HYPHEN.search(text) is not None


def is_space(chunk: str) -> bool:
    """Whether a chunk is whitespace at which a line may break."""
    return bool(_IS_SPACE.fullmatch(chunk))


def chunks_of(text: str) -> list[str]:
    """Split a text into unbreakable chunks; whitespace becomes chunks of its own."""
    chunks = _SPACED.findall(text)
    if not re.search(_SPECIAL, text):
        return chunks
    return [part for chunk in chunks for part in ([chunk] if is_space(chunk) else word_parts(chunk))]


def word_parts(word: str) -> list[str]:
    """Split a word into the parts between which a line may break."""
    ends = (
        _ends_by_icu(word)
        if not word.isascii() and re.search(f"[{_WITHOUT_SPACES}]", word)
        else [token.end() for token in _AFTER_HYPHEN.finditer(word)]
    )
    return [word[start:end] for start, end in zip([0, *ends], [*ends, len(word)], strict=True)]


def parts_of_plain(text: str) -> Iterator[tuple[str, bool]]:
    """Split a plain text into unbreakable parts, each with whether a space follows."""
    parts = [word_parts(word) if has_hyphens(word) else [word] for word in text.split()]
    for at, part in enumerate(parts, 1):
        yield from [(each, False) for each in part[:-1]]
        yield part[-1], at < len(parts)


def _ends_by_icu(word: str) -> list[int]:
    """The ends of the parts of a word, without the last; `en` selects the strict rules, for Japanese too."""
    from icu4py.breakers import LineBreaker  # few cards need it

    units = word.encode("utf-16-le", "surrogatepass")  # ICU counts in UTF-16
    ends = [len(units[: 2 * end].decode("utf-16-le", "surrogatepass")) for _, end in LineBreaker(word, "en").segments()]
    kept = {place.start() for place in _NO_BREAK.finditer(word)}
    return [end for end in ends if end < len(word) and end not in kept]
