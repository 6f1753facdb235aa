"""Editions of a game: each has a build that lists what is in its box.

Takes the files of a game; returns the requested edition. A build names its edition and its packs;
a card belongs to every edition unless its own `edition` restricts it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from cardforge.core.errors import UsageError
from cardforge.core.phrases import listed
from cardforge.core.suggestions import did_you_mean
from cardforge.link.linking import LinkedGame
from cardforge.link.references import reach_of
from cardforge.load.document import Fields
from cardforge.load.game import PACK, Game
from cardforge.validate.catalog import Proven

_BUILD, _EDITION = "build", "edition"


class Edition(NamedTuple):
    """The contents of one edition."""

    value: Any  # as the build writes it
    build: str  # the path of the build
    packs: frozenset[str]  # the paths of its packs

    def has_file(self, proven: Proven, game: Game) -> bool:
        """Whether a file belongs in its box: its packs, its build, and kinds that are neither packs nor builds."""
        subject, path = game.subject(proven.kind), proven.document.path
        if subject == PACK:
            return path in self.packs
        return subject != _BUILD or path == self.build

    def has_card(self, card: Fields) -> bool:
        """Whether a card belongs to this edition."""
        named = card.get(_EDITION, self.value)
        return self.value in named if isinstance(named, list) else bool(named == self.value)


def builds_of(files: Iterable[Proven], game: Game) -> list[Proven]:
    """List the builds of a game that name an edition."""
    mine = [each for each in files if each.system == game.system and game.subject(each.kind) == _BUILD]
    return [each for each in mine if _EDITION in each.document.data]


def edition_of(build: Proven, linked: LinkedGame) -> Edition:
    """Return the edition that a build defines."""
    reached = reach_of(linked.entry(build), linked.collection).packs.values()
    packs = frozenset(entry.document.path for entry in reached)
    return Edition(build.document.data[_EDITION], build.document.path, packs)


def asked(edition: str | None, files: Iterable[Proven], linked: LinkedGame) -> Edition | None:
    """Return the edition with this name or build id; without a name, the one that `game.yaml` names, or the only one.

    None if the game has no editions.
    """
    system, builds = linked.game.system, builds_of(files, linked.game)
    if edition is None and builds:
        edition = linked.game.document.data.get(_EDITION)
    names = list(dict.fromkeys(str(each.document.data[_EDITION]) for each in builds))
    found = builds if edition is None else [each for each in builds if edition in _names(each)]
    if len(found) == 1:
        return edition_of(found[0], linked)
    if len(found) > 1 and (edition is not None or len(names) == 1):
        ids = [str(each.document.data.get("id", each.document.path)) for each in found]
        raise UsageError(
            f"{system} has several builds of the same edition: {listed(ids)}", f"choose one: `--edition {ids[0]}`"
        )
    if found:
        raise UsageError(f"{system} has several editions: {listed(names)}", f"choose one: `--edition {names[-1]}`")
    if edition is None:
        return None
    if not builds:
        raise UsageError(f"{system} has no editions", "leave `--edition` out")
    hint = did_you_mean(edition, names) or f"editions: {listed(names)}"
    raise UsageError(f"{system} has no edition `{edition}`", hint)


def _names(build: Proven) -> tuple[str, str]:
    return str(build.document.data[_EDITION]), str(build.document.data.get("id", ""))
