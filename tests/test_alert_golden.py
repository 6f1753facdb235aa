"""The golden cases of alert: each step in the packs comes out exactly as it says, and no other number would do."""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from cardforge.check.rulebook import Rulebook
from cardforge.check.subject import Linked, Subject
from cardforge.link.collection import Entry
from cardforge.link.references import Links
from cardforge.load.document import Document, load_document
from cardforge.load.source import Source, read_source
from tests.support.alert_resolver import PACKS, game

STEPS = sorted((PACKS / "step").glob("*.yaml"))


@pytest.fixture(scope="module")
def rules() -> Iterator[Rulebook]:
    book = Rulebook(game())
    yield book
    book.close()


def document(path: Path) -> Document:
    source = read_source(path, path.name)
    assert isinstance(source, Source)
    found = load_document(source)
    assert isinstance(found, Document)
    return found


def verdicts(rules: Rulebook, step: Document) -> dict[str, str]:
    """The rules that judged a step, with what came of it."""
    entry = Entry(step, "step", is_pack=False, mentions=(), unsound=None)
    judged = rules.judge(Subject("situation", Linked(entry, Links({}, ()))))
    assert judged.problems == []
    return {each.rule.code: each.status for each in judged.verdicts if each.status in ("pass", "fail")}


def changed(then: Any) -> Iterator[Any]:
    """Copies of what a step expects, each with one number raised by 1."""
    for key, value in then.items() if isinstance(then, dict) else enumerate(then):
        if isinstance(value, (dict, list)):
            inner = list(changed(value))
        else:
            inner = [value + 1] if type(value) is int else []
        for each in inner:
            copy = deepcopy(then)
            copy[key] = each
            yield copy


def test_every_golden_case_has_a_step() -> None:
    named = {int(found.group(1)) for path in STEPS if (found := re.match(r"g(\d\d)-", path.name))}

    assert named == set(range(1, 25))


@pytest.mark.parametrize("path", STEPS, ids=lambda path: path.stem)
def test_a_golden_case_comes_out_exactly(rules: Rulebook, path: Path) -> None:
    step = document(path)
    found = verdicts(rules, step)

    assert found
    assert set(found.values()) == {"pass"}
    for then in changed(step.data["then"]):
        assert "fail" in verdicts(rules, Document(step.source, {**step.data, "then": then})).values(), then
