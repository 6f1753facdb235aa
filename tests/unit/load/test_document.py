"""YAML 1.2 meaning, duplicate keys, limits; JSON alike."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ruamel.yaml import YAML

from cardforge.core.limits import NESTING, TEXT_LENGTH
from cardforge.core.problems import Problem
from cardforge.load import document as document_module
from cardforge.load.document import Document, load_document
from cardforge.load.events import events_of
from cardforge.load.source import Source
from tests.support.waiting import must_end


def load(text: str, path: str = "x.yaml") -> Document | Problem:
    return load_document(Source(path, text))


def data(text: str, path: str = "x.yaml") -> dict[str, Any]:
    document = load(text, path)
    assert isinstance(document, Document), document
    return document.data


def refused(text: str, path: str = "x.yaml") -> tuple[str, int, int]:
    problem = load(text, path)
    assert isinstance(problem, Problem)
    return problem.code, problem.where.line, problem.where.column


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("no", "no"), ("yes", "yes"), ("on", "on"), ("Off", "Off"), ("y", "y"),
        ("12:30", "12:30"), ("1_000", "1_000"), ("2026-11-16", "2026-11-16"), ("=", "="),
        ("true", True), ("FALSE", False), ("~", None), ("null", None), ("", None),
        ("0o7", 7), ("017", 17), ("0x1F", 31), ("+3", 3), ("-4", -4), ("1e3", 1000), (".5", 0.5), ("1.", 1), ("2.50", 2.5),
        ("'12'", "12"), ('"true"', "true"), ("!", "refused"),
    ],
)  # fmt: skip
def test_plain_words_mean_what_yaml_1_2_says(written: str, meant: object) -> None:
    if meant == "refused":
        assert refused(f"key: {written} x")[0] == "CF004"
        return
    value = data(f"key: {written}")["key"]

    assert value == meant
    assert type(value) is type(meant)


def test_keys_are_always_the_text_that_was_typed() -> None:
    assert data("1: one\nno: two\nnull: three\n1.50: four") == {
        "1": "one",
        "no": "two",
        "null": "three",
        "1.50": "four",
    }


@pytest.mark.parametrize("path", ["x.yaml", "x.json"])
def test_a_duplicate_key_is_refused_at_its_second_place(path: str) -> None:
    assert refused('{"a": 1,\n "b": 2, "a": 3}', path) == ("CF007", 2, 10)


def test_a_duplicate_key_deep_inside_is_refused() -> None:
    assert refused("cards:\n  - id: a\n    cost: 1\n    cost: 2\n") == ("CF007", 4, 5)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("a: !!python/object/apply:os.system [ls]", "CF004"),
        ("a: !tag b", "CF004"),
        ("? [a, b]\n: c", "CF004"),
        ("a: *nowhere", "CF004"),
        ("a: &a [*a]", "CF004"),
        ("base: &b {x: 1}\nc:\n  <<: *b", "CF004"),
        ('a: "\\0"', "CF004"),
        ("a: \x07", "CF004"),
        ("a: [1, 2", "CF004"),
        ("\ta: 1", "CF004"),
        ("a: .inf", "CF005"),
        ("a: .NaN", "CF005"),
        ("a: 1e999", "CF005"),
        ("a: 9007199254740992", "CF005"),
        ("a: " + "9" * 5000, "CF005"),
        ("a: 0x" + "f" * 40, "CF005"),
        ("a: " + "x" * (TEXT_LENGTH.most + 1), "CF005"),
        ("- a\n- b", "CF006"),
        ("", "CF006"),
        ("# only a comment", "CF006"),
        ("just text", "CF006"),
        ("a: 1\n---\nb: 2", "CF008"),
    ],
)
def test_what_cannot_be_read_safely_is_refused(text: str, code: str) -> None:
    assert refused(text)[0] == code


@pytest.mark.parametrize(
    "text",
    ['{"a": NaN}', '{"a": Infinity}', '{"a": 1,}', '{"a": "\\ud800"}', '{"a": ' + "9" * 5000 + "}", "[" * 90_000, ""],
)
def test_json_that_cannot_be_read_safely_is_refused(text: str) -> None:
    assert refused(text, "x.json")[0] in ("CF004", "CF005")


def test_aliases_share_a_value() -> None:
    assert data("a: &x {n: 1}\nb: *x\nc: [*x, *x]") == {"a": {"n": 1}, "b": {"n": 1}, "c": [{"n": 1}, {"n": 1}]}


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Every event that is read of the files of a test."""
    found: list[object] = []

    def noted(source: Source) -> Iterator[object]:
        for event in events_of(source):
            found.append(event)
            yield event

    monkeypatch.setattr(document_module, "events_of", noted)
    return found


def test_a_billion_laughs_file_is_refused_while_it_is_read(read: list[object]) -> None:
    lines = ["a0: &a0 [ha, ha, ha, ha, ha, ha, ha, ha, ha, ha]"]
    lines += [f"a{at}: &a{at} [{', '.join([f'*a{at - 1}'] * 10)}]" for at in range(1, 30)]
    with must_end():
        assert refused("\n".join(lines))[0] == "CF005"

    assert len(read) < 120  # of nearly 400: a line has 13


@pytest.mark.parametrize("opening", ["[", "{a: ", "- ", "? ", '{"a": '])
def test_a_file_of_nothing_but_nesting_is_refused_at_the_limit(opening: str, read: list[object]) -> None:
    with must_end():
        assert refused(opening * 200_000)[0] in ("CF004", "CF005")

    assert len(read) <= 2 * NESTING.most + 10  # a key and a value for each of 200,000 levels, if all were read


def test_nesting_up_to_the_limit_is_read() -> None:
    assert "a" in data("a: " + "[" * (NESTING.most - 1) + "]" * (NESTING.most - 1))
    assert refused("a: " + "[" * NESTING.most + "]" * NESTING.most) == ("CF005", 1, 3 + NESTING.most)


def test_an_open_quote_is_reported_where_it_opens() -> None:
    assert refused('a: 1\nb: "never closed\nc: 3\n') == ("CF004", 2, 4)


_PLAIN = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53) + 1, 2**53 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\ufffe\uffff\ufeff"), max_size=12),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(st.characters(categories=["L", "N"]), min_size=1, max_size=6), inner, max_size=4)
    ),
    max_leaves=10,
)


@given(st.dictionaries(st.sampled_from("abcdef"), _PLAIN))
def test_json_means_the_same_to_us_as_to_the_standard_library(value: dict[str, Any]) -> None:
    assert data(json.dumps(value), "x.json") == value


@given(st.dictionaries(st.sampled_from("abcdef"), _PLAIN))
def test_yaml_means_the_same_to_us_as_to_another_reader(value: dict[str, Any]) -> None:
    writer = YAML(typ="safe", pure=True)
    writer.version = (1, 2)
    stream = io.StringIO()
    writer.dump(value, stream)

    assert data(stream.getvalue().replace("%YAML 1.2\n", "")) == YAML(typ="safe", pure=True).load(stream.getvalue())


@pytest.mark.parametrize("text", ["// cards\nkind: set\n", "\n  // cards", "//{a: b\n- c: d: e"])
def test_a_comment_of_another_language_is_named(text: str) -> None:
    found = load_document(Source("a.yaml", text))

    assert isinstance(found, Problem)
    assert (found.code, found.hint) == ("CF004", "begin comments with `#`")
    assert text.splitlines()[found.where.line - 1][found.where.column - 1 :].startswith("//")


def test_an_address_may_begin_a_text() -> None:
    found = load_document(Source("a.json", '{"address": "//example"}'))

    assert isinstance(found, Document)
