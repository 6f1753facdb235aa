"""Cards out to a workbook and back: export, import and pull.

Takes what was typed; returns what was found or written. Import shows every difference and writes only when asked to; a
file that was changed meanwhile is not overwritten.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cardforge.core.errors import ProblemsError, SurroundingsError, UsageError
from cardforge.core.limits import TEXT_BYTES
from cardforge.core.phrases import counted, listed
from cardforge.core.problems import Problem, in_order
from cardforge.core.regular_file import RefusedFile, inside, read_regular
from cardforge.core.suggestions import did_you_mean
from cardforge.link.opening import OpenGames, open_project
from cardforge.load.card_patch import CannotPatchError, with_cards
from cardforge.load.document import Document
from cardforge.load.game import PRINTED
from cardforge.load.project import project_at_hand, project_here, shown
from cardforge.load.refusal import UnknownTab
from cardforge.load.source import Source, problem_at
from cardforge.load.spreadsheet import Spreadsheet, read_spreadsheet
from cardforge.load.targets import existing
from cardforge.products.sheet_export import ABOUT, GAME, TAB, KindOfCards, cards_of, export_tabs
from cardforge.products.sheet_import import ImportedPack, SheetImport
from cardforge.validate.field_types import FieldTypes
from cardforge.write.atomic import refuse_folder, write_together, write_whole
from cardforge.write.lock import locked
from cardforge.write.workbook import workbook

_SHORT = 60  # characters of a value in a difference


@dataclass(frozen=True)
class SheetOutcome:
    """What an import found: problems, differences, and what was done about them."""

    problems: tuple[Problem, ...] = ()
    lines: tuple[str, ...] = ()


def export_sheet(targets: Sequence[str], output: Path) -> tuple[str, ...]:
    """Write the cards of some kinds to a workbook; return the lines that say what was written."""
    if output.suffix.lower() != ".xlsx":
        raise UsageError(f"{output} is not the name of a workbook", "end it with .xlsx")
    refuse_folder(output)
    systems = list(dict.fromkeys(target.partition(":")[0] for target in targets))
    if len(systems) > 1:
        raise UsageError(
            f"a workbook holds the cards of one game, but {listed(systems)} were named", "export each alone"
        )
    opened = open_project(project_at_hand())
    system = systems[0]
    names = _kinds_named(opened, system, targets)
    kinds, lines = _kinds(opened, system, names)
    if not kinds:
        raise UsageError("there is no card in YAML to export", "; ".join(lines))
    collection = opened.open_game(system).collection
    tabs = export_tabs(system, kinds, lambda what: sorted(collection.known(what)))
    write_whole(output, workbook(tabs))
    cards = sum(len(cards_of(document)) for kind in kinds for document in kind.documents)
    return (f"{counted(cards, 'card')} on {counted(len(tabs) - 1, 'tab')} in {output}", *lines)


def import_sheet(typed: str, writes: bool = False, deletes: bool = False, game: str = "") -> SheetOutcome:
    """Compare a workbook with the packs of a project; with `writes`, change these."""
    file = existing(typed)
    project = project_here()
    if project is None:
        raise UsageError("there is no project in this folder", "change to the folder with `packs/`")
    about = _about(file)
    system = game or next((row[1] for row in about if row[0] == GAME), "")
    if not system:
        raise UsageError(f"{typed} does not say which game it is from", "name it with --game")
    opened = open_project(project)
    tabs = [_Tab(row[1], row[2], row[3], tuple(row[4:])) for row in about if row[0] == TAB]
    if not tabs:
        raise UsageError(f"{typed} was not exported by cardforge", "start with `cardforge sheet export`")
    names = list(dict.fromkeys(tab.kind for tab in tabs))
    if unknown := [name for name in names if name not in opened.game(system).kinds]:
        raise UsageError(f"{system} has no kind {listed(unknown)}", "was it renamed since the export?")
    kinds, lines = _kinds(opened, system, names)
    imports = {kind.kind: SheetImport(kind, _packs(tabs, kind.kind)) for kind in kinds}
    problems = list(_read_tabs(file, tabs, imports))
    packs = [pack for each in imports.values() for pack in each.packs.values() if pack.is_changed(deletes)]
    if not problems:
        problems = [*_odd_packs(packs, opened, deletes)]
    if problems:
        return SheetOutcome(tuple(in_order(problems)))
    found = [*lines, *_differences(imports, deletes)]
    if packs and writes:
        _write(packs, deletes)
    return SheetOutcome(lines=(*found, _verdict(packs, writes)))


@dataclass(frozen=True)
class _Tab:
    name: str
    kind: str
    path: str  # of the list whose entries it has; empty for the cards themselves
    packs: tuple[str, ...]


def _packs(tabs: Sequence[_Tab], kind: str) -> list[str]:
    return [pack for tab in tabs if tab.kind == kind and not tab.path for pack in tab.packs]


def _kinds_named(opened: OpenGames, system: str, targets: Sequence[str]) -> list[str]:
    kinds = {name: kind for name, kind in opened.game(system).kinds.items() if kind.subject in PRINTED}
    found: list[str] = []
    for target in targets:
        name = target.partition(":")[2]
        if name and name not in kinds:
            hint = did_you_mean(name, kinds) or f"kinds: {listed(kinds, most=20)}"
            raise UsageError(f"{system} has no kind `{name[:60]}` with cards", hint)
        found += [name] if name else list(kinds)
    return list(dict.fromkeys(found))


def _kinds(opened: OpenGames, system: str, names: Sequence[str]) -> tuple[list[KindOfCards], list[str]]:
    """The packs of some kinds, and a line for each whose cards are in a spreadsheet already."""
    around = opened.read_packs(system)
    proven = [each for each in around.proven if each.system == system and each.kind in names]
    others = {each.document.path for each in around.proven} - {each.document.path for each in proven}
    if faulty := [problem for each in around.broken if each.path not in others for problem in each.problems]:
        raise ProblemsError(in_order(faulty))
    lines = [
        f"{each.document.path} has its cards in {each.document.cells.sheet.path}: edit them there"
        for each in proven
        if each.document.cells
    ]
    lines += [
        f"{each.document.path} was not written for cardforge: edit it there" for each in proven if each.document.places
    ]
    kinds = []
    for name in names:
        documents = tuple(each.document for each in proven if each.kind == name and _is_ours(each.document))
        schema = opened.catalog.schema(system, name)
        if any(map(cards_of, documents)) and schema:
            kinds.append(KindOfCards(name, documents, FieldTypes(schema.raw)))
    return kinds, lines


def _is_ours(document: Document) -> bool:
    """Whether its cards are in the file as cardforge reads them."""
    return document.cells is None and document.places is None


def _about(file: Path) -> list[list[str]]:
    """The rows of the tab that says where the workbook is from."""
    try:
        sheet = read_spreadsheet(file, shown(file), ABOUT, ())
    except UnknownTab:
        return []
    if isinstance(sheet, Problem):
        raise ProblemsError([sheet])
    rows = [[str(value).strip() if value is not None else "" for value in row] for row in sheet.rows]
    return [[*row, "", "", "", ""] if len(row) < 4 else _trimmed(row) for row in rows]


def _trimmed(row: list[str]) -> list[str]:
    while len(row) > 4 and not row[-1]:
        row = row[:-1]
    return row


def _read_tabs(file: Path, tabs: Sequence[_Tab], imports: Mapping[str, SheetImport]) -> Iterator[Problem]:
    """Read the cards of each kind, then the lists inside them; give the problems of all."""
    for tab in sorted(tabs, key=lambda tab: bool(tab.path)):
        if tab.kind not in imports:
            continue
        sheet = _sheet(file, tab)
        if sheet is None and not tab.path:
            hint = "export it again; without its tab, every card would count as missing"
            yield problem_at(shown(file), "CF010", f"the tab `{tab.name}` is gone", hint)
        elif isinstance(sheet, Problem):
            yield sheet
        elif sheet and tab.path:
            imports[tab.kind].read_list(sheet, tuple(tab.path.split(".")))
        elif sheet:
            imports[tab.kind].read_cards(sheet)
    for each in imports.values():
        yield from each.problems


def _sheet(file: Path, tab: _Tab) -> Spreadsheet | Problem | None:
    try:
        return read_spreadsheet(file, shown(file), tab.name, ())
    except UnknownTab:
        return None  # a list whose tab was deleted is left as it is


def _odd_packs(packs: Sequence[ImportedPack], opened: OpenGames, deletes: bool) -> Iterator[Problem]:
    """Problems of the packs as they would be, at the cells; and packs that cannot be changed."""
    root = opened.project.roots[0]
    for pack in packs:
        path = pack.document.path
        if not inside(Path(path), root):
            message = "this pack comes with cardforge, so it is not changed"
            yield problem_at(path, "CF009", message, f"copy it to the same place below {shown(root)}")
            continue
        yield from opened.catalog.prove(pack.as_document(deletes)).problems
        try:
            _text(pack, deletes)
        except CannotPatchError as reason:
            yield problem_at(path, "CF010", f"this pack cannot be changed here: {reason}", "change it in an editor")


def _text(pack: ImportedPack, deletes: bool) -> str:
    return with_cards(pack.document.source, [(card.number, card.card) for card in pack.final(deletes)])


def _differences(imports: Mapping[str, SheetImport], deletes: bool) -> Iterator[str]:
    for each in imports.values():
        for pack in each.packs.values():
            lines = list(_pack_differences(pack, deletes))
            if lines:
                yield pack.document.path
                yield from (f"    {line}" for line in lines)


def _pack_differences(pack: ImportedPack, deletes: bool) -> Iterator[str]:
    before = cards_of(pack.document)
    for card in pack.cards:
        id = card.card.get("id")
        if card.number is None:
            cell = pack.sheet.name(card.row or 0, 0) if pack.sheet else ""
            yield f"{id}: new, from {cell}"
        elif card.row is None:
            if pack.sheet:
                yield f"{id}: {'deleted' if deletes else 'missing in the sheet, kept; --delete deletes it'}"
        else:
            for path, old, new in _changes(before[card.number], card.card):
                yield f"{id}: {path} {_shown(old)} → {_shown(new)}"


def _changes(old: Any, new: Any, path: str = "") -> Iterator[tuple[str, Any, Any]]:
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        for key in dict.fromkeys([*old, *new]):
            yield from _changes(old.get(key), new.get(key), f"{path}.{key}" if path else str(key))
    elif old != new:
        yield path, old, new


def _shown(value: Any) -> str:
    text = "(none)" if value is None else str(value).replace("\n", "⏎")
    return text if len(text) <= _SHORT else f"{text[:_SHORT]}…"


def _verdict(packs: Sequence[ImportedPack], writes: bool) -> str:
    if not packs:
        return "nothing to change"
    files = counted(len(packs), "file")
    return f"{files} changed" if writes else f"{files} would change; add --yes to write"


def _write(packs: Sequence[ImportedPack], deletes: bool) -> None:
    """Write every pack, or none: all are locked, and compared with what was read, before the first is written."""
    files = {Path(pack.document.path): pack for pack in packs}
    with ExitStack() as locks:
        for file in sorted(files):
            locks.enter_context(locked(file))
        written = {}
        for file, pack in files.items():
            mark = _mark_if_unchanged(file, pack.document.source)
            written[file] = mark + _text(pack, deletes).encode("utf-8")
        write_together(written)


def _mark_if_unchanged(file: Path, source: Source) -> bytes:
    """The byte order mark of a file; raises if the file is not what was read."""
    try:
        data = read_regular(file, TEXT_BYTES)
    except RefusedFile as refused:
        raise SurroundingsError(f"{file.name} cannot be read again: {refused.reason}", refused.hint) from refused
    text = source.text.encode("utf-8")
    if not data.endswith(text) or data[: len(data) - len(text)] not in (b"", b"\xef\xbb\xbf"):
        raise SurroundingsError(f"{file.name} was changed by another program just now", "try again")
    return data[: len(data) - len(text)]
