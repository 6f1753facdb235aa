"""`docs/glossary-GAME.md` says what `game.yaml` says; `make approve` writes it. A glossary contradicts itself nowhere."""

from __future__ import annotations

from collections import Counter
from contextlib import closing
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from cardforge.app.validate import validate_files
from cardforge.generate.workshop import SeedRequest, Workshop, kit_for
from cardforge.load.game import Games
from cardforge.load.project import builtin_project, project_at
from tests.conftest import REPOSITORY

GAMES = {
    system: game.document.data for system, game in Games(builtin_project()).items() if "glossary" in game.document.data
}
# What the workshop makes, each with its own grammar; a scenario brings NPCs, locations and an agenda along.
MADE = ("crew", "equipment", "starship", "item", "scenario", "deck")
SEEDS = 6

each_game = pytest.mark.parametrize("system", sorted(GAMES))


def page(data: dict[str, Any]) -> str:
    """The glossary of a game as a page of documentation."""
    warned = any("game.glossary" in text or '"glossary"' in text for text in rules_of(data["system"]))
    lines = [
        f"# Glossary of {data['name']}",
        "",
        "Every word of the rules has one meaning, and cards use no other word for it"
        + ("; `cardforge validate` warns where one does. " if warned else ". ")
        + "The page is made from `game.yaml` by `make approve`; the tests keep it from going stale.",
        "",
        "| word | meaning | not |",
        "| --- | --- | --- |",
    ]
    for entry in data["glossary"]:
        lines.append(f"| **{entry['term']}** | {entry['meaning']} | {', '.join(entry.get('instead_of', []))} |")
    return "\n".join(lines) + "\n"


def rules_of(system: str) -> list[str]:
    """The texts of a game's rules: those of some games look at its glossary."""
    return [file.read_text("utf-8") for file in (REPOSITORY / "schemas" / system / "rules").glob("*.star")]


@each_game
def test_the_page_of_the_glossary_is_made_from_the_game(system: str, approve: bool) -> None:
    file = REPOSITORY / "docs" / f"glossary-{system}.md"
    made = page(GAMES[system])
    if approve:
        file.write_text(made, encoding="utf-8")

    assert file.read_text("utf-8") == made


@each_game
def test_a_word_has_one_meaning(system: str) -> None:
    terms = [entry["term"].lower() for entry in GAMES[system]["glossary"]]
    others = [word for entry in GAMES[system]["glossary"] for word in entry.get("instead_of", [])]

    assert terms == sorted(terms)
    assert [word for word, count in Counter(terms + others).items() if count > 1] == []
    assert [word for word in others if word != word.lower()] == []


def test_what_seeds_give_uses_the_words_of_the_glossary(tmp_path: Path) -> None:
    with closing(Workshop(kit_for("crew", "nebula", project_at(REPOSITORY)))) as workshop:
        for kind, seed in product(MADE, range(SEEDS)):
            for name, text in workshop.make(SeedRequest(kind, f"words {seed}", {})).files.items():
                (tmp_path / f"{kind}-{seed}-{name}").write_text(text, "utf-8")
    outcome = validate_files([str(tmp_path)])

    assert len(list(tmp_path.iterdir())) > len(MADE) * SEEDS
    assert [problem for problem in outcome.problems if problem.code == "NB112"] == []
