"""Words from pairs of letters look as HarfBuzz shapes them, in every font that comes along and in fonts made to deceive."""

from __future__ import annotations

import io
import os
import random
from itertools import product

import pytest
from fontTools.ttLib import TTFont, newTable
from fontTools.ttLib.tables._f_v_a_r import Axis
from fontTools.ttLib.tables._k_e_r_n import KernTable_format_0
from fontTools.varLib.featureVars import addFeatureVariations

from cardforge.fonts import Font, FontBook, Glyph
from cardforge.fonts.families import FAMILIES
from cardforge.fonts.pairs import LETTERS, Pairs, UnsureError
from tests.support.fonts import featured, font

WORDS = 60_000 if os.environ.get("CARDFORGE_SOAK") else 1_500
STYLES = [(family, *style) for family, styles in FAMILIES.items() for style in styles]
# Letters as they stand in English, and what fonts do most to: ligatures, capitals before signs, signs before signs.
USUAL = "etaoinshrdlcumwfgypbvkffttiillhdcoTHAVYWLPFR.,;:’“”!?()-0123456789"
BOOK = FontBook()


def paired(font: Font) -> Pairs:
    """The pairs of a font that can tell what its joined letters stand for."""
    groups = ["".join(each) for count in (3, 2) for each in product("abfgh", repeat=count)]
    shaped = {text: font.shape(text) for text in groups if font.characters.issuperset(map(ord, text))}
    return font.pairs({glyphs[0].id: text for text, glyphs in shaped.items() if len(glyphs) == 1} | font.letters)


def from_pairs(pairs: Pairs, word: str) -> list[Glyph] | None:
    """The glyphs of a word, from its pairs alone; None where they do not tell."""
    try:
        tokens = [pairs.token(name) for name in pairs.names([word])[0]]
    except UnsureError:
        return None
    at = [sum(len(token.letters) for token in tokens[:number]) for number in range(len(tokens))]
    return [Glyph(token.glyph, start, token.advance) for token, start in zip(tokens, at, strict=True)]


def from_harfbuzz(font: Font, word: str) -> list[Glyph]:
    scale = font.scale
    return [
        Glyph(glyph.id, glyph.cluster, round(glyph.advance / scale), round(glyph.dx / scale), round(glyph.dy / scale))
        for glyph in font.shape(word)
    ]


@pytest.mark.parametrize(("family", "weight", "italic"), STYLES)
def test_words_of_every_font_are_put_together_as_harfbuzz_shapes_them(family: str, weight: str, italic: bool) -> None:
    made = BOOK.font(family, weight, italic)
    pairs = paired(made)
    chance = random.Random(f"{family} {weight} {italic}")  # noqa: S311 - words of a test are no secret
    rare = sorted(letter for letter in LETTERS if ord(letter) in made.characters)
    told = 0
    for number in range(WORDS):
        letters = rare if number % 3 == 0 else [each for each in USUAL if each in rare] or rare
        word = "".join(chance.choices(letters, k=chance.randint(1, 11)))
        found = from_pairs(pairs, word)
        if found is not None:
            told += 1
            assert found == from_harfbuzz(made, word), word

    assert told > WORDS * 0.7


