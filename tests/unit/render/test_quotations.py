"""Booklets quote cards, packs, decks and game.yaml, and show cards; what leads nowhere is told at its place."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cardforge.core.problems import Severity
from cardforge.render.face_cache import draw_cached
from cardforge.render.project_fonts import project_fonts
from cardforge.render.renderer import Renderer
from cardforge.render.selection import Selection, select
from cardforge.write.cache import Cache
from tests.support.projects import write_files

ITEMS = """kind: item
system: nebula
id: odds
name: Odds and Ends
cards:
  - {id: bell, name: Brass Bell, group: resource, consumable: false, effect: "Ring it.", resource_value: 4}
  - {id: rope, name: Wet Rope, group: item, consumable: false, effect: "Gain 1 energy."}
"""
DECK = """kind: deck
system: nebula
name: Small Hours
starship: {pack: wayfarer, card: wayfarer-mk1}
crew: [ada-voss, brakk]
equipment: []
items: [bell]
"""
PAGE = """kind: booklet
system: nebula
id: leaflet
name: Leaflet
cards:
  - id: page
    group: page
    name: A page
    blocks:
"""


def booklet(folder: Path, *blocks: str, items: str = ITEMS) -> Selection:
    """An order for a leaflet of one page, in a project with two items and a deck."""
    files = {"item/odds.yaml": items, "decks/small-hours.yaml": DECK}
    files["booklet/leaflet.yaml"] = PAGE + "".join(f"      - {block}\n" for block in blocks)
    write_files(folder / "packs/nebula", files)
    return select([str(folder / "packs/nebula/booklet/leaflet.yaml")])


def blocks_of(made: Selection) -> list[dict[str, Any]]:
    (job,) = made.jobs
    found: list[dict[str, Any]] = job.card.data["blocks"]
    return found


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("worth {odds/bell.resource_value}", "worth 4"),
        ("{odds/bell.resource_value:+}", "+4"),
        ("{odds.name:upper}", "ODDS AND ENDS"),
        ("{ada-voss/ada.stats.morale}", "4"),
        ("{game.limits.opening_hand} cards", "5 cards"),
        ("{game.rulings.copies.title}", "How a card with copies counts"),
        ("{game.rulings.1.id}", "frames"),
        ("{deck/small-hours.name}: {deck/small-hours.crew:name}", "Small Hours: Ada Voss, Brakk"),
        ("{deck/small-hours.items:name}", "Brass Bell"),
        ("[red]{accent} and {no quote} and {alone}", "[red]{accent} and {no quote} and {alone}"),
    ],
)
def test_a_quotation_is_what_the_file_says(text: str, meant: str, tmp_path: Path) -> None:
    made = booklet(tmp_path, f'text: "{text}"')

    assert made.problems == []
    assert blocks_of(made) == [{"text": meant}]


def test_a_text_that_is_one_list_becomes_the_list(tmp_path: Path) -> None:
    made = booklet(tmp_path, 'glossary: "{game.glossary.2-3}"')

    assert [entry["term"] for entry in blocks_of(made)[0]["glossary"]] == ["active", "add"]


@pytest.mark.parametrize(
    ("quote", "hint"),
    [
        ("{odds/bel.name}", "odds/bell"),
        ("{oddz.name}", "odds"),
        ("{odds/bell.resource_valu}", "resource_value"),
        ("{odds/bell.name.first}", "no fields"),
        ("{game.rulings.copie.ruling}", "copies"),
        ("{game.glossary.900-999}", "known: "),
        ("{deck/small-hour.name}", "deck/small-hours"),
    ],
)
def test_a_quotation_that_leads_nowhere_is_told_at_its_place(quote: str, hint: str, tmp_path: Path) -> None:
    made = booklet(tmp_path, "heading: Good", f'text: "so {quote}"')

    (problem,) = made.problems
    assert (problem.code, problem.severity) == ("CF205", Severity.ERROR)
    assert problem.where.path.endswith("leaflet.yaml")
    assert (problem.where.line, problem.where.column) == (11, 15)
    assert hint in problem.hint


def test_cards_quote_nothing(tmp_path: Path) -> None:
    """In a pack, braces are braces: cards are read by rules and recipes too."""
    booklet(tmp_path, "heading: Good")
    file = tmp_path / "packs/nebula/item/odds.yaml"
    file.write_text(ITEMS.replace("Ring it.", "Ring {odds/rope.name}."), "utf-8")
    made = select([str(file)])

    assert made.problems == []
    assert made.jobs[0].card.data["effect"] == "Ring {odds/rope.name}."


def test_a_page_knows_the_cards_that_it_shows(tmp_path: Path) -> None:
    made = booklet(tmp_path, "row: [{card: odds/bell}, {card: brakk/brakk}]", 'text: "neither/nor"')

    (job,) = made.jobs
    assert list(job.shows) == ["brakk/brakk", "odds/bell"]
    assert job.shows["odds/bell"].card.data["name"] == "Brass Bell"


def test_a_page_is_drawn_again_when_a_card_that_it_shows_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))

    def drawn(items: str) -> int:
        made = booklet(tmp_path, "row: [{card: odds/bell}]", items=items)
        counts: list[int] = []
        cache = Cache()
        renderer = Renderer(project_fonts(made.project)[0], tells=True)
        draw_cached(renderer, made.jobs, cache, lambda what, done, of: counts.append(of))
        cache.close()
        return len(counts)

    assert [drawn(ITEMS), drawn(ITEMS), drawn(ITEMS.replace("Ring it.", "Ring it twice."))] == [1, 0, 1]
