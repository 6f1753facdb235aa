"""List what `cardforge generate` can make, for its `--help`.

Only looks at the names of files: no game is opened, so that the help appears at once.
"""

from __future__ import annotations

from cardforge.load.project import project_at_hand


def recipe_kinds() -> dict[str, list[str]]:
    """The kinds with a recipe, by game, in the project of the current folder."""
    project = project_at_hand()
    found = {game: project.recipe_kinds(game) for game in project.game_files()}
    return {game: kinds for game, kinds in found.items() if kinds}