# What a font may do, and words that pairs must leave to HarfBuzz.
DECEITS = {
    "three letters in a row": ("feature calt { sub a b' c by B.x; } calt;", ["abc", "habcd"]),
    "four letters, seen from the last": ("feature calt { sub a b c d' by D.x; } calt;", ["abcd"]),
    "letters of a class": ("@x = [b c]; feature calt { sub a @x' @x by B.x; } calt;", ["abc", "acb"]),
    "rules by glyph": (
        "lookup one { sub b by B.x; } one; feature calt { sub a b' lookup one c; sub a b' lookup one d e; } calt;",
        ["abc", "abde"],
    ),
    "rules by class": (
        "lookup one { sub [b c] by [B.x C.x]; } one; feature calt {"
        " sub [a d] [b c]' lookup one [e f]; sub [e f] [b c]' lookup one [a d]; } calt;",
        ["abe", "dcf", "ebd"],
    ),
    "many rules by class": (
        "lookup one { sub [b c] by [B.x C.x]; } one; feature calt {"
        " sub [a d] [b c]' lookup one [a d]; sub [a d] [b c]' lookup one [e f]; sub [a d] [b c]' lookup one [g h];"
        " sub [e f] [b c]' lookup one [a d]; sub [e f] [b c]' lookup one [e f]; sub [e f] [b c]' lookup one [g h];"
        " sub [g h] [a d] [b c]' lookup one [e f] [e f]; } calt;",
        ["abd", "dce", "fbh", "ecf", "gabef"],
    ),
    "a row of classes": (
        "lookup one { sub [b c] by [B.x C.x]; } one; feature calt { sub [b c]' lookup one [a d]' [e f]'; } calt;",
        ["bae", "cdf"],
    ),
    "rows of glyphs": (
        "lookup one { sub b by B.x; } one;"
        " feature calt { sub b' lookup one a' e'; sub b' lookup one e' e'; sub b' lookup one f' g' h'; } calt;",
        ["bae", "bee", "bfgh"],
    ),
    "many rows of classes": (
        "lookup one { sub [b c] by [B.x C.x]; } one; feature calt { sub [b c]' lookup one [a d]' [e f]';"
        " sub [b c]' lookup one [a d]' [g h]'; sub [b c]' lookup one [e f]' [g h]'; sub [b c]' lookup one [g h]' [a d]';"
        " sub [b c]' lookup one [e f]' [e f]'; sub [b c]' lookup one [a d]' [a d]' [a d]'; } calt;",
        ["bae", "cdh", "beg", "cha", "bef", "baad"],
    ),
    "a context before letters are joined": (
        "lookup first { sub f' g h by F.x; } first; lookup second { sub f g by G.x; } second;"
        " feature calt { lookup first; } calt; feature liga { lookup second; } liga;",
        ["fgh"],
    ),
    "a context that letters about to be joined end": (
        "lookup first { sub a' f g by A.x; } first; lookup second { sub f g by G.x; } second;"
        " feature calt { lookup first; } calt; feature liga { lookup second; } liga;",
        ["afg"],
    ),
    "a context behind letters that are joined": (
        "lookup first { sub f g by G.x; } first; lookup second { sub G.x h' a by H.x; } second;"
        " feature liga { lookup first; } liga; feature calt { lookup second; } calt;",
        ["fgha"],
    ),
    "a long context before letters are joined": (
        "lookup first { sub f' g h a by F.x; } first; lookup second { sub f g by G.x; } second;"
        " feature calt { lookup first; } calt; feature liga { lookup second; } liga;",
        ["fgha"],
    ),
    "a long context whose rarest letters are joined to those behind": (
        "lookup first { sub [a c d]' b f [g c d] by [A.x C.x D.x]; } first; lookup second { sub f g by G.x; } second;"
        " feature calt { lookup first; } calt; feature liga { lookup second; } liga;",
        ["abfg"],
    ),
    "a long context whose rarest letters are joined to those before": (
        "lookup first { sub [f c d] g h' [a b c] by H.x; } first; lookup second { sub f g by G.x; } second;"
        " feature calt { lookup first; } calt; feature liga { lookup second; } liga;",
        ["fgha"],
    ),
    "a letter that changes before others, and is joined": (
        "lookup first { sub f' [a b c d g] [e h] by F.x; } first; lookup second { sub f g by G.x; } second;"
        " feature calt { lookup first; } calt; feature liga { lookup second; } liga;",
        ["fgh", "fge"],
    ),
    "joined twice, the second time to two": (
        "lookup first { sub f g by G.x; } first; lookup second { sub G.x h a by H.x; } second;"
        " feature ccmp { lookup first; } ccmp; feature liga { lookup second; } liga;",
        ["fgha", "bfghab"],
    ),
    "joined twice": (
        "lookup first { sub f g by G.x; } first; lookup second { sub G.x h by H.x; } second;"
        " feature ccmp { lookup first; } ccmp; feature liga { lookup second; } liga;",
        ["fgh", "afghb"],
    ),
    "joined to another letter": ("feature liga { sub f g by h; } liga;", ["fg", "afgb"]),
    "one letter for another": ("feature ccmp { sub a by A.x; } ccmp;", ["a", "bab"]),
    "two for one": ("feature ccmp { sub a by A.x B.x; } ccmp;", ["a", "bab"]),
    "by chance": ("feature rand { sub a from [A.x B.x]; } rand;", ["a", "bab"]),
    "from the end": ("feature calt { rsub a' b by A.x; } calt;", ["ab", "cabd"]),
    "from the end, before two": ("feature calt { rsub a' b c by A.x; } calt;", ["abc"]),
    "kerning that moves both": ("feature kern { pos a <0 0 -50 0> b <0 0 -30 0>; } kern;", ["ab", "abab"]),
    "kerning that goes on behind both": (
        "feature kern { pos a <0 0 -50 0> b <0 0 -30 0>; pos a <0 0 -50 0> c <0 0 0 0>;"
        " pos c <0 0 -20 0> d <0 0 0 0>; } kern;",
        ["acd"],
    ),
    "kerning that skips": (
        "lookup passes { lookupflag IgnoreLigatures; pos a b -50; } passes; feature kern { lookup passes; } kern;"
        " feature liga { sub f g by G.x; } liga;",
        ["ab", "afgb"],
    ),
    "kerning in a context": ("feature kern { pos a b' -50 c; } kern;", ["abc"]),
    "kerning that lifts": ("feature kern { pos a <0 20 0 0>; } kern;", ["a", "bab"]),
    "letters that hold hands": (
        "feature curs { pos cursive a <anchor 0 0> <anchor 300 100>; pos cursive b <anchor 0 50> <anchor 300 0>; } curs;",
        ["ab", "ba"],
    ),
    "a letter that is a mark": (
        "markClass h <anchor 200 0> @TOP; feature mark { pos base a <anchor 200 300> mark @TOP; } mark;",
        ["ah", "bahb"],
    ),
}


