"""Decide which game the user means, named or not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from cardforge.core.errors import UsageError
from cardforge.core.phrases import listed
from cardforge.core.suggestions import did_you_mean
from cardforge.load.game import Game
from cardforge.load.project import Project


def refuse_unknown(game: str, games: Iterable[str]) -> None:
    """Raise a UsageError for a game that does not exist."""
    if game and game not in games:
        hint = did_you_mean(game, games) or f"known games: {listed(sorted(games))}"
        raise UsageError(f"there is no game `{game}`", hint)


def rank(game: Game, project: Project) -> tuple[bool, bool]:
    """Return a sort key for choosing between games: the user's own first, then the one in the demo.

    A user who knows only the demo game need not name it, even after another game is added.
    """
    is_own = (project.roots[0] / "packs" / game.system / "game.yaml").is_file()
    return not is_own, "demo" not in game.document.data


def meant(systems: list[str], games: Mapping[str, Game], project: Project) -> list[str]:
    """Return the game to use when the user names none; several if they rank equally."""
    ranks = [rank(games[system], project) for system in systems]
    return [system for system, each in zip(systems, ranks, strict=True) if each == min(ranks)]
