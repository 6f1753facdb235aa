"""Decide which game the user means, named or not."""

from __future__ import annotations

from collections.abc import Iterable

from cardforge.core.errors import UsageError
from cardforge.core.phrases import listed
from cardforge.core.suggestions import did_you_mean
from cardforge.load.document import Document
from cardforge.load.game import Game, Games
from cardforge.load.project import Project


def refuse_unknown(game: str, games: Iterable[str]) -> None:
    """Raise a UsageError for a game that does not exist."""
    if game not in games:
        hint = did_you_mean(game, games) or f"known games: {listed(sorted(games))}"
        raise UsageError(f"there is no game `{game[:60]}`", hint)


def rank(game: Game, project: Project) -> tuple[bool, bool]:
    """Return a sort key for listing games: the user's own first, then the one in the demo."""
    return not _is_own(game.system, project), not _is_shown(game.document)


def meant(systems: list[str], games: Games, project: Project) -> list[str]:
    """Return the game to use when the user names none; several if they rank equally.

    The user's own games come first, then the one in the demo: a user who knows only that one need not name it, even
    after another game is added. Opens the `game.yaml` of several games only if their folders do not decide.
    """
    nearest = [system for system in systems if _is_own(system, project)] or systems
    if len(nearest) < 2:
        return nearest
    return [system for system in nearest if _is_shown(games.document(system))] or nearest


def _is_own(system: str, project: Project) -> bool:
    return (project.roots[0] / "packs" / system / "game.yaml").is_file()


def _is_shown(document: Document | None) -> bool:
    return document is not None and "demo" in document.data
