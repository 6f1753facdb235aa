"""Make a game from cards that exist already: a spreadsheet, the JSON or YAML of another program, a folder of pictures.

Takes the name of the game and such a file or folder; gives the files of a project that works, each as bytes or as a
function that writes it. Files are copied as they are: the pack names its spreadsheet, the kind says where the cards of
its data are. Only where data cannot stay as it is, its cards become a pack in YAML.
"""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO

from cardforge.app.copies_rule import COPIES_LIMIT, most_copies
from cardforge.app.linked_cards import LinkedCards, linked_cards
from cardforge.app.made_game import CardsFrom, MadeGame, at_source, is_pack, made_project, pack_path
from cardforge.app.validate import validate_files
from cardforge.core.errors import ProblemsError, SurroundingsError
from cardforge.core.limits import PICTURE_BYTES, SPREADSHEET_BYTES, TEXT_BYTES, Limit
from cardforge.core.phrases import listed
from cardforge.core.problems import Problem, any_error, in_order
from cardforge.core.regular_file import RefusedFile, read_regular
from cardforge.generate.recipes import slug
from cardforge.layout.first_face import BACK, back_face, first_face, is_finished, unshown_fields
from cardforge.load.picture import read_picture
from cardforge.load.project import builtin_project
from cardforge.load.spreadsheet_names import SPREADSHEETS
from cardforge.load.yaml_text import yaml_text
from cardforge.render.picture_selection import ChosenCard, choose_pictures
from cardforge.validate.card_columns import slug as head_slug
from cardforge.validate.foreign_cards import ForeignColumn, ForeignTable, foreign_tables
from cardforge.validate.foreign_fields import PICTURE, ForeignField, field_with, fields_of
from cardforge.validate.foreign_schema import schema_of
from cardforge.validate.inferred_types import is_date
from cardforge.write.atomic import Content

KIND = "card"
_LONGEST = 40  # characters of an id


def game_from(system: str, title: str, source: Path) -> MadeGame:
    """The files of a game made from a file or a folder of pictures; raises a ProblemsError if it cannot be read."""
    if source.is_dir():
        return _from_pictures(system, title, source)
    tables = foreign_tables(source)
    if isinstance(tables, Problem):
        raise ProblemsError([tables])
    parts = list(_parts(tables, source))
    is_sheet = source.suffix.lower() in SPREADSHEETS
    name = f"{_slug(source.stem, 'cards')}{source.suffix.lower()}"
    why, copy = "", f"packs/{system}/{name}" if is_sheet else ""
    if not is_sheet:
        link = linked_cards(source, tables, parts[0].fields)
        if isinstance(link, LinkedCards):
            parts = [parts[0]._replace(fields=link.fields, link=link)]
            copy = f"packs/{system}/{parts[0].kind}/{name}"
        else:
            why = link
    files = _common(system, title, source.name, parts)
    for part in () if copy and not is_sheet else parts:
        path = pack_path(system, part)
        files[path] = (_sheet_pack(system, part, f"../{name}") if is_sheet else _data_pack(system, part)).encode()
    if copy:
        files[copy] = _read(source, SPREADSHEET_BYTES if is_sheet else TEXT_BYTES, ())
    files |= _pictures(parts, source.parent)
    return MadeGame(system, files, copy, tuple(_notes(parts)), tuple(parts), why)


def refuse_faulty(made: MadeGame, source: Path) -> None:
    """Raise a ProblemsError if some cards are not what cards can be, such as a cell with the error of a formula."""
    with made_project(made) as root:
        outcome = validate_files([str(root)])
    if any_error(outcome.problems):
        raise ProblemsError(at_source(outcome.problems, made, root, source))


@contextmanager
def game_for_a_while(source: Path) -> Iterator[tuple[MadeGame, Path, tuple[str, ...]]]:
    """A game made from a file, its folder, and its packs; the folder is deleted afterwards."""
    name = _slug(source.stem, "cards")
    name = f"{name}-cards" if name in builtin_project().game_files() else name
    made = game_from(name, _title(name), source)
    with made_project(made) as root:
        yield made, root, tuple(str(root / path) for path in made.files if is_pack(path))


