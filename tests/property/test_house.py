"""What we write is read back the same, by our own reader and by others."""

from __future__ import annotations

import os
from difflib import unified_diff
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as some
from ruamel.yaml import YAML

from cardforge.load.yaml_text import WIDTH, yaml_text
from tests.conftest import REPOSITORY
from tests.support.documents import document_of

RUNS = 5_000 if os.environ.get("CARDFORGE_SOAK") else 300
# What our reader takes: no control characters, no lone surrogates.
LETTERS = some.characters(
    exclude_categories=["Cs"], exclude_characters="".join(map(chr, [*range(32), *range(127, 160), 0xFFFE, 0xFFFF]))
)
TRAPS = some.sampled_from(
    ["", " ", "no", "Yes", "null", "~", "1", "-1", "1.5", "0x1f", ".inf", "- a", "? b", "a: b", "a:", "a #b", "#", "{", "[x]", "a, b", "&a", "*a", "!t", "|", ">", "%", "@", "`", "'", '"', "\\", "2026-01-01", "1:30", "<<", "=", "a\u00a0b", "\ufeffa", "a\u2028b", "a  b", " a", "a ", "é", "𝄞 clef", "---", "...", "a\nb"]
)  # fmt: skip
TEXTS = some.one_of(
    TRAPS, some.text(LETTERS, max_size=30), some.lists(some.text("abc:#' ,-", max_size=9), max_size=40).map(" ".join)
)
VALUES = some.recursive(
    some.one_of(TEXTS, some.integers(-(10**9), 10**9), some.booleans(), some.none()),
    lambda inner: some.one_of(some.lists(inner, max_size=4), some.dictionaries(TEXTS.filter(lambda key: key != "<<"), inner, max_size=4)),
    max_leaves=25,
)  # fmt: skip
DOCUMENTS = some.dictionaries(TEXTS.filter(lambda key: key != "<<"), VALUES, min_size=1, max_size=5)


def ours(text: str) -> Any:
    return document_of(text, "x.yaml").data


@given(DOCUMENTS)
@settings(max_examples=RUNS)
@example({"cards": [{"id": "a", "text": "x: " + "word " * 60 + "end"}, {}, {"id": "b", "list": [[], {}, [1, "a b"]]}]})
@example({"a": {"b": {"c": ["x, y", {"d": "no"}]}}})
def test_what_is_written_is_read_back_the_same(document: dict[str, Any]) -> None:
    text = yaml_text(document, ["A comment: with # marks."])
    other = YAML(typ="safe", pure=True)

    assert ours(text) == document
    assert other.load(text) == document


@pytest.mark.parametrize("file", sorted((REPOSITORY / "packs/nebula").rglob("*.yaml")), ids=lambda file: file.stem)
def test_the_packs_survive(file: Any) -> None:
    data = ours(file.read_text("utf-8"))
    text = yaml_text(data)

    assert ours(text) == data
    assert list(ours(text)) == list(data)
    assert all(len(line) <= WIDTH or " " not in line.strip() for line in text.splitlines() if '"' not in line)


def test_cards_look_as_the_packs_do() -> None:
    file = REPOSITORY / "packs/nebula/crew/ada-voss.yaml"
    by_hand = file.read_text("utf-8").splitlines()[1:]
    written = yaml_text(ours(file.read_text("utf-8"))).splitlines()
    differ = [line for line in unified_diff(by_hand, written, n=0, lineterm="") if line[0] in "+-"][2:]

    # Where a long text is broken, and whether `+1` needs quotes, is left to taste.
    assert len(differ) < 0.3 * len(by_hand), differ
    assert not [line for line in differ if ">-" not in line and " - " in line]