def test_every_kind_of_context_is_among_them() -> None:
    met = set()
    for features, _ in DECEITS.values():
        opened = TTFont(io.BytesIO(featured(features)))
        for lookup in opened["GSUB"].table.LookupList.Lookup if "GSUB" in opened else ():
            met |= {(lookup.LookupType, part.Format) for part in lookup.SubTable if lookup.LookupType in (5, 6)}

    assert met == set(product((5, 6), (1, 2, 3)))


# Words that are none of what these contexts are about; they need not be left to anybody.
BESIDES = {
    "three letters in a row": ["cba", "bbb", "hgf"],
    "letters of a class": ["bcb", "bad", "hgf"],
    "rules by glyph": ["cba", "bac", "hgf"],
    "many rules by class": ["bcb", "gb", "hhg"],
    "a row of classes": ["ae", "hg", "dfe"],
    "rows of glyphs": ["aef", "gha", "ccc"],
    "many rows of classes": ["adeh", "bcb", "gg"],
    "kerning in a context": ["bca", "hgf"],
    "joined twice": ["gfh", "hag"],
}


@pytest.mark.parametrize("name", BESIDES)
def test_what_a_context_is_not_about_is_told(name: str) -> None:
    made = Font("features", featured(DECEITS[name][0]), is_own=True)

    assert [from_pairs(paired(made), word) for word in BESIDES[name]] == [
        from_harfbuzz(made, word) for word in BESIDES[name]
    ]


@pytest.mark.parametrize("name", DECEITS)
def test_what_more_than_two_letters_decide_is_left_to_harfbuzz(name: str) -> None:
    features, left = DECEITS[name]
    made = Font("features", featured(features), is_own=True)
    pairs = paired(made)

    assert [from_pairs(pairs, word) for word in left] == [None] * len(left)
    assert _differences(made, pairs, "abcdefgh") == []


# What a font may do that pairs tell.
PLAIN = {
    "nothing": "",
    "kerning": "feature kern { pos a b -50; pos [c d] [e f] -30; pos g h 20; } kern;",
    "kerning in two steps": (
        "lookup one { pos a b -50; } one; lookup two { pos [a c] [b d] -7; } two;"
        " feature kern { lookup one; lookup two; } kern;"
    ),
    "kerning far away": "feature kern { lookup far useExtension { pos a b -50; } far; } kern;",
    "a wide letter": "feature kern { pos a b -50; } kern; feature smcp { sub a by A.x; } smcp;",
    "for other languages": "feature locl { script latn; language TRK; sub a by A.x; } locl;",
    "for other scripts": (
        "languagesystem DFLT dflt; languagesystem latn dflt; languagesystem cyrl dflt;"
        " feature ccmp { script cyrl; sub a by A.x; } ccmp; feature kern { script latn; pos a b -9; } kern;"
    ),
    "a context that needs what no text has": "feature calt { sub a' A.x by B.x; sub A.x b' by B.x; } calt;",
}


@pytest.mark.parametrize("name", PLAIN)
def test_what_pairs_tell_is_told(name: str) -> None:
    made = Font("features", featured(PLAIN[name]), is_own=True)

    assert _differences(made, paired(made), "abcdefgh", told=True) == []


