"""Every rule text that people wrote for nebula is made of the phrases and shapes of one list."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest
import yaml

from tests.conftest import REPOSITORY
from tests.support.nebula_phrases import BOOK, fits, rule_texts, unread

KINDS = ("starship", "crew", "equipment", "item", "npc", "location")
MOST_PHRASES = 130
MOST_SHAPES = 60
PHRASES = ("costs", "effects", "others", "lasting", "conditions", "events")
SHAPES = ("shapes", "triggers", "setup")


def packs(kind: str) -> dict[str, dict[str, Any]]:
    files = sorted((REPOSITORY / "packs/nebula" / kind).glob("*.yaml"))
    return {file.stem: yaml.safe_load(file.read_text("utf-8")) for file in files}


WRITTEN = {f"{kind}/{name}": pack for kind in KINDS for name, pack in packs(kind).items()}


@pytest.mark.parametrize("name", WRITTEN)
def test_every_sentence_of_a_written_pack_is_known(name: str) -> None:
    texts = list(rule_texts(WRITTEN[name]))

    assert texts
    assert {f"{card}: {rest}" for card, shapes, text in texts if (rest := unread(text, shapes))} == set()


def test_a_setup_card_ends_with_what_it_rules() -> None:
    for name, pack in packs("agenda").items():
        text = " ".join(pack["cards"][0]["text"].split())
        begin = text.index("Begin at ")

        assert unread(text[begin:], "setup") == "", name
        assert not re.search(r"\bNPC\b|\bactive\b", text[:begin]), name  # what stands before is story


def test_there_are_few_phrases_and_each_stands_once() -> None:
    phrases = [phrase for key in PHRASES for phrase in BOOK[key]]
    shapes = [shape for key in SHAPES for shape in BOOK[key]]

    assert len(phrases) <= MOST_PHRASES
    assert len(shapes) <= MOST_SHAPES
    for key in (*PHRASES, *SHAPES):  # `your ship is attacked` may be a condition and an event
        assert [phrase for phrase, count in Counter(BOOK[key]).items() if count > 1] == []


@pytest.mark.parametrize(
    "text",
    [
        "Deal 2 damage to an active NPC. Draw 1 card.",
        "Exhaust a pilot or a medic: add 1 progress token to Led Into the Deep. If you do not, discard 1 card.",
        "Check morale 4. If you pass, draw 2 cards. If you fail, the Vigil becomes active.",
        "If Rag and Bone is friendly, trade 1 item; if not, put a debuff token on a crew member.",
        "Each player may discard 1 card to straighten a crew member.",
        "House Merro is no longer active. Destroy this location.",
    ],
)
def test_what_the_phrases_say_is_read(text: str) -> None:
    assert unread(text) == ""


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("Draw 1 cards.", "Draw 1 cards."),
        ("Draw 2 cards. Sing a song.", "Sing a song."),
        ("Draw 2 cards. Discard the ship's cat and draw 1 card.", "Discard the ship's cat and draw 1 card."),
        ("Check courage 4. If you pass, draw 1 card.", "Check courage 4. If you pass, draw 1 card."),
        ("You may exhaust a pilot. If you do, draw 1 card.", "You may exhaust a pilot. If you do, draw 1 card."),
        ("Straighten 1 crew member.", "Straighten 1 crew member."),
    ],
)
def test_what_they_do_not_say_is_found(text: str, rest: str) -> None:
    assert unread(text) == rest


def test_a_trigger_has_shapes_of_its_own() -> None:
    assert unread("Once per turn, while the Vigil is not active", "triggers") == ""
    assert unread("Once per turn, while the Vigil sleeps", "triggers") == "Once per turn, while the Vigil sleeps"
    assert not fits("Exhaust {name}", "Exhaust a pilot")
