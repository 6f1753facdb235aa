"""Documents written as YAML are read back the same, however long their keys are."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from cardforge.load.yaml_text import yaml_item, yaml_text

LONG = "k" * 3_000  # beyond 1,024 characters, a key needs a question mark


@pytest.mark.parametrize(
    "document",
    [
        {LONG: 1},
        {"a": {LONG: "x y"}},
        {"cards": [{LONG: "t", "b": 2}, {"id": "a", LONG: {"q": [1, 2]}}]},
        {"rows": [[{LONG: 3}]]},
        {f"[ {'x ' * 1_000}": "y"},
    ],
)
def test_a_very_long_key_is_read_back(document: dict[str, Any]) -> None:
    assert yaml.safe_load(yaml_text(document)) == document


def test_a_list_item_with_a_very_long_key_is_read_back() -> None:
    assert yaml.safe_load("\n".join(yaml_item({LONG: 1, "b": 2}))) == [{LONG: 1, "b": 2}]
