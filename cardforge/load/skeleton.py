"""The starting files of a new game.

Takes a game's name, its title and the code of its first rule; returns texts by their paths in a project. The
originals in `cardforge/load/new_game/` are a complete project, so that they can be run and fixed in place.
"""

from __future__ import annotations

from pathlib import Path

_SKELETON = Path(__file__).resolve().parent / "new_game"
_NAME, _TITLE, _CODE = "new-game", "New Game", "NG101"


def skeleton(name: str, title: str, code: str) -> dict[str, str]:
    """Return every file of a new game, by path."""

    def renamed(text: str) -> str:
        return text.replace(_NAME, name).replace(_TITLE, title).replace(_CODE, code)

    files = sorted(file for file in _SKELETON.rglob("*") if file.is_file())
    return {renamed(file.relative_to(_SKELETON).as_posix()): renamed(file.read_text("utf-8")) for file in files}
