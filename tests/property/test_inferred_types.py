"""Whatever a column has, the schema inferred from it takes every value of it, and reads it back as it was."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

import jsonschema
from hypothesis import given, settings
from hypothesis import strategies as st

from cardforge.app.game_from_cards import game_from, refuse_faulty
from cardforge.validate.inferred_types import inferred, inferred_with_null
from tests.support.spreadsheets import as_csv

WORDS = st.sampled_from(["fire", "ice", "2", "2.0", "007", "1e5", "TRUE", "x, y", "x, z", "y, x", "a; b", "No", "-3", "1.5", " pad "])  # fmt: skip
DATA = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.floats(allow_nan=False, allow_infinity=False) | WORDS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS, inner, max_size=4),
    max_leaves=12,
)


def _without_null(value: object) -> object:
    if isinstance(value, dict):
        return {key: _without_null(each) for key, each in value.items() if each is not None}
    return [_without_null(each) for each in value if each is not None] if isinstance(value, list) else value


@settings(max_examples=300, deadline=None)
@given(st.lists(DATA.filter(lambda value: value is not None), min_size=1, max_size=8))
def test_every_value_of_foreign_data_fits_its_schema(values: list[object]) -> None:
    schema = inferred(values, is_sheet=False)

    json.dumps(schema)
    for value in values:
        jsonschema.validate(_without_null(value), schema)


@settings(max_examples=300, deadline=None)
@given(st.lists(DATA, min_size=1, max_size=8))
def test_every_value_fits_as_it_is_in_its_file_even_null(values: list[object]) -> None:
    schema = inferred_with_null(values)

    for value in values:
        jsonschema.validate(value, schema)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(["Ada", "Bo", "Cy"]), WORDS | st.just(""), WORDS), min_size=1, max_size=12))
def test_every_table_of_texts_becomes_a_game_without_problems(rows: list[tuple[str, str, str]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "cards.csv")
        source.write_bytes(as_csv([["Card Name", "Some", "Full.Stop"], *rows]))

        refuse_faulty(game_from("tea", "Tea", source), source)
