"""What can be said about a card whose game has no face for it."""

from __future__ import annotations

from cardforge.layout.plain import called, plain_words


def test_a_card_is_called_by_its_name_its_title_or_its_id() -> None:
    assert called({"id": "brace", "title": "Brace", "name": "Hold On"}) == "Hold On"
    assert called({"id": "brace", "title": "Brace"}) == "Brace"
    assert called({"id": "brace"}) == "brace"
    assert called({}) == "Unnamed"


def test_a_title_is_not_said_again_among_the_facts() -> None:
    words = plain_words({"id": "brace", "title": "Brace", "cost": 2}, "action", "1/1")

    assert words["name"] == "Brace"
    assert "Brace" not in words["facts"]
    assert "**2**" in words["facts"]
