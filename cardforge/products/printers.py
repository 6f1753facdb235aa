"""Store calibrated printers: one file each, in the user's settings folder.

Takes a printer's name; returns how far its backs are moved and the border it cannot print on. `app.printer` measures
printers; here they are saved, listed and deleted.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
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
from cardforge.write.lock import locked

_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_LONGEST_NAME = 60
_ENDING = ".yaml"


@dataclass(frozen=True)
class Printer:
    """A calibrated printer."""

    name: str = ""
    offset: Offset = field(default_factory=Offset)
    margin: Mm | None = None  # unprintable border on each side, if the file names one
    flip: Backs = Backs.LONG_EDGE  # the edge it was calibrated with; flipping on the other one rotates the back

    def margins(self, default: Mm) -> Margins:
        """The unprintable border; the default on every side if the file names none."""
        side = default if self.margin is None else self.margin
        return Margins(side, side, side, side)


def printer(name: str) -> Printer:
    """A printer by its name; without a name, one that needs no correction."""
    if not name:
        return Printer()
    wanted = proper_name(name)
    _refuse_unknown(wanted)
    found = _read(wanted)
    if isinstance(found, Printer):
        return found
    raise ProblemsError(found)


def printers() -> tuple[list[Printer], list[Problem]]:
    """All usable printers, and the problems in the files of the others."""
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
    """Save how far the backs of a printer are moved; its margin stays."""
    wanted = proper_name(name)
    file = _file(wanted)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _refused(file.parent, "created", error) from error
    rounded = Offset(*(round(number, 3) + 0.0 for number in offset))  # adding 0 turns -0 into 0
    with locked(file):
        old = printer(wanted) if wanted in _names() else Printer()
        new = Printer(wanted, rounded, old.margin, flip)
        write_whole(file, _text(new).encode())
    return new


def forget(name: str) -> None:
    """Delete a printer's file, even a broken one."""
    wanted = proper_name(name)
    file = _file(wanted)
    _refuse_unknown(wanted)
    try:
        with locked(file):  # so that one which is being calibrated is not deleted half-way
            _refuse_unknown(wanted)
            file.unlink()
    except OSError as error:
        raise _refused(file, "deleted", error) from error


def _refuse_unknown(wanted: str) -> None:
    names = _names()
    if wanted not in names:
        raise UsageError(f"there is no printer `{wanted}`", _hint(wanted, names))


def proper_name(name: str) -> str:
    """The name in lower case, as some file systems ignore case; refuse one that cannot be a file name."""
    wanted = name.lower()
    if len(wanted) > _LONGEST_NAME or not _NAME.fullmatch(wanted):
        hint = f"use at most {_LONGEST_NAME} letters a to z, digits and single hyphens, for example `office`"
        raise UsageError(f"`{name[:80]}` cannot be the name of a printer", hint)
    return wanted


def _folder() -> Path:
    return settings_folder() / "printers"


def _file(name: str) -> Path:
    return _folder() / f"{name}{_ENDING}"


def _names() -> list[str]:
    """The names of all printers; files with other names are not ours."""
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
        raise SurroundingsError(f"this installation is broken: {schema.where}", "reinstall cardforge")
    problems = validate(document, schema)
    if problems:
        way_out = f"fix it, or run `cardforge printer forget {name}` and calibrate again"
        return [problem._replace(hint=problem.hint or way_out) for problem in problems]
    data = document.data
    if data["name"] != name:
        message = f'`name` is "{data["name"]}", but the file is called {name}{_ENDING}'
        place = document.locate(("name",))
        return [Problem("CF101", Severity.ERROR, place, message, "give both the same name")]
    offset = Offset(data["dx"], data["dy"], data["degrees"])
    return Printer(name, offset, data.get("margin"), Backs(data.get("flip", Backs.LONG_EDGE)))


def _text(printer: Printer) -> str:
    dx, dy, degrees = printer.offset
    lines = [
        "# How far backs are moved to meet their fronts, as `cardforge printer calibrate` has found out.",
        f"kind: {PRINTER_KIND}",
        f'name: "{printer.name}"',  # in quotes, because it may be a number
        f"dx: {dx:g}",
        f"dy: {dy:g}",
        f"degrees: {degrees:g}",
        f"flip: {printer.flip}",
    ]
    if printer.margin is not None:
        lines.append(f"margin: {printer.margin:g}")
    return "\n".join(lines) + "\n"


def _hint(wanted: str, names: list[str]) -> str:
    if not names:
        return f"none is calibrated yet; `cardforge printer calibrate {wanted}` writes a page to measure it with"
    near = nearest(wanted, names)
    return f"{f'did you mean `{near}`? ' if near else ''}known: {listed(names)}"


def _refused(path: Path, done: str, error: OSError) -> SurroundingsError:
    reason = (error.strerror or str(error)).lower()
    return SurroundingsError(f"{path} cannot be {done}: {reason}", "printers are stored there; check its permissions")