def test_joined_letters_are_told_in_the_order_that_harfbuzz_tries() -> None:
    """`fff` is ff and f, never f and ff; and of ff and fff the font says which comes first."""
    made = Font("features", featured("feature liga { sub f f g by A.x; sub f f by B.x; sub f g by C.x; } liga;"), True)
    pairs = paired(made)

    for word in map("".join, product("afgh", repeat=5)):
        assert from_pairs(pairs, word) == from_harfbuzz(made, word), word


def _differences(made: Font, pairs: Pairs, letters: str, told: bool = False) -> list[str]:
    """Words that pairs get wrong, or do not tell where they should."""
    wrong = []
    for word in map("".join, product(letters, repeat=4)):
        found = from_pairs(pairs, word)
        if (found is None and told) or (found is not None and found != from_harfbuzz(made, word)):
            wrong.append(word)
    return wrong


def test_control_characters_are_not_taken_for_joined_letters() -> None:
    pairs = paired(BOOK.font("lato"))

    assert from_pairs(pairs, "fig") is not None
    assert [from_pairs(pairs, f"a{chr(code)}g") for code in (*range(0x20), *range(0x7F, 0xA0))] == [None] * 65


@pytest.mark.parametrize("table", ["morx", "kerx", "mort"])
def test_fonts_that_work_as_apple_does_are_left_to_harfbuzz(table: str) -> None:
    assert from_pairs(paired(Font("f", _with_table(font("abc "), table), True)), "abc") is None


def test_the_old_kerning_table_is_left_to_harfbuzz() -> None:
    """HarfBuzz parts what it takes between both letters, so one depends on the letter before it."""
    made = Font("f", _with_kerning(font("abc ")), True)
    pairs = paired(made)

    assert from_harfbuzz(made, "ab") != from_harfbuzz(made, "a") + from_harfbuzz(made, "b")
    assert from_pairs(pairs, "ab") is None


def test_features_that_depend_on_axes_are_left_to_harfbuzz() -> None:
    opened = TTFont(io.BytesIO(featured("feature kern { pos a b -50; } kern; feature liga { sub f g by G.x; } liga;")))
    opened["fvar"] = axes = newTable("fvar")
    axes.axes = [Axis()]
    axes.axes[0].axisTag = "wght"
    addFeatureVariations(opened, [([{"wght": (-1, 1)}], {"a": "A.x"})], featureTag="rclt")
    del opened["fvar"]
    out = io.BytesIO()
    opened.save(out)
    made = Font("f", out.getvalue(), True)

    assert from_pairs(paired(made), "bcd") is None
    assert _differences(made, paired(made), "abfg") == []


def test_torn_tables_are_left_to_harfbuzz() -> None:
    """Whatever is in them, nothing is raised and nothing is told that is not so."""
    whole = featured(
        "feature kern { pos a b -50; } kern; feature calt { sub a b' c by B.x; } calt; feature liga { sub f g by G.x; } liga;"
    )
    chance = random.Random(7)  # noqa: S311 - what is torn in a test is no secret
    for tag in ("GSUB", "GPOS"):
        for _ in range(150):
            made = Font("f", _torn(whole, tag, chance), True)
            assert _differences(made, paired(made), "abfg") == []


def _with_table(data: bytes, tag: str) -> bytes:
    opened = TTFont(io.BytesIO(data))
    opened[tag] = newTable(tag)
    opened[tag].data = b"\0" * 16
    opened[tag].compile = lambda font: b"\0" * 16
    out = io.BytesIO()
    opened.save(out)
    return out.getvalue()


def _with_kerning(data: bytes) -> bytes:
    opened = TTFont(io.BytesIO(data))
    kern = newTable("kern")
    kern.version = 0
    pairs = KernTable_format_0()
    pairs.coverage, pairs.version, pairs.tupleIndex = 1, 0, None
    pairs.kernTable = {("c0061", "c0062"): -100}
    kern.kernTables = [pairs]
    opened["kern"] = kern
    out = io.BytesIO()
    opened.save(out)
    return out.getvalue()


def _torn(data: bytes, tag: str, chance: random.Random) -> bytes:
    """A font with some bytes of a table changed."""
    count = int.from_bytes(data[4:6])
    for record in range(12, 12 + 16 * count, 16):
        if data[record : record + 4] == tag.encode():
            start, length = (
                int.from_bytes(data[record + 8 : record + 12]),
                int.from_bytes(data[record + 12 : record + 16]),
            )
            torn = bytearray(data)
            for _ in range(chance.randint(1, 4)):
                torn[start + chance.randrange(length)] = chance.randrange(256)
            return bytes(torn)
    raise ValueError(tag)
