"""Export then import changes nothing: for every pack of every game, and for any cards; an edit changes that field only."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardforge.app.sheet import export_sheet, import_sheet
from cardforge.load.card_patch import with_cards
from cardforge.load.document import Document, load_document
from cardforge.load.project import builtin_project
from cardforge.load.source import Source
from cardforge.load.yaml_text import yaml_text
from tests.conftest import REPOSITORY
from tests.support.projects import write_files

WORDS = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Cn", "Co", "Zl", "Zp")), max_size=12)
TEXTS = WORDS | st.sampled_from(
    ["007", "1e5", "no", "true", "=1+1", "a, b", "a; b | c,d", "x\ny", "", "'q'", "_x0041_"]
)
SCALARS = TEXTS | st.integers(-(2**53) + 1, 2**53 - 1) | st.booleans() | st.floats(allow_nan=False, allow_infinity=False, width=32)  # fmt: skip
VALUES = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3), max_leaves=8)  # fmt: skip
CARD = st.fixed_dictionaries(
    {},
    optional={
        "name": TEXTS,
        "stats": st.fixed_dictionaries({}, optional={"might": st.integers(0, 9), "wit": TEXTS}),
        "keywords": st.lists(TEXTS, max_size=4),
        "parts": st.lists(st.fixed_dictionaries({"k": TEXTS}, optional={"v": VALUES}), max_size=3),
        "other": VALUES,
        "pack": TEXTS,
    },
)
GAME = 'kind: game\nsystem: tea\nname: Tea\nversion: "1.0"\nkinds: {set: {is: pack, title: set}}\n'
SCHEMA = {
    "properties": {
        "cards": {
            "items": {
                "properties": {
                    "id": {"type": "string"},
                    "name": {"type": "string"},
                    "stats": {"properties": {"might": {"type": "integer"}, "wit": {"type": "string"}}},
                    "keywords": {"type": "array", "items": {"type": "string"}},
                    "parts": {"items": {"properties": {"k": {"type": "string"}, "v": {}}}},
                }
            }
        }
    }
}


@pytest.mark.parametrize("game", sorted(builtin_project().game_files()))
def test_every_pack_of_every_game_comes_back_as_it_was(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(REPOSITORY)
    export_sheet([game], tmp_path / "all.xlsx")

    back = import_sheet(str(tmp_path / "all.xlsx"))

    assert back.problems == ()
    assert back.lines[-1] == "nothing to change", back.lines[:20]


@settings(max_examples=120, deadline=None)
@given(st.lists(CARD, min_size=1, max_size=4))
def test_any_cards_come_back_as_they_were(cards: list[dict[str, Any]]) -> None:
    pack = {"kind": "set", "system": "tea", "id": "all", "cards": [{"id": f"c{at}", **card} for at, card in enumerate(cards)]}  # fmt: skip
    files = {
        "packs/tea/game.yaml": GAME,
        "packs/tea/all.yaml": yaml_text(pack),
        "schemas/tea/set.schema.json": json.dumps(SCHEMA),
    }
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.chdir(write_files(Path(folder), files))
        export_sheet(["tea"], Path("all.xlsx"))

        back = import_sheet("all.xlsx")

        assert (back.problems, back.lines) == ((), ("nothing to change",))


@settings(max_examples=150, deadline=None)
@given(st.lists(CARD, min_size=1, max_size=4), st.data())
def test_a_patched_file_holds_the_new_cards_and_keeps_the_lines_of_others(
    cards: list[dict[str, Any]], data: st.DataObject
) -> None:
    old = [{"id": f"c{at}", **card} for at, card in enumerate(cards)]
    text = yaml_text({"kind": "set", "cards": old}, ["A comment."])
    at = data.draw(st.integers(0, len(old) - 1))
    new = {"id": f"c{at}", **data.draw(CARD)}
    wanted = [new if number == at else card for number, card in enumerate(old)]

    patched = with_cards(Source("a.yaml", text), [*enumerate(wanted)])

    document = load_document(Source("a.yaml", patched))
    assert isinstance(document, Document)
    assert document.data["cards"] == wanted
    before, after = text.split("- id: "), patched.split("- id: ")
    if "- id: " not in json.dumps(wanted) + json.dumps(old):
        assert [each for number, each in enumerate(after) if number != at + 1] == [
            each for number, each in enumerate(before) if number != at + 1
        ]