def _parts(tables: Sequence[ForeignTable], source: Path) -> Iterator[CardsFrom]:
    taken: set[str] = set()
    for table in tables:
        kind = _slug(table.name, KIND) if len(tables) > 1 else KIND
        while kind in taken:
            kind = f"{kind}-{len(taken) + 1}"
        taken.add(kind)
        pack = kind if len(tables) > 1 else _slug(source.stem, "cards")
        yield CardsFrom(kind, kind.replace("-", " "), pack, table, fields_of(table))


def _common(system: str, title: str, origin: str, parts: Sequence[CardsFrom]) -> dict[str, Content]:
    """The files that every game needs: its name, a schema and a face for each kind, and a back."""
    kinds = {part.kind: {"is": "pack", "title": part.title, **(part.link.keys if part.link else {})} for part in parts}
    about = {"kind": "game", "system": system, "name": title, "version": "0.1", "kinds": kinds}
    about["limits"] = {COPIES_LIMIT: most_copies(parts)}
    comments = (
        f"Made from {origin}. The fields of a card are in schemas/{system}/, its look in templates/{system}/faces/.",
    )
    files: dict[str, Content] = {
        f"packs/{system}/game.yaml": yaml_text(about, comments).encode(),
        f"templates/{system}/faces/{BACK}.yaml": back_face(system, _back_field(parts)).encode(),
    }
    for part in parts:
        written = part.link.written if part.link else part.fields
        given = schema_of(system, part.kind, written, part.link is not None)
        schema = json.dumps(given, ensure_ascii=False, indent=2)
        files[f"schemas/{system}/{part.kind}.schema.json"] = f"{schema}\n".encode()
        id = part.kind if part.kind != BACK else f"{BACK}-front"
        face = first_face(system, part.kind, id, f"cards of {origin}", part.fields)
        files[f"templates/{system}/faces/{id}.yaml"] = face.encode()
    return files


def _back_field(parts: Sequence[CardsFrom]) -> str:
    """The field with pictures of backs, if the cards are pictures and have one."""
    is_there = any(field.name == BACK for part in parts if is_finished(part.fields) for field in part.fields)
    return BACK if is_there else ""


def _sheet_pack(system: str, part: CardsFrom, sheet: str) -> str:
    named = {field.head: _target(field) for field in part.fields if _is_renamed(field, part.fields)}
    cards: dict[str, Any] = {"sheet": sheet}
    if part.table.name:
        cards["tab"] = part.table.name
    if named:
        cards["columns"] = named
    about = {"kind": part.kind, "system": system, "id": part.pack, "name": _title(part.pack), "cards": cards}
    return yaml_text(about, ("Edit the cards in the spreadsheet; `columns` names the field that a head means.",))


def _target(field: ForeignField) -> str:
    if field.is_private:
        return "#"
    return f"{field.name}[{field.separator}]" if field.separator not in ("", ",") else field.name


def _is_renamed(field: ForeignField, fields: Sequence[ForeignField]) -> bool:
    """Whether the head alone does not lead to the field."""
    if field.is_private or field.separator not in ("", ",") or field.head != field.name:
        alike = [each for each in fields if head_slug(each.name) == head_slug(field.head)]
        is_found = alike == [field] and not field.is_private and field.separator in ("", ",")
        return not is_found or any(sign in field.head for sign in ".[]")
    return False


def _data_pack(system: str, part: CardsFrom) -> str:
    names = {field.head: field.name for field in part.fields}
    cards = [
        {names[key]: _without_null(value) for key, value in card.items() if value is not None}
        for card in part.table.cards
    ]
    about = {"kind": part.kind, "system": system, "id": part.pack, "name": _title(part.pack), "cards": cards}
    return yaml_text(about)


def _without_null(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_null(each) for key, each in value.items() if each is not None}
    return [_without_null(each) for each in value if each is not None] if isinstance(value, list) else value


