"""Printers that were measured: a file for each, in the user's own settings.

Takes a printer's name; gives by how much its backs are moved, and what it cannot reach. Another way in for `cli`, which
comes here to list printers and to forget them; `calibration` measures them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from pathlib import Path

from cardforge.core.choices import Backs
from cardforge.core.errors import ProblemsError, SurroundingsError, UsageError
from cardforge.core.folders import settings_folder
from cardforge.core.phrases import listed
from cardforge.core.problems import Problem, Severity
from cardforge.core.suggestions import nearest
from cardforge.core.units import Mm
from cardforge.impose.job import Margins, Offset
from cardforge.load.document import load_document
from cardforge.load.game import PRINTER_KIND, engine_schemas
from cardforge.load.project import shown
from cardforge.load.source import read_source
from cardforge.validate import load_schema, validate
from cardforge.write.atomic import write_whole

_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_LONGEST_NAME = 60
_ENDING = ".yaml"


@dataclass(frozen=True)
class Printer:
    """What is known of a printer."""

    name: str = ""
    offset: Offset = field(default_factory=Offset)
    margin: Mm | None = None  # on each side, where it was told
    flip: Backs = Backs.LONG_EDGE  # the edge it was measured with; over the other, sheets lie the other way round

    def margins(self, default: Mm) -> Margins:
        """What it cannot reach; the default on every side where nobody has told."""
        side = default if self.margin is None else self.margin
        return Margins(side, side, side, side)


def printer(name: str) -> Printer:
    """A printer by its name; without a name, one that needs no help."""
    if not name:
        return Printer()
    wanted = proper_name(name)
    names = _names()
    if wanted not in names:
        raise UsageError(f"there is no printer `{wanted}`", _hint(wanted, names))
    found = _read(wanted)
    if isinstance(found, Printer):
        return found
    raise ProblemsError(found)


def printers() -> tuple[list[Printer], list[Problem]]:
    """All printers that are known, and what is wrong with the files of those that cannot be used."""
    known: list[Printer] = []
    problems: list[Problem] = []
    for name in _names():
        found = _read(name)
        if isinstance(found, Printer):
            known.append(found)
        else:
            problems += found
    return known, problems


def remember(name: str, offset: Offset, flip: Backs = Backs.LONG_EDGE) -> Printer:
    """Keep by how much the backs of a printer are moved; what else is known of it stays."""
    wanted = proper_name(name)
    old = printer(wanted) if wanted in _names() else Printer()
    rounded = Offset(*(round(number, 3) + 0.0 for number in offset))  # adding 0 takes the minus from -0
    made = Printer(wanted, rounded, old.margin, flip)
    file = _file(wanted)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _refused(file.parent, "made", error) from error
    write_whole(file, _text(made).encode())
    return made


def forget(name: str) -> None:
    """Throw a printer's file away, also a broken one."""
    wanted = proper_name(name)
    names = _names()
    if wanted not in names:
        raise UsageError(f"there is no printer `{wanted}`", _hint(wanted, names))
    try:
        _file(wanted).unlink()
    except OSError as error:
        raise _refused(_file(wanted), "removed", error) from error


def proper_name(name: str) -> str:
    """A name as its file has it: capitals are small there, because some systems cannot tell them apart."""
    wanted = name.lower()
    if len(wanted) > _LONGEST_NAME or not _NAME.fullmatch(wanted):
        hint = f"letters from a to z, digits and single hyphens, at most {_LONGEST_NAME}; for example `office`"
        raise UsageError(f"`{name[:80]}` cannot be the name of a printer", hint)
    return wanted


def _folder() -> Path:
    return settings_folder() / "printers"


def _file(name: str) -> Path:
    return _folder() / f"{name}{_ENDING}"


def _names() -> list[str]:
    """The names that files have; a file with an improper name is none of ours."""
    try:
        files = sorted(file.name.removesuffix(_ENDING) for file in _folder().iterdir() if file.suffix == _ENDING)
    except FileNotFoundError:
        return []
    except OSError as error:
        raise _refused(_folder(), "read", error) from error
    return [name for name in files if len(name) <= _LONGEST_NAME and _NAME.fullmatch(name)]


def _read(name: str) -> Printer | list[Problem]:
    source = read_source(_file(name), shown(_file(name)))
    document = source if isinstance(source, Problem) else load_document(source)
    if isinstance(document, Problem):
        return [document]
    schema = load_schema(engine_schemas()[PRINTER_KIND])
    if isinstance(schema, Problem):
        raise SurroundingsError(f"a part of this installation is broken: {schema.where}", "install cardforge again")
    problems = validate(document, schema)
    if problems:
        way_out = f"mend it, or `cardforge printer forget {name}` and measure it again"
        return [replace(problem, hint=problem.hint or way_out) for problem in problems]
    data = document.data
    if data["name"] != name:
        message = f'`name` is "{data["name"]}", its file is called {name}{_ENDING}'
        place = document.locate(("name",))
        return [Problem("CF101", Severity.ERROR, place, message, "give both the same name")]
    offset = Offset(data["dx"], data["dy"], data["degrees"])
    return Printer(name, offset, data.get("margin"), Backs(data.get("flip", Backs.LONG_EDGE)))


def _text(made: Printer) -> str:
    dx, dy, degrees = made.offset
    lines = [
        "# How far backs are moved to meet their fronts, as `cardforge printer calibrate` has found out.",
        f"kind: {PRINTER_KIND}",
        f'name: "{made.name}"',  # in quotes, because it may be a number
        f"dx: {dx:g}",
        f"dy: {dy:g}",
        f"degrees: {degrees:g}",
        f"flip: {made.flip}",
    ]
    if made.margin is not None:
        lines.append(f"margin: {made.margin:g}")
    return "\n".join(lines) + "\n"


def _hint(wanted: str, names: list[str]) -> str:
    if not names:
        return f"none is known yet; `cardforge printer calibrate {wanted}` makes a page to measure it with"
    near = nearest(wanted, names)
    return f"{f'did you mean `{near}`? ' if near else ''}known: {listed(names)}"


def _refused(path: Path, done: str, error: OSError) -> SurroundingsError:
    reason = (error.strerror or str(error)).lower()
    return SurroundingsError(f"{path} cannot be {done}: {reason}", "printers are kept there; check its permissions")
