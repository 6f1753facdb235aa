"""Find the pictures that a user names: files, folders, patterns and lists, each with its number of copies.

Takes targets as typed, such as `cards/`, `cards/*.png`, `4x dragon.png` or `deck.txt`; returns the picture files in the
order given, those of a folder in the order that people number files in: 2 before 10.
"""

from __future__ import annotations

import glob
import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from cardforge.core.errors import SurroundingsError
from cardforge.core.limits import FOLDER_FILES
from cardforge.core.problems import Location, Problem, Severity
from cardforge.load.picture_names import ENDINGS, UNREADABLE, read_name
from cardforge.load.project import DATA, files_below, shown
from cardforge.load.source import Source, problem_at, read_source
from cardforge.load.targets import existing

_KNOWN = (*(ending for endings in ENDINGS.values() for ending in endings), *UNREADABLE)
_PICTURES = re.compile("(?i)(" + "|".join(map(re.escape, _KNOWN)) + ")$")
_COPIES = re.compile(r"([0-9]{1,9})\s*[x×]\s+(\S.*)", re.DOTALL)
# Other ways in which people write the number of copies; they are told the right one.
_OTHERWISE = re.compile(
    r"(?s:([0-9]{1,4})\s*[x×]?[\s,;]*(?P<first>\S.*)|(?P<last>\S.*?)[\s,;]+[x×]?\s*([0-9]{1,4})\s*[x×]?)"
)
_NUMBERS = re.compile(r"([0-9]+)")
_LIST = ".txt"
_DOCUMENT = ".pdf"
_PATTERN = "*?["


class PictureFile(NamedTuple):
    """A picture file, and the number of copies if one was asked for."""

    path: Path
    shown: str  # in reports
    root: Path | None  # the folder that it must not leave through a symlink
    copies: int | None
    where: Location  # in a list, or the file itself

    @property
    def named(self) -> Path:
        """The path that its side, its card and its copies are read from: a file that was sent has none but this."""
        return Path.cwd() / self.shown


@dataclass
class PictureTargets:
    """The pictures found, and the problems of lists."""

    files: list[PictureFile] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    sources: dict[str, Source] = field(default_factory=dict)  # of lists


def are_pictures(targets: Iterable[str]) -> bool:
    """Whether any target means pictures rather than packs."""
    return any(_is_picture(target) for target in targets)


def _is_picture(target: str) -> bool:
    path = Path(_with_copies(target)[1])
    if os.path.isdir(path):
        return not any(files_below(path, DATA)) and any(files_below(path, _PICTURES))
    return bool(_PICTURES.search(path.name)) or path.suffix.lower() == _LIST or _is_pattern(str(path))


def _is_pattern(target: str) -> bool:
    is_data = bool(DATA.search(target))
    return any(sign in target for sign in _PATTERN) and not is_data and not os.path.lexists(target)


def find_pictures(targets: Iterable[str], outputs: Iterable[Path] = ()) -> PictureTargets:
    """The pictures of all targets; one that is named several times is found once, and its copies are added.

    Files and folders in `outputs` are left out of folders around them: cardforge wrote what they have.
    """
    found = PictureTargets()
    for target in targets:
        if Path(target).suffix.lower() == _LIST:
            _add_list(existing(target), found)
        else:
            copies, name = _with_copies(target)
            found.files += _files(name, copies)
    written = {Path(os.path.abspath(output)) for output in outputs}
    found.files = [file for file in _merged(found.files) if not _is_output(file, written)]
    _leave_out_documents(found)
    return found


def _is_output(file: PictureFile, written: set[Path]) -> bool:
    return file.root is not None and any(
        output in (file.path, *file.path.parents) and output not in (file.root, *file.root.parents)
        for output in written
    )


def _leave_out_documents(found: PictureTargets) -> None:
    """A PDF in a folder of pictures is more often a sheet made of them than a card: it is left out with a warning."""
    documents = [file for file in found.files if file.root is not None and file.path.suffix.lower() == _DOCUMENT]
    if documents and len(documents) < len(found.files):
        found.files = [file for file in found.files if file not in documents]
        for file in documents:
            message = "this PDF is left out: only pictures are printed"
            hint = "if it is a card, export it as PNG"
            found.problems.append(Problem("CF415", Severity.WARNING, file.where, message, hint))