def _notes(parts: Sequence[CardsFrom]) -> Iterator[str]:
    for part in parts:
        for field in part.fields:
            if field.is_private and field.samples:
                why = "dates; format it as text to have it on cards" if is_date(field.samples[0]) else "notes"
                yield f"the column `{field.head}` is not read, because it has {why}"
        if unshown := unshown_fields(part.fields):
            yield f"the face does not show {listed([field.head for field in unshown], most=5)}"


def _pictures(parts: Sequence[CardsFrom], folder: Path) -> dict[str, Content]:
    """The pictures that cells name, as far as they are beside the file; a lost one is reported when it is drawn."""
    found: dict[str, Content] = {}
    for part in parts:
        field = field_with(PICTURE, part.fields)
        for name in dict.fromkeys(map(str, field.samples if field else ())):
            path = os.path.normpath(name)
            if not os.path.isabs(path) and not path.startswith("..") and (folder / path).is_file():
                found[Path(path).as_posix()] = partial(_copy, folder / path, (folder,))
    return found


def _from_pictures(system: str, title: str, folder: Path) -> MadeGame:
    chosen = choose_pictures([str(folder)])
    problems = [*chosen.problems, *_unreadable(chosen.cards)]
    if any_error(problems):
        raise ProblemsError(in_order(problems))
    files: dict[str, Content] = {}
    rows: list[list[Any]] = []
    for card in chosen.cards:
        sides = [f"pictures/{side.path.relative_to(folder).as_posix()}" if side else "" for side in _sides(card)]
        rows.append([card.name.replace("_", " "), *sides, card.copies])
        for side, path in zip(_sides(card), sides, strict=True):
            if side:
                files[path] = partial(_copy, side.path, (folder,))
    has_backs, has_copies = any(row[2] for row in rows), any(row[3] != 1 for row in rows)
    wanted = [0, 1, *([2] if has_backs else []), *([3] if has_copies else [])]
    text = io.StringIO()
    heads = ["name", "picture", BACK, "copies"]
    csv.writer(text, lineterminator="\n").writerows([[row[at] for at in wanted] for row in [heads, *rows]])
    table_text = text.getvalue().encode()
    columns = {heads[at]: [row[at] or None for row in rows] for at in wanted}
    part = _picture_part(columns, len(rows))
    files |= _common(system, title, folder.name, [part])
    files[f"packs/{system}/{part.pack}.csv"] = table_text
    files[pack_path(system, part)] = _sheet_pack(system, part, f"../{part.pack}.csv").encode()
    return MadeGame(system, files, "", (), (part,))


def _unreadable(cards: Iterable[ChosenCard]) -> Iterator[Problem]:
    sides = [side for card in cards for side in _sides(card) if side]
    for side in dict.fromkeys(sides):  # several cards may have the same back
        picture = read_picture(side.path, side.shown, side.root)
        if isinstance(picture, Problem):
            yield picture


def _picture_part(columns: Mapping[str, Sequence[Any]], count: int) -> CardsFrom:
    table = ForeignTable("", tuple(ForeignColumn(head, tuple(values)) for head, values in columns.items()), count)
    return CardsFrom(KIND, KIND, "cards", table, fields_of(table))


def _sides(card: ChosenCard) -> tuple[Any, Any]:
    return card.front, card.back


def _copy(file: Path, roots: tuple[Path, ...], stream: BinaryIO) -> None:
    stream.write(_read(file, PICTURE_BYTES, roots))


def _read(file: Path, limit: Limit, roots: tuple[Path, ...]) -> bytes:
    try:
        return read_regular(file, limit, roots)
    except RefusedFile as refused:
        raise SurroundingsError(f"{file} cannot be copied: {refused.reason}", refused.hint) from refused


def _title(id: str) -> str:
    return " ".join(word.capitalize() for word in id.split("-"))


def _slug(text: str, instead: str) -> str:
    """An id from any text; the word instead, if the text has no Latin letter."""
    try:
        found = slug(text)[:_LONGEST].strip("-")
    except ValueError:
        return instead
    return found if found[0].isalpha() else f"{instead}-{found}"
