"""Find what the demo shows: the built-in packs and decks, and the seeds that built-in games suggest."""

from __future__ import annotations

from cardforge.load.game import CHECKED, Games
from cardforge.load.project import builtin_project, builtin_root
from cardforge.load.targets import find_targets
from cardforge.validate.catalog import Catalog
from cardforge.validate.reading import Reading, read_files


def builtin_packs() -> list[tuple[str, str, int, int]]:
    """The built-in packs, as rows of game, kind, number of files and number of cards."""
    catalog, reading = _builtin()
    rows = []
    for system, game in sorted(catalog.games.items()):
        for kind in game.kinds:
            here = [proven for proven in reading.proven if (proven.system, proven.kind) == (system, kind)]
            if here:
                rows.append((system, kind, len(here), sum(proven.cards for proven in here)))
    return rows


def builtin_demos() -> list[tuple[str, str, str]]:
    """What to generate for each built-in game: game, kind and seed."""
    games = Games(builtin_project())
    found = [(system, game.document.data.get("demo")) for system, game in sorted(games.items())]
    return [(system, demo["generate"], demo["seed"]) for system, demo in found if demo]


def builtin_decks() -> list[str]:
    """The built-in files that `check` can judge, decks first."""
    catalog, reading = _builtin()
    known = [proven for proven in reading.proven if proven.system in catalog.games]
    sorts = [(catalog.games[each.system].subject(each.kind), each.document.path) for each in known]
    return [path for wanted in CHECKED for sort, path in sorts if sort == wanted]


def _builtin() -> tuple[Catalog, Reading]:
    catalog = Catalog(Games(builtin_project()))
    return catalog, read_files(find_targets([str(builtin_root())]).judged, catalog)
