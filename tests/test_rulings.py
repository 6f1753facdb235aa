"""`docs/rulings-GAME.md` says what `game.yaml` says; `make approve` writes it."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardforge.app.rules import rules_of
from cardforge.load.game import Game, Games
from cardforge.load.project import builtin_project
from tests.conftest import REPOSITORY

GAMES = Games(builtin_project())


def page(game: Game, titles: dict[str, str]) -> str:
    """The rulings of a game as a page of documentation."""
    data = game.document.data
    lines = [
        f"# Rulings of {data['name']}",
        "",
        "Where the rules left a gap or contradicted themselves, this is what holds. "
        "The page is made from `game.yaml` by `make approve`; the tests keep it from going stale.",
    ]
    for ruling in data["rulings"]:
        lines += ["", f"## {ruling['title']}", "", ruling["ruling"].strip(), "", f"**Why.** {ruling['why'].strip()}"]
        if ruling.get("rules"):
            applied = "; ".join(f"{code} ({titles[code]})" for code in ruling["rules"])
            lines += ["", f"Applied by {applied}."]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("system", sorted(GAMES))
def test_the_page_of_rulings_is_made_from_the_game(system: str, in_repository: Path, approve: bool) -> None:
    titles = {rule.code: rule.title for _, rule in rules_of(system)[0]}
    file = REPOSITORY / "docs" / f"rulings-{system}.md"
    made = page(GAMES[system], titles)
    if approve:
        file.write_text(made, encoding="utf-8")

    assert file.read_text("utf-8") == made
