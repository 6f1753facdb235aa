"""Start a new game: a folder with a few working files, or with the cards of a spreadsheet, a JSON file or pictures.

Takes the name of the game; returns the files written. In a folder that is a project already, the game joins it; `.`
means this folder, whose name becomes that of the game. Refuses a name that is taken, or that means something else to
cardforge or to YAML, and never overwrites a file.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from io import BytesIO
from pathlib import Path
from string import ascii_lowercase
from typing import NamedTuple

from cardforge.app.copies_rule import copies_rule
from cardforge.app.game_from_cards import game_from, refuse_faulty
from cardforge.app.made_game import MadeGame, is_pack
from cardforge.app.rules import rules_of
from cardforge.core.errors import SurroundingsError, UsageError
from cardforge.core.limits import PICTURE_BYTES
from cardforge.core.phrases import listed
from cardforge.core.regular_file import RefusedFile, read_regular
from cardforge.generate.recipes import slug
from cardforge.load.project import builtin_project, files_below, project_at, project_here, shown
from cardforge.load.skeleton import skeleton
from cardforge.load.targets import existing
from cardforge.write.atomic import Content, need_folder, write_together

_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_LONGEST = 40  # characters; a longer title does not fit on the back of a card
# Folders of `templates/` that belong to no game, and words that YAML does not read as text.
_KEPT = frozenset(("fonts", "print", "null", "true", "false", "yes", "no", "on", "off"))
_LETTERS_KEPT = ("CF", "PF")  # prefixes of the engine's own codes
_FOLDERS = ("packs", "schemas", "templates")
_GAME = "game.yaml"
_ANY = re.compile("")


class NewGame(NamedTuple):
    """What was written: the name of the game, its files with `game.yaml` first, and what was left out."""

    name: str
    folder: Path  # of the project, as to be typed
    files: list[Path]
    notes: tuple[str, ...] = ()


def new_game(typed: str, source: str = "") -> NewGame:
    """Write the files of a new game; with a source, of one that has the cards of this file or folder."""
    around = project_here()
    if around and around.roots[0] != Path.cwd().resolve():
        raise UsageError("this folder is inside a project", f"change to {around.roots[0]} first")
    is_here = typed in (".", "./")
    name = _name_of_this_folder() if is_here else typed
    root = Path() if is_here or around else Path(name)
    _refuse_name(name, root)
    given = existing(source) if source else None
    if given and root != Path() and given == Path.cwd() / root:
        raise UsageError(f"{source} would be mixed with the game's files", "choose another name for the game")
    made = game_from(name, title_of(name), given) if given else MadeGame(name, _skeleton(name), "", ())
    files = {root / path: content for path, content in made.files.items()}
    if given:
        refuse_faulty(made, given)
        rule = copies_rule(name, _code(name), made.parts)
        files |= {root / path: content for path, content in rule.items()}
    for folder in [root] if root != Path() else [root / above / name for above in _FOLDERS]:
        _refuse_others(folder, files)
    for path, content in files.items():
        if path.exists() and not _is_same(path, content):
            raise _taken(path)
    for folder in sorted({file.parent for file in files}):
        need_folder(folder)
    main = root / "packs" / name / _GAME
    ordered = sorted(files, key=lambda file: file == main)  # last: without it, nothing else is a game
    write_together({file: files[file] for file in ordered})
    return NewGame(name, root, ordered[::-1], (*made.notes, *_conversion(made, given)))


def _conversion(made: MadeGame, given: Path | None) -> Iterator[str]:
    """Where the cards of data are now, and why they could not stay in their file."""
    if made.why_converted and given:
        packs = listed([path for path in made.files if is_pack(path)], most=3)
        yield f"{given.name} is not read again: its cards are now in {packs}, because {made.why_converted}"


def _skeleton(name: str) -> dict[str, bytes]:
    return {path: text.encode("utf-8") for path, text in skeleton(name, title_of(name), _code(name)).items()}


def _code(name: str) -> str:
    """The code of the game's first rule."""
    return f"{_letters(name, {rule.code[:2] for _, rule in rules_of()[0]})}101"


def _name_of_this_folder() -> str:
    folder = Path.cwd().name
    try:
        return folder if _NAME.fullmatch(folder) else slug(folder)[:_LONGEST].strip("-")
    except ValueError:
        return folder


def _refuse_others(folder: Path, files: Collection[Path]) -> None:
    """Raise if a folder holds anything but these files: those are left of a `cardforge new` that was killed."""
    for inner in {folder, *(each for file in files for each in file.parents if folder in each.parents)}:
        if inner.is_symlink() or (inner.exists() and not inner.is_dir()):
            raise _taken(inner)
    for file in files_below(folder, _ANY):
        if file not in files:
            raise _taken(file)


def _is_same(file: Path, content: Content) -> bool:
    whole = BytesIO()
    if callable(content):
        content(whole)
    try:
        return read_regular(file, PICTURE_BYTES) == (whole.getvalue() if callable(content) else content)
    except RefusedFile:
        return False


def _taken(path: Path) -> SurroundingsError:
    return SurroundingsError(f"{path} already exists, so nothing was written", "choose another name")


def title_of(name: str) -> str:
    """The title of a game: Slow Post for `slow-post`."""
    return " ".join(word.capitalize() for word in name.split("-"))


def _refuse_name(name: str, root: Path) -> None:
    if not _NAME.fullmatch(name) or len(name) > _LONGEST:
        hint = f"use at most {_LONGEST} lowercase letters, digits and single hyphens, a letter first{_instead(name)}"
        raise UsageError(f"`{name[:60]}` cannot name the folders of a game", hint)
    if name in _KEPT:
        raise UsageError(f"`{name}` has another meaning in cardforge or YAML", "choose another name")
    if name in builtin_project().game_files():
        hint = "choose another name; to change that game, put your own file into `packs/`, `schemas/` or `templates/`"
        raise UsageError(f"`{name}` is a built-in game", hint)
    if (project_at(root) or builtin_project()).game_files().get(name):
        place = shown(Path.cwd() / root / "packs" / name)
        raise UsageError(f"the game `{name}` already exists, in {place}", "choose another name")


def _instead(name: str) -> str:
    """A similar name that can be used, as the end of a hint."""
    try:
        near = slug(name)[:_LONGEST].strip("-0123456789")
    except ValueError:  # no Latin letter in it
        return ""
    return f", such as `{near}`" if _NAME.fullmatch(near) else ""


def _letters(name: str, taken: Collection[str]) -> str:
    """The two capitals that the game's codes start with: its initials, unless they are taken."""
    initials = "".join(word[0] for word in name.split("-") if word[0].isalpha())
    letters = "".join(each for each in name[1:] if each.isalpha())
    others = [name[0] + each for each in letters + ascii_lowercase]
    wanted = [*([initials[:2]] if len(initials) > 1 else []), *others]
    return next(each.upper() for each in wanted if each.upper() not in {*taken, *_LETTERS_KEPT})
