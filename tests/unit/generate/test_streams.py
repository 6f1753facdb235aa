"""Seeds become numbers as docs/seeds.md says: checked by a second implementation that was written from the page."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterator
from itertools import count, islice

import pytest
from hypothesis import given
from hypothesis import strategies as some

from cardforge.core.errors import UsageError
from cardforge.generate.recipes import Recipes, RecipeTexts
from cardforge.generate.streams import Origin, Streams, drawn_seed, seed_text
from tests.conftest import REPOSITORY

PAGE = (REPOSITORY / "docs/seeds.md").read_text("utf-8")
ROWS = re.findall(r"^\| `([^`]+)` \| `([0-9a-f]{16})` \| (?:`([^`]*)`|empty) \| ([\d ]+) \| ([\d ]+) \|$", PAGE, re.M)


# The second implementation: nothing of cardforge, only the page.


def key(game: str, kind: str, version: int, seed: str) -> bytes:
    text = " ".join(unicodedata.normalize("NFC", seed).split())
    return hashlib.blake2b("\n".join([game, kind, str(version), text]).encode(), digest_size=32).digest()


def words(key: bytes, path: str) -> Iterator[int]:
    for block in count():
        digest = hashlib.blake2b(f"{block}\n{path}".encode(), digest_size=64, key=key).digest()
        for at in range(0, 64, 4):
            yield digest[at] << 24 | digest[at + 1] << 16 | digest[at + 2] << 8 | digest[at + 3]


def numbers(stream: Iterator[int], n: int) -> Iterator[int]:
    return (word % n for word in stream if word < 2**32 - 2**32 % n)


def picked(stream: Iterator[int], items: list[int], k: int) -> list[int]:
    left = list(items)
    for i in range(k):
        d = next(numbers(stream, len(items) - i))
        left[i], left[i + d] = left[i + d], left[i]
    return left[:k]


RECIPE = """
RECIPE = struct(kind = "crew", version = 1, options = [])

def make(o):
    return {
        "name": "x",
        "rolls": rolls("name", [6] * 40),
        "big": rolls("big", [3000000000] * 4),
        "roll": roll("big", 3000000000),
        "picks": picks("name", list(range(20)), 7),
        "shuffled": shuffled("name", list(range(20))),
        "weighted": weighted("name", [[1, "a"], [2, "b"], [3, "c"]]),
        "chance": [chance("chance/%d" % i, 30) for i in range(20)],
        "fill": fill("name", "{digit}{digit} {noun}", {"digit": list(range(10)), "noun": ["x{digit}", "y"]}),
    }
"""


def test_the_page_has_vectors_and_they_hold() -> None:
    assert len(ROWS) >= 6
    for seed, start, path, first, rolls in ROWS:
        own = key("nebula", "crew", 1, seed)
        streams = Streams(Origin("nebula", "crew", 1, seed_text(seed)))
        engine = [streams.begin(path), *(streams.further() for _ in range(3))]

        assert own.hex().startswith(start)
        assert list(islice(words(own, path), 4)) == engine == [int(word) for word in first.split()]
        assert list(islice(numbers(words(own, path), 6), 10)) == [int(number) for number in rolls.split()]


@pytest.mark.parametrize("seed", ["tea", "Zoë", "42", "灯台 7"])
def test_the_words_of_recipes_are_what_the_page_says(seed: str) -> None:
    made = (
        Recipes(RecipeTexts("nebula", {"crew": ("crew.star", RECIPE)}, {})).make("crew", seed_text(seed), {}).document
    )
    own = key("nebula", "crew", 1, seed)
    below_6 = next(numbers(words(own, "name"), 6))
    stream = words(own, "name")
    digits = [next(numbers(stream, 10)), next(numbers(stream, 10))]
    noun = ["x{}", "y"][next(numbers(stream, 2))]

    assert made["rolls"] == list(islice(numbers(words(own, "name"), 6), 40))
    assert made["big"] == list(islice(numbers(words(own, "big"), 3_000_000_000), 4))
    assert made["roll"] == made["big"][0]
    assert made["picks"] == picked(words(own, "name"), list(range(20)), 7)
    assert made["shuffled"] == picked(words(own, "name"), list(range(20)), 20)
    assert made["weighted"] == "abbccc"[below_6]
    assert made["chance"] == [next(numbers(words(own, f"chance/{i}"), 100)) < 30 for i in range(20)]
    filled = noun.format(next(numbers(stream, 10))) if "{" in noun else noun
    assert made["fill"] == f"{digits[0]}{digits[1]} {filled}"


def test_large_numbers_of_the_page_hold() -> None:
    told = re.search(r"the first four are\s+([\d, and]+)\.", PAGE)
    own = islice(numbers(words(key("nebula", "crew", 1, "tea"), "big"), 3_000_000_000), 4)

    assert told
    assert [int(number) for number in re.findall(r"\d+", told[1])] == list(own)


@given(some.text(max_size=40), some.text(max_size=20), some.integers(1, 9))
def test_streams_of_any_seed_and_path_agree(seed: str, path: str, version: int) -> None:
    try:
        text = seed_text(seed)
    except UsageError:
        return
    path = path.encode("utf-8", "replace").decode()
    streams = Streams(Origin("a", "b", version, text))
    engine = [streams.begin(path), *(streams.further() for _ in range(40))]

    assert engine == list(islice(words(key("a", "b", version, seed), path), 41))


def test_seeds_that_look_alike_are_alike() -> None:
    assert seed_text("  Zoe\u0308 \n\t Quill ") == seed_text("Zo\u00eb Quill") == "Zo\u00eb Quill"
    assert seed_text("007") != seed_text("7")


@pytest.mark.parametrize("typed", ["", "  \t ", "x" * 201, "a\x00b", "a\x7fb", "a\ud800b"])
def test_what_is_no_seed_is_refused(typed: str) -> None:
    with pytest.raises(UsageError):
        seed_text(typed)


def test_drawn_seeds_differ_and_are_seeds() -> None:
    drawn = {drawn_seed() for _ in range(100)}

    assert len(drawn) == 100
    assert all(seed_text(each) == each for each in drawn)


def test_numbers_are_as_likely_as_each_other() -> None:
    """A thousand seeds, six sides: chi-square with 5 degrees of freedom is below 20.5 in 999 of 1000 worlds."""
    counts = [0] * 6
    for seed in range(1_000):
        counts[next(numbers(iter([Streams(Origin("a", "b", 1, str(seed))).begin("x")]), 6))] += 1

    assert sum((each - 1000 / 6) ** 2 / (1000 / 6) for each in counts) < 20.5
