"""Which game somebody means, where they name one or leave it out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from cardforge.core.errors import UsageError
from cardforge.core.phrases import listed
from cardforge.core.suggestions import did_you_mean
from cardforge.load.game import Game
from cardforge.load.project import Project


def refuse_unknown(game: str, games: Iterable[str]) -> None:
    """Stop when somebody names a game that is not there."""
    if game and game not in games:
        hint = did_you_mean(game, games) or f"known games: {listed(sorted(games))}"
        raise UsageError(f"there is no game `{game}`", hint)


def rank(game: Game, project: Project) -> tuple[bool, bool]:
    """What comes first where several games may be meant: one of the user's folder, then the one that the demo shows.

    Whoever has only met that one never heard of another, and their commands go on working when another comes.
    """
    is_own = (project.roots[0] / "packs" / game.system / "game.yaml").is_file()
    return not is_own, "demo" not in game.document.data


def meant(systems: list[str], games: Mapping[str, Game], project: Project) -> list[str]:
    """Of several games that have a kind, the one that is meant if nobody says which; or several of the same rank."""
    ranks = [rank(games[system], project) for system in systems]
    return [system for system, each in zip(systems, ranks, strict=True) if each == min(ranks)]
