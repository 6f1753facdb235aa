"""Fetch a published spreadsheet into its file: what `cardforge sheet pull` does.

Takes the file and, the first time, its address, which is kept beside it with a hash of what was fetched; returns the
lines that say what changed. A file that was edited here since is replaced only when asked to.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from cardforge.core.errors import ProblemsError, SurroundingsError, UsageError
from cardforge.core.limits import SPREADSHEET_BYTES, TEXT_BYTES, Limit
from cardforge.core.phrases import counted
from cardforge.core.problems import Problem
from cardforge.core.regular_file import RefusedFile, read_regular
from cardforge.load.cells import CellValue
from cardforge.load.published import fetch
from cardforge.load.spreadsheet import Spreadsheet, spreadsheet_of
from cardforge.load.spreadsheet_names import DELIMITED
from cardforge.validate.card_columns import head_text, is_empty, is_read
from cardforge.write.atomic import write_together
from cardforge.write.lock import locked

_MOST_LINES = 40  # of differences
_SHORT = 40  # characters of a value


def pull_sheet(typed: str, address: str = "", replaces: bool = False) -> tuple[str, ...]:
    """Fetch a spreadsheet and write it if it has changed."""
    file = Path(typed)
    if file.suffix.lower() not in DELIMITED:
        raise UsageError(f"{typed} is not the name of a CSV file", "end it with .csv, or .tsv for tabs")
    if not file.parent.is_dir():
        raise SurroundingsError(f"the folder {file.parent} does not exist", "create it, or choose another")
    known_address, known_hash = _kept(file)
    address = address or known_address
    if not address:
        raise UsageError(f"where {typed} comes from is not known", f"cardforge sheet pull {typed} https://…")
    data = fetch(address)
    new = _sheet(data, file)
    with locked(file):
        before = _content(file, SPREADSHEET_BYTES) if file.exists() else None
        digest = hashlib.sha256(data).hexdigest()
        if before is not None and before != data and not replaces:
            _refuse_edited(typed, before, known_hash)
        write_together({file: data, _note(file): f"{address}\n{digest}\n".encode()})
    if before is None:
        return (f"{typed}: {counted(sum(map(is_read, new.rows[1:])), 'row')} fetched",)
    lines = [] if before == data else list(_differences(_sheet(before, file), new))
    more = [f"… and {len(lines) - _MOST_LINES:,} more"] if len(lines) > _MOST_LINES else []
    return (*lines[:_MOST_LINES], *more, f"{typed}: {counted(len(lines), 'difference') if lines else 'nothing new'}")


def _note(file: Path) -> Path:
    """The file that keeps the address and the hash."""
    return file.with_name(f"{file.name}.from")


def _kept(file: Path) -> tuple[str, str]:
    if not _note(file).exists():
        return "", ""
    lines = _content(_note(file), TEXT_BYTES).decode("utf-8", "replace").split("\n")
    return (lines[0].strip(), lines[1].strip()) if len(lines) > 1 else ("", "")


def _content(file: Path, limit: Limit) -> bytes:
    try:
        return read_regular(file, limit)
    except RefusedFile as refused:
        raise SurroundingsError(f"{file} cannot be read: {refused.reason}", refused.hint) from refused


def _refuse_edited(typed: str, before: bytes, known: str) -> None:
    if hashlib.sha256(before).hexdigest() != known:
        message = f"{typed} was edited here since it was fetched" if known else f"{typed} was not fetched before"
        raise SurroundingsError(f"{message}, so it was not replaced", "to replace it, add --yes")


def _sheet(data: bytes, file: Path) -> Spreadsheet:
    sheet = spreadsheet_of(data, file, file.as_posix())
    if isinstance(sheet, Problem):
        raise ProblemsError([sheet])
    return sheet


def _differences(old: Spreadsheet, new: Spreadsheet) -> Iterator[str]:
    """The cells that differ, by the first cell of their row; rows that are new or gone."""
    before, after = _rows(old), _rows(new)
    heads = [head_text(value) for value in new.rows[0]] if new.rows else []
    for name, (row, cells) in after.items():
        if name not in before:
            yield f"{new.name(row, 0)} {name}: new"
            continue
        was = before[name][1]
        for at in range(max(len(cells), len(was))):
            one, other = _shown(was, at), _shown(cells, at)
            if one != other:
                head = heads[at] if at < len(heads) and heads[at] else new.name(0, at)
                yield f"{new.name(row, at)} {name}: {head} {one} → {other}"
    yield from (f"{name}: gone" for name in before if name not in after)


def _rows(sheet: Spreadsheet) -> Mapping[str, tuple[int, Sequence[CellValue]]]:
    found: dict[str, tuple[int, Sequence[CellValue]]] = {}
    for row, cells in enumerate(sheet.rows):
        name = first = next((str(value) for value in cells if not is_empty(value)), "")
        number = 2
        while name in found:
            name, number = f"{first} ({number})", number + 1
        if first:
            found[name] = (row, cells)
    return found


def _shown(cells: Sequence[CellValue], at: int) -> str:
    value = cells[at] if at < len(cells) else ""
    text = "(none)" if is_empty(value) else str(value).replace("\n", "⏎")
    return text if len(text) <= _SHORT else f"{text[:_SHORT]}…"