def _merged(files: Iterable[PictureFile]) -> Iterator[PictureFile]:
    by_path: dict[str, list[PictureFile]] = {}
    for file in files:
        by_path.setdefault(os.path.realpath(file.path), []).append(file)
    for same in by_path.values():
        counts = [file.copies for file in same if file.copies is not None]
        yield same[0]._replace(copies=sum(counts) if counts else None)


def _with_copies(target: str, folder: Path = Path()) -> tuple[int | None, str]:
    """Split `4x dragon.png` into the number and the name, unless a file has that whole name."""
    found = _COPIES.fullmatch(target)
    if not found or os.path.lexists(folder / target):
        return None, target
    return int(found[1]), found[2]


def _files(name: str, copies: int | None, where: Location | None = None) -> list[PictureFile]:
    """The pictures of one target; raises if there are none."""
    if _is_pattern(name):
        paths = sorted(_globbed(name), key=by_numbers)
        roots: list[Path | None] = [None] * len(paths)
        if not paths:
            raise SurroundingsError(f"no picture matches {name}", "check the folder and the ending")
    else:
        path = _existing(name)
        if path.is_dir():
            paths = sorted(files_below(path, _PICTURES), key=by_numbers)
            roots = [path] * len(paths)
            if not paths:
                raise SurroundingsError(f"there is no picture in {shown(path)}", f"pictures end with {_endings()}")
        else:
            paths, roots = [path], [None]
    return [
        PictureFile(path, shown(path), root, copies, where or Location(shown(path)))
        for path, root in zip(paths, roots, strict=True)
    ]


def _existing(name: str) -> Path:
    try:
        return existing(name)
    except SurroundingsError as error:
        raise SurroundingsError(error.message, _right_count(name) or error.hint) from error


def _right_count(target: str, folder: Path = Path()) -> str:
    """The hint for a number of copies that is written in another way, such as `4 elf.png` or `elf.png x4`."""
    found = _OTHERWISE.fullmatch(target)
    rest = found and (found["first"] or found["last"])
    is_there = rest and os.path.lexists(folder / rest)
    return f"write `{found[1] or found[4]}x {rest}`" if found and is_there else ""


def _globbed(pattern: str) -> Iterator[Path]:
    for at, name in enumerate(glob.iglob(pattern, recursive=True)):
        if at >= FOLDER_FILES.most:
            message = f"{pattern} matches more than {FOLDER_FILES.most:,} files"
            raise SurroundingsError(message, FOLDER_FILES.hint("name a smaller folder"))
        path = Path(os.path.abspath(name))
        if _PICTURES.search(path.name) and not path.is_dir():
            yield path


def _add_list(file: Path, found: PictureTargets) -> None:
    """Add the pictures of a list: one target per line, relative to the folder of the list."""
    source = read_source(file, shown(file))
    if isinstance(source, Problem):
        found.problems.append(source)
        return
    found.sources[source.path] = source
    for number, line in enumerate(source.lines, 1):
        target = line.strip()
        if not target or target.startswith("#"):
            continue
        where = Location(source.path, number, len(line) - len(line.lstrip()) + 1)
        copies, name = _with_copies(target, file.parent)
        if Path(name).suffix.lower() == _LIST:
            found.problems.append(_wrong_line(where, f"`{name}` is another list", "copy its lines here"))
            continue
        try:
            files = _files(str(file.parent / name), copies, where)
        except SurroundingsError as error:
            hint = _right_count(target, file.parent) or error.hint or "paths are relative to the folder of this list"
            message = error.message.replace(f"{file.parent}{os.sep}", "")
            found.problems.append(_wrong_line(where, message, hint))
            continue
        # Every line counts: the same picture on two lines is two copies.
        found.files += [
            each if copies is not None else each._replace(copies=read_name(each.named.stem).copies or 1)
            for each in files
        ]
    if not found.files and not found.problems:
        found.problems.append(_wrong_line(Location(source.path), "this list names no picture", "write `4x dragon.png`"))


def _wrong_line(where: Location, message: str, hint: str) -> Problem:
    return problem_at(where.path, "CF524", message, hint, where.line, where.column)


def by_numbers(path: Path) -> list[tuple[int, int, str]]:
    """A key that sorts numbers in names by their value."""
    parts = _NUMBERS.split(path.as_posix().casefold())
    return [(0, int(part), part) if at % 2 and len(part) < 20 else (1, 0, part) for at, part in enumerate(parts)]


def _endings() -> str:
    return ", ".join(endings[0] for endings in ENDINGS.values())
