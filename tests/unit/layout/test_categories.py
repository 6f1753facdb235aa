"""Accents that merge for some eyes are told, those that are shared on purpose are not."""

from __future__ import annotations

import pytest

from cardforge.core.problems import Severity
from cardforge.layout.categories import merging_accents
from cardforge.layout.template import Template, Templates
from tests.support.documents import document_of


def faces(**accents: str) -> list[Template]:
    documents = [
        document_of(f'kind: face\nid: {id}\npalette:\n  ink: "#000000"\n  accent: "{accent}"\n', f"{id}.yaml")
        for id, accent in accents.items()
    ]
    return list(Templates([*documents, document_of("kind: face\nid: none\n", "none.yaml")]).all())


@pytest.mark.parametrize(
    ("one", "other", "eyes"),
    [
        ("#b0603a", "#74803a", "green-blind"),
        ("#2f7fa8", "#2f8a86", "blue-blind"),
        ("#804040", "#814141", "everyone"),
        ("#b0603a", "#c8d070", ""),
        ("#1f4f9c", "#e0a020", ""),
    ],
)
def test_two_accents_that_merge(one: str, other: str, eyes: str) -> None:
    found = list(merging_accents(faces(crew=one, ship=other)))

    assert [(each.code, each.severity, str(each.where)) for each in found] == (
        [("CF426", Severity.WARNING, "ship.yaml:5:11")] if eyes else []
    )
    assert all(eyes in each.message and "`crew`" in each.message and "`ship`" in each.message for each in found)


def test_a_shared_accent_is_meant_and_told_once_where_it_merges_with_another() -> None:
    assert list(merging_accents(faces(crew="#b0603a", ship="#B0603A"))) == []
    assert len(list(merging_accents(faces(crew="#b0603a", ship="#b0603a", item="#74803a")))) == 1
